import type { Call, PagedCall } from '../core/call.js';
import type { Client } from '../core/client/connection.js';
import type { CallArguments } from '../core/client/operation-call.js';
import type { OperationDescriptor } from '../core/descriptor.js';

/** A call of one JSON-RPC method, which can also be prepared for a batch. */
export interface RpcCall<Arguments extends readonly unknown[], Value, Outcome>
  extends Call<Arguments, Value, Outcome>, Preparable<Arguments, Value, Outcome> {}

/** A call of a JSON-RPC method that returns one page of a list. In a batch it returns the first page. */
export interface PagedRpcCall<Arguments extends readonly unknown[], Page, Item, Outcome>
  extends PagedCall<Arguments, Page, Item, Outcome>, Preparable<Arguments, Page, Outcome> {}

/** Prepares calls for a batch. */
export interface Preparable<Arguments extends readonly unknown[], Value, Outcome> {
  /** Returns the call as data. It takes no client, and its options are ignored in favour of those of the batch. */
  prepare(...args: WithoutClient<Arguments>): PreparedCall<Value, Outcome>;
}

/** Arguments of a call without its client. */
export type WithoutClient<Arguments extends readonly unknown[]> = Arguments extends readonly [
  client: Client,
  ...rest: infer Rest,
]
  ? Rest
  : Arguments;

declare const endings: unique symbol;

/** A call that can be sent with others in a batch. */
export interface PreparedCall<Value, Outcome> {
  readonly operation: OperationDescriptor;
  readonly args: CallArguments;
  /** Possible results, for the compiler only; never present at run time. */
  readonly [endings]?: { readonly value: Value; readonly outcome: Outcome };
}

/** Values that a batch returns, in the order of its calls. */
export type BatchValues<Calls extends readonly PreparedCall<unknown, unknown>[]> = {
  -readonly [Index in keyof Calls]: Calls[Index] extends PreparedCall<infer Value, unknown>
    ? Value
    : never;
};

/** Outcomes of a batch, in the order of its calls. */
export type BatchOutcomes<Calls extends readonly PreparedCall<unknown, unknown>[]> = {
  -readonly [Index in keyof Calls]: Calls[Index] extends PreparedCall<unknown, infer Outcome>
    ? Outcome
    : never;
};
