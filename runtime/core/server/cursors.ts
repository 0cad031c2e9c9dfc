import { createSigner, type CursorSecurity, type Signer } from './cursor-signer.js';
import type { JsonValue, OperationDescriptor, PageLinkDescriptor } from '../descriptor.js';
import { Refusal } from './fault.js';
import type { ServerOperation } from './serve.js';
import { stableJson } from '../stable-json.js';

/** Options of cursors. */
export interface CursorOptions extends CursorSecurity {
  /** Change it when the type of a position changes: cursors of other versions are refused. */
  readonly version?: string;
  /**
   * Names of parameters that may differ between the pages of one walk: the size of a page, and headers that differ in every request, such as
   * a request id. Default: `limit`, `page_size`, `pageSize` and `per_page`.
   */
  readonly mayVary?: readonly string[];
}

/** Parts of a handler's request that identify the list, its filter and the caller. */
export interface ListRequest {
  readonly caller: string;
  readonly path?: unknown;
  readonly query?: unknown;
  readonly headers?: unknown;
  readonly body?: unknown;
  readonly params?: unknown;
}

/** Page that a request asks for. */
export interface RequestedPage<Position> {
  /** The position to continue from; `undefined` for the first page. */
  readonly position: Position | undefined;
  /** `back` for the page before the position. */
  readonly direction: 'next' | 'back';
  /**
   * Creates the cursor for a position, for both directions.
   *
   * @throws {Error} if the position is too long: a cursor may have 4,096 characters
   */
  cursor(position: JsonOf<Position>): Promise<string>;
}

/** The same type for JSON data; `never` for what JSON cannot represent, such as a `Date` or a `bigint`. */
export type JsonOf<Value> = Value extends string | number | boolean | null
  ? Value
  : Value extends bigint | symbol | undefined | Date | ((...parts: never) => unknown)
    ? never
    : { readonly [Name in keyof Value]: JsonOf<Value[Name]> };

/** A function for each list that reads the page of a request. */
export type Cursors<Lists extends string, Positions> = {
  readonly [List in Lists & keyof Positions]: (
    request: ListRequest,
  ) => Promise<RequestedPage<Positions[List]>>;
};

/**
 * Creates the cursors of a server's lists (`x-pagination`).
 *
 * A cursor contains a position and the time of its expiry. It is encrypted, and signed together with the list, all other parameters of
 * the request, and the caller: clients can neither read nor change a position. Any other text is refused with the fault `invalid-cursor`,
 * in the same words whatever is wrong with it.
 *
 * @throws {Error} if a secret is too short, or the lifetime is not a number above zero
 */
export function createCursors<Lists extends string, Positions>(
  operations: readonly ServerOperation[],
  options: CursorOptions,
): Cursors<Lists, Positions> {
  const signer = createSigner(options);
  const lists = operations.flatMap(({ descriptor, handler }) => {
    const links = linksOf(descriptor);
    const list = { name: descriptor.id, links };
    const read = (request: ListRequest): Promise<AnyPage> =>
      readPage(list, request, signer, options);
    return links.length === 0 ? [] : [[handler, read] as const];
  });
  return Object.fromEntries(lists) as object as Cursors<Lists, Positions>;
}

/** Untyped form of a requested page. */
interface AnyPage {
  readonly position: JsonValue | undefined;
  readonly direction: 'next' | 'back';
  cursor(position: JsonValue): Promise<string>;
}

interface List {
  readonly name: string;
  readonly links: readonly CursorLink[];
}

/** Location of the cursor of one direction in requests. */
interface CursorLink {
  readonly direction: 'next' | 'back';
  readonly name: string;
  readonly in: 'query' | 'header' | 'body';
}

function linksOf({ pagination }: OperationDescriptor): readonly CursorLink[] {
  if (pagination === undefined) return [];
  const link = (
    direction: CursorLink['direction'],
    { request, next }: PageLinkDescriptor,
  ): readonly CursorLink[] =>
    request !== undefined && ('path' in next || 'header' in next)
      ? [{ direction, ...request }]
      : [];
  const { back } = pagination;
  return [...link('next', pagination), ...(back === undefined ? [] : link('back', back))];
}

async function readPage(
  { name, links }: List,
  request: ListRequest,
  signer: Signer,
  options: CursorOptions,
): Promise<AnyPage> {
  const context = JSON.stringify([
    'cursor',
    options.version ?? '',
    name,
    request.caller,
    filterOf(request, links, options),
  ]);
  const given = links.flatMap((link) => {
    const text = valueIn(request, link);
    return text === undefined || text === null || text === '' ? [] : [{ link, text }];
  });
  const [only, other] = given;
  const cursor = (position: JsonValue): Promise<string> => signer.write(position, context);
  if (only === undefined) return { position: undefined, direction: 'next', cursor };
  if (other !== undefined) throw refusal(other.link, 'cursor-repeated');
  const read = await signer.read(only.text, context);
  if ('reason' in read) throw refusal(only.link, read.reason);
  return { position: read.position, direction: only.link.direction, cursor };
}

/** The same for every reason, so that a caller learns nothing about cursors of others. */
function refusal({ in: location, name }: CursorLink, reason: string): Refusal {
  const violation = {
    path: `${location}/${name}`,
    keyword: 'cursor',
    message: 'expected a cursor of this list that has not expired',
  };
  return new Refusal('invalid-cursor', reason, { violations: [violation] });
}

function valueIn(request: ListRequest, { in: location, name }: CursorLink): unknown {
  if (location === 'body') return own(request.params ?? request.body, name);
  return own(location === 'query' ? request.query : request.headers, name);
}

/** Canonical text of everything that selects the items of a list: all parameters except cursors and sizes of pages. */
function filterOf(
  { path, query, headers, body, params }: ListRequest,
  links: readonly CursorLink[],
  { mayVary = ['limit', 'page_size', 'pageSize', 'per_page'] }: CursorOptions,
): string {
  const omitted = new Set([...mayVary, ...links.map(({ name }) => name)]);
  // A first request without parameters may have no group at all, where the next one has the cursor alone.
  const without = (group: unknown = {}): unknown =>
    typeof group === 'object' && group !== null && !Array.isArray(group)
      ? Object.fromEntries(Object.entries(group).filter(([name]) => !omitted.has(name)))
      : group;
  return stableJson([path, without(query), without(headers), without(body), without(params)]);
}

function own(group: unknown, name: string): unknown {
  return typeof group === 'object' && group !== null && Object.hasOwn(group, name)
    ? Reflect.get(group, name)
    : undefined;
}
