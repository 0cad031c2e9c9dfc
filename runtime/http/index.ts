export { connect } from '../core/client/connect.js';
export { ConnectedClient } from '../core/client/connected-client.js';
export {
  clientConfig,
  type BaseUrl,
  type Client,
  type ClientHooks,
  type ClientOptions,
  type ClientConfig,
  type HeaderValues,
  type Interceptor,
  type InvalidResponseEvent,
  type RequestHeadersOption,
} from '../core/client/client-config.js';
export { bind, type Operation, type WithClient } from '../core/client/operation-call.js';
export {
  type Fetch,
  type FetchInit,
  type FetchResponse,
  fetchTransport,
} from '../core/client/sending/fetch-transport.js';
export { pacing, type Pacing, type PacingOptions } from '../core/client/sending/pacing.js';
export { itemOperation, streamedItemOperation } from './item-operation.js';
export { json } from '../core/descriptor.js';
export type { Capabilities } from '../core/client/capabilities.js';
export { type DeprecatedOperation, reportDeprecations } from './report-deprecations.js';
export { logCalls, type CallLogEntry, type LogCallsOptions } from './log-calls.js';
export { type Codecs, operation, pagedOperation } from './operation.js';
export {
  answerHeaders,
  anyAnswers,
  anyBody,
  contentHeaders,
  cookieParameters,
  credentials,
  errorWords,
  everyPart,
  headerCredentials,
  headerParameters,
  jsonAnswers,
  jsonBody,
  locatedInput,
  negotiatedAnswers,
  ownServers,
  simpleAnswerHeaders,
  simpleHeaderParameters,
  simplePath,
  simpleQuery,
  styledPath,
  styledQuery,
} from './parts.js';
export { streamedOperation } from './streamed-operation.js';
export type { CallSpan, CallSpanContext, CallSpanOptions, CallTracer } from '../core/tracing.js';
export { traceCalls } from './trace-calls.js';
