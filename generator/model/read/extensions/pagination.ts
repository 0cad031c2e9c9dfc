import type { CursorRequest, CursorSource, Pagination } from '../../api.js';
import { objectAt, optional, requiredText, textAt } from '../openapi/node.js';
import type { Node } from '../openapi/node.js';
import { checkExtension, extensionAt, refuse, trueAt } from './extension.js';

const MEMBERS = ['request', 'next', 'items', 'hasMore', 'emptyIsLast', 'back'];

/** `x-pagination`, its form checked; whether the schemas have what it names is linted. */
export function readPagination(node: Node): Pagination | undefined {
  const extension = extensionAt(node, 'x-pagination', MEMBERS);
  if (extension === undefined) return undefined;
  const way = readWay(extension, '"x-pagination"');
  const items = requiredText(extension, 'items', '"x-pagination"');
  const hasMore = textAt(extension, 'hasMore');
  const emptyIsLast = trueAt(extension, 'emptyIsLast') ? true : undefined;
  const back = readBack(extension);
  if (way === undefined || items === undefined) return undefined;
  return {
    ...way,
    items,
    ...optional('hasMore', hasMore),
    ...optional('emptyIsLast', emptyIsLast),
    ...optional('back', back),
    origin: extension.origin,
  };
}

type Way = Pick<Pagination, 'request' | 'next'>;

/** Where a cursor goes and where the next one is. */
function readWay(node: Node, what: string): Way | undefined {
  const request = readRequest(node, what);
  const next = readNext(node, what);
  return request === undefined || next === undefined ? undefined : { request, next };
}

function readBack(extension: Node): Way | undefined {
  const node = objectAt(extension, 'back');
  if (node === undefined) return undefined;
  checkExtension(node, ['request', 'next'], '"back"');
  return readWay(node, '"back"');
}

function readRequest(node: Node, what: string): CursorRequest | undefined {
  const given = one(node, 'request', ['query', 'header', 'body'] as const, what);
  return given === undefined ? undefined : { in: given.kind, parameter: given.name };
}

function readNext(node: Node, what: string): CursorSource | undefined {
  const given = one(node, 'next', ['body', 'header'] as const, what);
  if (given === undefined) return undefined;
  return given.kind === 'header' ? { header: given.name } : { pointer: given.name };
}

/** An object with exactly one of several members. */
function one<Kind extends string>(
  extension: Node,
  name: string,
  kinds: readonly Kind[],
  what: string,
): { readonly kind: Kind; readonly name: string } | undefined {
  const wanted = kinds.map((kind) => `"${kind}"`).join(', ');
  const node = objectAt(extension, name);
  if (node === undefined) {
    if (!Object.hasOwn(extension.value, name)) refuse(extension, [], `${what} has no "${name}"`);
    return undefined;
  }
  checkExtension(node, kinds, `"${name}"`);
  const given = kinds.filter((kind) => Object.hasOwn(node.value, kind));
  const [kind] = given;
  if (kind === undefined || given.length > 1) {
    return refuse(node, [], `"${name}" has ${given.length} of ${wanted} where one belongs`);
  }
  const text = textAt(node, kind);
  return text === undefined ? undefined : { kind, name: text };
}
