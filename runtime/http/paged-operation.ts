import type { PagedCall, TwoWayPagedCall } from '../core/call.js';
import { createPagedCall } from '../core/client/paged-call.js';
import { followTo } from '../core/client/follow.js';
import type { Parts } from '../core/client/parts.js';
import type { Prepared } from '../core/client/prepare.js';
import type { OperationDescriptor } from '../core/descriptor.js';
import { preparing } from './operation.js';

/** The function of an operation that answers with one page of many. */
export function pagedOperation<Arguments extends readonly unknown[], Page, Item, Outcome>(
  descriptor: OperationDescriptor,
  ...parts: readonly Parts[]
): PagedCall<Arguments, Page, Item, Outcome> {
  return twoWayPagedOperation(descriptor, ...parts);
}

/** {@link pagedOperation} for an operation whose pages lead back as well. */
export function twoWayPagedOperation<Arguments extends readonly unknown[], Page, Item, Outcome>(
  descriptor: OperationDescriptor,
  ...parts: readonly Parts[]
): TwoWayPagedCall<Arguments, Page, Item, Outcome> {
  const prepared = preparing(descriptor, parts);
  return createPagedCall(descriptor, (connection, args) =>
    connection.perform(connection, descriptor, following(prepared(connection), descriptor), args),
  );
}

/** Closures for pages that the one before names by a URL, too. */
function following(prepared: Prepared, descriptor: OperationDescriptor): Prepared {
  return {
    ...prepared,
    encode: (connection, args) =>
      followTo(connection, descriptor, prepared.encode(connection, args), args),
  };
}
