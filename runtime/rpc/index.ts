export { batch, type AnyPreparedCall, type Batch, bindBatch, type BoundBatch } from './batch.js';
export type {
  BatchOutcomes,
  BatchValues,
  Preparable,
  PreparedCall,
  RpcCall,
  WithoutClient,
} from './call.js';
export { pagedRpcOperation, rpcOperation } from './operation.js';
