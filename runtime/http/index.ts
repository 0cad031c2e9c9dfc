export { connect } from '../core/client/connect.js';
export { ConnectedClient } from '../core/client/connected-client.js';
export { clientConfig } from '../core/client/client-config.js';
export type {
  BaseUrl,
  Client,
  ClientHooks,
  ClientOptions,
  ClientConfig,
  HeaderValues,
  Interceptor,
  InvalidResponseEvent,
  RequestHeadersOption,
} from '../core/client/client-config.js';
export { bind, type Operation, type WithClient } from '../core/client/bind.js';
export {
  type Fetch,
  type FetchInit,
  type FetchResponse,
  fetchTransport,
} from '../core/client/fetch-transport.js';
export { pacing, type Pacing, type PacingOptions } from '../core/client/pacing.js';
export { itemOperation, streamedItemOperation } from './item-operation.js';
export { json } from '../core/descriptor.js';
export type { Capabilities } from '../core/client/capabilities.js';
export { logCalls, type CallLogEntry, type LogCallsOptions } from './log-calls.js';
export { type Codecs, operation } from './operation.js';
export { pagedOperation } from './paged-operation.js';
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
export { traceCalls, type CallSpan, type CallTracer } from './trace-calls.js';
