/** SWR's hooks, with the types of an operation's data and errors. For client components; requires `swr`. */
import useSWR, { type SWRConfiguration, type SWRResponse } from 'swr';
import useSWRInfinite, {
  type SWRInfiniteConfiguration,
  type SWRInfiniteResponse,
} from 'swr/infinite';
import useSWRMutation, {
  type SWRMutationConfiguration,
  type SWRMutationResponse,
} from 'swr/mutation';
import type { OperationKey } from '../query/call.js';
import type { SwrInfinite, SwrMutation, SwrQuery } from './index.js';

/**
 * `useSWR` for an operation. Unlike with `useSWR`, `error` has the type of the operation's errors.
 *
 * ```ts
 * const { data, error } = useSwr(getPetSwr(client, id));
 * ```
 */
export function useSwr<Data, Failure>(
  [key, fetcher]: SwrQuery<Data, Failure, OperationKey | null>,
  config: SWRConfiguration<Data, Failure> = {},
): SWRResponse<Data, Failure> {
  return useSWR<Data, Failure>(key, fetcher, config);
}

/** `useSWRInfinite` for a list, with the type of the operation's errors. */
export function useSwrInfinite<Page, Failure>(
  [getKey, fetcher]: SwrInfinite<Page, Failure>,
  config: SWRInfiniteConfiguration<Page, Failure> = {},
): SWRInfiniteResponse<Page, Failure> {
  return useSWRInfinite<Page, Failure>(getKey, fetcher, config);
}

/** `useSWRMutation` for an operation, with the type of the operation's errors. */
export function useSwrMutation<Data, Variables, Failure>(
  [key, fetcher]: SwrMutation<Data, Variables, Failure>,
  config: SWRMutationConfiguration<Data, Failure, OperationKey, Variables> & {
    readonly throwOnError?: boolean;
  } = {},
): SWRMutationResponse<Data, Failure, OperationKey, Variables> {
  return useSWRMutation<Data, Failure, OperationKey, Variables>(key, fetcher, config);
}
