import type {
  OperationDescriptor,
  PageLinkDescriptor,
  PaginationDescriptor,
} from '../descriptor.js';
import { headerValue } from '../headers.js';
import type { WireResponse } from '../wire.js';
import { appendReference } from './follow.js';
import type { AnyOutcome, CallArguments } from './operation-call.js';

/** Arguments of the request for the next page, and a key that identifies the page. */
interface NextPage {
  readonly args: CallArguments;
  readonly key: string;
}

/** Returns the {@link NextPage.key} of a call's own arguments; `undefined` if they have no cursor. */
export function firstKey(
  operation: OperationDescriptor,
  { request }: PageLinkDescriptor,
  args: CallArguments,
): string | undefined {
  const cursor = request && readCursor(args, cursorPath(operation, request));
  return isCursor(cursor) ? keyOf(cursor) : undefined;
}

/** Returns the request for the page after a page; `undefined` if there is none. `refuse` creates the error for a URL that is not followed. */
export function nextPage(
  operation: OperationDescriptor,
  pagination: PaginationDescriptor,
  link: PageLinkDescriptor,
  args: CallArguments,
  outcome: AnyOutcome,
  refuse: (reason: string) => Error,
): NextPage | undefined {
  const { next, request } = link;
  if ('link' in next || 'url' in next) {
    const reference =
      'url' in next
        ? memberAt(outcome.value, next.url)
        : linkTarget(headerValue(headersOf(outcome), 'link') ?? '', next.link);
    if (typeof reference !== 'string' || reference === '') return undefined;
    const references = appendReference(args.follow?.references ?? [], reference);
    return { args: { ...args, follow: { references, refuse } }, key: references.join(' ') };
  }
  if (request === undefined) return undefined;
  const path = cursorPath(operation, request);
  const cursor =
    'count' in next
      ? nextNumber(operation, pagination, next, request, args, outcome)
      : 'last' in next
        ? memberAt(itemsOf(pagination, outcome)?.at(-1), next.last)
        : 'header' in next
          ? headerValue(headersOf(outcome), next.header)
          : memberAt(outcome.value, next.path);
  if (!isCursor(cursor)) return undefined;
  return { args: withCursor(args, path, cursor), key: keyOf(cursor) };
}

/** Number of the next page, or of its first item; `undefined` after the last page. */
function nextNumber(
  operation: OperationDescriptor,
  { pages, ...pagination }: PaginationDescriptor,
  { count, first, by }: Extract<PageLinkDescriptor['next'], { readonly count: unknown }>,
  request: NonNullable<PageLinkDescriptor['request']>,
  args: CallArguments,
  outcome: AnyOutcome,
): number | undefined {
  const argumentNumber = (name: string): number =>
    Number(readCursor(args, cursorPath(operation, { ...request, name })) ?? NaN);
  const argument = argumentNumber(request.name);
  const current = Number.isFinite(argument) ? argument : first;
  const items = itemsOf(pagination, outcome)?.length ?? 0;
  if (items === 0) return undefined;
  const pageSize = by === undefined ? NaN : argumentNumber(by);
  const next = current + (count === 'pages' ? 1 : pageSize > 0 ? pageSize : items);
  const last = pages === undefined ? undefined : memberAt(outcome.value, pages);
  return typeof last === 'number' && next - first >= last ? undefined : next;
}

/** Returns the items of a page; `undefined` if it has no list of items. */
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

/** True for a cursor. Missing, null and empty values are not cursors. */
function isCursor(value: unknown): value is Cursor {
  if (typeof value === 'object') return value !== null && 'toJSON' in value;
  const isNumber = typeof value === 'number' || typeof value === 'bigint';
  return isNumber || (typeof value === 'string' && value !== '');
}

/** Text that identifies a cursor; for a date, with all its digits. */
function keyOf(cursor: Cursor): string {
  return typeof cursor === 'object' ? JSON.stringify(cursor) : String(cursor);
}

/** Cursor of another page; an object if it is a date that the program represents as such. */
export type Cursor = string | number | bigint | object;

/** Path of a cursor in the arguments of a call: `['input', 'query', 'page']`. */
export function cursorPath(
  { input, rpc }: OperationDescriptor,
  { name, in: location }: NonNullable<PageLinkDescriptor['request']>,
): readonly string[] {
  // The cursor of a JSON-RPC method is a property of its input, regardless of the declared location.
  if (rpc !== undefined) return ['input', name];
  if (location === 'body') return input === 'parts' ? ['input', 'body', name] : ['input', name];
  const group = location === 'query' ? 'query' : 'headers';
  if (input === 'query' && location === 'query') return ['input', name];
  return [input === 'parts' ? 'input' : 'options', group, name];
}

/** Returns the cursor in the arguments of a call. */
export function readCursor(args: CallArguments, path: readonly string[]): unknown {
  return memberAt(args, path);
}

/** Returns the arguments with another cursor. */
export function withCursor(
  args: CallArguments,
  path: readonly string[],
  cursor: Cursor,
): CallArguments {
  return withValueAt(args, path, cursor) as CallArguments;
}

/** Returns the arguments without a cursor. */
export function withoutCursor(args: CallArguments, path: readonly string[]): CallArguments {
  return readCursor(args, path) === undefined
    ? args
    : (withValueAt(args, path, undefined) as CallArguments);
}

/** Returns a nested own property of a value; `undefined` if there is none. */
export function memberAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (current, name) =>
      typeof current === 'object' && current !== null
        ? Object.getOwnPropertyDescriptor(current, name)?.value
        : undefined,
    value,
  );
}

function withValueAt(
  value: unknown,
  [name, ...rest]: readonly string[],
  replacement: unknown,
): unknown {
  if (name === undefined) return replacement;
  const object = typeof value === 'object' && value !== null ? value : {};
  return { ...object, [name]: withValueAt(memberAt(object, [name]), rest, replacement) };
}

/** One link of a `Link` header (RFC 8288 section 3). */
interface Link {
  readonly target: string;
  /** Relation types, in lower case. */
  readonly relations: readonly string[];
}

const element =
  /[ \t]*<([^<>]*)>((?:[ \t]*;[ \t]*(?:[^\s;,="]+(?:[ \t]*=[ \t]*(?:"(?:[^"\\]|\\.)*"|[^\s;,"]*))?)?)*)[ \t]*(?:,|$)|[^,]*(?:,|$)/y;
const relation = /;[ \t]*rel[ \t]*=[ \t]*(?:"([^"]*)"|([^\s;,"]+))/i;

/**
 * Returns the target of the first link with the given relation type, as written, or `undefined`. Malformed links are skipped.
 *
 * @example linkTarget('<https://a.example/?page=2>; rel="next"', 'next') // 'https://a.example/?page=2'
 */
function linkTarget(field: string, type: string): string | undefined {
  return linksOf(field).find(({ relations }) => relations.includes(type.toLowerCase()))?.target;
}

function linksOf(field: string): readonly Link[] {
  const links: Link[] = [];
  let at = 0;
  while (at < field.length) {
    element.lastIndex = at;
    const match = element.exec(field);
    if (match === null || element.lastIndex === at) break;
    at = element.lastIndex;
    const [, target, parameters = ''] = match;
    if (target === undefined) continue;
    // Only the first `rel` counts (section 3.3).
    const rel = relation.exec(parameters);
    const relations = (rel?.[1] ?? rel?.[2] ?? '').toLowerCase().split(/[ \t]+/);
    links.push({ target, relations });
  }
  return links;
}
