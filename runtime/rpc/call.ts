import type { ArgumentsOf, Call, OutcomeOf, ValueOf } from '../core/call.js';
import type { Client } from '../core/client/client-config.js';
import type { CallArguments } from '../core/client/operation-call.js';
import type { OperationDescriptor } from '../core/descriptor.js';

/** A call of one JSON-RPC method, which can also be prepared for a batch. In a batch, a paged call returns the first page. */
export type RpcCall<Run, Responses extends object> = Call<Run, Responses> &
  Preparable<Run, Responses>;

/** Prepares calls for a batch. */
export interface Preparable<Run, Responses extends object> {
  /** Returns the call as data. It takes no client, and its options are ignored in favour of those of the batch. */
  readonly prepare: (
    ...args: WithoutClient<ArgumentsOf<Run>>
  ) => PreparedCall<ValueOf<Run>, OutcomeOf<Responses>>;
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
