import type { StatusKey } from '../call.js';
import type { Answer } from './handler-response.js';

/** Result of a handler, of any protocol. */
type ResultOf<Handler> = Handler extends (...request: never) => infer Result
  ? Awaited<Result>
  : never;

/** Response to one reason: a result of the handler, or a function of the reason's data that returns one. */
export type RefusalResponse<Data, Result> = Result | ((data: Data) => Result);

/** Codes that each handler may be refused with. Default: any, for every handler. */
export type EveryRefusal<Reasons, Handlers> = {
  readonly [Name in keyof Handlers]: keyof Reasons;
};

/**
 * Responses to a program's reasons, by handler and code. A line that is missing, and a response that the description does not declare for
 * the operation, do not compile.
 *
 * @typeParam Reasons the data of each reason, by its code: `{ 'no-tea': { readonly tea: string } }`
 * @typeParam Handlers the generated interface of handlers, or of the operations of a feed
 * @typeParam Possible the codes that each handler may be refused with
 */
export type RefusalMap<Reasons, Handlers, Possible = EveryRefusal<Reasons, Handlers>> = {
  readonly [Name in keyof Possible & keyof Handlers]: {
    readonly [Code in Possible[Name] & keyof Reasons]: RefusalResponse<
      Reasons[Code],
      ResultOf<Handlers[Name]>
    >;
  };
};

/** A reason with its data, as the rules of a program return it. */
export type ReasonOf<Reasons, Code extends keyof Reasons = keyof Reasons> = {
  readonly [Each in Code]: { readonly code: Each; readonly data: Reasons[Each] };
}[Code];

/** Returns the response of a handler to a reason. */
export type Refuse<Reasons, Handlers, Possible> = <Name extends keyof Possible & keyof Handlers>(
  handler: Name,
  reason: ReasonOf<Reasons, Possible[Name] & keyof Reasons>,
) => ResultOf<Handlers[Name]>;

/**
 * Creates the function that turns a program's reasons into responses.
 *
 * @example
 * const refuse = createRefusals<Reasons, OrdersHandlers>({
 *   createOrder: { 'no-tea': ({ tea }) => answer(409, { code: 'no_tea', message: `No ${tea}.` }) },
 * });
 * createOrder: ({ body }, respond) => {
 *   const refusal = order(body);
 *   return refusal === undefined ? respond.created(body) : refuse('createOrder', refusal);
 * }
 */
export function createRefusals<Reasons, Handlers, Possible = EveryRefusal<Reasons, Handlers>>(
  map: RefusalMap<Reasons, Handlers, Possible>,
): Refuse<Reasons, Handlers, Possible> {
  const table = map as object as Readonly<
    Record<PropertyKey, Readonly<Record<PropertyKey, unknown>>>
  >;
  return (handler, { code, data }) => {
    const responses = Object.hasOwn(table, handler) ? table[handler] : undefined;
    const response =
      responses !== undefined && Object.hasOwn(responses, code) ? responses[code] : undefined;
    // Typed programs have a response to every reason.
    if (response === undefined)
      throw new TypeError(`"${String(handler)}" has no response to "${String(code)}".`);
    return typeof response === 'function' ? response(data) : response;
  };
}

/** A response with a status and a body, for a {@link RefusalMap}. `when` is its key in the description, if that is not the status. */
export function answer<Status extends number, Body>(
  status: Status,
  body: Body,
): Answer<Status, Body>;
export function answer<When extends StatusKey, Body>(
  status: number,
  body: Body,
  when: When,
): Answer<When, Body>;
export function answer(
  status: number,
  body: unknown,
  when: number | StatusKey = status,
): Answer<number | StatusKey, unknown> {
  return { when, status, body };
}
