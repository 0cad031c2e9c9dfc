import type { Paged } from '../call.js';
import type { OperationDescriptor, PaginationDescriptor } from '../descriptor.js';
import { ApiError } from '../errors.js';
import { headerValue } from '../headers.js';
import type { WireResponse } from '../wire.js';
import { cursorPlace, memberAt, readCursor, withCursor } from './cursor.js';
import type { AnyOutcome, CallArguments } from './operation-call.js';

/** A list that is read page by page. Nothing is sent before somebody awaits or iterates it. */
export function paged(
  operation: OperationDescriptor,
  args: CallArguments,
  fetchPage: (args: CallArguments) => Promise<AnyOutcome>,
): Paged<unknown, unknown> {
  const { pagination } = operation;
  const place = cursorPlace(operation);
  const given = readCursor(args, place);
  let first: Promise<AnyOutcome> | undefined;
  const firstPage = (): Promise<AnyOutcome> => (first ??= fetchPage(args));

  async function* outcomes(): AsyncGenerator<AnyOutcome, void, undefined> {
    const seen = new Set(isCursor(given) ? [String(given)] : []);
    let outcome = await firstPage();
    for (;;) {
      yield outcome;
      const cursor = pagination === undefined ? undefined : nextCursor(pagination, outcome);
      if (cursor === undefined) return;
      const key = String(cursor);
      if (seen.has(key)) {
        throw invalidPage(operation, outcome, 'the next page is one that was read before');
      }
      seen.add(key);
      // A key makes one request repeatable; every page is a request of its own.
      const { idempotencyKey: _, ...options } = args.options;
      outcome = await fetchPage(withCursor({ ...args, options }, place, cursor));
    }
  }

  async function* pages(): AsyncGenerator<unknown, void, undefined> {
    for await (const outcome of outcomes()) yield outcome.value;
  }

  async function* items(): AsyncGenerator<unknown, void, undefined> {
    for await (const outcome of outcomes()) {
      const list = memberAt(outcome.value, pagination?.items ?? []);
      if (list === undefined || list === null) continue;
      if (!Array.isArray(list))
        throw invalidPage(operation, outcome, 'the page has no list of items');
      yield* list;
    }
  }

  return {
    // A page is awaited like any other answer.
    then: (onFulfilled, onRejected) =>
      firstPage()
        .then((outcome) => outcome.value)
        .then(onFulfilled, onRejected),
    [Symbol.asyncIterator]: items,
    pages: () => ({ [Symbol.asyncIterator]: pages }),
  };
}

/** The cursor of the next page; `undefined` after the last, where it is missing, null or empty, or no more is said to come. */
function nextCursor(
  { next, hasMore }: PaginationDescriptor,
  outcome: AnyOutcome,
): string | number | bigint | undefined {
  if (hasMore !== undefined && memberAt(outcome.value, hasMore) === false) return undefined;
  const cursor =
    'header' in next
      ? headerValue(responseOf(outcome)?.headers ?? [], next.header)
      : memberAt(outcome.value, next.path);
  return isCursor(cursor) ? cursor : undefined;
}

function isCursor(value: unknown): value is string | number | bigint {
  const isNumber = typeof value === 'number' || typeof value === 'bigint';
  return isNumber || (typeof value === 'string' && value !== '');
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
