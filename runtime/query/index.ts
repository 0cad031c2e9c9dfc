/** Options of TanStack Query for the operations of a package. Requires `@tanstack/query-core`, of which it uses the types. */
export type { ListPage, PageParam } from '../core/client/single-page.js';
export type { DataOf, ErrorOf, OperationKey, VariablesOf } from './call.js';
export {
  infiniteOptionsOf,
  mutationOf,
  queryKeyOf,
  queryOptionsOf,
  type InfiniteOptionsOf,
  type ListKeyOf,
  type MutationOf,
  type OperationInfiniteQuery,
  type OperationMutation,
  type OperationQuery,
  type QueryKeyOf,
  type QueryOptionsOf,
  type SkippableInfiniteQuery,
  type SkippableQuery,
  type TypedKey,
} from './options.js';
export { clientWithPrefix, keyWithPrefix } from './prefix.js';
export { deserializeData, serializeData } from './serialize.js';
