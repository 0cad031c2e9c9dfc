import type { Pagination } from '../../api.js';
import { objectAt, optional, requiredText, textAt } from '../openapi/node.js';
import type { Node } from '../openapi/node.js';
import { checkExtension, extensionAt, refuse } from './extension.js';

/** `x-pagination`, its form checked; whether the schemas have what it names is linted. */
export function readPagination(node: Node): Pagination | undefined {
  const extension = extensionAt(node, 'x-pagination', ['request', 'next', 'items', 'hasMore']);
  if (extension === undefined) return undefined;
  const request = readRequest(extension);
  const next = readNext(extension);
  const items = requiredText(extension, 'items', '"x-pagination"');
  const hasMore = textAt(extension, 'hasMore');
  if (request === undefined || next === undefined || items === undefined) return undefined;
  return { request, next, items, ...optional('hasMore', hasMore), origin: extension.origin };
}

function readRequest(extension: Node): Pagination['request'] | undefined {
  const given = one(extension, 'request', ['query', 'header', 'body'] as const);
  return given === undefined ? undefined : { in: given.kind, parameter: given.name };
}

function readNext(extension: Node): Pagination['next'] | undefined {
  const given = one(extension, 'next', ['body', 'header'] as const);
  if (given === undefined) return undefined;
  return given.kind === 'header' ? { header: given.name } : { pointer: given.name };
}

/** An object with exactly one of several members. */
function one<Kind extends string>(
  extension: Node,
  name: string,
  kinds: readonly Kind[],
): { readonly kind: Kind; readonly name: string } | undefined {
  const wanted = kinds.map((kind) => `"${kind}"`).join(', ');
  const node = objectAt(extension, name);
  if (node === undefined) {
    if (!Object.hasOwn(extension.value, name))
      refuse(extension, [], `"x-pagination" has no "${name}"`);
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
