import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { diskHost } from '../../generator/host/disk.js';
import type { Json } from '../../generator/model/schema.js';
import { describe as readDescription, type DescriptionNode } from '../spec/description.js';

/** An object of a description, with its references replaced by what they name. */
export interface JsonObject {
  readonly [name: string]: Json;
}

/** A parameter of an operation. */
export interface DescribedParameter {
  readonly name: string;
  readonly in: string;
  readonly schema: JsonObject;
  readonly example: Json | undefined;
  readonly isCredential: boolean;
}

/** An operation as its description has it, with nothing that the generator has made of it. */
export interface DescribedOperation {
  readonly id: string;
  readonly method: string;
  /** Such as `/platform/v1/webhooks/{webhook_id}`. */
  readonly path: string;
  readonly parameters: readonly DescribedParameter[];
  /** Schema of the body; `undefined` if there is none. */
  readonly body: JsonObject | undefined;
  readonly isBodyRequired: boolean;
  /** Examples of the body, which are valid. */
  readonly examples: readonly Json[];
  /** Scopes of the bearer token, or of the exchange key. */
  readonly scopes: readonly string[];
  /** True if a wallet token is verified, and whether there must be one. */
  readonly takesWallet: boolean;
  readonly needsWallet: boolean;
  readonly pagination: JsonObject | undefined;
  /** The operation itself. */
  readonly value: JsonObject;
}

const methods = ['get', 'put', 'post', 'patch', 'delete'];
const ajv = new Ajv2020({ strict: false, validateFormats: false });
const validators = new WeakMap<object, ValidateFunction>();

/** True if a value matches a schema, by a library that shares nothing with the generator. */
export function isValid(schema: JsonObject, value: unknown): boolean {
  const known = validators.get(schema) ?? ajv.compile(schema);
  validators.set(schema, known);
  return known(value);
}

/** All operations of a description. */
export function describedOperations(file: string): readonly DescribedOperation[] {
  const { root } = readDescription(diskHost('.'), file);
  const shared = resolved(root.child('security'));
  return Object.keys(objectOf(root.child('paths')?.value)).flatMap((path) => {
    const item = objectOf(resolved(root.child('paths')?.child(path)));
    return methods
      .filter((method) => item[method] !== undefined)
      .map((method) => operationOf({ path, method, item, shared }));
  });
}

interface Place {
  readonly path: string;
  readonly method: string;
  readonly item: JsonObject;
  readonly shared: Json | undefined;
}

function operationOf({ path, method, item, shared }: Place): DescribedOperation {
  const value = objectOf(item[method]);
  const body = objectOf(value['requestBody']);
  const content = objectOf(objectOf(body['content'])['application/json']);
  const security = listOf(value['security'] ?? shared).map(objectOf);
  const own = Object.values(objectOf(content['examples'])).map((each) => objectOf(each)['value']);
  const pagination = value['x-pagination'];
  return {
    id: String(value['operationId']),
    method: method.toUpperCase(),
    path,
    parameters: [...listOf(item['parameters']), ...listOf(value['parameters'])].map(parameterOf),
    body: content['schema'] === undefined ? undefined : objectOf(content['schema']),
    isBodyRequired: body['required'] === true,
    examples: [...own, content['example']].filter((each) => each !== undefined),
    scopes: security.flatMap((each) =>
      [...listOf(each['bearer']), ...listOf(each['exchangeKey'])].map(String),
    ),
    takesWallet: security.some(takesWallet),
    needsWallet: security.every(takesWallet),
    pagination: pagination === undefined ? undefined : objectOf(pagination),
    value,
  };
}

function takesWallet(requirement: JsonObject): boolean {
  return requirement['walletAuth'] !== undefined;
}

function parameterOf(value: Json): DescribedParameter {
  const parameter = objectOf(value);
  return {
    name: String(parameter['name']),
    in: String(parameter['in']),
    schema: objectOf(parameter['schema']),
    example: parameter['example'],
    isCredential: parameter['x-credential'] === true,
  };
}

/** The schema of the JSON body of a response; `undefined` if the operation does not declare the status with one. */
export function responseSchema(
  { value }: DescribedOperation,
  status: number,
): JsonObject | undefined {
  const responses = objectOf(value['responses']);
  const response = objectOf(responses[String(status)] ?? responses['default']);
  const schema = objectOf(objectOf(response['content'])['application/json'])['schema'];
  return schema === undefined ? undefined : objectOf(schema);
}

/** A value with its references replaced by what they name. */
function resolved(node: DescriptionNode | undefined, depth = 0): Json | undefined {
  if (node === undefined) return undefined;
  if (depth > 60) throw new Error(`${node.id} contains itself.`);
  const { value } = node;
  if (typeof value !== 'object' || value === null) return value;
  const inner = (token: string): Json => resolved(node.child(token), depth + 1) ?? null;
  if (Array.isArray(value)) return [...value.keys()].map((index) => inner(String(index)));
  const own = Object.keys(value).filter((name) => name !== '$ref');
  const members = Object.fromEntries(own.map((name) => [name, inner(name)]));
  if (!Object.hasOwn(value, '$ref')) return members;
  return { ...objectOf(resolved(node.followed(), depth + 1)), ...members };
}

/** An object; an empty one for everything else. */
export function objectOf(value: Json | undefined): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as JsonObject)
    : {};
}

/** A list; an empty one for everything else. */
export function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}
