import type { DataTag, InfiniteData, QueryKey, SkipToken } from '@tanstack/query-core';
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
  followingPage,
  keyFunction,
  type KeyFunction,
  type OperationKey,
  type VariablesOf,
} from './call.js';
import { keyFor } from './prefix.js';

/**
 * A type of TanStack Query, or an object whose property says why there is none. A number is no key, unless the type of keys is not known.
 */
type Installed<Type> = [0] extends [QueryKey]
  ? {
      readonly 'Install "@tanstack/query-core" in the version that your TanStack Query requires': never;
    }
  : Type;

/** A key that knows the types of its data and its error, as `getQueryData` returns them. */
export type TypedKey<Data, Failure> = Installed<DataTag<OperationKey, Data, Failure>>;

/** Whether an error is thrown to the closest error boundary. TanStack Query reads the type of the error from this option. */
type ThrowOnError<Failure> = boolean | ((error: Failure) => boolean);

/** Options of a query, for `useQuery`, `createQuery`, `injectQuery`, `prefetchQuery` and others. */
export interface OperationQuery<Data, Failure> {
  readonly queryKey: TypedKey<Data, Failure>;
  readonly queryFn: (context: { readonly signal: AbortSignal }) => Promise<Data>;
  /** Not set: the default of the query client applies. */
  readonly throwOnError?: ThrowOnError<Failure>;
}

/** Options of a query that is not sent while an argument is `skipToken`. */
export interface SkippableQuery<Data, Failure> extends Omit<
  OperationQuery<Data, Failure>,
  'queryFn'
> {
  readonly queryFn: OperationQuery<Data, Failure>['queryFn'] | SkipToken;
}

/** Options of an infinite query, for `useInfiniteQuery`, `createInfiniteQuery`, `injectInfiniteQuery` and others. */
export interface OperationInfiniteQuery<Page, Failure> {
  readonly queryKey: TypedKey<InfiniteData<Page, PageParam | null>, Failure>;
  readonly queryFn: (context: {
    readonly signal: AbortSignal;
    readonly pageParam: PageParam | null;
  }) => Promise<Page>;
  readonly initialPageParam: PageParam | null;
  readonly getNextPageParam: PageParamOf<Page>;
  readonly getPreviousPageParam: PageParamOf<Page>;
  /** Not set: the default of the query client applies. */
  readonly throwOnError?: ThrowOnError<Failure>;
}

/** Options of an infinite query that is not sent while an argument is `skipToken`. */
export interface SkippableInfiniteQuery<Page, Failure> extends Omit<
  OperationInfiniteQuery<Page, Failure>,
  'queryFn'
> {
  readonly queryFn: OperationInfiniteQuery<Page, Failure>['queryFn'] | SkipToken;
}

type PageParamOf<Page> = (
  page: Page,
  pages: Page[],
  param: PageParam | null,
  params: (PageParam | null)[],
) => PageParam | undefined;

/** Options of a mutation, for `useMutation`, `createMutation`, `injectMutation` and others. */
export interface OperationMutation<Data, Variables, Failure> {
  readonly mutationKey: OperationKey;
  readonly mutationFn: (variables: Variables) => Promise<Data>;
  /** Not set: the default of the query client applies. */
  readonly throwOnError?: ThrowOnError<Failure>;
}

/** Arguments of which each may be `skipToken`. */
type Skippable<Arguments> = { [Index in keyof Arguments]: Arguments[Index] | SkipToken };

/** A function of the arguments of an operation, each of which may be `skipToken`. */
interface WithSkipToken<Run, Ready, Skipped> {
  (client: Client, ...args: Extract<ArgumentsOf<Run>, readonly unknown[]>): Ready;
  (client: Client, ...args: Extract<Skippable<ArgumentsOf<Run>>, readonly unknown[]>): Skipped;
}

/** Function that returns the options of an operation's queries. */
export type QueryOptionsOf<Run, Responses extends object> = WithSkipToken<
  Run,
  OperationQuery<DataOf<Run>, ErrorOf<Responses>>,
  SkippableQuery<DataOf<Run>, ErrorOf<Responses>>
>;

/** Function that returns the options of a list's infinite queries. */
export type InfiniteOptionsOf<Run, Responses extends object> = WithSkipToken<
  Run,
  OperationInfiniteQuery<ListPage<ValueOf<Run>>, ErrorOf<Responses>>,
  SkippableInfiniteQuery<ListPage<ValueOf<Run>>, ErrorOf<Responses>>
>;

/** Function that returns the options of an operation's mutations. */
export type MutationOf<Run, Responses extends object, Names extends ArgumentNames> = (
  client: Client,
) => OperationMutation<ValueOf<Run>, VariablesOf<Run, Names>, ErrorOf<Responses>>;

/** Function that returns the keys of an operation's queries. */
export interface QueryKeyOf<Run, Responses extends object> {
  (
    ...args: Extract<ArgumentsOf<Run>, readonly unknown[]>
  ): TypedKey<DataOf<Run>, ErrorOf<Responses>>;
  /** Key of all queries of the operation, to invalidate them. */
  readonly queryKey: OperationKey;
}

/** Function that returns the keys of a list's queries. */
export interface ListKeyOf<Run, Responses extends object> extends QueryKeyOf<Run, Responses> {
  /** Key of an infinite query. */
  readonly infinite: (
    ...args: Extract<ArgumentsOf<Run>, readonly unknown[]>
  ) => TypedKey<InfiniteData<ListPage<ValueOf<Run>>, PageParam | null>, ErrorOf<Responses>>;
}

/** Creates the function that returns the keys of an operation. `Type` is that of the constant which stores it. */
export function queryKeyOf<Type>(descriptor: OperationDescriptor, queryKey: OperationKey): Type {
  return keyFunction(descriptor, queryKey) as Type;
}

/** Creates the function that returns the options of an operation's queries. */
export function queryOptionsOf<Type>(operation: unknown, keys: unknown): Type {
  const key = keys as KeyFunction;
  const optionsOf = (client: Client, ...args: readonly unknown[]): object => ({
    queryKey: keyFor(client, key(...args)),
    queryFn:
      skipTokenOf(args) ??
      (({ signal }: { readonly signal: AbortSignal }) =>
        fetchData(operation as AnyOperation, key, client, args, signal)),
  });
  return optionsOf as Type;
}

/** Creates the function that returns the options of a list's infinite queries. */
export function infiniteOptionsOf<Type>(operation: unknown, keys: unknown): Type {
  const key = keys as KeyFunction;
  const optionsOf = (client: Client, ...args: readonly unknown[]): object => ({
    queryKey: keyFor(client, key.infinite(...args)),
    queryFn:
      skipTokenOf(args) ??
      (({
        signal,
        pageParam,
      }: {
        readonly signal: AbortSignal;
        readonly pageParam: PageParam | null;
      }) => fetchListPage(operation as AnyOperation, key, client, args, pageParam, signal)),
    initialPageParam: null,
    getNextPageParam,
    getPreviousPageParam,
  });
  return optionsOf as Type;
}

const getNextPageParam: PageParamOf<ListPage<unknown>> = ({ next }, _pages, _param, params) =>
  followingPage(next, params);

const getPreviousPageParam: PageParamOf<ListPage<unknown>> = (
  { previous },
  _pages,
  _param,
  params,
) => followingPage(previous, params);

/** Creates the function that returns the options of an operation's mutations. */
export function mutationOf<Type>(
  operation: unknown,
  mutationKey: OperationKey,
  names: ArgumentNames,
): Type {
  const optionsOf = (client: Client): object => ({
    mutationKey: keyFor(client, mutationKey),
    mutationFn: async (variables: unknown) =>
      callByName(operation as AnyOperation, names, client, variables),
  });
  return optionsOf as Type;
}

/** `skipToken` if it is an argument. No argument of an operation is another symbol. */
function skipTokenOf(args: readonly unknown[]): unknown {
  return args.find((arg) => typeof arg === 'symbol');
}
