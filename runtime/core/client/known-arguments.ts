import type { ContentDescriptor, OperationDescriptor } from '../descriptor.js';
import { memberPointer } from '../parameters/encoding-error.js';
import { isPlainObject } from '../parameters/value-text.js';
import { invalidRequest } from './invalid-request.js';
import type { CallArguments, OperationOptions } from './operation-call.js';

/** The options of a call of an operation. */
export function optionsOf({
  accepts,
  parameters = [],
  body,
}: OperationDescriptor): readonly string[] {
  const hasIn = (location: string): boolean =>
    parameters.some(({ in: place }) => place.startsWith(location));
  const options = {
    signal: true,
    timeout: true,
    idleTimeout: true,
    maxBytes: true,
    maxItemBytes: true,
    lastEventId: true,
    reconnect: true,
    headers: true,
    contentType: true,
    accept: accepts,
    retry: true,
    idempotencyKey: true,
    query: hasIn('query'),
    cookies: hasIn('cookie'),
    partHeaders: body?.contents.some(hasPartHeaders),
  } satisfies Record<keyof OperationOptions, unknown>;
  return Object.entries(options).flatMap(([name, isKnown]) => (isKnown ? [name] : []));
}

/** True if parts of a content have additional headers. */
export function hasPartHeaders({ parts = {} }: ContentDescriptor): boolean {
  return Object.values(parts).some(({ headers }) => headers);
}

/**
 * Asserts that a call knows all of its options. A misspelt name, or an option among the parameters, would otherwise be
 * ignored silently. Headers may have any name, and bodies are validated by the server. Properties that are `undefined` are
 * ignored.
 *
 * @throws {ApiError} `invalid-request`
 */
export function requireKnownOptions(
  operation: OperationDescriptor,
  { options, surplus }: CallArguments,
  known: readonly string[] = optionsOf(operation),
): void {
  if (surplus === true) throw invalidRequest(operation, `${orderOf(operation)}, and nothing else`);
  if (!isPlainObject(options) || (isOpaque(options) && !known.some((name) => name in options)))
    throw invalidRequest(operation, `the options are not an object; ${orderOf(operation)}`);
  requireKnownMembers(operation, options, known, '', 'options');
}

/**
 * Asserts that an object of the input has only known properties. `pointer` is its location.
 *
 * @throws {ApiError} `invalid-request`
 */
export function requireKnownInput(
  operation: OperationDescriptor,
  values: object,
  known: readonly string[],
  pointer = '',
): void {
  const where = pointer || 'the input';
  if (isOpaque(values))
    throw invalidRequest(
      operation,
      `${where} is an object without own properties; pass a plain object`,
    );
  requireKnownMembers(operation, values, known, pointer, where);
}

function requireKnownMembers(
  operation: OperationDescriptor,
  values: object,
  known: readonly string[],
  pointer: string,
  where: string,
): void {
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined || known.includes(name)) continue;
    const listed = known.map((member) => `"${member}"`).join(', ');
    throw invalidRequest(
      operation,
      where === 'the input' && optionsOf(operation).includes(name)
        ? `"${name}" is an option, not a member of the input; ${orderOf(operation)}`
        : `"${name}" is not a member of ${where}, which has ${listed || 'none'}`,
      [
        {
          pointer: memberPointer(pointer, name),
          keyword: 'additionalProperties',
          expected: 'a declared property',
          schema: '',
        },
      ],
    );
  }
}

/** Describes the order of an operation's arguments as a clause. */
function orderOf({ path, parameters, input, rpc }: OperationDescriptor): string {
  const names = path.flatMap((part) => {
    const parameter = parameters?.[part as number];
    return parameter === undefined || parameter.credential === true ? [] : [parameter.name];
  });
  if (input !== 'none') names.push(rpc ? 'params' : input === 'parts' ? 'input' : input);
  return `the arguments are (${[...names, 'options'].join(', ')})`;
}

/** True for an instance without own properties, such as a `Map`, `URLSearchParams` or an `AbortSignal`. Its data would be lost. */
function isOpaque(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return (
    prototype !== null &&
    Object.getPrototypeOf(prototype) !== null &&
    Object.keys(value).length === 0
  );
}
