export type { Answer, AnswerBytes, StatusOf } from '../../core/server/handler-response.js';
export type { AnswerOf, Handler, Reply, Respond } from '../../core/server/respond.js';
export type { ByteStream } from './received-body.js';
export type { ReceivedForm } from './forms/form-data.js';
export type { FormPart, FilePart, ValuePart } from './forms/received-parts.js';
export type { IdempotencyOptions } from './idempotency.js';
export {
  memoryIdempotencyStore,
  type ClaimLease,
  type IdempotencyClaim,
  type IdempotencyState,
  type IdempotencyStore,
  type StoredAnswer,
} from './idempotency-store.js';
export type { HandlerRequest } from './operation.js';
export type { KnownParts, KnownProperties, KnownValue } from './known-properties.js';
export {
  createServer,
  type HttpOptions,
  type ServerBinding,
  type ServerOptions,
} from './server.js';
export type {
  Granted,
  PrincipalsOf,
  ServerOperation,
  VerifierMap,
} from '../../core/server/serve.js';
export type { CorsOptions } from '../../core/server/cors.js';
export type { Fault, FaultViolation } from '../../core/server/fault.js';
export type { LogEntry, UnknownProperty } from '../../core/server/log.js';
export type { Awaitable, FaultAnswer, ServerLimits } from '../../core/server/options.js';
export {
  peerKey,
  type CountedRequest,
  type RateLimitKey,
  type RateLimitOptions,
  type RateLimitSettings,
} from '../../core/server/rate-limit.js';
export {
  memoryRateLimitStore,
  type RateLimitStore,
  type RateSpend,
} from '../../core/server/rate-limit-store.js';
export type {
  CallOf,
  CallProtocol,
  CallsOf,
  HandlerCall,
  HandlerOutcome,
  Middleware,
  MiddlewareOf,
  MiddlewareOption,
  OutcomeOfCalls,
} from '../../core/server/middleware.js';
export {
  createCursors,
  type CursorOptions,
  type Cursors,
  type JsonOf,
  type ListRequest,
  type RequestedPage,
} from '../../core/server/cursors.js';
export {
  createRevocations,
  memoryRevocationStore,
  type RevocationOptions,
  type Revocations,
  type RevocationStore,
} from '../../core/server/revocations.js';
export {
  answer,
  createRefusals,
  type EveryRefusal,
  type ReasonOf,
  type RefusalMap,
  type RefusalResponse,
  type Refuse,
} from '../../core/server/refusals.js';
export { stateTests, type StateModel, type StateTest } from '../../core/server/state-tests.js';
export { stateGuard, type StateGuardOptions } from '../../core/server/transition.js';
export type { MemoryTransaction } from '../../core/server/memory-transaction.js';
export { wrapHandler } from '../../core/server/http-handler.js';
export { notImplemented } from '../../core/server/handler.js';
export {
  connectionCounter,
  type ConnectionCountFailure,
  type ConnectionCounter,
  type ConnectionCounterOptions,
  type CountedConnection,
  type CountedConnections,
} from '../../core/server/connection-counter.js';
export {
  memoryConnectionStore,
  type ConnectionLease,
  type ConnectionLimit,
  type ConnectionStore,
} from '../../core/server/connection-store.js';
