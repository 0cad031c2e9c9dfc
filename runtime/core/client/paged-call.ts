import type { OperationDescriptor } from '../descriptor.js';
import { clientConfig } from './client-config.js';
import {
  argumentSplitter,
  errorOf,
  type Perform,
  type Performed,
  type UntypedCall,
  withForms,
} from './operation-call.js';
import { paged } from './paging.js';

/** Creates both forms of a paged call. Its list has `back` if the operation supports it. */
export function createPagedCall(operation: OperationDescriptor, perform: Perform): UntypedCall {
  const split = argumentSplitter(operation);
  const performCall = async (args: readonly unknown[]): Promise<Performed> => {
    const { client, rest } = split(args);
    return perform(client[clientConfig], rest);
  };
  const call = (...args: readonly unknown[]): unknown => {
    const { client, rest } = split(args);
    return paged(operation, rest, async (next) => {
      const performed = await perform(client[clientConfig], next);
      if (performed.outcome.ok) return performed.outcome;
      throw errorOf(operation, performed);
    });
  };
  return withForms(operation, call, performCall);
}
