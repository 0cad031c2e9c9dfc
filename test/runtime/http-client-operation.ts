import type {
  Call,
  ItemCall,
  OperationDescriptor,
  Paged,
  StreamedCall,
  TwoWayPaged,
  Unexpected,
} from '@tallystick/runtime';
import {
  everyPart,
  operation as httpOperation,
  pagedOperation as httpPagedOperation,
} from '@tallystick/runtime/http';
import type { RpcCall } from '@tallystick/runtime/rpc';

/** Responses whose outcomes are a union. */
export interface ResponsesOf<Outcome> {
  readonly any: Exclude<Outcome, Unexpected>;
}

/** A call whose outcomes are a union. */
export type CallOf<Arguments extends readonly unknown[], Value, Outcome> = Call<
  (...args: Arguments) => Promise<Value>,
  ResponsesOf<Outcome>
>;

/** {@link CallOf} whose response is one page of many. */
export type PagedCallOf<Arguments extends readonly unknown[], Page, Item, Outcome> = Call<
  (...args: Arguments) => Paged<Page, Item>,
  ResponsesOf<Outcome>
>;

/** {@link PagedCallOf} that can also page backwards. */
export type TwoWayPagedCallOf<Arguments extends readonly unknown[], Page, Item, Outcome> = Call<
  (...args: Arguments) => TwoWayPaged<Page, Item>,
  ResponsesOf<Outcome>
>;

/** {@link CallOf} whose response can be read as a stream of bytes. */
export type StreamedCallOf<Arguments extends readonly unknown[], Value, Outcome> = StreamedCall<
  (...args: Arguments) => Promise<Value>,
  ResponsesOf<Outcome>
>;

/** {@link CallOf} whose response can be read as a stream of items. */
export type ItemCallOf<Arguments extends readonly unknown[], Value, Item, Outcome> = ItemCall<
  (...args: Arguments) => Promise<Value>,
  Item,
  ResponsesOf<Outcome>
>;

/** {@link CallOf} of a JSON-RPC method. */
export type RpcCallOf<Arguments extends readonly unknown[], Value, Outcome> = RpcCall<
  (...args: Arguments) => Promise<Value>,
  ResponsesOf<Outcome>
>;

/** {@link RpcCallOf} whose response is one page of many. */
export type PagedRpcCallOf<Arguments extends readonly unknown[], Page, Item, Outcome> = RpcCall<
  (...args: Arguments) => Paged<Page, Item>,
  ResponsesOf<Outcome>
>;

/** An operation that is made by hand, with everything that any operation may need. */
export function operation<Type>(descriptor: OperationDescriptor): Type {
  return httpOperation(descriptor, [everyPart]);
}

/** {@link operation} for one whose answers are pages. */
export function pagedOperation<Type>(descriptor: OperationDescriptor): Type {
  return httpPagedOperation(descriptor, [everyPart]);
}
