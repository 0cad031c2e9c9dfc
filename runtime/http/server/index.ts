export type { Answer, AnswerBytes, AnswerHeaders, StatusOf } from './answer.js';
export type { ByteStream } from './byte-stream.js';
export type { IdempotencyOptions } from './idempotency.js';
export {
  memoryIdempotencyStore,
  type IdempotencyClaim,
  type IdempotencyState,
  type IdempotencyStore,
  type StoredAnswer,
} from './idempotency-store.js';
export type { HandlerRequest } from './operation.js';
export {
  createServer,
  type Granted,
  type PrincipalsOf,
  type ServerBinding,
  type ServerOperation,
  type ServerOptions,
  type VerifierMap,
} from './server.js';
export type { Fault, FaultViolation } from '../../core/server/fault.js';
export type { LogEntry } from '../../core/server/log.js';
export type { Awaitable, FaultAnswer, ServerLimits } from '../../core/server/options.js';
