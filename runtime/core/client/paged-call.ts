import type { TwoWayPagedCall } from '../call.js';
import type { OperationDescriptor } from '../descriptor.js';
import { connection } from './connection.js';
import {
  argumentSplitter,
  errorOf,
  type Perform,
  type Performed,
  withForms,
} from './operation-call.js';
import { paged } from './paging.js';

/** Both forms of a call whose answer is one page of many. Its list has `back` where the operation says how. */
export function createPagedCall<Arguments extends readonly unknown[], Page, Item, Outcome>(
  operation: OperationDescriptor,
  perform: Perform,
): TwoWayPagedCall<Arguments, Page, Item, Outcome> {
  const split = argumentSplitter(operation);
  const performed = async (args: readonly unknown[]): Promise<Performed> => {
    const { client, rest } = split(args);
    return perform(client[connection], rest);
  };
  const call = (...args: readonly unknown[]): unknown => {
    const { client, rest } = split(args);
    return paged(operation, rest, async (next) => {
      const ended = await perform(client[connection], next);
      if (ended.outcome.ok) return ended.outcome;
      throw errorOf(operation, ended);
    });
  };
  return withForms(operation, call, performed) as TwoWayPagedCall<Arguments, Page, Item, Outcome>;
}
