import type { Call, OperationDescriptor, PagedCall, TwoWayPagedCall } from '@tallystick/runtime';
import * as runtime from '@tallystick/runtime/http';

/** An operation that is made by hand, with everything that any operation may need. */
export function operation<Arguments extends readonly unknown[], Value, Outcome>(
  descriptor: OperationDescriptor,
): Call<Arguments, Value, Outcome> {
  return runtime.operation(descriptor, runtime.everyPart);
}

/** {@link operation} for one whose answers are pages. */
export function pagedOperation<Arguments extends readonly unknown[], Page, Item, Outcome>(
  descriptor: OperationDescriptor,
): PagedCall<Arguments, Page, Item, Outcome> {
  return runtime.pagedOperation(descriptor, runtime.everyPart);
}

/** {@link pagedOperation} for one whose pages lead back as well. */
export function twoWayPagedOperation<Arguments extends readonly unknown[], Page, Item, Outcome>(
  descriptor: OperationDescriptor,
): TwoWayPagedCall<Arguments, Page, Item, Outcome> {
  return runtime.twoWayPagedOperation(descriptor, runtime.everyPart);
}
