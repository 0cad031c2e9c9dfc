import type { NoHeaders, RpcFailure, StatusKey } from '../call.js';
import type { Answer, StatusOf } from './handler-response.js';
import type { Awaitable } from './options.js';

/**
 * Function that implements an operation. It creates its result with `respond`, which has a function for each declared response,
 * with the same name.
 */
export type Handler<Request, Responses extends object> = (
  request: Request,
  respond: Respond<Responses>,
) => Awaitable<AnswerOf<Responses>>;

/** Functions that create the declared responses of an operation. */
export type Respond<Responses extends object> = {
  readonly [Name in keyof Responses]: Responder<Responses[Name]>;
};

/** Union of the results that a handler may return. */
export type AnswerOf<Responses extends object> = {
  readonly [Name in keyof Responses]: Responses[Name] extends Declared
    ? Answer<Responses[Name]['when'], Responses[Name]['value'], Responses[Name]['headers'] & object>
    : Responses[Name] extends RpcFailure<infer Code>
      ? RpcErrorAnswer<Code>
      : never;
}[keyof Responses];

/** A response that a server sends in another form than the client receives it, or in one of several media types. */
export interface Reply<
  When extends number | StatusKey,
  Value = undefined,
  Headers = NoHeaders,
  ContentType extends string = never,
> {
  readonly when: When;
  readonly value: Value;
  readonly headers: Headers;
  readonly contentType: ContentType;
}

/** Common properties of declared responses. */
interface Declared {
  readonly when: number | StatusKey;
  readonly value: unknown;
  readonly headers: unknown;
}

/** Function that creates one response. */
type Responder<Response> = [Response] extends [RpcFailure<infer Code, infer Name>]
  ? (error: Code | Name, message: string, data?: unknown) => RpcErrorAnswer<Code>
  : [Response] extends [Declared]
    ? ResponderOf<
        Response['when'],
        Response['value'],
        Response['headers'],
        Response extends { readonly contentType: infer ContentType } ? ContentType : never
      >
    : never;

type ResponderOf<When extends number | StatusKey, Value, Headers, ContentType> = (
  ...parts: [...StatusPart<When>, ...BodyParts<Value, Headers, ContentType>]
) => Answer<When, Value, Headers & object>;

/** The status is an argument if a response covers several. */
type StatusPart<When extends number | StatusKey> = When extends number
  ? []
  : [status: StatusOf<When>];

/** A body without content is an argument only before others. */
type BodyParts<Value, Headers, ContentType> = [ContentType] extends [never]
  ? string extends keyof Headers
    ? [Value] extends [undefined]
      ? []
      : [body: Value]
    : [body: Value, ...HeadersPart<Headers>]
  : [body: Value, ...HeadersPart<Headers>, contentType?: ContentType];

/** Headers are an optional argument unless one of them is required. */
type HeadersPart<Headers> =
  Record<never, never> extends Headers ? [headers?: Headers] : [headers: Headers];

/** An error object of JSON-RPC that a method returns, created with `respond.error`. */
export interface RpcErrorAnswer<Code extends number = number, Data = unknown> {
  readonly kind: 'rpc-error';
  readonly code: Code;
  readonly message: string;
  readonly data?: Data;
}
