/** Keys and fetchers of SWR for the operations of a package. Works without SWR; the hooks are in `./hooks`. */
import type { ArgumentsOf, ValueOf } from '../core/call.js';
import type { Client } from '../core/client/client-config.js';
import type { ListPage, PageParam } from '../core/client/single-page.js';
import type { OperationDescriptor } from '../core/descriptor.js';
import {
  type AnyOperation,
  type ArgumentNames,
  callByName,
  type DataOf,
  type ErrorOf,
  fetchData,
  fetchListPage,
  keyFunction,
  type KeyFunction,
  type OperationKey,
  type VariablesOf,
} from '../query/call.js';
import { keyFor } from '../query/prefix.js';

export type { ListPage, PageParam } from '../core/client/single-page.js';
export type { DataOf, ErrorOf, OperationKey, VariablesOf } from '../query/call.js';
export { clientWithPrefix, keyWithPrefix } from '../query/prefix.js';

declare const failureOf: unique symbol;

/** A function that sends a request. States the type of the errors that it throws. */
export interface SwrFetcher<Arguments extends readonly unknown[], Data, Failure> {
  (...args: Arguments): Promise<Data>;
  readonly [failureOf]?: Failure;
}

/** Key and fetcher of an operation, for `useSwr`, or as the first two arguments of `useSWR` and `preload`. */
export type SwrQuery<Data, Failure, Key extends OperationKey | null = OperationKey> = readonly [
  key: Key,
  fetcher: SwrFetcher<[], Data, Failure>,
];

/** Function of the key of each page, and fetcher of a page, for `useSwrInfinite`, or as the first two arguments of `useSWRInfinite`. */
export type SwrInfinite<Page, Failure> = readonly [
  getKey: (index: number, previous: Page | null) => OperationKey | null,
  fetcher: SwrFetcher<[key: OperationKey], Page, Failure>,
];

/** Key and fetcher of a mutation, for `useSwrMutation`, or as the first two arguments of `useSWRMutation`. */
export type SwrMutation<Data, Variables, Failure> = readonly [
  key: OperationKey,
  fetcher: SwrFetcher<[key: OperationKey, options: { readonly arg: Variables }], Data, Failure>,
];

/** Arguments of which each may be `null`, which means that it is not known yet. */
type Nullable<Arguments> = { [Index in keyof Arguments]: Arguments[Index] | null };

/** Function that returns the key and the fetcher of an operation. The key is `null` while an argument is `null`, so that nothing is sent. */
export interface SwrQueryOf<Run, Responses extends object> {
  (
    client: Client,
    ...args: Extract<ArgumentsOf<Run>, readonly unknown[]>
  ): SwrQuery<DataOf<Run>, ErrorOf<Responses>>;
  (
    client: Client,
    ...args: Extract<Nullable<ArgumentsOf<Run>>, readonly unknown[]>
  ): SwrQuery<DataOf<Run>, ErrorOf<Responses>, OperationKey | null>;
}

/** Function that returns the keys and the fetcher of a list's pages. There is none while an argument is `null`. */
export type SwrInfiniteOf<Run, Responses extends object> = (
  client: Client,
  ...args: Extract<Nullable<ArgumentsOf<Run>>, readonly unknown[]>
) => SwrInfinite<ListPage<ValueOf<Run>>, ErrorOf<Responses>>;

/**
 * Function that returns the key and the fetcher of a mutation. With the key of a query as the second argument, SWR requests that query
 * again after the mutation.
 */
export type SwrMutationOf<Run, Responses extends object, Names extends ArgumentNames> = (
  client: Client,
  key?: OperationKey,
) => SwrMutation<ValueOf<Run>, VariablesOf<Run, Names>, ErrorOf<Responses>>;

/** Function that returns the keys of an operation. */
export interface SwrKeyOf<Run> {
  (...args: Extract<ArgumentsOf<Run>, readonly unknown[]>): OperationKey;
  /** Beginning of all keys of the operation. */
  readonly queryKey: OperationKey;
}

/** Creates the function that returns the keys of an operation. `Type` is that of the constant which stores it. */
export function swrKeyOf<Type>(descriptor: OperationDescriptor, queryKey: OperationKey): Type {
  return keyFunction(descriptor, queryKey) as Type;
}

/** Creates the function that returns the key and the fetcher of an operation. */
export function swrQueryOf<Type>(operation: unknown, keys: unknown): Type {
  const key = keys as KeyFunction;
  const queryOf = (client: Client, ...args: readonly unknown[]): readonly unknown[] => [
    args.includes(null) ? null : keyFor(client, key(...args)),
    () => fetchData(operation as AnyOperation, key, client, args),
  ];
  return queryOf as Type;
}

/** Creates the function that returns the keys and the fetcher of a list's pages. */
export function swrInfiniteOf<Type>(operation: unknown, keys: unknown): Type {
  const key = keys as KeyFunction;
  const pagesOf = (client: Client, ...args: readonly unknown[]): readonly unknown[] => {
    const start = args.includes(null) ? null : keyFor(client, key.infinite(...args));
    return [
      (_index: number, previous: ListPage<unknown> | null) =>
        start === null || (previous !== null && previous.next === undefined)
          ? null
          : [...start, previous?.next ?? null],
      (page: OperationKey) =>
        fetchListPage(
          operation as AnyOperation,
          key,
          client,
          args,
          (page.at(-1) ?? null) as PageParam | null,
        ),
    ];
  };
  return pagesOf as Type;
}

/** Creates the function that returns the key and the fetcher of a mutation. */
export function swrMutationOf<Type>(
  operation: unknown,
  mutationKey: OperationKey,
  names: ArgumentNames,
): Type {
  const mutationOf = (client: Client, key = keyFor(client, mutationKey)): readonly unknown[] => [
    key,
    async (_key: OperationKey, { arg }: { readonly arg: unknown }) =>
      callByName(operation as AnyOperation, names, client, arg),
  ];
  return mutationOf as Type;
}

/**
 * Tests whether a key begins with another one, for SWR's `mutate`: all data of a service, or of an operation. The pages of infinite
 * lists are not among the keys that SWR tests.
 *
 * ```ts
 * await mutate(keysWithin(shopSwrKeys.orders.queryKey));
 * ```
 */
export function keysWithin(start: OperationKey): (key: unknown) => boolean {
  return (key) =>
    Array.isArray(key) &&
    start.every((part, index) => JSON.stringify(part) === JSON.stringify(key[index]));
}
