import type { Violation } from './check.js';
import type { ApiError } from './errors.js';
import type { WireResponse } from './wire.js';

/** Two forms of one call: it throws a typed error, or `.result` returns every way in which it can end. */
export interface Call<Arguments extends object, Value, Outcome> extends Failable<Outcome> {
  (...args: Listed<Arguments>): Promise<Value>;
  result(...args: Listed<Arguments>): Promise<Outcome>;
}

/**
 * The arguments of a call, or any at all. Constraints say no more of them than that they are an object, and that they are a list is looked at
 * where a call is used: to hold each list to be one, a compiler would make all members of an array for it.
 */
export type Listed<Arguments extends object> = Arguments extends readonly unknown[]
  ? Arguments
  : readonly unknown[];

/**
 * What a call takes beside its plain form whose answer comes in several media types: `accept`, among the options, asks for one of them, and
 * the call ends with what that one holds. `Outcomes` has every way in which it can end then, by media type.
 */
export interface Negotiated<
  Arguments extends readonly unknown[],
  Outcomes extends object,
> extends Failable<Outcomes[keyof Outcomes]> {
  <Accept extends keyof Outcomes>(
    ...args: Accepting<Arguments, Accept>
  ): Promise<ValueOf<Outcomes[Accept]>>;
  result<Accept extends keyof Outcomes>(
    ...args: Accepting<Arguments, Accept>
  ): Promise<Outcomes[Accept]>;
}

/** Arguments of a call whose options ask for a media type. */
export type Accepting<Arguments extends readonly unknown[], Accept> = [
  ...Given<Arguments>,
  options: LastOf<Arguments> & { readonly accept: Accept },
];

type Given<Arguments extends readonly unknown[]> =
  Required<Arguments> extends readonly [...infer Before, unknown]
    ? { [Index in keyof Before]: Index extends keyof Arguments ? Arguments[Index] : never }
    : [];
type LastOf<Arguments extends readonly unknown[]> =
  Required<Arguments> extends readonly [...unknown[], infer Last] ? Last : never;
type ValueOf<Outcome> = Outcome extends { readonly ok: true; readonly value: infer Value }
  ? Value
  : never;

/** A {@link Call} whose answer is bytes, which can also be had piece by piece. */
export interface StreamedCall<Arguments extends readonly unknown[], Value, Outcome> extends Call<
  Arguments,
  Value,
  Outcome
> {
  /**
   * The same call, but for an answer that succeeds: it is there as soon as its head is, and its bytes come while they are read, none of
   * them kept. `timeout` is then for the head alone; see `idleTimeout` and `maxBytes`. Every other end is thrown as ever.
   */
  open(...args: Arguments): Promise<OpenResponse>;
}

/** An answer whose bytes are still to come. */
export interface OpenResponse {
  readonly status: number;
  readonly contentType: string | undefined;
  /** As the answer's `Content-Length` says; of a compressed answer that is not known. */
  readonly length: number | undefined;
  /** Raw pairs. */
  readonly headers: readonly string[];
  /** To be read once. Whoever stops early lets go of the connection. */
  readonly body: AsyncIterable<Uint8Array>;
}

/** A {@link Call} whose answer is a stream of items, which can also be had one by one. */
export interface ItemCall<Arguments extends readonly unknown[], Value, Item, Outcome> extends Call<
  Arguments,
  Value,
  Outcome
> {
  /**
   * The same call, but items come while they are read, none of them kept. Nothing is sent before the first one is asked for. Every end
   * of the call but success is thrown where items are read.
   */
  stream(...args: Arguments): ItemStream<Item>;
}

/** An {@link ItemCall} whose answer may be bytes as well. */
export interface StreamedItemCall<Arguments extends readonly unknown[], Value, Item, Outcome>
  extends ItemCall<Arguments, Value, Item, Outcome>, StreamedCall<Arguments, Value, Outcome> {}

/** Items that are still to come, to be read once. Whoever stops reading lets go of the connection. */
export interface ItemStream<Item> extends AsyncIterable<Item, undefined, undefined> {
  /** Of an event stream: the id to go on from (`lastEventId` of a later call). Empty where none came. */
  readonly lastEventId: string;
  [Symbol.asyncIterator](): AsyncIterator<Item, undefined, undefined>;
}

/** Items that somebody has or makes: a list, or a generator that is asked for the next one when it is wanted. */
export type Items<Item> = Iterable<Item> | AsyncIterable<Item>;

/** One event of an event stream (WHATWG HTML section 9.2). `Name` is `undefined` for events that are not named. */
export type ServerSentEvent<
  Data = string,
  Name extends string | undefined = string | undefined,
> = EventFields<Data> &
  (undefined extends Name ? { readonly event?: Name } : { readonly event: Name });

interface EventFields<Data> {
  readonly data: Data;
  /** What a client that reconnects goes on from. */
  readonly id?: string;
  /** Milliseconds after which a client reconnects from now on. */
  readonly retry?: number;
}

/** When a stream of events that broke off is asked for again, with the id of the last event in `Last-Event-ID`. */
export interface ReconnectOptions {
  /** `broken`: where a connection broke off or fell silent. `ended`: also where the answer ended, until it is 204. Default `broken`. */
  readonly after?: 'broken' | 'ended';
  /** Failures in a row, without an event between them, after which the last one is thrown. Default 5. */
  readonly attempts?: number;
  /** Milliseconds to wait where the stream has not said `retry`; twice as long after each further failure. Default 1000. */
  readonly delay?: number;
  /** Milliseconds that no wait exceeds, unless the stream asks for more by `retry`, or a failure by `Retry-After`. Default 30000. */
  readonly maxDelay?: number;
  /** Milliseconds up to which a longer `retry` of the stream is honoured. Default `maxDelay` if that is given, otherwise 3600000. */
  readonly maxRetry?: number;
}

/** Tells the errors of one call from everything else that a `catch` may receive. */
export interface Failable<Outcome> {
  /** Whether an error was thrown by this operation; its `outcome` then narrows by `kind` and `when`. */
  failed(error: unknown): error is ApiError<Exclude<Outcome, { readonly ok: true }>>;
}

/** A call whose answer is one page of many: awaited it is the first page, iterated it is every item. */
export interface PagedCall<
  Arguments extends readonly unknown[],
  Page,
  Item,
  Outcome,
> extends Failable<Outcome> {
  (...args: Arguments): Paged<Page, Item>;
  result(...args: Arguments): Promise<Outcome>;
}

/** A {@link PagedCall} whose pages lead back as well. */
export interface TwoWayPagedCall<
  Arguments extends readonly unknown[],
  Page,
  Item,
  Outcome,
> extends Failable<Outcome> {
  (...args: Arguments): TwoWayPaged<Page, Item>;
  result(...args: Arguments): Promise<Outcome>;
}

/** Every item when iterated; every page through `pages()`. */
export interface Walk<Page, Item> extends AsyncIterable<Item> {
  pages(): AsyncIterable<Page>;
  /** The first items, `limit` of them at most; no page is asked for that none of them is on. */
  take(limit: number): AsyncIterable<Item>;
}

/** The first page when awaited; every item when iterated; every page through `pages()`. */
export interface Paged<Page, Item> extends PromiseLike<Page>, Walk<Page, Item> {}

/** A list that can be read in both directions. */
export interface TwoWayPaged<Page, Item> extends Paged<Page, Item> {
  /**
   * The same first page, and from there what comes before it: in a list that is newest first, what is newer. Ends where
   * there is nothing more, so that it can be asked again later.
   */
  back(): Walk<Page, Item>;
}

/** What every call accepts as its last argument. */
export interface CallOptions<Headers extends object = Readonly<Record<string, string>>> {
  readonly signal?: AbortSignal;
  /** Milliseconds for the whole call, every attempt included. `Infinity` for none. */
  readonly timeout?: number;
  /** Of `open` and `stream`: milliseconds between two pieces of the answer. Default 30000. */
  readonly idleTimeout?: number;
  /** Of `open` and `stream`: most bytes of the answer. Default: no limit. */
  readonly maxBytes?: number;
  /** Of `stream`: most bytes of one item. Default: the client's `maxResponseBytes`. */
  readonly maxItemBytes?: number;
  /** Of `stream`: the id of the last event that is known already. */
  readonly lastEventId?: string;
  /** Of `stream`: default for `GET` alone, and only once an event had an id: without one, events would be lost unseen. */
  readonly reconnect?: ReconnectOptions | false;
  /** Declared header parameters under their names, and any other header. */
  readonly headers?: Headers;
  /** Media type of the body where the description declares several; JSON by default, otherwise the first. */
  readonly contentType?: string;
  readonly retry?: RetryOptions | false;
  /** For operations that declare an idempotency header: the key to send, kept over every attempt. */
  readonly idempotencyKey?: string;
}

/** When and how often to try again. Only what is safe to repeat is ever repeated. */
export interface RetryOptions {
  /** Attempts in all, the first included. Default 3. */
  readonly attempts?: number;
  /** Milliseconds of the first back-off, before jitter. Default 100. */
  readonly delay?: number;
  /**
   * Milliseconds that no back-off exceeds but one that the server asks for: `Retry-After` is waited for in full where the call's `timeout` allows it,
   * and ends the call at once where it does not. Default 20000.
   */
  readonly maxDelay?: number;
  /** Milliseconds for each attempt. */
  readonly attemptTimeout?: number;
}

/** A declared response of the kind that means success. */
export interface Success<When extends number | StatusKey, Value, Headers = NoHeaders> {
  readonly kind: 'success';
  readonly ok: true;
  /** Its key in the description. */
  readonly when: When;
  readonly status: When extends number ? When : number;
  readonly value: Value;
  readonly headers: Headers;
  readonly response: WireResponse;
}

/** A declared response of any other kind. `when` is its key in the description. */
export interface Failure<When extends number | StatusKey, Value, Headers = NoHeaders> {
  readonly kind: 'failure';
  readonly ok: false;
  readonly when: When;
  readonly status: When extends number ? When : number;
  readonly value: Value;
  readonly headers: Headers;
  readonly response: WireResponse;
}

/** The JSON-RPC method answered with an error object (JSON-RPC 2.0 section 5.1). */
export interface RpcFailure<Code extends number = number, Data = unknown> {
  readonly kind: 'rpc-error';
  readonly ok: false;
  /** A declared code, or any other. */
  readonly code: Code | (number & Record<never, never>);
  /** The declared name of the code, where it has one. */
  readonly name: string | undefined;
  readonly message: string;
  readonly data: Data | undefined;
  readonly response: WireResponse;
}

/** Keys of a responses object that stand for many statuses. */
export type StatusKey = '1XX' | '2XX' | '3XX' | '4XX' | '5XX' | 'default';

/** No response header is declared. */
export type NoHeaders = Readonly<Record<string, never>>;

/** Ways in which a call ends that no description lists. */
export type Unexpected =
  | UndeclaredResponse
  | NetworkFailure
  | TimedOut
  | Aborted
  | InvalidRequest
  | InvalidResponse;

/**
 * A status, or a content type, that the description does not declare, or that the call does not take: one that asks for JSON ends like this
 * if the answer is XML, declared or not. `body` is what could be made of it.
 */
export interface UndeclaredResponse {
  readonly kind: 'undeclared';
  readonly ok: false;
  readonly status: number;
  readonly body: unknown;
  readonly response: WireResponse;
}

/** No response came. */
export interface NetworkFailure {
  readonly kind: 'network';
  readonly ok: false;
  readonly cause: unknown;
}

/** The deadline passed first. */
export interface TimedOut {
  readonly kind: 'timeout';
  readonly ok: false;
  /** Milliseconds that were allowed. */
  readonly timeout: number;
}

/** The caller's signal fired first. */
export interface Aborted {
  readonly kind: 'aborted';
  readonly ok: false;
  readonly reason: unknown;
}

/** The arguments can not be sent: nothing was. */
export interface InvalidRequest {
  readonly kind: 'invalid-request';
  readonly ok: false;
  readonly message: string;
  readonly violations: readonly Violation[];
}

/** The body can not be read, or violates its schema and the client was asked to refuse that. */
export interface InvalidResponse {
  readonly kind: 'invalid-response';
  readonly ok: false;
  readonly status: number;
  readonly message: string;
  readonly violations: readonly Violation[];
  readonly response: WireResponse;
}
