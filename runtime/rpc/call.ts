import type { Call, PagedCall } from '../core/call.js';
import type { Client } from '../core/client/connection.js';
import type { CallArguments } from '../core/client/operation-call.js';
import type { OperationDescriptor } from '../core/descriptor.js';

/** A call of one JSON-RPC method, which may also be prepared to travel with others. */
export interface RpcCall<Arguments extends readonly unknown[], Value, Outcome>
  extends Call<Arguments, Value, Outcome>, Preparable<Arguments, Value, Outcome> {}

/** A call of a JSON-RPC method that answers with one page of many; in a batch it is its first page. */
export interface PagedRpcCall<Arguments extends readonly unknown[], Page, Item, Outcome>
  extends PagedCall<Arguments, Page, Item, Outcome>, Preparable<Arguments, Page, Outcome> {}

/** Makes calls for a batch. */
export interface Preparable<Arguments extends readonly unknown[], Value, Outcome> {
  /** The call as data. It takes no client, and its options count for nothing: those of the batch do. */
  prepare(...args: WithoutClient<Arguments>): PreparedCall<Value, Outcome>;
}

/** The arguments of a call when its client is known. */
export type WithoutClient<Arguments extends readonly unknown[]> = Arguments extends readonly [
  client: Client,
  ...rest: infer Rest,
]
  ? Rest
  : Arguments;

declare const endings: unique symbol;

/** A call that waits to be sent with others. */
export interface PreparedCall<Value, Outcome> {
  readonly operation: OperationDescriptor;
  readonly args: CallArguments;
  /** How it can end; never there at run time. */
  readonly [endings]?: { readonly value: Value; readonly outcome: Outcome };
}

/** What a batch of prepared calls resolves to, call by call. */
export type BatchValues<Calls extends readonly PreparedCall<unknown, unknown>[]> = {
  -readonly [Index in keyof Calls]: Calls[Index] extends PreparedCall<infer Value, unknown>
    ? Value
    : never;
};

/** How each call of a batch ended. */
export type BatchOutcomes<Calls extends readonly PreparedCall<unknown, unknown>[]> = {
  -readonly [Index in keyof Calls]: Calls[Index] extends PreparedCall<unknown, infer Outcome>
    ? Outcome
    : never;
};
