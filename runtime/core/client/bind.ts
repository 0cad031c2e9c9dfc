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

/** Arguments of a call as a function: first the client, then the arguments of the corresponding client method. */
export type ByClient<Arguments extends readonly unknown[]> = [client: Client, ...rest: Arguments];

/**
 * A {@link Call} as a function, equivalent to `Call<ByClient<Arguments>, Value, Outcome>`. Most operations are declared with
 * this type, which saves the compiler from creating another tuple for each of them.
 */
export interface ClientCall<Arguments extends object, Value, Outcome> extends Failable<Outcome> {
  (client: Client, ...args: Listed<Arguments>): Promise<Value>;
  result(client: Client, ...args: Listed<Arguments>): Promise<Outcome>;
}

/** Supertype of every {@link ClientCall}. A call is compared with it by its arguments only, and nothing has to be inferred. */
export type UntypedClientCall = ClientCall<object, never, never>;

/**
 * Binds a call to a client. The type of the result is declared where it is stored, as in a generated service. Inferring it here
 * would cost the compiler more time than everything else about an operation.
 */
export function bind(
  client: Client,
  call: ClientCall<never, unknown, unknown>,
): Call<object, never, never> {
  const unbound = call as ClientCall<readonly unknown[], never, never>;
  const bound = (...args: readonly unknown[]): Promise<never> => unbound(client, ...args);
  const result = (...args: readonly unknown[]): Promise<never> => unbound.result(client, ...args);
  return Object.assign(bound, { result, failed: unbound.failed });
}

/** Supertype of every {@link StreamedCall}, as {@link UntypedClientCall} is of every {@link ClientCall}. */
export type UntypedStreamedCall = StreamedCall<readonly unknown[], never, never>;

/** {@link bind} for a call whose response can be streamed. */
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

/** {@link bindPaged} for a call that can also page backwards. */
export function bindTwoWayPaged<Arguments extends readonly unknown[], Page, Item, Outcome>(
  client: Client,
  call: TwoWayPagedCall<ByClient<Arguments>, Page, Item, Outcome>,
): TwoWayPagedCall<Arguments, Page, Item, Outcome> {
  const bound = (...args: Arguments): ReturnType<typeof call> => call(client, ...args);
  const result = (...args: Arguments): Promise<Outcome> => call.result(client, ...args);
  return Object.assign(bound, { result, failed: call.failed });
}
