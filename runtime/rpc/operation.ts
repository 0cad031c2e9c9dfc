import type { Client } from '../core/client/connection.js';
import { bind, bindPaged, type ByClient } from '../core/client/bind.js';
import { argumentReader, createCall } from '../core/client/operation-call.js';
import { createPagedCall } from '../core/client/paged-call.js';
import type { OperationDescriptor } from '../core/descriptor.js';
import type { PagedRpcCall, PreparedCall, RpcCall } from './call.js';
import { callMethod } from './call-method.js';

/** Creates the function of one JSON-RPC method, with `prepare` in addition to the forms of every call. */
export function rpcOperation<Arguments extends readonly unknown[], Value, Outcome>(
  descriptor: OperationDescriptor,
): RpcCall<Arguments, Value, Outcome> {
  const call = createCall<Arguments, Value, Outcome>(descriptor, (connection, args) =>
    callMethod(descriptor, connection, args),
  );
  return Object.assign(call, { prepare: createPrepare<Value, Outcome>(descriptor) });
}

/** Creates the function of a JSON-RPC method that returns one page of a list. */
export function pagedRpcOperation<Arguments extends readonly unknown[], Page, Item, Outcome>(
  descriptor: OperationDescriptor,
): PagedRpcCall<Arguments, Page, Item, Outcome> {
  const call = createPagedCall<Arguments, Page, Item, Outcome>(descriptor, (connection, args) =>
    callMethod(descriptor, connection, args),
  );
  return Object.assign(call, { prepare: createPrepare<Page, Outcome>(descriptor) });
}

/** Binds a method to a client. */
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

function createPrepare<Value, Outcome>(operation: OperationDescriptor): Prepare<Value, Outcome> {
  const read = argumentReader(operation, 0);
  return (...args) => ({ operation, args: read(args) });
}
