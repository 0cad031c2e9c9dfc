import { encodeBase64 } from '../core/base64.js';
import type { ArgumentsOf, OutcomeOf, ValueOf } from '../core/call.js';
import type { Client } from '../core/client/client-config.js';
import { fetchPage, type ListPage, type PageParam } from '../core/client/single-page.js';
import {
  argumentReader,
  pathArgumentCount,
  type PerformingCall,
} from '../core/client/operation-call.js';
import type { OperationDescriptor } from '../core/descriptor.js';
import type { ApiError } from '../core/errors.js';

/** Key of the data of an operation: names of the package, the service and the operation, then the arguments as JSON. */
export type OperationKey = readonly [string, ...unknown[]];

/** The error that a call of an operation throws, with the union of its outcomes. */
export type ErrorOf<Responses extends object> = ApiError<
  Exclude<OutcomeOf<Responses>, { readonly ok: true }>
>;

/** The data of a call. Caches cannot keep `undefined`, so that a response without a body is `null`. */
export type DataOf<Run> =
  undefined extends ValueOf<Run> ? Exclude<ValueOf<Run>, undefined> | null : ValueOf<Run>;

/** Names of a call's arguments, before its options: path parameters, then `body`, `query`, `input` or `params`. */
export type ArgumentNames = readonly string[];

/** The arguments of a call as one object, by their names. The options of the call are `options`. */
export type VariablesOf<Run, Names extends ArgumentNames> = OrVoid<
  Members<RequiredMembers<ArgumentsOf<Run>, Names> & OptionalMembers<ArgumentsOf<Run>, Names>>
>;

type RequiredMembers<Arguments, Names extends ArgumentNames> = {
  readonly [
    Index in keyof Names & keyof Arguments & `${number}` as undefined extends Arguments[Index]
      ? never
      : Names[Index] & string
  ]: Arguments[Index];
};
type OptionalMembers<Arguments, Names extends ArgumentNames> = {
  readonly [
    Index in keyof Names & keyof Arguments & `${number}` as undefined extends Arguments[Index]
      ? Names[Index] & string
      : never
  ]?: Arguments[Index];
} & { readonly options?: Arguments[Names['length'] & keyof Arguments] };
type Members<Object> = { [Name in keyof Object]: Object[Name] };
type OrVoid<Object> = Record<never, never> extends Object ? Object | void : Object;

/** The function that creates the keys of an operation, as it is called. */
export interface KeyFunction {
  (...args: readonly unknown[]): OperationKey;
  /** Key of everything that the operation has in a cache. */
  readonly queryKey: OperationKey;
  readonly infinite: (...args: readonly unknown[]) => OperationKey;
  readonly descriptor: OperationDescriptor;
}

/** An operation as it is called. */
export interface AnyOperation {
  (client: Client, ...args: readonly unknown[]): PromiseLike<unknown>;
}

/** Creates the function that creates the keys of an operation, which begin with `queryKey`. */
export function keyFunction(descriptor: OperationDescriptor, queryKey: OperationKey): KeyFunction {
  const keyOf = (...args: readonly unknown[]): OperationKey => [
    ...queryKey,
    ...keyArguments(descriptor, args),
  ];
  const infinite = (...args: readonly unknown[]): OperationKey => [
    ...queryKey,
    'infinite',
    ...keyArguments(descriptor, args),
  ];
  return Object.assign(keyOf, { queryKey, infinite, descriptor });
}

/** Arguments of a call as they are in its key. Options that do not affect the response are omitted. */
function keyArguments(
  descriptor: OperationDescriptor,
  args: readonly unknown[],
): readonly unknown[] {
  const { path, input, options } = argumentReader(descriptor, 0)(args);
  const declared = (descriptor.parameters ?? []).flatMap((parameter) =>
    parameter.in === 'header' && !parameter.credential ? [parameter.name.toLowerCase()] : [],
  );
  const {
    headers = {},
    query,
    cookies,
    contentType,
  } = typeof options === 'object' ? options : { headers: undefined };
  const declaredHeaders = Object.entries(headers).filter(([name]) =>
    declared.includes(name.toLowerCase()),
  );
  const relevant = {
    query,
    cookies,
    contentType,
    ...(declaredHeaders.length === 0 ? {} : { headers: Object.fromEntries(declaredHeaders) }),
  };
  const optional = Object.values(relevant).every((each) => each === undefined)
    ? undefined
    : relevant;
  const parts = [...path, ...(descriptor.input === 'none' ? [] : [input]), optional];
  while (parts.length > 0 && parts.at(-1) === undefined) parts.pop();
  return jsonOf(parts) as [];
}

/**
 * Converts a value to JSON that is equal for equal arguments: dates to ISO 8601, 64-bit integers to decimal digits, bytes to base64.
 * Properties that are `undefined` are omitted. A symbol stands for an argument that is not known yet.
 */
function jsonOf(value: unknown): unknown {
  if (typeof value === 'bigint') return String(value);
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value);
  if (value === undefined || typeof value === 'symbol') return null;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(jsonOf);
  if (value instanceof Uint8Array) return encodeBase64(value);
  if ('toJSON' in value && typeof value.toJSON === 'function') return jsonOf(value.toJSON());
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .map(([name, member]) => [name, jsonOf(member)]),
  );
}

/** Calls an operation for a cache: with a signal, and with `null` instead of `undefined`. */
export async function fetchData(
  operation: AnyOperation,
  { descriptor }: KeyFunction,
  client: Client,
  args: readonly unknown[],
  signal?: AbortSignal,
): Promise<unknown> {
  return (await operation(client, ...withSignal(descriptor, args, signal))) ?? null;
}

/** Requests one page of a list for a cache. */
export function fetchListPage(
  operation: AnyOperation,
  { descriptor }: KeyFunction,
  client: Client,
  args: readonly unknown[],
  param: PageParam | null,
  signal?: AbortSignal,
): Promise<ListPage<unknown>> {
  const call = operation as unknown as PerformingCall;
  return fetchPage(call, descriptor, client, withSignal(descriptor, args, signal), param);
}

/** Arguments of a call with a signal in its options. One that the caller has set there remains effective. */
function withSignal(
  descriptor: OperationDescriptor,
  args: readonly unknown[],
  signal: AbortSignal | undefined,
): readonly unknown[] {
  if (signal === undefined) return args;
  const count = pathArgumentCount(descriptor) + (descriptor.input === 'none' ? 0 : 1);
  const options = (args[count] ?? {}) as { readonly signal?: AbortSignal };
  const both = options.signal === undefined ? signal : AbortSignal.any([options.signal, signal]);
  const before = Array.from({ length: count }, (_, index) => args[index]);
  return [...before, { ...options, signal: both }];
}

/** Calls an operation with its arguments by name. */
export function callByName(
  operation: AnyOperation,
  names: ArgumentNames,
  client: Client,
  variables: unknown,
): PromiseLike<unknown> {
  const values = (variables ?? {}) as { readonly [name: string]: unknown };
  return operation(client, ...names.map((name) => values[name]), values['options']);
}

/** Parameter of the page after a page; `undefined` after the last one, and if the server repeats a page. */
export function followingPage(
  param: PageParam | undefined,
  known: readonly (PageParam | null)[],
): PageParam | undefined {
  const isKnown = param !== undefined && known.some((each) => isSame(each, param));
  return isKnown ? undefined : param;
}

function isSame(left: PageParam | null, right: PageParam): boolean {
  return JSON.stringify(jsonOf(left)) === JSON.stringify(jsonOf(right));
}
