import { argumentReader, createCall, type UntypedCall } from '../core/client/operation-call.js';
import { createPagedCall } from '../core/client/pages.js';
import type { OperationDescriptor } from '../core/descriptor.js';
import type { PreparedCall } from './call.js';
import { callMethod } from './call-method.js';

/** Creates the function of one JSON-RPC method, with `prepare` in addition to the forms of every call. */
export function rpcOperation<Type>(descriptor: OperationDescriptor): Type {
  const call = createCall(descriptor, (config, args) => callMethod(descriptor, config, args));
  return withPrepare(descriptor, call);
}

/** Creates the function of a JSON-RPC method that returns one page of a list. */
export function pagedRpcOperation<Type>(descriptor: OperationDescriptor): Type {
  const call = createPagedCall(descriptor, (config, args) => callMethod(descriptor, config, args));
  return withPrepare(descriptor, call);
}

function withPrepare<Type>(operation: OperationDescriptor, call: UntypedCall): Type {
  const read = argumentReader(operation, 0);
  const prepare = (...args: readonly unknown[]): PreparedCall<never, never> => ({
    operation,
    args: read(args),
  });
  return Object.assign(call, { prepare }) as Type;
}
