import type { Api, Operation, Parameter } from '../api.js';
import { definedFormats } from '../formats.js';
import type { SchemaId, SchemaTable } from '../schema.js';

/** What clients make keys like: a UUID of version 4. */
const KEY_LENGTH = 36;

/** The header's name in draft-ietf-httpapi-idempotency-key-header, and as it was spelt before RFC 6648. */
const PLAIN_NAME = /^(?:x-)?idempotency-key$/i;

/**
 * A description whose operations treat a plain `Idempotency-Key` header as if it had `x-idempotency: true`. Operations and parameters that
 * say anything of `x-idempotency` themselves are as they are, and so is a header that might refuse a UUID, which is what a client sends.
 */
export function withPlainIdempotency(api: Api): Api {
  const operations = api.operations.map((operation) => withKey(operation, api.schemas));
  return operations.some((each, index) => each !== api.operations[index])
    ? { ...api, operations }
    : api;
}

function withKey(operation: Operation, schemas: SchemaTable): Operation {
  const { binding, parameters, extensions } = operation;
  if (binding.kind !== 'http' || 'x-idempotency' in extensions) return operation;
  if (parameters.some((parameter) => 'x-idempotency' in parameter.extensions)) return operation;
  const [header, second] = parameters.filter((parameter) => isPlainKey(parameter, schemas));
  return header === undefined || second !== undefined
    ? operation
    : { ...operation, idempotency: { header: header.name, origin: header.origin } };
}

function isPlainKey(parameter: Parameter, schemas: SchemaTable): boolean {
  return (
    parameter.in === 'header' &&
    parameter.credential !== true &&
    PLAIN_NAME.test(parameter.name) &&
    takesUuid(parameter.schema, schemas)
  );
}

/** Whether any UUID is a value of a schema. A pattern might refuse one: nothing here runs it. */
function takesUuid(id: SchemaId, schemas: SchemaTable, above: readonly SchemaId[] = []): boolean {
  const schema = schemas.get(id);
  if (schema?.kind !== 'keywords') return schema?.value ?? false;
  if (above.includes(id)) return false;
  const { $ref, allOf = [], anyOf, oneOf, type, format, ...rest } = schema.keywords;
  const { minLength = 0, maxLength = Infinity } = rest;
  const takes = (each: SchemaId): boolean => takesUuid(each, schemas, [...above, id]);
  return (
    type?.includes('string') !== false &&
    minLength <= KEY_LENGTH &&
    maxLength >= KEY_LENGTH &&
    (format === undefined || format === 'uuid' || !definedFormats.has(format)) &&
    [rest.pattern, rest.enum, rest.const, rest.not].every((each) => each === undefined) &&
    [...($ref === undefined ? [] : [$ref]), ...allOf].every(takes) &&
    (anyOf?.some(takes) ?? true) &&
    (oneOf === undefined || oneOf.filter(takes).length === 1)
  );
}
