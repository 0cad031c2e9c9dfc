import type { ApiError } from '../errors.js';
import { closestName } from '../closest-name.js';
import type { OperationDescriptor } from '../descriptor.js';
import { memberPointer } from '../parameters/encoding-error.js';
import { isPlainObject } from '../parameters/value-text.js';
import { invalidRequest } from './invalid-request.js';
import type { CallArguments, OperationOptions } from './operation-call.js';
import type { ParameterValues } from './request-head.js';

/** Every option of a call. */
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

/** Members of an input that has several places. */
const parts: ReadonlySet<string> = new Set(['body', 'query', 'headers', 'cookies']);
const partsOfForms: ReadonlySet<string> = new Set([...parts, 'partHeaders']);

/**
 * Holds that everything a call was given is something that it takes: a misspelt name, or an option among parameters, would change nothing and
 * be told to nobody. Headers may have any name, and bodies are looked at by whoever receives them. Members that are `undefined` are not there.
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
    const what = operation.input === 'none' ? `, and "${operation.id}" has no input` : '';
    throw unknown(operation, `/${name}`, `"${name}" is not an option${what}`, name, known);
  }
}

/** Whether parts of an operation's body have header lines of their own. */
function hasPartHeaders({ body }: OperationDescriptor): boolean {
  const parts = body?.contents.flatMap((content) => Object.values(content.parts ?? {})) ?? [];
  return parts.some(({ headers }) => headers !== undefined);
}

/** {@link requireKnownOptions} for the members of the input, but for those of a body. */
export function requireKnownInput(
  operation: OperationDescriptor,
  { input }: CallArguments,
  { query, cookies }: ParameterValues,
): void {
  if (operation.input === 'parts' && isPlainObject(input)) {
    const known = hasPartHeaders(operation) ? partsOfForms : parts;
    for (const name of unknownMembers(input, known)) throw misplaced(operation, '', name, known);
  }
  requireParameters(operation, 'query', query);
  requireParameters(operation, 'cookie', cookies);
}

/** {@link requireKnownInput} for a method whose params are members of its input. */
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
  place: 'query' | 'cookie',
  values: object | undefined,
): void {
  if (values === undefined) return;
  const known = parameterNames(operation, place);
  const pointer = place === 'cookie' ? '/cookies' : operation.input === 'query' ? '' : '/query';
  if (isOpaque(values))
    throw invalidRequest(
      operation,
      `${pointer === '' ? 'the input' : pointer} is an object without members; give a plain object`,
    );
  for (const name of unknownMembers(values, known))
    throw misplaced(operation, pointer, name, known);
}

/** What is said of a member that nothing in the input is called; `pointer` is where it was given. */
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
  const listed = [...known].map((each) => `"${each}"`).join(', ');
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
  const meant = closestName(name, known);
  return invalidRequest(
    operation,
    meant === undefined ? message : `${message}; did you mean "${meant}"?`,
    [{ pointer, keyword: 'additionalProperties', expected: 'no such member', schema: '' }],
  );
}

/** The order of an operation's arguments, as a clause. */
function orderOf({ path, parameters, input, rpc }: OperationDescriptor): string {
  const names = path.flatMap((part) => {
    const parameter = typeof part === 'number' ? parameters?.[part] : undefined;
    return parameter === undefined || parameter.credential === true ? [] : [parameter.name];
  });
  const word = rpc !== undefined ? 'params' : input === 'parts' ? 'input' : input;
  const taken = [...names, ...(input === 'none' ? [] : [word]), 'options'];
  return `the arguments are (${taken.join(', ')})`;
}

/** Whether an object of a class shows no members, such as a `Map`, `URLSearchParams` or an `AbortSignal`: what it holds would be lost. */
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

const names = new WeakMap<OperationDescriptor, Map<string, ReadonlySet<string>>>();

/** The names of an operation's parameters in one place. */
function parameterNames(
  operation: OperationDescriptor,
  place: 'query' | 'cookie',
): ReadonlySet<string> {
  const places = names.get(operation) ?? new Map<string, ReadonlySet<string>>();
  names.set(operation, places);
  const found =
    places.get(place) ??
    new Set(
      (operation.parameters ?? [])
        .filter((parameter) => parameter.in === place || parameter.in === `${place}string`)
        .map(({ name }) => name),
    );
  places.set(place, found);
  return found;
}
