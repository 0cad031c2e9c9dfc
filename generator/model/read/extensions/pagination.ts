import { invalidExtension } from '../../../core/diagnostics/extensions.js';
import type { CursorRequest, CursorSource, Pagination, Parameter } from '../../api.js';
import { objectAt, optional, requiredText, textAt } from '../openapi/node.js';
import type { ObjectNode } from '../openapi/node.js';
import { member } from '../json.js';
import { checkExtension, extensionAt, refuse, trueAt } from './extension.js';
import { readForeignPagination } from './foreign-pagination.js';

const MEMBERS = ['request', 'next', 'items', 'hasMore', 'pages', 'emptyIsLast', 'back'];

/**
 * Reads `x-pagination` and checks its form; lint rules check the schemas that it refers to. If it is absent, pagination extensions of other
 * tools are read instead.
 */
export function readPagination(
  node: ObjectNode,
  parameters: readonly Parameter[] = [],
): Pagination | undefined {
  const extension = extensionAt(node, 'x-pagination', MEMBERS);
  if (extension === undefined)
    return Object.hasOwn(node.value, 'x-pagination')
      ? undefined
      : readForeignPagination(node, parameters);
  const forward = readDirection(extension, '"x-pagination"');
  const items = requiredText(extension, 'items', '"x-pagination"');
  const hasMore = textAt(extension, 'hasMore');
  const pages = textAt(extension, 'pages');
  const emptyIsLast = trueAt(extension, 'emptyIsLast') ? true : undefined;
  const back = readBack(extension);
  if (forward === undefined || items === undefined) return undefined;
  return {
    ...forward,
    items,
    ...optional('hasMore', hasMore),
    ...optional('pages', pages),
    ...optional('emptyIsLast', emptyIsLast),
    ...optional('back', back),
    origin: extension.origin,
  };
}

type Direction = Pick<Pagination, 'request' | 'next'>;

/** Reads the request parameter of the cursor and the source of the next cursor. */
function readDirection(node: ObjectNode, what: string): Direction | undefined {
  const next = readNext(node, what);
  const isUrl = next !== undefined && ('link' in next || 'url' in next);
  if (isUrl && !Object.hasOwn(node.value, 'request')) return { next };
  const request = readRequest(node, what);
  if (request === undefined || next === undefined) return undefined;
  return isUrl
    ? refuse(
        node,
        ['request'],
        invalidExtension.beside({ name: 'request', other: 'link' in next ? 'link' : 'url' }),
      )
    : { request, next };
}

function readBack(extension: ObjectNode): Direction | undefined {
  const node = objectAt(extension, 'back');
  if (node === undefined) return undefined;
  checkExtension(node, ['request', 'next'], '"back"');
  const backward = readDirection(node, '"back"');
  return backward !== undefined && ('count' in backward.next || 'lastItem' in backward.next)
    ? refuse(
        node,
        ['next'],
        invalidExtension.member({
          name: 'count' in backward.next ? 'count' : 'lastItem',
          what: '"next" of "back"',
        }),
      )
    : backward;
}

function readRequest(node: ObjectNode, what: string): CursorRequest | undefined {
  const chosen = exactlyOne(node, 'request', ['query', 'header', 'body'] as const, what);
  return chosen === undefined ? undefined : { in: chosen.kind, parameter: chosen.name };
}

const sources = ['body', 'header', 'lastItem', 'count', 'link', 'url'] as const;

function readNext(node: ObjectNode, what: string): CursorSource | undefined {
  const chosen = exactlyOne(node, 'next', sources, what, ['first', 'by']);
  if (chosen === undefined) return undefined;
  const { kind, name, at } = chosen;
  if (kind !== 'count') {
    const other = ['first', 'by'].find((each) => Object.hasOwn(at.value, each));
    if (other !== undefined)
      return refuse(at, [other], invalidExtension.beside({ name: other, other: kind }));
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

function readCount(node: ObjectNode, count: string): CursorSource | undefined {
  if (count !== 'pages' && count !== 'items')
    return refuse(
      node,
      ['count'],
      invalidExtension.choice({ name: 'count', values: ['pages', 'items'] }),
    );
  const first = member(node.value, 'first');
  if (first !== undefined && (typeof first !== 'number' || !Number.isInteger(first)))
    return refuse(
      node,
      ['first'],
      invalidExtension.value({ what: '"first"', expected: 'an integer' }),
    );
  const by = textAt(node, 'by');
  if (by !== undefined && count === 'pages')
    return refuse(
      node,
      ['by'],
      invalidExtension.condition({ name: 'by', condition: 'count: items' }),
    );
  return { count, ...optional('first', first), ...optional('by', by) };
}

/** Reads an object with exactly one member of `kinds`; members in `beside` are also allowed. */
function exactlyOne<Kind extends string>(
  extension: ObjectNode,
  name: string,
  kinds: readonly Kind[],
  what: string,
  beside: readonly string[] = [],
): { readonly kind: Kind; readonly name: string; readonly at: ObjectNode } | undefined {
  const node = objectAt(extension, name);
  if (node === undefined) {
    if (!Object.hasOwn(extension.value, name))
      refuse(extension, [], invalidExtension.missing({ what, name }));
    return undefined;
  }
  checkExtension(node, [...kinds, ...beside], `"${name}"`);
  const present = kinds.filter((kind) => Object.hasOwn(node.value, kind));
  const [kind] = present;
  if (kind === undefined || present.length > 1) {
    return refuse(node, [], invalidExtension.exactlyOne({ what: `"${name}"`, names: kinds }));
  }
  const text = textAt(node, kind);
  return text === undefined ? undefined : { kind, name: text, at: node };
}
