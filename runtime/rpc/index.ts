export { batch, type AnyPreparedCall, type Batch, bindBatch, type BoundBatch } from './batch.js';
export type {
  BatchOutcomes,
  BatchValues,
  PagedRpcCall,
  Preparable,
  PreparedCall,
  RpcCall,
  WithoutClient,
} from './call.js';
export { bindPagedRpc, bindRpc, pagedRpcOperation, rpcOperation } from './operation.js';
