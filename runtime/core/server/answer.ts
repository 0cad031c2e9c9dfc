import type { OperationDescriptor, OutcomeDescriptor } from '../descriptor.js';
import type { NoHeaders, StatusKey } from '../call.js';
import type { StreamBody } from '../wire.js';

/** What a handler returns, made by its `respond`. */
export interface Answer<When extends number | StatusKey, Body, Headers extends object = NoHeaders> {
  /** The response's key in the description. */
  readonly when: When;
  readonly status: number;
  readonly body: Body;
  /**
   * By name. Declared ones are encoded as described; a list under any other name becomes lines of their own, as
   * `Set-Cookie` wants it.
   */
  readonly headers?: Headers;
  /** One of the declared media types; by default the one that the caller likes best of those that can carry the body, of several JSON, otherwise the first. */
  readonly contentType?: string;
}

/** An answer of any kind, as a server receives it from a handler. */
export type AnyAnswer = Answer<number | StatusKey, unknown, object>;

/** What may be answered where the description declares bytes. */
export type AnswerBytes = Uint8Array | string | StreamBody | AsyncIterable<Uint8Array | string>;

type Digit = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;
type InRange<First extends number> = `${First}${Digit}${Digit}` extends infer Text
  ? Text extends `${infer Status extends number}`
    ? Status
    : never
  : never;

/** The statuses that a key stands for: `StatusOf<'5XX'>` is 500 to 599. */
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

/** Makers of answers, by the name that each outcome has in the description. */
export type Respond = Readonly<Record<string, (...parts: readonly unknown[]) => AnyAnswer>>;

/**
 * Makes the `respond` of an operation. A maker takes the status where the outcome stands for several, then
 * body (`undefined` where there is none), headers and content type.
 */
export function respondOf(operation: OperationDescriptor): Respond {
  const makers: Record<string, Respond[string]> = Object.create(null);
  for (const outcome of operation.outcomes) makers[outcome.respond] = makerOf(outcome);
  return makers;
}

function makerOf({ status: when, respond }: OutcomeDescriptor): Respond[string] {
  if (typeof when === 'number')
    return (body, headers, contentType) => answerOf(when, when, body, headers, contentType);
  return (status, body, headers, contentType) => {
    if (typeof status !== 'number')
      throw new TypeError(`respond.${respond} takes the status first.`);
    return answerOf(when, status, body, headers, contentType);
  };
}

function answerOf(
  when: OutcomeDescriptor['status'],
  status: number,
  body: unknown,
  headers: unknown,
  contentType: unknown,
): AnyAnswer {
  if (headers === undefined && contentType === undefined) return { when, status, body };
  return {
    when,
    status,
    body,
    ...(typeof headers === 'object' && headers !== null ? { headers } : {}),
    ...(typeof contentType === 'string' ? { contentType } : {}),
  };
}

/** Whether something has the form of an answer; what it says is checked against the description later. */
export function isAnswer(value: unknown): value is AnyAnswer {
  return (
    typeof value === 'object' &&
    value !== null &&
    'when' in value &&
    'status' in value &&
    typeof value.status === 'number'
  );
}
