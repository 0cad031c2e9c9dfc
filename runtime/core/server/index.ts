export { prepareAdmission, type Admission, type Admitted } from './admission.js';
export { normaliseAuthority } from './authority.js';
export { createFront, type FrontParts, type Service, type Visit } from './front.js';
export {
  Refusal,
  faultStatus,
  invalidRequest,
  type Fault,
  type FaultViolation,
  type RefusalDetail,
} from './fault.js';
export { report, type LogEntry } from './log.js';
export type { Awaitable, BaseServerOptions, FaultAnswer, Limits, ServerLimits } from './options.js';
export { decodePercent, parseCookies, parsePairs, type RawPair } from './query.js';
export { hasNoBody, joined, piecesOf, readBody, streamBody } from './read-body.js';
export type { Route } from './route.js';
export { basePathOf, expand, variablesOf } from './variables.js';
