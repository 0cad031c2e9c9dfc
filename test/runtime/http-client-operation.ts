import type { OperationDescriptor, PagedCall, TwoWayPagedCall } from '@tallystick/runtime';
import {
  type ClientCall,
  everyPart,
  operation as httpOperation,
  pagedOperation as httpPagedOperation,
  twoWayPagedOperation as httpTwoWayPagedOperation,
} from '@tallystick/runtime/http';

/** An operation that is made by hand, with everything that any operation may need. */
export function operation<Arguments extends unknown[], Value, Outcome>(
  descriptor: OperationDescriptor,
): ClientCall<Arguments, Value, Outcome> {
  return httpOperation(descriptor, everyPart);
}

/** {@link operation} for one whose answers are pages. */
export function pagedOperation<Arguments extends readonly unknown[], Page, Item, Outcome>(
  descriptor: OperationDescriptor,
): PagedCall<Arguments, Page, Item, Outcome> {
  return httpPagedOperation(descriptor, everyPart);
}

/** {@link pagedOperation} for one whose pages lead back as well. */
export function twoWayPagedOperation<Arguments extends readonly unknown[], Page, Item, Outcome>(
  descriptor: OperationDescriptor,
): TwoWayPagedCall<Arguments, Page, Item, Outcome> {
  return httpTwoWayPagedOperation(descriptor, everyPart);
}
