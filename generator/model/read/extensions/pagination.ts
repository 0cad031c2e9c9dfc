import type { CursorRequest, CursorSource, Pagination, Parameter } from '../../api.js';
import { objectAt, optional, requiredText, textAt } from '../openapi/node.js';
import type { Node } from '../openapi/node.js';
import { member } from '../json.js';
import { checkExtension, extensionAt, refuse, trueAt } from './extension.js';
import { readForeignPagination } from './foreign-pagination.js';

const MEMBERS = ['request', 'next', 'items', 'hasMore', 'pages', 'emptyIsLast', 'back'];

/**
 * `x-pagination`, its form checked; whether the schemas have what it names is linted. Where it is absent, what the extensions of other tools
 * say.
 */
export function readPagination(
  node: Node,
  parameters: readonly Parameter[] = [],
): Pagination | undefined {
  const extension = extensionAt(node, 'x-pagination', MEMBERS);
  if (extension === undefined)
    return Object.hasOwn(node.value, 'x-pagination')
      ? undefined
      : readForeignPagination(node, parameters);
  const way = readWay(extension, '"x-pagination"');
  const items = requiredText(extension, 'items', '"x-pagination"');
  const hasMore = textAt(extension, 'hasMore');
  const pages = textAt(extension, 'pages');
  const emptyIsLast = trueAt(extension, 'emptyIsLast') ? true : undefined;
  const back = readBack(extension);
  if (way === undefined || items === undefined) return undefined;
  return {
    ...way,
    items,
    ...optional('hasMore', hasMore),
    ...optional('pages', pages),
    ...optional('emptyIsLast', emptyIsLast),
    ...optional('back', back),
    origin: extension.origin,
  };
}

type Way = Pick<Pagination, 'request' | 'next'>;

/** Where a cursor goes and where the next one is. */
function readWay(node: Node, what: string): Way | undefined {
  const next = readNext(node, what);
  const isUrl = next !== undefined && ('link' in next || 'url' in next);
  if (isUrl && !Object.hasOwn(node.value, 'request')) return { next };
  const request = readRequest(node, what);
  if (request === undefined || next === undefined) return undefined;
  return isUrl
    ? refuse(node, ['request'], `${what} has a "request", and pages that are followed by their URL`)
    : { request, next };
}

function readBack(extension: Node): Way | undefined {
  const node = objectAt(extension, 'back');
  if (node === undefined) return undefined;
  checkExtension(node, ['request', 'next'], '"back"');
  const way = readWay(node, '"back"');
  return way !== undefined && ('count' in way.next || 'lastItem' in way.next)
    ? refuse(node, ['next'], '"back" neither counts nor reads the last item')
    : way;
}

function readRequest(node: Node, what: string): CursorRequest | undefined {
  const given = one(node, 'request', ['query', 'header', 'body'] as const, what);
  return given === undefined ? undefined : { in: given.kind, parameter: given.name };
}

const sources = ['body', 'header', 'lastItem', 'count', 'link', 'url'] as const;

function readNext(node: Node, what: string): CursorSource | undefined {
  const given = one(node, 'next', sources, what, ['first', 'by']);
  if (given === undefined) return undefined;
  const { kind, name, at } = given;
  if (kind !== 'count') {
    const other = ['first', 'by'].find((each) => Object.hasOwn(at.value, each));
    if (other !== undefined) return refuse(at, [other], `"${other}" stands beside "${kind}"`);
  }
  switch (kind) {
    case 'body':
      return { pointer: name };
    case 'header':
      return { header: name };
    case 'lastItem':
      return { lastItem: name };
    case 'link':
      return { link: name };
    case 'url':
      return { url: name };
    case 'count':
      return readCount(at, name);
  }
}

function readCount(node: Node, count: string): CursorSource | undefined {
  if (count !== 'pages' && count !== 'items')
    return refuse(node, ['count'], `"count" is "${count}" where it is "pages" or "items"`);
  const first = member(node.value, 'first');
  if (first !== undefined && (typeof first !== 'number' || !Number.isInteger(first)))
    return refuse(node, ['first'], '"first" is no integer');
  const by = textAt(node, 'by');
  if (by !== undefined && count === 'pages')
    return refuse(node, ['by'], '"by" stands beside a count of pages, which grows by one');
  return { count, ...optional('first', first), ...optional('by', by) };
}

/** An object with exactly one of several members, and others beside it. */
function one<Kind extends string>(
  extension: Node,
  name: string,
  kinds: readonly Kind[],
  what: string,
  beside: readonly string[] = [],
): { readonly kind: Kind; readonly name: string; readonly at: Node } | undefined {
  const wanted = kinds.map((kind) => `"${kind}"`).join(', ');
  const node = objectAt(extension, name);
  if (node === undefined) {
    if (!Object.hasOwn(extension.value, name)) refuse(extension, [], `${what} has no "${name}"`);
    return undefined;
  }
  checkExtension(node, [...kinds, ...beside], `"${name}"`);
  const given = kinds.filter((kind) => Object.hasOwn(node.value, kind));
  const [kind] = given;
  if (kind === undefined || given.length > 1) {
    return refuse(node, [], `"${name}" has ${given.length} of ${wanted} where one belongs`);
  }
  const text = textAt(node, kind);
  return text === undefined ? undefined : { kind, name: text, at: node };
}
