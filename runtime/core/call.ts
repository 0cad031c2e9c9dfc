import type { Closable } from './closable.js';
import type { Violation } from './check.js';
import type { ApiError } from './errors.js';
import type { WireResponse } from './wire.js';

/**
 * A call in two forms: called directly, it throws a typed error; `.result` returns a union of every outcome. `Run` is the function
 * that the call is, and `Responses` has a property for each declared response.
 */
export type Call<Run, Responses extends object> = Run & CallForms<Run, Responses>;

/** Members of every {@link Call}. */
export interface CallForms<Run, Responses extends object> extends Failable<OutcomeOf<Responses>> {
  /** The same call, but it returns a union of every outcome instead of throwing an error. */
  readonly result: (...args: ArgumentsOf<Run>) => Promise<OutcomeOf<Responses>>;
}

/** Arguments of a function. */
export type ArgumentsOf<Run> = Run extends (...args: infer Arguments) => unknown
  ? Arguments
  : readonly unknown[];

/** Value that a call returns when it succeeds. */
export type ValueOf<Run> = Run extends (...args: never) => infer Value ? Awaited<Value> : never;

/** Union of every outcome of a call: its declared responses, and those that are possible for every call. */
export type OutcomeOf<Responses extends object> = Responses[keyof Responses] | Unexpected;

/**
 * An overload for a call whose response is available in several media types. The option `accept` requests one of them,
 * and the result has the type of that one. `Outcomes` maps each media type to the outcomes that are possible with it.
 */
export interface Negotiated<Run, Outcomes extends object> extends Failable<
  Outcomes[keyof Outcomes]
> {
  <Accept extends keyof Outcomes>(
    ...args: Accepting<ArgumentsOf<Run>, Accept>
  ): Promise<SuccessOf<Outcomes[Accept]>>;
  result<Accept extends keyof Outcomes>(
    ...args: Accepting<ArgumentsOf<Run>, Accept>
  ): Promise<Outcomes[Accept]>;
}

/** Arguments of a call whose options request a media type. */
export type Accepting<Arguments extends readonly unknown[], Accept> = [
  ...Preceding<Arguments>,
  options: LastOf<Arguments> & { readonly accept: Accept },
];

type Preceding<Arguments extends readonly unknown[]> =
  Required<Arguments> extends readonly [...infer Before, unknown]
    ? { [Index in keyof Before]: Index extends keyof Arguments ? Arguments[Index] : never }
    : [];
type LastOf<Arguments extends readonly unknown[]> =
  Required<Arguments> extends readonly [...unknown[], infer Last] ? Last : never;
type SuccessOf<Outcome> = Outcome extends { readonly ok: true; readonly value: infer Value }
  ? Value
  : never;

/** A {@link Call} whose response is binary and can also be read as a stream. */
export type StreamedCall<Run, Responses extends object> = Call<Run, Responses> & Openable<Run>;

/** Member of a {@link StreamedCall}. */
export interface Openable<Run> {
  /**
   * The same call, except that a successful response is returned as soon as its head arrives. Its bytes are delivered while
   * they are read, and none is kept. `timeout` then applies to the head only; see `idleTimeout` and `maxBytes`. Every other
   * outcome is thrown as usual.
   */
  readonly open: (...args: ArgumentsOf<Run>) => Promise<OpenResponse>;
}

/** A response whose body has not been read yet. `await using` releases the connection even if the body is never read. */
export interface OpenResponse extends Closable {
  readonly status: number;
  readonly contentType: string | undefined;
  /** `Content-Length` of the response; `undefined` if it is absent or the response is compressed. */
  readonly length: number | undefined;
  /** Raw pairs: name, value, name, value. */
  readonly headers: readonly string[];
  /** Can be read once. Stopping early releases the connection. */
  readonly body: AsyncIterable<Uint8Array>;
}

/** A {@link Call} whose response is a sequence of items, which can also be read one by one. */
export type ItemCall<Run, Item, Responses extends object> = Call<Run, Responses> &
  Streamable<Run, Item>;

/** Member of an {@link ItemCall}. */
export interface Streamable<Run, Item> {
  /**
   * The same call, except that items are delivered while they are read, and none is kept. Nothing is sent before the first
   * item is requested. Every outcome other than success is thrown while iterating.
   */
  readonly stream: (...args: ArgumentsOf<Run>) => ItemStream<Item>;
}

/** An {@link ItemCall} whose response may also be binary. */
export type StreamedItemCall<Run, Item, Responses extends object> = ItemCall<Run, Item, Responses> &
  Openable<Run>;

/** A sequence of items that arrive while it is read. Can be iterated once; stopping early releases the connection. */
export interface ItemStream<Item> extends AsyncIterable<Item, undefined, undefined>, Closable {
  /** For event streams: the id to resume from (`lastEventId` of a later call). Empty if no event had an id. */
  readonly lastEventId: string;
  [Symbol.asyncIterator](): AsyncIterator<Item, undefined, undefined>;
}

/** Items to send: a list, or a generator from which the next item is pulled when it is needed. */
export type Items<Item> = Iterable<Item> | AsyncIterable<Item>;

/** One event of an event stream (WHATWG HTML section 9.2). `Name` is `undefined` for events without a name. */
export type ServerSentEvent<
  Data = string,
  Name extends string | undefined = string | undefined,
> = EventFields<Data> &
  (undefined extends Name ? { readonly event?: Name } : { readonly event: Name });

interface EventFields<Data> {
  readonly data: Data;
  /** Id from which a client resumes after a reconnection. */
  readonly id?: string;
  /** New reconnection delay of the client, in milliseconds. */
  readonly retry?: number;
}

/** Controls when an interrupted event stream is requested again. The new request sends the last event's id in `Last-Event-ID`. */
export interface ReconnectOptions {
  /**
   * `broken`: if the connection broke or was silent for too long. `ended`: also if the response ended, until the server
   * responds with 204. Default `broken`.
   */
  readonly after?: 'broken' | 'ended';
  /** Consecutive failures, without an event in between, after which the last one is thrown. Default 5. */
  readonly attempts?: number;
  /** Milliseconds to wait if the stream has not set `retry`; doubled after each further failure. Default 1000. */
  readonly delay?: number;
  /** Upper bound of each wait in milliseconds, unless the stream sets a longer `retry` or a failure a longer `Retry-After`. Default 30000. */
  readonly maxDelay?: number;
  /** Upper bound in milliseconds for a longer `retry` of the stream. Default: `maxDelay` if it is set, otherwise 3600000. */
  readonly maxRetry?: number;
}

/** Recognises the errors of one call in a `catch`. */
export interface Failable<Outcome> {
  /** True if this operation threw the error. Its `outcome` can then be narrowed by `kind` and `when`. */
  failed(error: unknown): error is ApiError<Exclude<Outcome, { readonly ok: true }>>;
}

/** Iterates over every item, or over every page with `pages()`. */
export interface PageIterator<Page, Item> extends AsyncIterable<Item> {
  pages(): AsyncIterable<Page>;
  /** Yields at most `limit` items from the start. Pages that contribute none of them are not requested. */
  take(limit: number): AsyncIterable<Item>;
}

/**
 * A promise of the first page, which can also be iterated: over every item, or over every page with `pages()`. Nothing is sent
 * before it is awaited or iterated.
 */
export interface Paged<Page, Item> extends Promise<Page>, PageIterator<Page, Item> {}

/** A list that can be read in both directions. */
export interface TwoWayPaged<Page, Item> extends Paged<Page, Item> {
  /**
   * Starts at the same first page and continues backwards: in a list that is newest first, towards newer items. Ends if there
   * is nothing more, and can be called again later.
   */
  back(): PageIterator<Page, Item>;
}

/** Options that every call accepts as its last argument. */
export interface CallOptions<Headers extends object = Readonly<Record<string, string>>> {
  readonly signal?: AbortSignal;
  /** Milliseconds for the whole call, including all attempts. `Infinity` disables the deadline. */
  readonly timeout?: number;
  /** For `open` and `stream`: longest time between two chunks of the response, in milliseconds. Default 30000. */
  readonly idleTimeout?: number;
  /** For `open` and `stream`: maximum size of the response in bytes. Default: no limit. */
  readonly maxBytes?: number;
  /** For `stream`: maximum size of one item in bytes. Default: the client's `maxResponseBytes`. */
  readonly maxItemBytes?: number;
  /** For `stream`: id of the last event that the caller has already processed. */
  readonly lastEventId?: string;
  /**
   * For `stream`: when to reconnect. By default only `GET` reconnects, and only after an event with an id: without an id,
   * events could be lost unnoticed.
   */
  readonly reconnect?: ReconnectOptions | false;
  /** Declared header parameters by name, and any other headers. */
  readonly headers?: Headers;
  /** Media type of the body if the description declares several. Default: JSON if it is one of them, otherwise the first. */
  readonly contentType?: string;
  readonly retry?: RetryOptions | false;
  /** For operations that declare an idempotency header: the key to send, which stays the same for every attempt. */
  readonly idempotencyKey?: string;
}

/** Controls when and how often a call is retried. Only requests that are safe to repeat are retried. */
export interface RetryOptions {
  /** Maximum number of attempts, including the first. Default 3. */
  readonly attempts?: number;
  /** First back-off in milliseconds, before jitter. Default 100. */
  readonly delay?: number;
  /**
   * Upper bound of a back-off in milliseconds. A longer wait that the server requests with `Retry-After` is respected in full
   * if the call's `timeout` allows it; otherwise the call ends at once. Default 20000.
   */
  readonly maxDelay?: number;
  /** Timeout of each attempt in milliseconds. */
  readonly attemptTimeout?: number;
}

/** A declared response with a success status. */
export interface Success<When extends number | StatusKey, Value = undefined, Headers = NoHeaders> {
  readonly kind: 'success';
  readonly ok: true;
  /** Key of the response in the description: a status, a status range or `default`. */
  readonly when: When;
  readonly status: When extends number ? When : number;
  readonly value: Value;
  readonly headers: Headers;
  readonly response: WireResponse;
}

/** A declared response with any other status. `when` is its key in the description. */
export interface Failure<
  When extends number | StatusKey,
  Value = undefined,
  Headers = NoHeaders,
> extends NoViolations {
  readonly kind: 'failure';
  readonly ok: false;
  readonly when: When;
  readonly status: When extends number ? When : number;
  readonly value: Value;
  readonly headers: Headers;
  readonly response: WireResponse;
}

/** The JSON-RPC server returned an error object (JSON-RPC 2.0 section 5.1). */
export interface RpcFailure<
  Code extends number = number,
  Name extends string = string,
  Data = unknown,
> extends NoDeclaredResponse {
  readonly kind: 'rpc-error';
  readonly ok: false;
  /** A code that the description declares, or any other. */
  readonly code: Code | (number & Record<never, never>);
  /** Name of the code if the description declares it. */
  readonly name: Name | undefined;
  readonly message: string;
  readonly data: Data | undefined;
  readonly response: WireResponse;
  readonly status?: undefined;
  readonly violations?: undefined;
}

/** Keys of a responses object that match more than one status. */
export type StatusKey = '1XX' | '2XX' | '3XX' | '4XX' | '5XX' | 'default';

/** The response declares no headers. */
export type NoHeaders = Readonly<Record<string, never>>;

/**
 * Properties that only declared responses have. They are listed as absent, so that a program can read them as soon as it knows
 * that an outcome is not `ok`.
 */
interface NoDeclaredResponse {
  readonly when?: undefined;
  readonly value?: undefined;
  readonly headers?: undefined;
}

/** Properties that an outcome without a response lacks. */
interface NoResponse extends NoDeclaredResponse {
  readonly status?: undefined;
  readonly response?: undefined;
}

/** Properties that only outcomes with violations have. */
interface NoViolations {
  readonly message?: undefined;
  readonly violations?: undefined;
}

/** Outcomes that are possible for every call and appear in no description. */
export type Unexpected =
  | UndeclaredResponse
  | NetworkFailure
  | TimedOut
  | Aborted
  | InvalidRequest
  | InvalidResponse;

/**
 * The response has a status or content type that the description does not declare or that the call did not request. For
 * example, a call that requests JSON ends this way if the response is XML, declared or not. `body` is parsed as far as possible.
 */
export interface UndeclaredResponse extends NoDeclaredResponse, NoViolations {
  readonly kind: 'undeclared';
  readonly ok: false;
  readonly status: number;
  readonly body: unknown;
  readonly response: WireResponse;
}

/** No response arrived. */
export interface NetworkFailure extends NoResponse, NoViolations {
  readonly kind: 'network';
  readonly ok: false;
  readonly cause: unknown;
}

/** The deadline passed before the response arrived. */
export interface TimedOut extends NoResponse, NoViolations {
  readonly kind: 'timeout';
  readonly ok: false;
  /** The timeout in milliseconds. */
  readonly timeout: number;
}

/** The caller aborted the call through its signal. */
export interface Aborted extends NoResponse, NoViolations {
  readonly kind: 'aborted';
  readonly ok: false;
  readonly reason: unknown;
}

/** The arguments cannot be encoded. Nothing was sent. */
export interface InvalidRequest extends NoResponse {
  readonly kind: 'invalid-request';
  readonly ok: false;
  readonly message: string;
  readonly violations: readonly Violation[];
}

/** The body cannot be decoded, or it violates its schema and the client is configured to reject that. */
export interface InvalidResponse extends NoDeclaredResponse {
  readonly kind: 'invalid-response';
  readonly ok: false;
  readonly status: number;
  readonly message: string;
  readonly violations: readonly Violation[];
  readonly response: WireResponse;
}
