import type { HttpBinding, NameKey, Operation } from '../../api.js';
import { readRateLimits, refuseRateLimit } from '../extensions/rate-limit.js';
import { trailingSlashOf } from '../extensions/trailing-slash.js';
import { member } from '../json.js';
import { checkMembers, mapAt, asNode, optional, originAt, textAt } from './node.js';
import type { Node, Place } from './node.js';
import { operationNode, readOperation, readParameterList } from './operation.js';
import type { Surroundings } from './operation.js';
import { parametersOf } from './path-template.js';
import { follow } from './reading.js';
import type { Reading } from './reading.js';
import { readServers } from './servers.js';

/** Members of a path item that are operations; `query` is 3.2. */
const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'];
const MEMBERS = [
  '$ref',
  'summary',
  'description',
  'servers',
  'parameters',
  'additionalOperations',
  ...METHODS,
];

/** Extensions that mean something on a path item. */
const OWN_EXTENSIONS = ['x-rate-limit', 'x-trailing-slash'];

/** What all operations below a path item share. */
export interface ItemSurroundings extends Pick<Surroundings, 'servers' | 'security' | 'schemes'> {
  readonly sentBy: Operation['sentBy'];
  readonly target: HttpBinding['target'];
  readonly parent?: NameKey;
  /** What the document says about a slash at the end of paths. */
  readonly trailingSlash?: 'optional' | 'exact';
  /** The key of an operation without `operationId`. */
  key(method: string): string;
}

/** Reads a path item, behind its reference, operation by operation in document order (section 4.8.9). */
export function readPathItem(reading: Reading, place: Place, around: ItemSurroundings): void {
  const node = mergeReference(reading, place);
  if (node === undefined) return;
  checkMembers(node, MEMBERS, 'a path item');
  const parameters = readParameterList(reading, node);
  if ('parts' in around.target) {
    const names = parametersOf(around.target);
    for (const parameter of parameters) {
      if (parameter.in !== 'path' || names.includes(parameter.name)) continue;
      reading.reporter.error(
        'unused-path-parameter',
        parameter.origin,
        `the path "${around.target.text}" has no parameter "{${parameter.name}}"`,
      );
    }
  }
  const surroundings = {
    parameters,
    servers: readServers(node) ?? around.servers,
    security: around.security,
    schemes: around.schemes,
    ...optional('summary', textAt(node, 'summary')),
    ...optional('description', textAt(node, 'description')),
    ...optional('parent', around.parent),
    ...optional('rates', readRates(node, around)),
  };
  const slash = trailingSlashOf(node, around.target, around.trailingSlash);
  const { target } = around;
  const read = (method: string, operation: Node): void =>
    readOperation(reading, operation, {
      ...surroundings,
      sentBy: around.sentBy,
      binding: { kind: 'http', method, target, ...optional('trailingSlash', slash) },
      fallbackKey: around.key(method),
    });
  for (const name of Object.keys(node.value)) {
    if (METHODS.includes(name) && (name !== 'query' || node.document.version === '3.2')) {
      const operation = operationNode(reading, node, name);
      if (operation !== undefined) read(name.toUpperCase(), operation);
    } else if (name === 'additionalOperations') {
      readAdditional(node, read);
    }
  }
}

function readRates(
  node: Node,
  { target, sentBy }: ItemSurroundings,
): ReturnType<typeof readRateLimits> {
  if (sentBy === 'client' && 'text' in target) return readRateLimits(node, target.text);
  refuseRateLimit(node);
  return undefined;
}

/** Methods beside the usual ones, spelt as they are sent (OpenAPI 3.2). */
function readAdditional(node: Node, read: (method: string, operation: Node) => void): void {
  for (const [method, place] of mapAt(node, 'additionalOperations')) {
    const operation = asNode(place, `the operation "${method}"`);
    if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(method) || METHODS.includes(method.toLowerCase())) {
      node.reporter.error(
        'invalid-name',
        place.origin,
        `"${method}" can not be an additional method`,
        { part: 'key' },
      );
    } else if (operation !== undefined) read(method, operation);
  }
}

/** A path item may have members beside its reference; those of the item itself win. */
function mergeReference(reading: Reading, place: Place): Node | undefined {
  const own = asNode(place, 'a path item');
  if (own === undefined) return undefined;
  if (member(own.value, '$ref') === undefined) return own;
  const target = follow(reading, place, 'a path item');
  if (target === undefined) return undefined;
  const beside = Object.keys(own.value).filter(
    (name) => name !== '$ref' && (!name.startsWith('x-') || OWN_EXTENSIONS.includes(name)),
  );
  for (const name of beside) {
    if (!Object.hasOwn(target.value, name)) {
      reading.reporter.warning(
        'ignored-sibling',
        originAt(own, name),
        `"${name}" beside "$ref" is left out`,
        {
          part: 'key',
          hint: 'write it into the path item that is referred to',
        },
      );
    }
  }
  return target;
}
