export type {
  Aborted,
  Call,
  CallOptions,
  Failable,
  Failure,
  InvalidRequest,
  InvalidResponse,
  NetworkFailure,
  NoHeaders,
  NoInput,
  OpenResponse,
  Paged,
  PagedCall,
  RetryOptions,
  RpcFailure,
  StatusKey,
  StreamedCall,
  Success,
  TimedOut,
  TwoWayPaged,
  TwoWayPagedCall,
  UndeclaredResponse,
  Unexpected,
  Walk,
} from './call.js';
export type {
  Check,
  OutcomeCheck,
  RequestCheck,
  RequestChecks,
  ResponseChecks,
  Violation,
} from './check.js';
export { type Clock, systemTimers, type Timers } from './clock.js';
export { connection } from './client/connection.js';
export type {
  Client,
  ClientHooks,
  ClientOptions,
  Connection,
  Interceptor,
  InvalidResponseEvent,
} from './client/connection.js';
export type {
  ApiDescriptor,
  BodyDescriptor,
  CodecName,
  ContentDescriptor,
  ErrorDescriptor,
  FaultName,
  HmacDescriptor,
  HmacFormDescriptor,
  InputKind,
  IntegerBranch,
  IntegerPlace,
  IntegerSpot,
  IntegersDescriptor,
  JsonValue,
  JwtDescriptor,
  OperationDescriptor,
  OutcomeDescriptor,
  PaginationDescriptor,
  ParameterDescriptor,
  PartDescriptor,
  RateLimitDescriptor,
  RequirementDescriptor,
  RpcDescriptor,
  SchemeDescriptor,
  ServerDescriptor,
  WayDescriptor,
  WireType,
} from './descriptor.js';
export { json } from './descriptor.js';
export { ApiError, ClientOptionsError, type FailedOutcome, TransportError } from './errors.js';
export {
  hasHeader,
  headerValue,
  headerValues,
  type RawHeaders,
  withHeader,
  withoutHeader,
} from './headers.js';
export { type RandomSource, systemRandom } from './random.js';
export type {
  Credential,
  Presented,
  SecurityContext,
  Signer,
  TokenCredential,
  Verdict,
  Verifier,
} from './security.js';
export type { Body, Exchange, Peer, StreamBody, WireRequest, WireResponse } from './wire.js';
