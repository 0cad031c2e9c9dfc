import type { OperationDescriptor, OutcomeDescriptor } from '../descriptor.js';
import type { NoHeaders, StatusKey } from '../call.js';
import type { StreamBody } from '../wire.js';

/** Result of a handler, created with its `respond`. */
export interface Answer<When extends number | StatusKey, Body, Headers extends object = NoHeaders> {
  /** Key of the response in the description. */
  readonly when: When;
  readonly status: number;
  readonly body: Body;
  /**
   * Headers by name. Declared ones are encoded as described. A list under any other name becomes separate lines, as `Set-Cookie`
   * requires.
   */
  readonly headers?: Headers;
  /**
   * One of the declared media types. Default: of those that can represent the body, the one that the request prefers. If it
   * has no preference, JSON if declared, otherwise the first.
   */
  readonly contentType?: string;
}

/** A handler's result of any kind, as the server receives it. */
export type AnyHandlerResponse = Answer<number | StatusKey, unknown, object>;

/** Accepted representations of a binary response body. */
export type AnswerBytes = Uint8Array | string | StreamBody | AsyncIterable<Uint8Array | string>;

type Digit = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;
type InRange<First extends number> = `${First}${Digit}${Digit}` extends infer Text
  ? Text extends `${infer Status extends number}`
    ? Status
    : never
  : never;

/** Statuses of a response key: `StatusOf<'5XX'>` is 500 to 599. */
export type StatusOf<When extends number | StatusKey> = When extends '1XX'
  ? InRange<1>
  : When extends '2XX'
    ? InRange<2>
    : When extends '3XX'
      ? InRange<3>
      : When extends '4XX'
        ? InRange<4>
        : When extends '5XX'
          ? InRange<5>
          : When extends number
            ? When
            : number;

/** Functions that create handler results, by the name of the outcome. */
export type AnyRespond = Readonly<
  Record<string, (...parts: readonly unknown[]) => AnyHandlerResponse>
>;

/**
 * Creates the `respond` of an operation. Its functions take the status (only for a range or `default`), the body (`undefined`
 * for none), the headers and the content type.
 */
export function respondOf(operation: OperationDescriptor): AnyRespond {
  const responders: Record<string, AnyRespond[string]> = Object.create(null);
  for (const outcome of operation.outcomes) responders[outcome.respond] = createResponder(outcome);
  return responders;
}

function createResponder({ status: when, respond }: OutcomeDescriptor): AnyRespond[string] {
  if (typeof when === 'number')
    return (body, headers, contentType) =>
      createHandlerResponse(when, when, body, headers, contentType);
  return (status, body, headers, contentType) => {
    if (typeof status !== 'number')
      throw new TypeError(`The first argument of respond.${respond} must be the status.`);
    return createHandlerResponse(when, status, body, headers, contentType);
  };
}

function createHandlerResponse(
  when: OutcomeDescriptor['status'],
  status: number,
  body: unknown,
  headers: unknown,
  contentType: unknown,
): AnyHandlerResponse {
  if (headers === undefined && contentType === undefined) return { when, status, body };
  return {
    when,
    status,
    body,
    ...(typeof headers === 'object' && headers !== null ? { headers } : {}),
    ...(typeof contentType === 'string' ? { contentType } : {}),
  };
}

/** True if a value has the structure of a handler result. It is checked against the description later. */
export function isHandlerResponse(value: unknown): value is AnyHandlerResponse {
  return (
    typeof value === 'object' &&
    value !== null &&
    'when' in value &&
    'status' in value &&
    typeof value.status === 'number'
  );
}
