import type { PaginationDescriptor, WayDescriptor } from '../descriptor.js';
import { headerValue } from '../headers.js';
import { linkTarget } from '../link-header.js';
import type { WireResponse } from '../wire.js';
import { type Cursor, cursorPlace, memberAt, readCursor, withCursor } from './cursor.js';
import { followed } from './follow.js';
import type { OperationDescriptor } from '../descriptor.js';
import type { AnyOutcome, CallArguments } from './operation-call.js';

/** What asks for the next page, and a text that is the same for the same page. */
export interface NextPage {
  readonly args: CallArguments;
  readonly key: string;
}

/** What a call was given of a way, as {@link NextPage.key} says it; `undefined` where it was given nothing. */
export function firstKey(
  operation: OperationDescriptor,
  { request }: WayDescriptor,
  args: CallArguments,
): string | undefined {
  const given = request && readCursor(args, cursorPlace(operation, request));
  return isCursor(given) ? keyOf(given) : undefined;
}

/** What asks for the page after one; `undefined` where it names none. `refuse` makes the error of a place that is not gone to. */
export function nextPage(
  operation: OperationDescriptor,
  pagination: PaginationDescriptor,
  way: WayDescriptor,
  args: CallArguments,
  outcome: AnyOutcome,
  refuse: (why: string) => Error,
): NextPage | undefined {
  const { next, request } = way;
  if ('link' in next || 'url' in next) {
    const reference =
      'url' in next
        ? memberAt(outcome.value, next.url)
        : linkTarget(headerValue(headersOf(outcome), 'link') ?? '', next.link);
    if (typeof reference !== 'string' || reference === '') return undefined;
    const references = followed(args.follow?.references ?? [], reference);
    return { args: { ...args, follow: { references, refuse } }, key: references.join(' ') };
  }
  if (request === undefined) return undefined;
  const place = cursorPlace(operation, request);
  const cursor =
    'count' in next
      ? counted(operation, pagination, next, request, args, outcome)
      : 'last' in next
        ? memberAt(itemsOf(pagination, outcome)?.at(-1), next.last)
        : 'header' in next
          ? headerValue(headersOf(outcome), next.header)
          : memberAt(outcome.value, next.path);
  if (!isCursor(cursor)) return undefined;
  return { args: withCursor(args, place, cursor), key: keyOf(cursor) };
}

/** The number of the next page, or of its first item; `undefined` after the last page. */
function counted(
  operation: OperationDescriptor,
  { pages, ...pagination }: PaginationDescriptor,
  { count, first, by }: Extract<WayDescriptor['next'], { readonly count: unknown }>,
  request: NonNullable<WayDescriptor['request']>,
  args: CallArguments,
  outcome: AnyOutcome,
): number | undefined {
  const numberIn = (name: string): number =>
    Number(readCursor(args, cursorPlace(operation, { ...request, name })) ?? NaN);
  const given = numberIn(request.name);
  const now = Number.isFinite(given) ? given : first;
  const items = itemsOf(pagination, outcome)?.length ?? 0;
  if (items === 0) return undefined;
  const asked = by === undefined ? NaN : numberIn(by);
  const next = now + (count === 'pages' ? 1 : asked > 0 ? asked : items);
  const last = pages === undefined ? undefined : memberAt(outcome.value, pages);
  return typeof last === 'number' && next - first >= last ? undefined : next;
}

/** The items of a page; `undefined` where it has no list of them. */
export function itemsOf(
  { items }: Pick<PaginationDescriptor, 'items'>,
  outcome: AnyOutcome,
): readonly unknown[] | undefined {
  const list = memberAt(outcome.value, items);
  return Array.isArray(list) ? list : undefined;
}

function headersOf(outcome: AnyOutcome): readonly string[] {
  return 'response' in outcome ? (outcome.response as WireResponse).headers : [];
}

/** Whether there is a cursor: one that is missing, null or empty is none. */
function isCursor(value: unknown): value is Cursor {
  if (typeof value === 'object') return value !== null && 'toJSON' in value;
  const isNumber = typeof value === 'number' || typeof value === 'bigint';
  return isNumber || (typeof value === 'string' && value !== '');
}

/** A text that is the same for the same cursor: of a date, with all its digits. */
function keyOf(cursor: Cursor): string {
  return typeof cursor === 'object' ? JSON.stringify(cursor) : String(cursor);
}
