import { headerValue } from '../core/headers.js';
import { Link } from './suite.js';

/** The response of a step, as links see it. */
export interface StepResponse {
  readonly status: number | undefined;
  readonly value: unknown;
  /** Decoded headers by their names in the description. */
  readonly headers: Readonly<Record<string, unknown>>;
  /** Raw pairs. */
  readonly rawHeaders: readonly string[];
}

/** A value that a response does not have. */
export class MissingValueError extends Error {
  override readonly name = 'MissingValueError';
  /** Stable identifier of the reason. */
  readonly code: 'missing-value' = 'missing-value';
}

/**
 * Replaces the links in arguments by values of the preceding responses.
 *
 * @throws {MissingValueError} if a response has no such value.
 */
export function resolveLinks(value: unknown, responses: readonly StepResponse[]): unknown {
  if (value instanceof Link) return linkedValue(value, responses);
  if (Array.isArray(value)) return value.map((item: unknown) => resolveLinks(item, responses));
  if (typeof value !== 'object' || value === null) return value;
  if (Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, resolveLinks(member, responses)]),
  );
}

function linkedValue({ expression, step }: Link, responses: readonly StepResponse[]): unknown {
  const response = step === undefined ? responses.at(-1) : responses[step];
  if (response === undefined) throw new MissingValueError(`${expression}: there is no response`);
  const found = (single: string): unknown => {
    const value = evaluate(single, response);
    if (value === undefined || value === null)
      throw new MissingValueError(`the response has no value at ${single}`);
    return value;
  };
  if (!expression.includes('{')) return found(expression);
  return expression.replaceAll(/\{(\$[^{}]*)\}/g, (_, single: string) => String(found(single)));
}

function evaluate(expression: string, response: StepResponse): unknown {
  if (expression === '$statusCode') return response.status;
  const [, source, rest = ''] = /^\$response\.(body|header)(.*)$/s.exec(expression) ?? [];
  if (source === 'body') return rest === '' ? response.value : valueAt(response.value, rest);
  if (source !== 'header') return undefined;
  const name = rest.slice(1).toLowerCase();
  const decoded = Object.entries(response.headers).find(([each]) => each.toLowerCase() === name);
  return decoded === undefined ? headerValue(response.rawHeaders, name) : decoded[1];
}

/** The value at a JSON Pointer, with or without `#`. Returns `undefined` if there is none. */
export function valueAt(root: unknown, pointer: string): unknown {
  const tokens = pointer
    .replace(/^#/, '')
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
  return tokens.reduce<unknown>(
    (value, token) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, token)
        ? (value as Readonly<Record<string, unknown>>)[token]
        : undefined,
    root,
  );
}
