export { connect } from '../core/client/connect.js';
export { ConnectedClient } from '../core/client/connected-client.js';
export { connection } from '../core/client/connection.js';
export type {
  BaseUrl,
  Client,
  ClientHooks,
  ClientOptions,
  Connection,
  Interceptor,
  InvalidResponseEvent,
} from '../core/client/connection.js';
export { bind, bindPaged, bindStreamed, bindTwoWayPaged } from '../core/client/operation-call.js';
export {
  type Fetch,
  type FetchInit,
  type FetchResponse,
  fetchTransport,
} from '../core/client/fetch-transport.js';
export { pacing, type Pacing, type PacingOptions, type PacingSlot } from '../core/client/pacing.js';
export {
  bindItems,
  bindStreamedItems,
  itemOperation,
  streamedItemOperation,
} from './item-operation.js';
export { operation, pagedOperation, streamedOperation, twoWayPagedOperation } from './operation.js';
