import type { Paged, TwoWayPaged, Walk } from '../call.js';
import type { OperationDescriptor, PaginationDescriptor, WayDescriptor } from '../descriptor.js';
import { ApiError } from '../errors.js';
import type { WireResponse } from '../wire.js';
import { cursorPlace, memberAt, withoutCursor } from './cursor.js';
import { firstKey, itemsOf, nextPage } from './next-page.js';
import type { AnyOutcome, CallArguments } from './operation-call.js';

/** What following pages takes. */
interface List {
  readonly operation: OperationDescriptor;
  readonly pagination: PaginationDescriptor;
  readonly args: CallArguments;
  readonly firstPage: () => Promise<AnyOutcome>;
  readonly fetchPage: (args: CallArguments) => Promise<AnyOutcome>;
}

/** A list that is read page by page. Nothing is sent before somebody awaits or iterates it. */
export function paged(
  operation: OperationDescriptor,
  args: CallArguments,
  fetchPage: (args: CallArguments) => Promise<AnyOutcome>,
): Paged<unknown, unknown> | TwoWayPaged<unknown, unknown> {
  const { pagination } = operation;
  if (pagination === undefined) throw new Error(`${operation.id} does not say how it is paged`);
  let first: Promise<AnyOutcome> | undefined;
  const firstPage = (): Promise<AnyOutcome> => (first ??= fetchPage(args));
  const list: List = { operation, pagination, args, firstPage, fetchPage };
  const { back } = pagination;
  return {
    // A page is awaited like any other answer.
    then: (onFulfilled, onRejected) =>
      firstPage()
        .then((outcome) => outcome.value)
        .then(onFulfilled, onRejected),
    ...walk(list, pagination, (outcome) => isLast(pagination, outcome)),
    ...(back === undefined
      ? {}
      : { back: () => walk(list, back, (outcome) => isEmpty(pagination, outcome)) }),
  };
}

/** Follows a list one way, from its first page to the one that is the last. */
function walk(
  list: List,
  way: WayDescriptor,
  isEnd: (outcome: AnyOutcome) => boolean,
): Walk<unknown, unknown> {
  const { operation, pagination } = list;
  async function* pages(): AsyncGenerator<unknown, void, undefined> {
    for await (const outcome of outcomes(list, way, isEnd)) yield outcome.value;
  }
  async function* items(): AsyncGenerator<unknown, void, undefined> {
    for await (const outcome of outcomes(list, way, isEnd)) {
      const found = memberAt(outcome.value, pagination.items);
      if (found === undefined || found === null) continue;
      if (!Array.isArray(found))
        throw invalidPage(operation, outcome, 'the page has no list of items');
      yield* found;
    }
  }
  return {
    [Symbol.asyncIterator]: items,
    pages: () => ({ [Symbol.asyncIterator]: pages }),
    take: (limit) => ({ [Symbol.asyncIterator]: () => taken(items(), limit) }),
  };
}

/** The first of some items. The page after the last of them is not asked for. */
async function* taken(
  items: AsyncGenerator<unknown, void, undefined>,
  limit: number,
): AsyncGenerator<unknown, void, undefined> {
  if (!(limit >= 0)) throw new RangeError('The limit of "take" is a number from 0 upwards.');
  let left = Math.floor(limit);
  if (left === 0) return;
  for await (const item of items) {
    yield item;
    left -= 1;
    if (left === 0) return;
  }
}

async function* outcomes(
  { operation, pagination, args, firstPage, fetchPage }: List,
  way: WayDescriptor,
  isEnd: (outcome: AnyOutcome) => boolean,
): AsyncGenerator<AnyOutcome, void, undefined> {
  const given = firstKey(operation, way, args);
  const other = way === pagination ? pagination.back : pagination;
  // A page is on one side of a cursor: the one that the caller began with, for the other way, is behind.
  let now =
    other?.request === undefined
      ? args
      : withoutCursor(args, cursorPlace(operation, other.request));
  const seen = new Set(given === undefined ? [] : [given]);
  let outcome = await firstPage();
  for (;;) {
    yield outcome;
    if (isEnd(outcome)) return;
    const page = outcome;
    const refuse = (why: string): Error => invalidPage(operation, page, why);
    const next = nextPage(operation, pagination, way, now, outcome, refuse);
    if (next === undefined) return;
    if (seen.has(next.key)) throw refuse('the next page is one that was read before');
    seen.add(next.key);
    // A key makes one request repeatable; every page is a request of its own.
    const { idempotencyKey: _, ...options } = next.args.options;
    now = { ...next.args, options };
    const found = await fetchPage(now);
    if ('count' in way.next && isRepeated(pagination, outcome, found))
      throw invalidPage(operation, found, 'the page is the one before it once more');
    outcome = found;
  }
}

/** Whether two pages hold the same objects: a server that does not count answers with its first page for ever. */
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

/** Whether a page says that none follows it, or is empty where that says so. */
function isLast(pagination: PaginationDescriptor, outcome: AnyOutcome): boolean {
  const { hasMore, emptyIsLast } = pagination;
  if (hasMore !== undefined && memberAt(outcome.value, hasMore) === false) return true;
  return emptyIsLast === true && isEmpty(pagination, outcome);
}

/** Whether a page has no items. */
function isEmpty({ items }: PaginationDescriptor, outcome: AnyOutcome): boolean {
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
