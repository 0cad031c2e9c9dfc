import type { Prose } from '../../../core/prose.js';
import {
  defineRecoverableError,
  defineWarning,
  type DiagnosticType,
} from '../../../core/diagnostic.js';
import { omittedMember, missingMember } from '../../../core/diagnostics/members.js';
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
import { childOrigin } from '../../../core/origin.js';
import { readDeprecation } from '../extensions/deprecation.js';
import { idempotencyOf } from '../extensions/idempotency.js';
import { readJsonRpc } from '../extensions/json-rpc.js';
import { readPagination } from '../extensions/pagination.js';
import {
  collectRateLimits,
  readRateLimits,
  refuseRateLimit,
  type RateLimitOrReference,
} from '../extensions/rate-limit.js';
import { isObject, member } from '../json.js';
import { escapeToken } from '../../../core/pointer.js';
import { needCredentials } from '../extensions/credential.js';
import {
  checkMembers,
  extensionsOf,
  flagAt,
  listAt,
  objectAt,
  optional,
  childAt,
  requiredText,
  proseAt,
  textAt,
  textsAt,
  type ObjectNode,
  type ValueNode,
} from './node.js';
import { readOperationId } from './operation-id.js';
import { parametersOf } from './path-template.js';
import { readParameter } from './parameter.js';
import { readResponses } from './response.js';
import { follow, type Reading, once } from './reading.js';
import { readSecurity } from './security.js';
import { readServers } from './servers.js';
import { readContents } from './media-type.js';

/** A body of a request whose method has none in OpenAPI 3.0. */
export const ignoredBody: DiagnosticType<{ default: { method: string } }> = defineWarning(
  'ignored-body',
  {
    default: ({ method }) =>
      `a ${method} request has no body in OpenAPI 3.0, so all of its bodies are omitted`,
  },
);

/** A path parameter that no parameter object describes. */
export const undeclaredPathParameter: DiagnosticType<{ default: { name: string } }> = defineWarning(
  'undeclared-path-parameter',
  {
    default: ({ name }) =>
      `the path parameter "{${name}}" is not declared, and is read as a string`,
  },
);

/** A path parameter that the path does not contain. */
export const unusedPathParameter: DiagnosticType<{ default: { path: string; name: string } }> =
  defineRecoverableError('unused-path-parameter', {
    default: ({ path, name }) => `the path "${path}" has no parameter "{${name}}"`,
  });

/** A parameter that is described twice. */
export const duplicateParameter: DiagnosticType<{ default: { location: string; name: string } }> =
  defineRecoverableError('duplicate-parameter', {
    default: ({ location, name }) => `the ${location} parameter "${name}" is described twice`,
  });

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

/** Fields that an operation inherits from the enclosing objects. */
export interface InheritedFields {
  readonly sentBy: Operation['sentBy'];
  readonly binding: HttpBinding;
  /** Key of an operation without `operationId`. */
  readonly fallbackKey: string;
  readonly parameters: readonly Parameter[];
  readonly servers: readonly Server[];
  readonly security: Security;
  readonly schemes: readonly SecurityScheme[];
  readonly summary?: Prose;
  readonly description?: Prose;
  readonly parent?: NameKey;
  /** Rate limits of the path item. */
  readonly rates?: readonly RateLimitOrReference[];
}

/** Methods that HTTP defines no request body for, and that browsers send none with. */
const BODILESS: ReadonlySet<string> = new Set(['GET', 'HEAD']);

/** Reads the request body. OpenAPI 3.0 ignores the body of a GET or HEAD unless it is required (OpenAPI 3.0.3 section 4.7.10.1). */
function readRequest(
  reading: Reading,
  node: ObjectNode,
  valueNode: ValueNode,
  { binding }: InheritedFields,
): RequestBody | undefined {
  const request = readRequestBody(reading, valueNode);
  if (binding.kind !== 'http' || !BODILESS.has(binding.method)) return request;
  if (request?.required === true || node.document.version !== '3.0') return request;
  if (reading.ignoredBodies.has(binding.method)) return undefined;
  reading.ignoredBodies.add(binding.method);
  reading.reporter.report(ignoredBody.default({ method: binding.method }), valueNode.origin, {
    part: 'key',
    hint: 'omit "requestBody", or describe query parameters',
  });
  return undefined;
}

/** Reads an operation object, without its callbacks (OpenAPI 3.1.1 section 4.8.10). Returns its key. */
export function readOperation(
  reading: Reading,
  node: ObjectNode,
  inherited: InheritedFields,
): NameKey {
  checkMembers(node, MEMBERS, 'an operation');
  const id = readOperationId(reading, node);
  const key: NameKey = `operation:${id ?? inherited.fallbackKey}`;
  const parameters = readParameters(reading, node, inherited);
  const body = childAt(node, 'requestBody');
  const request = body === undefined ? undefined : readRequest(reading, node, body, inherited);
  const outcomes = readOutcomes(reading, node);
  const security = readSecurity(node, inherited.schemes) ?? inherited.security;
  const docs = readExternalDocs(node);
  const deprecation = readDeprecation(node);
  const pagination = readPagination(node, parameters);
  const extensions = extensionsOf(node);
  const idempotency = idempotencyOf(parameters, extensions);
  const operation: Operation = {
    key,
    ...optional('id', id),
    sentBy: inherited.sentBy,
    binding: inherited.binding,
    ...optional('summary', proseAt(node, 'summary') ?? inherited.summary),
    ...optional('description', proseAt(node, 'description') ?? inherited.description),
    deprecated: flagAt(node, 'deprecated') ?? deprecation !== undefined,
    ...optional('deprecation', deprecation),
    ...optional('externalDocs', docs),
    tags: textsAt(node, 'tags'),
    parameters,
    ...optional('request', request),
    outcomes,
    security: needCredentials(security, parameters, node.origin),
    servers: readServers(node) ?? inherited.servers,
    ...optional('pagination', pagination),
    ...optional('idempotency', idempotency),
    extensions,
    ...optional('parent', inherited.parent),
    origin: node.origin,
  };
  const operations = readJsonRpc(reading, node, operation) ?? [operation];
  reading.operations.push(...operations);
  if (inherited.sentBy === 'server') refuseRateLimit(node);
  else {
    const own = readRateLimits(node, id ?? inherited.fallbackKey) ?? inherited.rates;
    collectRateLimits(reading, operations, { own, tags: operation.tags });
  }
  return key;
}

/** Merges the operation's parameters over those of its path item, in the order of both (section 4.8.10.1). */
function readParameters(
  reading: Reading,
  node: ObjectNode,
  inherited: InheritedFields,
): readonly Parameter[] {
  const ownParameters = readParameterList(reading, node);
  const fromPath = inherited.parameters.filter(
    (parameter) => !ownParameters.some((other) => sameParameter(parameter, other)),
  );
  const all = [...fromPath, ...ownParameters];
  const { target } = inherited.binding;
  if (!('parts' in target)) return all;
  const names = parametersOf(target);
  const declared = all.filter((parameter) => {
    if (parameter.in !== 'path' || names.includes(parameter.name)) return true;
    // An unused parameter of the path item is reported when the path item is read.
    if (ownParameters.includes(parameter))
      reportUnused(reading, node, parameter, target.text, names);
    return false;
  });
  const missing = names.filter(
    (name) => !declared.some((parameter) => parameter.in === 'path' && parameter.name === name),
  );
  // An unreadable parameter of that name has already been reported.
  const list = member(node.value, 'parameters');
  const isReported = (name: string): boolean =>
    Array.isArray(list) &&
    list.some((item) => isObject(item) && item['name'] === name) &&
    !ownParameters.some((parameter) => parameter.name === name);
  return [
    ...declared,
    ...missing.map((name) => assumePathParameter(reading, node, name, isReported(name))),
  ];
}

/** Creates a required string parameter for a path parameter that is not declared. */
function assumePathParameter(
  reading: Reading,
  node: ObjectNode,
  name: string,
  isReported: boolean,
): Parameter {
  if (!isReported)
    reading.reporter.report(undeclaredPathParameter.default({ name }), node.origin, {
      part: 'key',
      hint: `add { name: ${name}, in: path, required: true, schema: { type: string } } to "parameters"`,
    });
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
  node: ObjectNode,
  parameter: Parameter,
  path: string,
  names: readonly string[],
): void {
  const list = member(node.value, 'parameters');
  const index = Array.isArray(list)
    ? list.findIndex((item) => reading.memo.get(item as object) === parameter)
    : -1;
  const origin = index < 0 ? parameter.origin : childOrigin(node.origin, 'parameters', index);
  const braced = path.replaceAll(`:${parameter.name}`, `{${parameter.name}}`);
  const hint =
    names.length === 0
      ? braced === path
        ? 'the path has no parameters'
        : `write "${braced}"`
      : `the path has ${names.map((name) => `"{${name}}"`).join(', ')}`;
  reading.reporter.report(unusedPathParameter.default({ path, name: parameter.name }), origin, {
    hint,
  });
}

/** Reads the parameters of an object, in order; reports duplicates. */
export function readParameterList(reading: Reading, node: ObjectNode): readonly Parameter[] {
  const read: Parameter[] = [];
  for (const valueNode of listAt(node, 'parameters')) {
    const parameter = readParameter(reading, valueNode);
    if (parameter === undefined) continue;
    if (read.some((other) => sameParameter(other, parameter))) {
      reading.reporter.report(
        duplicateParameter.default({ location: parameter.in, name: parameter.name }),
        valueNode.origin,
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

function readOutcomes(reading: Reading, node: ObjectNode): readonly Outcome[] {
  const valueNode = childAt(node, 'responses');
  if (valueNode === undefined) {
    if (node.document.version === '3.0') {
      node.reporter.report(
        omittedMember.default({ what: 'an operation', name: 'responses' }),
        node.origin,
        {
          part: 'key',
          hint: 'its responses are unknown',
        },
      );
    }
    return [];
  }
  return readResponses(reading, node);
}

/** Reads a link to external documentation. */
function readExternalDocs(
  node: ObjectNode,
): { readonly url: string; readonly description?: string } | undefined {
  const docs = objectAt(node, 'externalDocs');
  if (docs === undefined) return undefined;
  checkMembers(docs, ['url', 'description'], 'a link to documentation');
  const url = requiredText(docs, 'url', 'a link to documentation');
  if (url === undefined) return undefined;
  return { url, ...optional('description', textAt(docs, 'description')) };
}

/** Returns the node of an operation. Some documents use a reference here; no version defines it, but its meaning is clear. */
export function operationNode(
  reading: Reading,
  node: ObjectNode,
  method: string,
): ObjectNode | undefined {
  const valueNode = childAt(node, method);
  return valueNode === undefined
    ? undefined
    : follow(reading, valueNode, `the operation "${method}"`);
}

/** Reads a request body, behind references (OpenAPI 3.1.1 section 4.8.13). */
export function readRequestBody(reading: Reading, valueNode: ValueNode): RequestBody | undefined {
  return once(reading, valueNode, 'a request body', (node) => {
    checkMembers(node, ['description', 'content', 'required'], 'a request body');
    if (member(node.value, 'content') === undefined) {
      node.reporter.report(
        missingMember.default({ what: 'a request body', name: 'content' }),
        node.origin,
      );
    }
    return {
      required: flagAt(node, 'required') ?? false,
      ...optional('description', proseAt(node, 'description')),
      contents: readContents(reading, node),
      origin: node.origin,
    };
  });
}
