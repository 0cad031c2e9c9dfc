import { fixedProse } from '../../../core/prose.js';
import { invalidExtension } from '../../../core/diagnostics/extensions.js';
import type { Content, HttpBinding, JsonRpcBinding, JsonRpcParams, Operation } from '../../api.js';
import { isArray } from '../json.js';
import { readExamples } from '../openapi/examples.js';
import { readSchemaAt } from '../openapi/media-type.js';
import {
  asNode,
  flagAt,
  listAt,
  objectAt,
  optional,
  originAt,
  requiredText,
  proseAt,
  textAt,
  textsAt,
} from '../openapi/node.js';
import type { ObjectNode, ValueNode } from '../openapi/node.js';
import { claimOperationId } from '../openapi/operation-id.js';
import type { Reading } from '../openapi/reading.js';
import { checkExtension, extensionAt, refuse } from './extension.js';
import { wordAt } from './feed/members.js';
import { readPagination } from './pagination.js';

const METHOD_MEMBERS = [
  'method',
  'operationId',
  'tags',
  'summary',
  'description',
  'deprecated',
  'paramStructure',
  'params',
  'result',
  'errors',
  'x-pagination',
];

/** How params are passed: as an array, or as an object. */
const STRUCTURES = ['by-position', 'by-name'] as const;

/** Faults of a server for which a method may describe an error. */
const RPC_FAULTS = ['invalid-cursor', 'invalid-transition'] as const;

/** Reads `x-json-rpc`: the methods that replace their endpoint; `undefined` if absent. */
export function readJsonRpc(
  reading: Reading,
  node: ObjectNode,
  endpoint: Operation,
): readonly Operation[] | undefined {
  const extension = extensionAt(node, 'x-json-rpc', ['params', 'methods']);
  if (extension === undefined || endpoint.binding.kind !== 'http') return undefined;
  if (endpoint.binding.method !== 'POST') {
    refuse(
      node,
      ['x-json-rpc'],
      invalidExtension.location({ name: 'x-json-rpc', what: 'an operation that is not a POST' }),
    );
  }
  if (requiredText(extension, 'params', '"x-json-rpc"') === undefined) return undefined;
  const kind = wordAt(extension, 'params', STRUCTURES);
  if (kind === undefined) return undefined;
  const names = new Set<string>();
  return listAt(extension, 'methods').flatMap((valueNode) => {
    const method = asNode(valueNode, 'a method');
    if (method === undefined) return [];
    const name = requiredText(method, 'method', 'a method');
    if (name !== undefined && names.has(name))
      refuse(method, ['method'], invalidExtension.duplicate({ what: 'the method', name }));
    if (name !== undefined) names.add(name);
    return name === undefined
      ? []
      : [
          readMethod(
            reading,
            method,
            name,
            kind,
            endpoint,
            serverItself(endpoint.binding as HttpBinding),
          ),
        ];
  });
}

/** An endpoint with the path "/" as the URL of the server itself: with a slash at its end, it could be another resource. */
function serverItself(binding: HttpBinding): HttpBinding {
  const { target } = binding;
  return 'text' in target && target.text === '/'
    ? { ...binding, target: { ...target, parts: [] } }
    : binding;
}

function readMethod(
  reading: Reading,
  node: ObjectNode,
  name: string,
  kind: JsonRpcParams['kind'],
  endpoint: Operation,
  binding: HttpBinding,
): Operation {
  checkExtension(node, METHOD_MEMBERS, 'a method');
  const id = requiredText(node, 'operationId', `the method "${name}"`);
  if (id !== undefined) claimOperationId(reading, id, node);
  const structure = wordAt(node, 'paramStructure', STRUCTURES) ?? kind;
  const result = objectAt(node, 'result');
  if (result === undefined)
    refuse(node, [], invalidExtension.missing({ what: `the method "${name}"`, name: 'result' }));
  else checkExtension(result, ['description', 'schema', 'example'], 'a result');
  const schema = result === undefined ? undefined : readSchemaAt(reading, result, 'schema');
  const pagination = readPagination(node);
  if (pagination?.back !== undefined)
    refuse(
      node,
      ['x-pagination', 'back'],
      invalidExtension.location({ name: 'back', what: 'the pagination of a method' }),
    );
  const rpc: JsonRpcBinding = {
    kind: 'json-rpc',
    method: name.replaceAll(/\{variables\.([^{}]*)\}/g, '{$1}'),
    endpoint: binding,
    params: { kind: structure, members: readParams(reading, node, structure) },
    ...optional('result', schema),
    errors: listAt(node, 'errors').flatMap((valueNode) => readError(reading, valueNode) ?? []),
  };
  const content: Content = {
    mediaType: 'application/json',
    codec: 'json',
    ...optional('schema', schema),
    examples: result === undefined ? [] : readExamples(reading, result, schema && { schema }),
    origin: originAt(node, 'result'),
  };
  return {
    key: `operation:${id ?? name}`,
    ...optional('id', id),
    sentBy: endpoint.sentBy,
    binding: rpc,
    ...optional('summary', proseAt(node, 'summary')),
    ...optional('description', proseAt(node, 'description')),
    deprecated: flagAt(node, 'deprecated') ?? false,
    tags: textsAt(node, 'tags'),
    parameters: endpoint.parameters,
    outcomes: [
      {
        when: { result: true },
        description:
          (result === undefined ? undefined : proseAt(result, 'description')) ?? fixedProse(''),
        headers: [],
        contents: [content],
        origin: content.origin,
      },
    ],
    security: endpoint.security,
    servers: endpoint.servers,
    ...optional('pagination', pagination),
    extensions: {},
    origin: node.origin,
  };
}

function readParams(
  reading: Reading,
  node: ObjectNode,
  kind: JsonRpcParams['kind'],
): JsonRpcParams['members'] {
  let gap: string | undefined;
  return listAt(node, 'params').flatMap((valueNode) => {
    const param = asNode(valueNode, 'a param');
    if (param === undefined) return [];
    checkExtension(param, ['name', 'required', 'description', 'schema'], 'a param');
    const name = requiredText(param, 'name', 'a param');
    const schema = readSchemaAt(reading, param, 'schema');
    if (name === undefined) return [];
    if (schema === undefined) {
      refuse(param, [], invalidExtension.missing({ what: `the param "${name}"`, name: 'schema' }));
      return [];
    }
    const required = flagAt(param, 'required') ?? false;
    if (required && gap !== undefined && kind === 'by-position') {
      refuse(
        param,
        [],
        invalidExtension.parameterOrder({ name, before: gap }),
        'params that are passed by position end with the optional ones',
      );
    }
    if (!required) gap ??= name;
    return [{ name, required, ...optional('description', textAt(param, 'description')), schema }];
  });
}

function readError(
  reading: Reading,
  valueNode: ValueNode,
): JsonRpcBinding['errors'][number] | undefined {
  const node = asNode(valueNode, 'an error');
  if (node === undefined) return undefined;
  checkExtension(node, ['code', 'name', 'description', 'data', 'fault'], 'an error');
  const { code } = node.value;
  const name = requiredText(node, 'name', 'an error');
  if (typeof code !== 'number' || !Number.isInteger(code)) {
    return refuse(
      node,
      isArray(code) || code === undefined ? [] : ['code'],
      invalidExtension.value({ what: 'the code of an error', expected: 'an integer' }),
    );
  }
  if (name === undefined) return undefined;
  return {
    code,
    name,
    ...optional('description', textAt(node, 'description')),
    ...optional('data', readSchemaAt(reading, node, 'data')),
    ...optional('fault', wordAt(node, 'fault', RPC_FAULTS)),
  };
}
