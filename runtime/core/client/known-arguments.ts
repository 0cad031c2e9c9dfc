import type { ApiError } from '../errors.js';
import { closestName } from '../closest-name.js';
import type { OperationDescriptor } from '../descriptor.js';
import { memberPointer } from '../parameters/encoding-error.js';
import { isPlainObject } from '../parameters/value-text.js';
import { invalidRequest } from './invalid-request.js';
import type { CallArguments, OperationOptions } from './operation-call.js';
import type { ParameterValues } from './encode-request.js';

/** All options of a call. */
const callOptions: ReadonlySet<string> = new Set(
  Object.keys({
    signal: true,
    timeout: true,
    idleTimeout: true,
    maxBytes: true,
    maxItemBytes: true,
    lastEventId: true,
    reconnect: true,
    headers: true,
    contentType: true,
    accept: true,
    retry: true,
    idempotencyKey: true,
    query: true,
    cookies: true,
    partHeaders: true,
  } satisfies Record<keyof OperationOptions, true>),
);

/** Properties of an input with several parts. */
const inputParts: ReadonlySet<string> = new Set(['body', 'query', 'headers', 'cookies']);
const formInputParts: ReadonlySet<string> = new Set([...inputParts, 'partHeaders']);

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
  known: ReadonlySet<string> = callOptions,
): void {
  if (surplus === true) throw invalidRequest(operation, `${orderOf(operation)}, and nothing else`);
  if (!isPlainObject(options) || (isOpaque(options) && ![...known].some((name) => name in options)))
    throw invalidRequest(operation, `the options are not an object; ${orderOf(operation)}`);
  const isKnown = (name: string): boolean =>
    known.has(name) &&
    (name !== 'accept' || operation.accepts !== undefined) &&
    (name !== 'partHeaders' || hasPartHeaders(operation));
  for (const name of unknownMembers(options, { has: isKnown })) {
    const hint = operation.input === 'none' ? `, and "${operation.id}" has no input` : '';
    throw unknown(operation, `/${name}`, `"${name}" is not an option${hint}`, name, known);
  }
}

/** True if parts of the operation's body have additional headers. */
function hasPartHeaders({ body }: OperationDescriptor): boolean {
  const parts = body?.contents.flatMap((content) => Object.values(content.parts ?? {})) ?? [];
  return parts.some(({ headers }) => headers !== undefined);
}

/** {@link requireKnownOptions} for the properties of the input, except those of a body. */
export function requireKnownInput(
  operation: OperationDescriptor,
  { input }: CallArguments,
  { query, cookies }: ParameterValues,
): void {
  if (operation.input === 'parts' && isPlainObject(input)) {
    const known = hasPartHeaders(operation) ? formInputParts : inputParts;
    for (const name of unknownMembers(input, known)) throw misplaced(operation, '', name, known);
  }
  requireParameters(operation, 'query', query);
  requireParameters(operation, 'cookie', cookies);
}

/** {@link requireKnownInput} for a method whose parameters are the properties of its input. */
export function requireKnownParams(
  operation: OperationDescriptor,
  { input }: CallArguments,
  known: ReadonlySet<string> | undefined,
): void {
  if (known === undefined || !isPlainObject(input)) return;
  for (const name of unknownMembers(input, known)) throw misplaced(operation, '', name, known);
}

function requireParameters(
  operation: OperationDescriptor,
  location: 'query' | 'cookie',
  values: object | undefined,
): void {
  if (values === undefined) return;
  const known = parameterNames(operation, location);
  const pointer = location === 'cookie' ? '/cookies' : operation.input === 'query' ? '' : '/query';
  if (isOpaque(values))
    throw invalidRequest(
      operation,
      `${pointer === '' ? 'the input' : pointer} is an object without own properties; pass a plain object`,
    );
  for (const name of unknownMembers(values, known))
    throw misplaced(operation, pointer, name, known);
}

/** Creates the error for an unknown property of the input. `pointer` is the location of its object. */
function misplaced(
  operation: OperationDescriptor,
  pointer: string,
  name: string,
  known: ReadonlySet<string>,
): ApiError<unknown> {
  const at = memberPointer(pointer, name);
  if (pointer === '' && callOptions.has(name))
    return unknown(
      operation,
      at,
      `"${name}" is an option, not a member of the input; ${orderOf(operation)}`,
      '',
      known,
    );
  const listed = [...known].map((member) => `"${member}"`).join(', ');
  const has = listed === '' ? 'which has none' : `which has ${listed}`;
  return unknown(
    operation,
    at,
    `"${name}" is not a member of ${pointer === '' ? 'the input' : pointer}, ${has}`,
    name,
    known,
  );
}

function unknown(
  operation: OperationDescriptor,
  pointer: string,
  message: string,
  name: string,
  known: ReadonlySet<string>,
): ApiError<unknown> {
  const suggestion = closestName(name, known);
  return invalidRequest(
    operation,
    suggestion === undefined ? message : `${message}; did you mean "${suggestion}"?`,
    [{ pointer, keyword: 'additionalProperties', expected: 'a declared property', schema: '' }],
  );
}

/** Describes the order of an operation's arguments as a clause. */
function orderOf({ path, parameters, input, rpc }: OperationDescriptor): string {
  const names = path.flatMap((part) => {
    const parameter = typeof part === 'number' ? parameters?.[part] : undefined;
    return parameter === undefined || parameter.credential === true ? [] : [parameter.name];
  });
  const inputName = rpc !== undefined ? 'params' : input === 'parts' ? 'input' : input;
  const all = [...names, ...(input === 'none' ? [] : [inputName]), 'options'];
  return `the arguments are (${all.join(', ')})`;
}

/** True for an instance without own properties, such as a `Map`, `URLSearchParams` or an `AbortSignal`. Its data would be lost. */
function isOpaque(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  const isPlain = prototype === null || Object.getPrototypeOf(prototype) === null;
  return !isPlain && Object.keys(value).length === 0;
}

function unknownMembers(
  object: object,
  known: Pick<ReadonlySet<string>, 'has'>,
): readonly string[] {
  return Object.entries(object).flatMap(([name, value]) =>
    value === undefined || known.has(name) ? [] : [name],
  );
}

const namesByOperation = new WeakMap<OperationDescriptor, Map<string, ReadonlySet<string>>>();

/** Names of an operation's parameters at one location. */
function parameterNames(
  operation: OperationDescriptor,
  location: 'query' | 'cookie',
): ReadonlySet<string> {
  const byLocation = namesByOperation.get(operation) ?? new Map<string, ReadonlySet<string>>();
  namesByOperation.set(operation, byLocation);
  const names =
    byLocation.get(location) ??
    new Set(
      (operation.parameters ?? [])
        .filter((parameter) => parameter.in === location || parameter.in === `${location}string`)
        .map(({ name }) => name),
    );
  byLocation.set(location, names);
  return names;
}
