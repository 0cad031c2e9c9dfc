import type { OperationDescriptor, OutcomeDescriptor } from '../../core/descriptor.js';
import type { StatusKey } from '../../core/call.js';
import type { StreamBody } from '../../core/wire.js';

/** What a handler returns, made by its `respond`. */
export interface Answer<When extends number | StatusKey, Body> {
  /** The response's key in the description. */
  readonly when: When;
  readonly status: number;
  readonly body: Body;
  readonly headers?: AnswerHeaders;
  /** One of the declared media types; by default the first that can carry the body. */
  readonly contentType?: string;
}

/**
 * Header values by name. Declared ones are encoded as described; a list under any other name becomes lines of
 * their own, as `Set-Cookie` wants it.
 */
export interface AnswerHeaders {
  readonly [name: string]: unknown;
}

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
export type Respond = Readonly<
  Record<string, (...parts: readonly unknown[]) => Answer<number | StatusKey, unknown>>
>;

/**
 * Makes the `respond` of an operation. A maker takes the status where the outcome stands for several, the body where one
 * is declared, then headers and content type.
 */
export function respondOf(operation: OperationDescriptor): Respond {
  const makers: Record<string, Respond[string]> = Object.create(null);
  for (const outcome of operation.outcomes) makers[outcome.respond] = makerOf(outcome);
  return makers;
}

function makerOf(outcome: OutcomeDescriptor): Respond[string] {
  const { status: when, contents = [] } = outcome;
  const hasBody = contents.length > 0;
  return (...parts) => {
    const rest = [...parts];
    const status = typeof when === 'number' ? when : rest.shift();
    const body = hasBody ? rest.shift() : undefined;
    const [headers, contentType] = rest;
    if (typeof status !== 'number')
      throw new TypeError(`respond.${outcome.respond} takes the status first.`);
    return {
      when,
      status,
      body,
      ...(isHeaders(headers) ? { headers } : {}),
      ...(typeof contentType === 'string' ? { contentType } : {}),
    };
  };
}

function isHeaders(value: unknown): value is AnswerHeaders {
  return typeof value === 'object' && value !== null;
}

/** Whether something has the form of an answer; what it says is checked against the description later. */
export function isAnswer(value: unknown): value is Answer<number | StatusKey, unknown> {
  return (
    typeof value === 'object' &&
    value !== null &&
    'when' in value &&
    'status' in value &&
    typeof value.status === 'number'
  );
}
