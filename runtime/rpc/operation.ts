import type { Client } from '../core/client/connection.js';
import { bind, bindPaged, type ByClient } from '../core/client/bind.js';
import { argumentReader, createCall } from '../core/client/operation-call.js';
import { createPagedCall } from '../core/client/paged-call.js';
import type { OperationDescriptor } from '../core/descriptor.js';
import type { PagedRpcCall, PreparedCall, RpcCall } from './call.js';
import { performRpc } from './exchange.js';

/** The function of one JSON-RPC method, with `prepare` beside the forms of every call. */
export function rpcOperation<Arguments extends readonly unknown[], Value, Outcome>(
  descriptor: OperationDescriptor,
): RpcCall<Arguments, Value, Outcome> {
  const call = createCall<Arguments, Value, Outcome>(descriptor, (connection, args) =>
    performRpc(descriptor, connection, args),
  );
  return Object.assign(call, { prepare: preparing<Value, Outcome>(descriptor) });
}

/** The function of a JSON-RPC method that answers with one page of many. */
export function pagedRpcOperation<Arguments extends readonly unknown[], Page, Item, Outcome>(
  descriptor: OperationDescriptor,
): PagedRpcCall<Arguments, Page, Item, Outcome> {
  const call = createPagedCall<Arguments, Page, Item, Outcome>(descriptor, (connection, args) =>
    performRpc(descriptor, connection, args),
  );
  return Object.assign(call, { prepare: preparing<Page, Outcome>(descriptor) });
}

/** The same method with its client given once and for all. */
export function bindRpc<Arguments extends unknown[], Value, Outcome>(
  client: Client,
  call: RpcCall<ByClient<Arguments>, Value, Outcome>,
): RpcCall<Arguments, Value, Outcome> {
  return Object.assign(bind(client, call), {
    prepare: call.prepare as Prepare<Value, Outcome>,
  });
}

/** {@link bindRpc} for a paged method. */
export function bindPagedRpc<Arguments extends readonly unknown[], Page, Item, Outcome>(
  client: Client,
  call: PagedRpcCall<ByClient<Arguments>, Page, Item, Outcome>,
): PagedRpcCall<Arguments, Page, Item, Outcome> {
  return Object.assign(bindPaged(client, call), {
    prepare: call.prepare as Prepare<Page, Outcome>,
  });
}

type Prepare<Value, Outcome> = (...args: readonly unknown[]) => PreparedCall<Value, Outcome>;

function preparing<Value, Outcome>(operation: OperationDescriptor): Prepare<Value, Outcome> {
  const read = argumentReader(operation, 0);
  return (...args) => ({ operation, args: read(args) });
}
