import type { PagedCall, TwoWayPagedCall } from '../core/call.js';
import { createPagedCall } from '../core/client/paged-call.js';
import { followTo } from '../core/client/follow.js';
import type { Capabilities } from '../core/client/capabilities.js';
import type { Prepared } from '../core/client/prepare.js';
import type { OperationDescriptor } from '../core/descriptor.js';
import { preparing } from './operation.js';

/** Creates the client function of an operation whose response is one page of many. */
export function pagedOperation<Arguments extends readonly unknown[], Page, Item, Outcome>(
  descriptor: OperationDescriptor,
  ...parts: readonly Capabilities[]
): PagedCall<Arguments, Page, Item, Outcome> {
  return twoWayPagedOperation(descriptor, ...parts);
}

/** Like {@link pagedOperation}, for an operation whose pages also link to the previous page. */
export function twoWayPagedOperation<Arguments extends readonly unknown[], Page, Item, Outcome>(
  descriptor: OperationDescriptor,
  ...parts: readonly Capabilities[]
): TwoWayPagedCall<Arguments, Page, Item, Outcome> {
  const prepared = preparing(descriptor, parts);
  return createPagedCall(descriptor, (connection, args) =>
    connection.perform(
      connection,
      descriptor,
      withPageUrls(prepared(connection), descriptor),
      args,
    ),
  );
}

/** Closures that can also request a page by the URL that another page contains. */
function withPageUrls(prepared: Prepared, descriptor: OperationDescriptor): Prepared {
  return {
    ...prepared,
    encode: (connection, args) =>
      followTo(connection, descriptor, prepared.encode(connection, args), args),
  };
}
