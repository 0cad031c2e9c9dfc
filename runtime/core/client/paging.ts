import type { Paged } from '../call.js';
import type { OperationDescriptor, PaginationDescriptor } from '../descriptor.js';
import { ApiError } from '../errors.js';
import { headerValue } from '../headers.js';
import type { WireResponse } from '../wire.js';
import type { AnyOutcome, CallArguments } from './operation-call.js';

/** How one kind of operation is asked for its next page. */
export type PageReader = (args: CallArguments, cursor: string | number) => CallArguments;

/** A list that is read page by page. Nothing is sent before somebody awaits or iterates it. */
export function paged(
  operation: OperationDescriptor,
  withCursor: PageReader,
  args: CallArguments,
  fetchPage: (args: CallArguments) => Promise<AnyOutcome>,
): Paged<unknown, unknown> {
  const { pagination } = operation;
  let first: Promise<AnyOutcome> | undefined;
  const firstPage = (): Promise<AnyOutcome> => (first ??= fetchPage(args));

  async function* outcomes(): AsyncGenerator<AnyOutcome, void, undefined> {
    const seen = new Set<string>();
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
      outcome = await fetchPage(withCursor({ ...args, options }, cursor));
    }
  }

  async function* pages(): AsyncGenerator<unknown, void, undefined> {
    for await (const outcome of outcomes()) yield outcome.value;
  }

  async function* items(): AsyncGenerator<unknown, void, undefined> {
    for await (const outcome of outcomes()) {
      const list = at(outcome.value, pagination?.items ?? []);
      if (list === undefined || list === null) continue;
      if (!Array.isArray(list))
        throw invalidPage(operation, outcome, 'the page has no list of items');
      yield* list;
    }
  }

  return {
    // A page is awaited like any other answer.
    // oxlint-disable-next-line unicorn/no-thenable
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
): string | number | undefined {
  if (hasMore !== undefined && at(outcome.value, hasMore) === false) return undefined;
  const cursor =
    'header' in next
      ? headerValue(responseOf(outcome)?.headers ?? [], next.header)
      : at(outcome.value, next.path);
  if (typeof cursor === 'number') return cursor;
  return typeof cursor === 'string' && cursor !== '' ? cursor : undefined;
}

function at(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (inside, name) =>
      typeof inside === 'object' && inside !== null
        ? Object.getOwnPropertyDescriptor(inside, name)?.value
        : undefined,
    value,
  );
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
