import type { Call, CallOptions } from '../call.js';
import type { OperationDescriptor } from '../descriptor.js';
import { ApiError, isErrorOf } from '../errors.js';
import type { Following } from './follow.js';
import { type Client, type Connection, connection } from './connection.js';
import type { Redactor } from '../redact.js';

/** What the arguments of a call are: path parameters by position, the one input where there is one, options. */
export interface CallArguments {
  readonly path: readonly unknown[];
  readonly input: unknown;
  readonly options: OperationOptions;
  /** The URL of a page, where the one before names it; see `followTo`. */
  readonly follow?: Following;
  /** There were more of them. */
  readonly surplus?: boolean;
}

/** Options of a call with what optional parameters may travel in them. */
export interface OperationOptions extends CallOptions<Readonly<Record<string, unknown>>> {
  readonly query?: Readonly<Record<string, unknown>>;
  readonly cookies?: Readonly<Record<string, unknown>>;
  /** Header lines of the parts of a form. */
  readonly partHeaders?: object;
  /** One of the operation's `accepts`. */
  readonly accept?: string;
}

/** How a call ended: any declared or unexpected outcome. */
export interface AnyOutcome {
  readonly kind: string;
  readonly ok: boolean;
  readonly value?: unknown;
}

/** Performs one call. May also throw an {@link ApiError} instead of returning its outcome. */
export type Perform = (connection: Connection, args: CallArguments) => Promise<Performed>;

/** An outcome, with what takes the call's secrets out of the error's message. */
export interface Performed {
  readonly outcome: AnyOutcome;
  readonly redactor?: Redactor | undefined;
}

/** Both forms of a call out of one way to perform it. */
export function createCall<Arguments extends readonly unknown[], Value, Outcome>(
  operation: OperationDescriptor,
  perform: Perform,
): Call<Arguments, Value, Outcome> {
  const split = argumentSplitter(operation);
  const performed = (args: readonly unknown[]): Promise<Performed> => {
    const { client, rest } = split(args);
    return perform(client[connection], rest);
  };
  const call = async (...args: readonly unknown[]): Promise<unknown> => {
    const ended = await performed(args);
    const { ok, value } = ended.outcome;
    if (ok) return value;
    throw errorOf(operation, ended);
  };
  return withForms(operation, call, performed) as Call<Arguments, Value, Outcome>;
}

/** The error that says how a call ended, in words without the call's secrets. */
export function errorOf(
  operation: OperationDescriptor,
  { outcome, redactor }: Performed,
): ApiError<unknown> {
  return new ApiError(operation, outcome as AnyOutcome & { readonly ok: false }, redactor);
}

/** Adds `.result` and `.failed` to a call. */
export function withForms<Form extends object>(
  operation: OperationDescriptor,
  call: Form,
  performed: (args: readonly unknown[]) => Promise<Performed>,
): Form & Forms {
  const result = async (...args: readonly unknown[]): Promise<unknown> => {
    try {
      return (await performed(args)).outcome;
    } catch (error) {
      if (isErrorOf(operation, error)) return error.outcome;
      throw error;
    }
  };
  const failed = (error: unknown): error is ApiError<never> => isErrorOf(operation, error);
  return Object.assign(call, { result, failed });
}

/** What stands beside every call. */
export interface Forms {
  result(...args: readonly unknown[]): Promise<unknown>;
  failed(error: unknown): error is ApiError<never>;
}

/** Cuts the arguments of a call: its client, path parameters by position, one input, options. */
export type SplitArguments = (args: readonly unknown[]) => {
  readonly client: Client;
  readonly rest: CallArguments;
};

/**
 * The one rule for arguments: path parameters, the input where the operation has one, options. Splitting throws a `TypeError` where the first argument is no client.
 */
export function argumentSplitter(operation: OperationDescriptor): SplitArguments {
  const read = argumentReader(operation, 1);
  return (args) => {
    const client = args[0] as Client | undefined;
    if (client?.[connection] === undefined)
      throw new TypeError(`${operation.id}: the first argument is not a client`);
    return { client, rest: read(args) };
  };
}

/** {@link argumentSplitter} for one call. */
export function splitArguments(
  operation: OperationDescriptor,
  args: readonly unknown[],
): ReturnType<SplitArguments> {
  return argumentSplitter(operation)(args);
}

/** Reads what a call is given after its client, from that place on. Credentials in the path are no arguments. */
export function argumentReader(
  { path, parameters, input }: OperationDescriptor,
  from: number,
): (args: readonly unknown[]) => CallArguments {
  let at: number | undefined;
  return (args) => {
    at ??=
      from +
      path.filter((part) => typeof part === 'number' && !parameters?.[part]?.credential).length;
    const last = input === 'none' ? at : at + 1;
    const read: CallArguments = {
      path: args.slice(from, at),
      input: input === 'none' ? undefined : args[at],
      options: (args[last] ?? noOptions) as OperationOptions,
    };
    const isSurplus =
      args.length > last + 1 && args.some((arg, index) => index > last && arg !== undefined);
    return isSurplus ? { ...read, surplus: true } : read;
  };
}

const noOptions: OperationOptions = {};
