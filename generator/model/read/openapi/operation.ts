import type {
  HttpBinding,
  NameKey,
  Operation,
  Outcome,
  Parameter,
  RequestBody,
  Server,
} from '../../api.js';
import type { Security, SecurityScheme } from '../../security.js';
import { childOrigin, placeKey } from '../../../core/origin.js';
import { idempotencyOf } from '../extensions/idempotency.js';
import { readJsonRpc } from '../extensions/json-rpc.js';
import { readPagination } from '../extensions/pagination.js';
import { noteRates, readRateLimits, refuseRateLimit } from '../extensions/rate-limit.js';
import type { RateStatement } from '../extensions/rate-limit.js';
import { isObject, member } from '../json.js';
import { escapeToken } from '../../../core/pointer.js';
import { readCallbacks } from './callbacks.js';
import { needCredentials } from './credentials.js';
import {
  checkMembers,
  extensionsOf,
  flagAt,
  listAt,
  objectAt,
  optional,
  originAt,
  placeAt,
  requiredText,
  textAt,
  textsAt,
} from './node.js';
import type { Node, Place } from './node.js';
import { parametersOf } from './path-template.js';
import { readParameter } from './parameter.js';
import { readRequestBody } from './request-body.js';
import { readResponses } from './response.js';
import { follow } from './reading.js';
import type { Reading } from './reading.js';
import { readSecurity } from './security.js';
import { readServers } from './servers.js';

const MEMBERS = [
  'tags',
  'summary',
  'description',
  'externalDocs',
  'operationId',
  'parameters',
  'requestBody',
  'responses',
  'callbacks',
  'deprecated',
  'security',
  'servers',
];

/** What an operation takes from the objects around it. */
export interface Surroundings {
  readonly sentBy: Operation['sentBy'];
  readonly binding: HttpBinding;
  /** The key where there is no `operationId`. */
  readonly fallbackKey: string;
  readonly parameters: readonly Parameter[];
  readonly servers: readonly Server[];
  readonly security: Security;
  readonly schemes: readonly SecurityScheme[];
  readonly summary?: string;
  readonly description?: string;
  readonly parent?: NameKey;
  /** What the path says about how many requests are taken. */
  readonly rates?: readonly RateStatement[];
}

/** Methods to whose bodies HTTP gives no meaning, and with which a browser sends none. */
const BODILESS: ReadonlySet<string> = new Set(['GET', 'HEAD']);

/** Without a body that nothing can send: OpenAPI 3.0 ignores it, unless somebody insists (OpenAPI 3.0.3 section 4.7.10.1). */
function readRequest(
  reading: Reading,
  node: Node,
  place: Place,
  { binding }: Surroundings,
): RequestBody | undefined {
  const request = readRequestBody(reading, place);
  if (binding.kind !== 'http' || !BODILESS.has(binding.method)) return request;
  if (request?.required === true || node.document.version !== '3.0') return request;
  if (reading.ignoredBodies.has(binding.method)) return undefined;
  reading.ignoredBodies.add(binding.method);
  reading.reporter.warning(
    'ignored-body',
    place.origin,
    `${binding.method} has no body in OpenAPI 3.0: it is left out, here and wherever it stands`,
    { part: 'key', hint: 'leave "requestBody" out, or describe query parameters' },
  );
  return undefined;
}

/** Reads an operation object, its callbacks after it (OpenAPI 3.1.1 section 4.8.10). */
export function readOperation(reading: Reading, node: Node, around: Surroundings): void {
  checkMembers(node, MEMBERS, 'an operation');
  const id = readOperationId(reading, node);
  const key: NameKey = `operation:${id ?? around.fallbackKey}`;
  const parameters = readParameters(reading, node, around);
  const body = placeAt(node, 'requestBody');
  const request = body === undefined ? undefined : readRequest(reading, node, body, around);
  const outcomes = readOutcomes(reading, node);
  const security = readSecurity(node, around.schemes) ?? around.security;
  const docs = readExternalDocs(node);
  const pagination = readPagination(node, parameters);
  const extensions = extensionsOf(node);
  const idempotency = idempotencyOf(parameters, extensions);
  const operation: Operation = {
    key,
    ...optional('id', id),
    sentBy: around.sentBy,
    binding: around.binding,
    ...optional('summary', textAt(node, 'summary') ?? around.summary),
    ...optional('description', textAt(node, 'description') ?? around.description),
    deprecated: flagAt(node, 'deprecated') ?? false,
    ...optional('externalDocs', docs),
    tags: textsAt(node, 'tags'),
    parameters,
    ...optional('request', request),
    outcomes,
    security: needCredentials(security, parameters, node.origin),
    servers: readServers(node) ?? around.servers,
    ...optional('pagination', pagination),
    ...optional('idempotency', idempotency),
    extensions,
    ...optional('parent', around.parent),
    origin: node.origin,
  };
  const made = readJsonRpc(reading, node, operation) ?? [operation];
  reading.operations.push(...made);
  if (around.sentBy === 'server') refuseRateLimit(node);
  else {
    const own = readRateLimits(node, id ?? around.fallbackKey) ?? around.rates;
    noteRates(reading, made, { own, tags: operation.tags });
  }
  readCallbacks(reading, node, key, around);
}

/**
 * Remembers where an `operationId` stands and reports the second of two equal ones. Where one text is several operations, because paths or
 * callbacks share it by reference, the first has the id, and nothing is wrong.
 */
export function claimOperationId(reading: Reading, id: string, node: Node): boolean {
  const first = reading.operationIds.get(id);
  const origin = originAt(node, 'operationId');
  if (first === undefined) {
    reading.operationIds.set(id, origin);
    return true;
  }
  if (placeKey(first) === placeKey(origin)) return false;
  reading.reporter.error('duplicate-operation-id', origin, `the operationId "${id}" stands twice`, {
    related: [{ message: 'the first is here', origin: first }],
  });
  return false;
}

function readOperationId(reading: Reading, node: Node): string | undefined {
  const id = textAt(node, 'operationId');
  if (id === undefined) return undefined;
  if (id === '') {
    const origin = originAt(node, 'operationId');
    node.reporter.warning('empty-operation-id', origin, '"operationId" is empty', {
      hint: 'leave it out, or name the operation',
    });
    return undefined;
  }
  return claimOperationId(reading, id, node) ? id : undefined;
}

/** The operation's own parameters over those of its path, in the order of both (section 4.8.10.1). */
function readParameters(reading: Reading, node: Node, around: Surroundings): readonly Parameter[] {
  const own = readParameterList(reading, node);
  const inherited = around.parameters.filter(
    (parameter) => !own.some((other) => sameParameter(parameter, other)),
  );
  const all = [...inherited, ...own];
  const { target } = around.binding;
  if (!('parts' in target)) return all;
  const names = parametersOf(target);
  const declared = all.filter((parameter) => {
    if (parameter.in !== 'path' || names.includes(parameter.name)) return true;
    // One that a path item declares is reported where the path item is read.
    if (own.includes(parameter)) reportUnused(reading, node, parameter, target.text, names);
    return false;
  });
  const missing = names.filter(
    (name) => !declared.some((parameter) => parameter.in === 'path' && parameter.name === name),
  );
  // One of that name that could not be read has been told of.
  const list = member(node.value, 'parameters');
  const isTold = (name: string): boolean =>
    Array.isArray(list) &&
    list.some((item) => isObject(item) && item['name'] === name) &&
    !own.some((parameter) => parameter.name === name);
  return [
    ...declared,
    ...missing.map((name) => assumePathParameter(reading, node, name, isTold(name))),
  ];
}

/** A parameter that stands in the path and nowhere else can only be a required string. */
function assumePathParameter(
  reading: Reading,
  node: Node,
  name: string,
  isTold: boolean,
): Parameter {
  if (!isTold)
    reading.reporter.warning(
      'undeclared-path-parameter',
      node.origin,
      `the path parameter "{${name}}" is not declared; it is taken for a string`,
      {
        part: 'key',
        hint: `add { name: ${name}, in: path, required: true, schema: { type: string } } to "parameters"`,
      },
    );
  const pointer = `${node.pointer}/parameters/{${escapeToken(name)}}`;
  const schema = reading.schemas.read(
    { type: 'string' },
    node.origin,
    pointer,
    node.document.scope,
  );
  return {
    name,
    in: 'path',
    required: true,
    deprecated: false,
    examples: [],
    schema,
    wire: {
      kind: 'style',
      style: 'simple',
      explode: false,
      allowReserved: false,
      allowEmptyValue: false,
    },
    extensions: {},
    origin: node.origin,
  };
}

function reportUnused(
  reading: Reading,
  node: Node,
  parameter: Parameter,
  path: string,
  names: readonly string[],
): void {
  const list = member(node.value, 'parameters');
  const index = Array.isArray(list)
    ? list.findIndex((item) => reading.memo.get(item as object) === parameter)
    : -1;
  const origin = index < 0 ? parameter.origin : childOrigin(node.origin, 'parameters', index);
  const spelt = path.replaceAll(`:${parameter.name}`, `{${parameter.name}}`);
  const hint =
    names.length === 0
      ? spelt === path
        ? 'the path has no parameters'
        : `write "${spelt}"`
      : `the path has ${names.map((name) => `"{${name}}"`).join(', ')}`;
  reading.reporter.error(
    'unused-path-parameter',
    origin,
    `the path "${path}" has no parameter "{${parameter.name}}"`,
    { hint },
  );
}

/** Parameters of an object in their order; reports the second of two equal ones. */
export function readParameterList(reading: Reading, node: Node): readonly Parameter[] {
  const read: Parameter[] = [];
  for (const place of listAt(node, 'parameters')) {
    const parameter = readParameter(reading, place);
    if (parameter === undefined) continue;
    if (read.some((other) => sameParameter(other, parameter))) {
      reading.reporter.error(
        'duplicate-parameter',
        place.origin,
        `the ${parameter.in} parameter "${parameter.name}" stands twice`,
      );
      continue;
    }
    read.push(parameter);
  }
  return read;
}

function sameParameter(left: Parameter, right: Parameter): boolean {
  if (left.in !== right.in) return false;
  if (left.in === 'header') return left.name.toLowerCase() === right.name.toLowerCase();
  return left.name === right.name;
}

function readOutcomes(reading: Reading, node: Node): readonly Outcome[] {
  const place = placeAt(node, 'responses');
  if (place === undefined) {
    if (node.document.version === '3.0') {
      node.reporter.warning('missing-member', node.origin, 'an operation has no "responses"', {
        part: 'key',
        hint: 'nothing is known of its answers',
      });
    }
    return [];
  }
  return readResponses(reading, node);
}

/** A link to documentation elsewhere. */
export function readExternalDocs(
  node: Node,
): { readonly url: string; readonly description?: string } | undefined {
  const docs = objectAt(node, 'externalDocs');
  if (docs === undefined) return undefined;
  checkMembers(docs, ['url', 'description'], 'a link to documentation');
  const url = requiredText(docs, 'url', 'a link to documentation');
  if (url === undefined) return undefined;
  return { url, ...optional('description', textAt(docs, 'description')) };
}

/** The node of an operation. Some documents put a reference there, which no version knows but everybody understands. */
export function operationNode(reading: Reading, node: Node, method: string): Node | undefined {
  const place = placeAt(node, method);
  return place === undefined ? undefined : follow(reading, place, `the operation "${method}"`);
}
