import type { Paged, TwoWayPaged, Walk } from '../call.js';
import type { OperationDescriptor, PaginationDescriptor, WayDescriptor } from '../descriptor.js';
import { ApiError } from '../errors.js';
import { headerValue } from '../headers.js';
import type { WireResponse } from '../wire.js';
import {
  cursorPlace,
  memberAt,
  readCursor,
  withCursor,
  withoutCursor,
  type Cursor,
} from './cursor.js';
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
  };
}

async function* outcomes(
  { operation, pagination, args, firstPage, fetchPage }: List,
  way: WayDescriptor,
  isEnd: (outcome: AnyOutcome) => boolean,
): AsyncGenerator<AnyOutcome, void, undefined> {
  const place = cursorPlace(operation, way.request);
  const given = readCursor(args, place);
  const other = way === pagination ? pagination.back : pagination;
  // A page is on one side of a cursor: the one that the caller began with, for the other way, is behind.
  const onward =
    other === undefined ? args : withoutCursor(args, cursorPlace(operation, other.request));
  const seen = new Set(isCursor(given) ? [keyOf(given)] : []);
  let outcome = await firstPage();
  for (;;) {
    yield outcome;
    const cursor = isEnd(outcome) ? undefined : cursorOf(way, outcome);
    if (cursor === undefined) return;
    const key = keyOf(cursor);
    if (seen.has(key)) {
      throw invalidPage(operation, outcome, 'the next page is one that was read before');
    }
    seen.add(key);
    // A key makes one request repeatable; every page is a request of its own.
    const { idempotencyKey: _, ...options } = onward.options;
    outcome = await fetchPage(withCursor({ ...onward, options }, place, cursor));
  }
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

/** The cursor that a page carries; `undefined` where it is missing, null or empty. */
function cursorOf({ next }: WayDescriptor, outcome: AnyOutcome): Cursor | undefined {
  const cursor =
    'header' in next
      ? headerValue(responseOf(outcome)?.headers ?? [], next.header)
      : memberAt(outcome.value, next.path);
  return isCursor(cursor) ? cursor : undefined;
}

function isCursor(value: unknown): value is Cursor {
  if (typeof value === 'object') return value !== null && 'toJSON' in value;
  const isNumber = typeof value === 'number' || typeof value === 'bigint';
  return isNumber || (typeof value === 'string' && value !== '');
}

/** A text that is the same for the same cursor: of a date, with all its digits. */
function keyOf(cursor: Cursor): string {
  return typeof cursor === 'object' ? JSON.stringify(cursor) : String(cursor);
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
