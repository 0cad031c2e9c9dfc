import type {
  Call,
  CallOptions,
  OpenResponse,
  PagedCall,
  StreamedCall,
  TwoWayPagedCall,
} from '../call.js';
import type { OperationDescriptor } from '../descriptor.js';
import { ApiError } from '../errors.js';
import { type Client, type Connection, connection } from './connection.js';
import type { Redactor } from '../redact.js';
import { paged } from './paging.js';

/** What the arguments of a call are: path parameters by position, the one input, options. */
export interface CallArguments {
  readonly path: readonly unknown[];
  readonly input: unknown;
  readonly options: OperationOptions;
}

/** Options of a call with what optional parameters may travel in them. */
export interface OperationOptions extends CallOptions<Readonly<Record<string, unknown>>> {
  readonly query?: Readonly<Record<string, unknown>>;
  readonly cookies?: Readonly<Record<string, unknown>>;
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
  readonly redactor?: Redactor;
}

/** Both forms of a call out of one way to perform it. */
export function createCall<Arguments extends readonly unknown[], Value, Outcome>(
  operation: OperationDescriptor,
  perform: Perform,
): Call<Arguments, Value, Outcome> {
  const result = async (...args: readonly unknown[]): Promise<unknown> =>
    (await settle(operation, perform, args)).outcome;
  const call = async (...args: readonly unknown[]): Promise<unknown> => {
    const settled = await settle(operation, perform, args);
    if (settled.outcome.ok) return settled.outcome.value;
    throw settled.error ?? errorOf(operation, settled);
  };
  return Object.assign(call, { result, failed: failedGuard(operation) }) as Call<
    Arguments,
    Value,
    Outcome
  >;
}

/** Both forms of a call whose answer is one page of many. Its list has `back` where the operation says how. */
export function createPagedCall<Arguments extends readonly unknown[], Page, Item, Outcome>(
  operation: OperationDescriptor,
  perform: Perform,
): TwoWayPagedCall<Arguments, Page, Item, Outcome> {
  const result = async (...args: readonly unknown[]): Promise<unknown> =>
    (await settle(operation, perform, args)).outcome;
  const call = (...args: readonly unknown[]): unknown => {
    const { client, rest } = splitArguments(operation, args);
    return paged(operation, rest, async (next) => {
      const settled = await settleWith(operation, () => perform(client[connection], next));
      if (settled.outcome.ok) return settled.outcome;
      throw settled.error ?? errorOf(operation, settled);
    });
  };
  return Object.assign(call, { result, failed: failedGuard(operation) }) as TwoWayPagedCall<
    Arguments,
    Page,
    Item,
    Outcome
  >;
}

/** The same call with its client given once and for all. */
export function bind<Arguments extends readonly unknown[], Value, Outcome>(
  client: Client,
  call: Call<readonly [client: Client, ...rest: Arguments], Value, Outcome>,
): Call<Arguments, Value, Outcome> {
  const bound = (...args: Arguments): Promise<Value> => call(client, ...args);
  const result = (...args: Arguments): Promise<Outcome> => call.result(client, ...args);
  return Object.assign(bound, { result, failed: call.failed });
}

/** {@link bind} for a call whose answer can be had piece by piece. */
export function bindStreamed<Arguments extends readonly unknown[], Value, Outcome>(
  client: Client,
  call: StreamedCall<readonly [client: Client, ...rest: Arguments], Value, Outcome>,
): StreamedCall<Arguments, Value, Outcome> {
  const open = (...args: Arguments): Promise<OpenResponse> => call.open(client, ...args);
  return Object.assign(bind(client, call), { open });
}

/** {@link bind} for a paged call. */
export function bindPaged<Arguments extends readonly unknown[], Page, Item, Outcome>(
  client: Client,
  call: PagedCall<readonly [client: Client, ...rest: Arguments], Page, Item, Outcome>,
): PagedCall<Arguments, Page, Item, Outcome> {
  const bound = (...args: Arguments): ReturnType<typeof call> => call(client, ...args);
  const result = (...args: Arguments): Promise<Outcome> => call.result(client, ...args);
  return Object.assign(bound, { result, failed: call.failed });
}

/** {@link bindPaged} for a call whose pages lead back as well. */
export function bindTwoWayPaged<Arguments extends readonly unknown[], Page, Item, Outcome>(
  client: Client,
  call: TwoWayPagedCall<readonly [client: Client, ...rest: Arguments], Page, Item, Outcome>,
): TwoWayPagedCall<Arguments, Page, Item, Outcome> {
  const bound = (...args: Arguments): ReturnType<typeof call> => call(client, ...args);
  const result = (...args: Arguments): Promise<Outcome> => call.result(client, ...args);
  return Object.assign(bound, { result, failed: call.failed });
}

/** An outcome, and the error that brought it where one did. */
export interface Settled extends Performed {
  readonly error?: ApiError<unknown>;
}

function settle(
  operation: OperationDescriptor,
  perform: Perform,
  args: readonly unknown[],
): Promise<Settled> {
  return settleWith(operation, () => {
    const { client, rest } = splitArguments(operation, args);
    return perform(client[connection], rest);
  });
}

async function settleWith(
  operation: OperationDescriptor,
  perform: () => Promise<Performed>,
): Promise<Settled> {
  try {
    return await perform();
  } catch (error) {
    if (error instanceof ApiError && error.operation === operation.id) {
      return { outcome: error.outcome as AnyOutcome, error };
    }
    throw error;
  }
}

/** The error that says how a call ended, in words without the call's secrets. */
export function errorOf(
  operation: OperationDescriptor,
  { outcome, redactor }: Performed,
): ApiError<unknown> {
  return new ApiError(operation, outcome as AnyOutcome & { readonly ok: false }, redactor);
}

/** `.failed` of an operation's calls. */
export function failedGuard(
  operation: OperationDescriptor,
): (error: unknown) => error is ApiError<never> {
  return (error): error is ApiError<never> =>
    error instanceof ApiError && error.operation === operation.id;
}

/**
 * The one rule for arguments: path parameters by position, one input, options. Credentials in the path are no arguments.
 *
 * @throws {TypeError} where the first argument is no client.
 */
export function splitArguments(
  operation: OperationDescriptor,
  args: readonly unknown[],
): { readonly client: Client; readonly rest: CallArguments } {
  const [client, ...others] = args;
  if (typeof client !== 'object' || client === null || !(connection in client)) {
    throw new TypeError(`${operation.id}: the first argument is not a client`);
  }
  return { client: client as Client, rest: readArguments(operation, others) };
}

/** The arguments of a call after its client. */
export function readArguments(
  operation: OperationDescriptor,
  args: readonly unknown[],
): CallArguments {
  const count = operation.path.filter(
    (part) => typeof part === 'number' && operation.parameters?.[part]?.credential !== true,
  ).length;
  return {
    path: args.slice(0, count),
    input: args[count],
    options: (args[count + 1] ?? {}) as OperationOptions,
  };
}
