import type {
  Call,
  Failable,
  Listed,
  OpenResponse,
  PagedCall,
  StreamedCall,
  TwoWayPagedCall,
} from '../call.js';
import type { Client } from './connection.js';

/** The arguments of a call that is a function of its own: the client that sends it, and then what a method of the client takes. */
export type ByClient<Arguments extends readonly unknown[]> = [client: Client, ...rest: Arguments];

/**
 * A {@link Call} that is a function of its own: what `Call<ByClient<Arguments>, Value, Outcome>` is. Most operations are declared as one,
 * and no list of arguments has to be made for each that only adds the client to another.
 */
export interface ClientCall<Arguments extends object, Value, Outcome> extends Failable<Outcome> {
  (client: Client, ...args: Listed<Arguments>): Promise<Value>;
  result(client: Client, ...args: Listed<Arguments>): Promise<Outcome>;
}

/** What is assignable to every {@link ClientCall}, so that a declared one is compared by its arguments and nothing has to be inferred. */
export type UntypedClientCall = ClientCall<object, never, never>;

/**
 * The same call with its client given once and for all. What it takes and gives is declared where it is kept, as in a generated service: to
 * infer it there would take the compiler longer than all else about an operation.
 */
export function bind(
  client: Client,
  call: ClientCall<never, unknown, unknown>,
): Call<object, never, never> {
  const all = call as ClientCall<readonly unknown[], never, never>;
  const bound = (...args: readonly unknown[]): Promise<never> => all(client, ...args);
  const result = (...args: readonly unknown[]): Promise<never> => all.result(client, ...args);
  return Object.assign(bound, { result, failed: all.failed });
}

/** What is assignable to every {@link StreamedCall}, as {@link UntypedClientCall} is to every {@link ClientCall}. */
export type UntypedStreamedCall = StreamedCall<readonly unknown[], never, never>;

/** {@link bind} for a call whose answer can be had piece by piece. */
export function bindStreamed(
  client: Client,
  call: StreamedCall<never, unknown, unknown>,
): UntypedStreamedCall {
  const { open } = call as UntypedStreamedCall;
  return Object.assign(bind(client, call), {
    open: (...args: readonly unknown[]): Promise<OpenResponse> => open(client, ...args),
  });
}

/** {@link bind} for a paged call. */
export function bindPaged<Arguments extends readonly unknown[], Page, Item, Outcome>(
  client: Client,
  call: PagedCall<ByClient<Arguments>, Page, Item, Outcome>,
): PagedCall<Arguments, Page, Item, Outcome> {
  const bound = (...args: Arguments): ReturnType<typeof call> => call(client, ...args);
  const result = (...args: Arguments): Promise<Outcome> => call.result(client, ...args);
  return Object.assign(bound, { result, failed: call.failed });
}

/** {@link bindPaged} for a call whose pages lead back as well. */
export function bindTwoWayPaged<Arguments extends readonly unknown[], Page, Item, Outcome>(
  client: Client,
  call: TwoWayPagedCall<ByClient<Arguments>, Page, Item, Outcome>,
): TwoWayPagedCall<Arguments, Page, Item, Outcome> {
  const bound = (...args: Arguments): ReturnType<typeof call> => call(client, ...args);
  const result = (...args: Arguments): Promise<Outcome> => call.result(client, ...args);
  return Object.assign(bound, { result, failed: call.failed });
}
