import type {
  OperationDescriptor,
  PageLinkDescriptor,
  PaginationDescriptor,
} from '../descriptor.js';
import { clientConfig } from './client-config.js';
import {
  type AnyOutcome,
  argumentSplitter,
  type CallArguments,
  errorOf,
  performRequest,
  type Perform,
  type Performed,
  type UntypedCall,
  withForms,
} from './operation-call.js';
import type { Paged, PageIterator, TwoWayPaged } from '../call.js';
import { ApiError } from '../errors.js';
import type { WireResponse } from '../wire.js';
import { cursorPath, firstKey, itemsOf, memberAt, nextPage, withoutCursor } from './next-page.js';

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
  return Object.assign(withForms(operation, call, performCall), { [performRequest]: perform });
}

/** Data needed to follow pages. */
interface List {
  readonly operation: OperationDescriptor;
  readonly pagination: PaginationDescriptor;
  readonly args: CallArguments;
  readonly firstPage: () => Promise<AnyOutcome>;
  readonly fetchPage: (args: CallArguments) => Promise<AnyOutcome>;
}

/** Creates a list that is read page by page. Nothing is sent before it is awaited or iterated. */
function paged(
  operation: OperationDescriptor,
  args: CallArguments,
  fetchPage: (args: CallArguments) => Promise<AnyOutcome>,
): Paged<unknown, unknown> | TwoWayPaged<unknown, unknown> {
  const { pagination } = operation;
  if (pagination === undefined)
    throw new Error(`${operation.id} has no pagination in its description`);
  let first: Promise<AnyOutcome> | undefined;
  const firstPage = (): Promise<AnyOutcome> => (first ??= fetchPage(args));
  const firstValue = async (): Promise<unknown> => (await firstPage()).value;
  const list: List = { operation, pagination, args, firstPage, fetchPage };
  const { back } = pagination;
  return {
    then: (onFulfilled, onRejected) => firstValue().then(onFulfilled, onRejected),
    catch: (onRejected) => firstValue().catch(onRejected),
    finally: (onFinally) => firstValue().finally(onFinally),
    [Symbol.toStringTag]: 'Paged',
    ...walk(list, pagination, (outcome) => isLast(pagination, outcome)),
    ...(back === undefined
      ? {}
      : { back: () => walk(list, back, (outcome) => isEmpty(pagination, outcome)) }),
  };
}

/** Iterates over a list in one direction, from its first page to the end. */
function walk(
  list: List,
  direction: PageLinkDescriptor,
  isEnd: (outcome: AnyOutcome) => boolean,
): PageIterator<unknown, unknown> {
  const { operation, pagination } = list;
  async function* pages(): AsyncGenerator<unknown, void, undefined> {
    for await (const outcome of outcomes(list, direction, isEnd)) yield outcome.value;
  }
  async function* items(): AsyncGenerator<unknown, void, undefined> {
    for await (const outcome of outcomes(list, direction, isEnd)) {
      const pageItems = memberAt(outcome.value, pagination.items);
      if (pageItems === undefined || pageItems === null) continue;
      if (!Array.isArray(pageItems))
        throw invalidPage(operation, outcome, 'the page has no list of items');
      yield* pageItems;
    }
  }
  return {
    [Symbol.asyncIterator]: items,
    pages: () => ({ [Symbol.asyncIterator]: pages }),
    take: (limit) => ({ [Symbol.asyncIterator]: () => takeItems(items(), limit) }),
  };
}

/** Yields the first items. The page after the last of them is not requested. */
async function* takeItems(
  items: AsyncGenerator<unknown, void, undefined>,
  limit: number,
): AsyncGenerator<unknown, void, undefined> {
  if (!(limit >= 0)) throw new RangeError('The limit of "take" must be a non-negative number.');
  let remaining = Math.floor(limit);
  if (remaining === 0) return;
  for await (const item of items) {
    yield item;
    remaining -= 1;
    if (remaining === 0) return;
  }
}

async function* outcomes(
  { operation, pagination, args, firstPage, fetchPage }: List,
  direction: PageLinkDescriptor,
  isEnd: (outcome: AnyOutcome) => boolean,
): AsyncGenerator<AnyOutcome, void, undefined> {
  const initialKey = firstKey(operation, direction, args);
  const opposite = direction === pagination ? pagination.back : pagination;
  // A page has a cursor for only one direction. The one that the caller passed for the opposite direction does not apply.
  let current =
    opposite?.request === undefined
      ? args
      : withoutCursor(args, cursorPath(operation, opposite.request));
  const seen = new Set(initialKey === undefined ? [] : [initialKey]);
  let outcome = await firstPage();
  for (;;) {
    yield outcome;
    if (isEnd(outcome)) return;
    const page = outcome;
    const refuse = (reason: string): Error => invalidPage(operation, page, reason);
    const next = nextPage(operation, pagination, direction, current, outcome, refuse);
    if (next === undefined) return;
    if (seen.has(next.key)) throw refuse('the next page has been read before');
    seen.add(next.key);
    // An idempotency key identifies one request, and every page is a separate request.
    const { idempotencyKey: _, ...options } = next.args.options;
    current = { ...next.args, options };
    const following = await fetchPage(current);
    if ('count' in direction.next && isRepeated(pagination, outcome, following))
      throw invalidPage(operation, following, 'the page repeats the previous page');
    outcome = following;
  }
}

/** True if two pages contain the same objects. A server that ignores the page number would return its first page forever. */
function isRepeated(
  pagination: PaginationDescriptor,
  left: AnyOutcome,
  right: AnyOutcome,
): boolean {
  const [item] = itemsOf(pagination, right) ?? [];
  const bytes = (outcome: AnyOutcome): Uint8Array | undefined => {
    const body = responseOf(outcome)?.body;
    return body instanceof Uint8Array ? body : undefined;
  };
  const [before, after] = [bytes(left), bytes(right)];
  return (
    typeof item === 'object' &&
    item !== null &&
    before !== undefined &&
    before.length === after?.length &&
    before.every((byte, index) => byte === after[index])
  );
}

/** True if a page says that it is the last one, or is empty and that means the same. */
export function isLast(pagination: PaginationDescriptor, outcome: AnyOutcome): boolean {
  const { hasMore, emptyIsLast } = pagination;
  if (hasMore !== undefined && memberAt(outcome.value, hasMore) === false) return true;
  return emptyIsLast === true && isEmpty(pagination, outcome);
}

/** True if a page has no items. */
export function isEmpty({ items }: PaginationDescriptor, outcome: AnyOutcome): boolean {
  const list = memberAt(outcome.value, items);
  return list === undefined || list === null || (Array.isArray(list) && list.length === 0);
}

function invalidPage(
  operation: OperationDescriptor,
  outcome: AnyOutcome,
  message: string,
): ApiError<unknown> {
  const response = responseOf(outcome);
  return new ApiError(operation, {
    kind: 'invalid-response',
    ok: false,
    status: response?.status ?? 200,
    message,
    violations: [],
    response,
  });
}

function responseOf(outcome: AnyOutcome): WireResponse | undefined {
  return 'response' in outcome ? (outcome.response as WireResponse) : undefined;
}
