import type { CallOptions, ArgumentsOf, Failable, OutcomeOf } from '../call.js';
import type { OperationDescriptor } from '../descriptor.js';
import { ApiError, isErrorOf } from '../errors.js';
import type { Following } from './follow.js';
import { type Client, type ClientConfig, clientConfig } from './client-config.js';
import type { Redactor } from '../redact.js';

/** Arguments of a call: path parameters by position, the input if there is one, options. */
export interface CallArguments {
  readonly path: readonly unknown[];
  readonly input: unknown;
  readonly options: OperationOptions;
  /** URL references of the page, if the preceding page names it by URL; see `followTo`. */
  readonly follow?: Following;
  /** True if more arguments were passed. */
  readonly surplus?: boolean;
}

/** Options of a call, including optional parameters. */
export interface OperationOptions extends CallOptions<Readonly<Record<string, unknown>>> {
  readonly query?: Readonly<Record<string, unknown>>;
  readonly cookies?: Readonly<Record<string, unknown>>;
  /** Headers of the parts of a form. */
  readonly partHeaders?: object;
  /** One of the operation's `accepts`. */
  readonly accept?: string;
}

/** Outcome of a call: any declared or unexpected one. */
export interface AnyOutcome {
  readonly kind: string;
  readonly ok: boolean;
  readonly value?: unknown;
}

/** Performs one call. May also throw an {@link ApiError} instead of returning its outcome. */
export type Perform = (config: ClientConfig, args: CallArguments) => Promise<Performed>;

/** An outcome, with the redactor for the error message. */
export interface Performed {
  readonly outcome: AnyOutcome;
  readonly redactor?: Redactor | undefined;
}

/** A call as the runtime creates it. Generated code declares its type. */
export interface UntypedCall {
  (...args: readonly unknown[]): unknown;
  readonly result: (...args: readonly unknown[]) => Promise<unknown>;
  readonly failed: (error: unknown) => boolean;
}

/**
 * Key of the function with which a call performs one request, for lists whose pages are requested one at a time, and for tools. A registered
 * symbol, so that two copies of the runtime are compatible.
 */
export const performRequest: unique symbol = Symbol.for('@tallystick/perform-request');

/** A call, with the function that performs one request. */
export interface PerformingCall {
  readonly [performRequest]: Perform;
}

/** Creates both forms of a call. */
export function createCall(operation: OperationDescriptor, perform: Perform): UntypedCall {
  const split = argumentSplitter(operation);
  const performCall = (args: readonly unknown[]): Promise<Performed> => {
    const { client, rest } = split(args);
    return perform(client[clientConfig], rest);
  };
  const call = async (...args: readonly unknown[]): Promise<unknown> => {
    const performed = await performCall(args);
    const { ok, value } = performed.outcome;
    if (ok) return value;
    throw errorOf(operation, performed);
  };
  return Object.assign(withForms(operation, call, performCall), { [performRequest]: perform });
}

/** Creates the error for an outcome. Its message is redacted. */
export function errorOf(
  operation: OperationDescriptor,
  { outcome, redactor }: Performed,
): ApiError<unknown> {
  return new ApiError(operation, outcome as AnyOutcome & { readonly ok: false }, redactor);
}

/** Adds `.result` and `.failed` to a call. */
export function withForms(
  operation: OperationDescriptor,
  call: (...args: readonly unknown[]) => unknown,
  performCall: (args: readonly unknown[]) => Promise<Performed>,
): UntypedCall {
  const result = async (...args: readonly unknown[]): Promise<unknown> => {
    try {
      return (await performCall(args)).outcome;
    } catch (error) {
      if (isErrorOf(operation, error)) return error.outcome;
      throw error;
    }
  };
  const failed = (error: unknown): boolean => isErrorOf(operation, error);
  return Object.assign(call, { result, failed });
}

/** Splits the arguments of a call into its client, path parameters by position, the input, and options. */
type SplitArguments = (args: readonly unknown[]) => {
  readonly client: Client;
  readonly rest: CallArguments;
};

/**
 * Creates the function that splits the arguments of an operation: path parameters, the input if there is one, options. It throws a
 * `TypeError` if the first argument is not a client.
 */
export function argumentSplitter(operation: OperationDescriptor): SplitArguments {
  const read = argumentReader(operation, 1);
  return (args) => {
    const client = args[0] as Client | undefined;
    if (client?.[clientConfig] === undefined)
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

/** Creates the function that reads the arguments from index `from`. Credentials in the path are not arguments. */
export function argumentReader(
  operation: OperationDescriptor,
  from: number,
): (args: readonly unknown[]) => CallArguments {
  const { input } = operation;
  let at: number | undefined;
  return (args) => {
    at ??= from + pathArgumentCount(operation);
    const last = input === 'none' ? at : at + 1;
    const split: CallArguments = {
      path: args.slice(from, at),
      input: input === 'none' ? undefined : args[at],
      options: (args[last] ?? noOptions) as OperationOptions,
    };
    const isSurplus =
      args.length > last + 1 && args.some((arg, index) => index > last && arg !== undefined);
    return isSurplus ? { ...split, surplus: true } : split;
  };
}

/** Number of arguments of a call that are parameters in the path. */
export function pathArgumentCount({ path, parameters }: OperationDescriptor): number {
  return path.filter((part) => typeof part === 'number' && !parameters?.[part]?.credential).length;
}

const noOptions: OperationOptions = {};

/** The function of a call with the client as its first argument. */
export type WithClient<Run> = Run extends (...args: infer Arguments) => infer Result
  ? (client: Client, ...args: Arguments) => Result
  : never;

/** A call as a standalone function, whose first argument is the client; otherwise like {@link Call}. */
export interface Operation<Run, Responses extends object>
  extends ClientFunction<Run>, Failable<OutcomeOf<Responses>> {
  /** The same call, but it returns a union of every outcome instead of throwing an error. */
  readonly result: (client: Client, ...args: ArgumentsOf<Run>) => Promise<OutcomeOf<Responses>>;
}

// A function type instead of a call signature, so that editors go to the definition of an operation and not to this one.
type ClientFunction<Run> = (client: Client, ...args: ArgumentsOf<Run>) => ResultOf<Run>;

type ResultOf<Run> = Run extends (...args: never) => infer Result ? Result : never;

/**
 * Binds a call to a client, with its members: all take the client as their first argument, except `failed` and `prepare`.
 *
 * `Type` is inferred from the type that is declared where the result is stored, as in a generated service. Deriving it from the
 * call, or comparing it, would cost the compiler more time than everything else about an operation.
 */
export function bind<Type>(client: Client, call: object): Type {
  const members = call as Readonly<Record<string, UntypedCall>>;
  const unbound = call as UntypedCall;
  const bound = ((...args) => unbound(client, ...args)) as UntypedCall & Record<string, unknown>;
  for (const [name, member] of Object.entries(members))
    bound[name] =
      name === 'failed' || name === 'prepare'
        ? member
        : (...args: readonly unknown[]): unknown => member(client, ...args);
  return bound as Type;
}
