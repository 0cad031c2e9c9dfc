import { invalidName } from '../diagnostics/names.js';
import { ignoredSibling } from '../diagnostics/references.js';
import type { HttpBinding, NameKey, Operation } from '../../api.js';
import { readRateLimits, refuseRateLimit } from '../extensions/rate-limit.js';
import { trailingSlashOf } from '../extensions/trailing-slash.js';
import { member } from '../json.js';
import { readCallbacks } from './callbacks.js';
import { checkMembers, mapAt, asNode, optional, originAt, proseAt } from './node.js';
import type { ObjectNode, ValueNode } from './node.js';
import {
  operationNode,
  readOperation,
  readParameterList,
  unusedPathParameter,
} from './operation.js';
import type { InheritedFields } from './operation.js';
import { parametersOf } from './path-template.js';
import { follow } from './reading.js';
import type { Reading } from './reading.js';
import { readServers } from './servers.js';

/** Members of a path item that are operations; `query` is defined by OpenAPI 3.2. */
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

/** Extensions that apply to path items. */
const OWN_EXTENSIONS = ['x-rate-limit', 'x-trailing-slash'];

/** Fields that all operations of a path item inherit. */
export interface ItemSurroundings extends Pick<
  InheritedFields,
  'servers' | 'security' | 'schemes'
> {
  readonly sentBy: Operation['sentBy'];
  readonly target: HttpBinding['target'];
  readonly parent?: NameKey;
  /** Value of `x-trailing-slash` on the document. */
  readonly trailingSlash?: 'optional' | 'exact';
  /** Returns the key of an operation without `operationId`. */
  key(method: string): string;
}

/** Reads the operations of a path item, behind its reference, and their callbacks, in document order (section 4.8.9). */
export function readPathItem(
  reading: Reading,
  valueNode: ValueNode,
  inherited: ItemSurroundings,
): void {
  const node = mergeReference(reading, valueNode);
  if (node === undefined) return;
  checkMembers(node, MEMBERS, 'a path item');
  const parameters = readParameterList(reading, node);
  if ('parts' in inherited.target) {
    const names = parametersOf(inherited.target);
    for (const parameter of parameters) {
      if (parameter.in !== 'path' || names.includes(parameter.name)) continue;
      reading.reporter.report(
        unusedPathParameter.default({ path: inherited.target.text, name: parameter.name }),
        parameter.origin,
      );
    }
  }
  const surroundings = {
    parameters,
    servers: readServers(node) ?? inherited.servers,
    security: inherited.security,
    schemes: inherited.schemes,
    ...optional('summary', proseAt(node, 'summary')),
    ...optional('description', proseAt(node, 'description')),
    ...optional('parent', inherited.parent),
    ...optional('rates', readRates(node, inherited)),
  };
  const slash = trailingSlashOf(node, inherited.target, inherited.trailingSlash);
  const { target } = inherited;
  const read = (method: string, operation: ObjectNode): void => {
    const key = readOperation(reading, operation, {
      ...surroundings,
      sentBy: inherited.sentBy,
      binding: { kind: 'http', method, target, ...optional('trailingSlash', slash) },
      fallbackKey: inherited.key(method),
    });
    readCallbacks(reading, operation, key, (item, callback) =>
      readPathItem(reading, item, {
        ...callback,
        sentBy: 'server',
        servers: [],
        // The security requirements of the API apply to its callers, not to requests that the server sends.
        security: [],
        schemes: inherited.schemes,
      }),
    );
  };
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
  node: ObjectNode,
  { target, sentBy }: ItemSurroundings,
): ReturnType<typeof readRateLimits> {
  if (sentBy === 'client' && 'text' in target) return readRateLimits(node, target.text);
  refuseRateLimit(node);
  return undefined;
}

/** Reads `additionalOperations`, whose keys are the methods as sent (OpenAPI 3.2). */
function readAdditional(
  node: ObjectNode,
  read: (method: string, operation: ObjectNode) => void,
): void {
  for (const [method, valueNode] of mapAt(node, 'additionalOperations')) {
    const operation = asNode(valueNode, `the operation "${method}"`);
    if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(method) || METHODS.includes(method.toLowerCase())) {
      node.reporter.report(
        invalidName.default({ name: method, kind: 'additional method' }),
        valueNode.origin,
        { part: 'key' },
      );
    } else if (operation !== undefined) read(method, operation);
  }
}

/** Resolves the reference of a path item. Members beside the reference are left out, with a warning for each that the target lacks. */
function mergeReference(reading: Reading, valueNode: ValueNode): ObjectNode | undefined {
  const own = asNode(valueNode, 'a path item');
  if (own === undefined) return undefined;
  if (member(own.value, '$ref') === undefined) return own;
  const target = follow(reading, valueNode, 'a path item');
  if (target === undefined) return undefined;
  const beside = Object.keys(own.value).filter(
    (name) => name !== '$ref' && (!name.startsWith('x-') || OWN_EXTENSIONS.includes(name)),
  );
  for (const name of beside) {
    if (!Object.hasOwn(target.value, name)) {
      reading.reporter.report(ignoredSibling.omitted({ name }), originAt(own, name), {
        part: 'key',
        hint: 'write it in the target of the reference',
      });
    }
  }
  return target;
}
