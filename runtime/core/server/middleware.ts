import type { Awaitable } from './options.js';

/** Protocol of a call: `http` is REST, `feed` is a message on a WebSocket connection. */
export type CallProtocol = 'http' | 'json-rpc' | 'feed' | 'fix';

/** One call of a handler. */
export interface HandlerCall<Name extends string = string, Request = unknown> {
  readonly protocol: CallProtocol;
  /** Name of the handler: the operation, or the type of a FIX message. */
  readonly operation: Name;
  /** The request, as the handler receives it. For FIX it contains the message, its header and the session. */
  readonly request: Request;
  /** Identifies the call in logs, and in errors that the caller receives. */
  readonly correlationId: string;
  /**
   * Makes everything that the server itself stores for this call part of a transaction of the program, on the database of its store. For
   * FIX, these are the number of the message and its replies; for a REST request with an idempotency key, the response. Call it
   * once, at the end of the transaction, after `next`. It rejects if another process has taken the call over in the meantime; the
   * transaction must then be rolled back. Absent if the server stores nothing.
   */
  readonly commit?: (transaction: unknown) => Awaitable<void>;
}

/** Union of all calls of a server. A comparison of `operation` narrows the type of `request`. */
export type CallOf<Calls extends object> = {
  [Name in keyof Calls & string]: HandlerCall<Name, MemberOf<Calls[Name], 'request'>>;
}[keyof Calls & string];

type MemberOf<Call, Member extends string> =
  Call extends Readonly<Record<Member, infer Value>> ? Value : never;

declare const outcomeOfHandler: unique symbol;

/** Result of a handler. Only `next` of {@link Middleware.around} creates it. */
export interface HandlerOutcome<Result = unknown> {
  readonly [outcomeOfHandler]: true;
  /** The value that the handler returned. */
  readonly result: Result;
  /** True for an error that the handler returned: a status from 400 on, or an error of JSON-RPC. */
  readonly isError: boolean;
}

/** Union of the results of a server's handlers. */
export type OutcomeOfCalls<Calls extends object> = HandlerOutcome<
  MemberOf<Calls[keyof Calls], 'result'>
>;

/**
 * Code around the handlers of a server, whatever the protocol. It runs when the request has been authenticated, read and
 * validated. If it throws, the request fails as if the handler had thrown.
 *
 * Several are nested: the first is the outermost. An idempotent repetition of a request runs neither the handler nor the middleware.
 */
export interface MiddlewareOf<Calls extends object> {
  /** Runs before the handler, and before every `around`. */
  before?(call: CallOf<Calls>): Awaitable<void>;
  /**
   * Runs the handler with `next`, exactly once, and returns its outcome. `next` also encodes the response, so that one that cannot be sent
   * rejects while a transaction can still be rolled back.
   */
  around?<Result>(
    call: CallOf<Calls>,
    next: () => Promise<HandlerOutcome<Result>>,
  ): Promise<HandlerOutcome<Result>>;
  /** Runs when every `around` has finished, before the first byte of the response is sent. */
  afterCommit?(call: CallOf<Calls>, outcome: OutcomeOfCalls<Calls>): Awaitable<void>;
}

/** {@link MiddlewareOf} for any server: code that does not depend on the operation, such as a transaction. */
export interface Middleware {
  before?(call: HandlerCall): Awaitable<void>;
  around?<Result>(
    call: HandlerCall,
    next: () => Promise<HandlerOutcome<Result>>,
  ): Promise<HandlerOutcome<Result>>;
  afterCommit?(call: HandlerCall, outcome: HandlerOutcome): Awaitable<void>;
}

/** Option of a server: one middleware, or several. */
export type MiddlewareOption<Calls extends object> =
  | MiddlewareOf<Calls>
  | readonly MiddlewareOf<Calls>[];

/** A request and its result, from a handler of HTTP or JSON-RPC. */
export type CallsOf<Handlers> = {
  readonly [Name in keyof Handlers & string]: Handlers[Name] extends (
    request: infer Request,
    respond: never,
  ) => infer Result
    ? { readonly request: Request; readonly result: Awaited<Result> }
    : never;
};

/** What a server runs: the handler with its middleware. */
export type CallRunner = <Result>(
  call: HandlerCall,
  handler: () => Awaitable<Result>,
  isError: (result: Result) => boolean,
) => Promise<Result>;

/**
 * Prepares middleware; `undefined` if there is none, so that servers without it call handlers directly.
 *
 * @throws {Error} for a value that is no middleware
 */
export function callRunner(option: object | undefined): CallRunner | undefined {
  const list = middlewareList(option);
  if (list.length === 0) return undefined;
  return async <Result>(
    call: HandlerCall,
    handler: () => Awaitable<Result>,
    isError: (result: Result) => boolean,
  ): Promise<Result> => {
    let produced: { readonly result: Result; readonly outcome: HandlerOutcome } | undefined;
    const innermost = async (): Promise<HandlerOutcome> => {
      const result = await handler();
      const outcome = Object.freeze({ result, isError: isError(result) }) as HandlerOutcome;
      produced = { result, outcome };
      return outcome;
    };
    for (const middleware of list) await middleware.before?.(call);
    const outcome = await list.reduceRight<() => Promise<HandlerOutcome>>(
      (next, middleware) => surround(middleware, call, next),
      innermost,
    )();
    if (produced === undefined || outcome !== produced.outcome) {
      throw new TypeError('"around" of a middleware must return what "next" resolved to.');
    }
    for (const middleware of list) await middleware.afterCommit?.(call, outcome);
    return produced.result;
  };
}

function surround(
  middleware: Middleware,
  call: HandlerCall,
  next: () => Promise<HandlerOutcome>,
): () => Promise<HandlerOutcome> {
  if (middleware.around === undefined) return next;
  return async () => {
    let isCalled = false;
    const once = async (): Promise<HandlerOutcome> => {
      if (isCalled) throw new TypeError('"next" of a middleware can be called only once.');
      isCalled = true;
      return next();
    };
    // Checked above, and typed programs cannot return anything else.
    return (await middleware.around?.(call, once)) as HandlerOutcome;
  };
}

function middlewareList(option: object | undefined): readonly Middleware[] {
  if (option === undefined) return [];
  const list: readonly unknown[] = Array.isArray(option) ? option : [option];
  for (const each of list) {
    if (!isMiddleware(each))
      throw new Error(
        '"middleware" must contain objects with "before", "around" or "afterCommit".',
      );
  }
  return list as readonly Middleware[];
}

function isMiddleware(value: unknown): value is Middleware {
  if (typeof value !== 'object' || value === null) return false;
  const stages = (['before', 'around', 'afterCommit'] as const).map((stage): unknown =>
    Reflect.get(value, stage),
  );
  return (
    stages.some((stage) => stage !== undefined) &&
    stages.every((stage) => stage === undefined || typeof stage === 'function')
  );
}
