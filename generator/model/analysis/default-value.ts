import type { Parameter } from '../api.js';
import type { Json, SchemaId, SchemaTable } from '../schema.js';
import { wireTypeOf } from './wire-type.js';

/** The value that a server takes for a parameter that was not sent; wrapped, because `null` is one too. */
export interface DefaultValue {
  readonly value: Json;
}

/** What the schema of an optional parameter says its absence means; behind references the nearest word counts. */
export function statedDefault(
  schemas: SchemaTable,
  { required, schema }: Pick<Parameter, 'required' | 'schema'>,
): DefaultValue | undefined {
  const seen = new Set<SchemaId>();
  let at: SchemaId | undefined = required ? undefined : schema;
  while (at !== undefined && !seen.has(at)) {
    seen.add(at);
    const found = schemas.get(at);
    if (found?.kind !== 'keywords') return undefined;
    if (found.annotations.default !== undefined) return found.annotations.default;
    at = found.keywords.$ref;
  }
  return undefined;
}

/** The default that a server fills in: one that is a value of the parameter's type. */
export function defaultOf(
  schemas: SchemaTable,
  parameter: Pick<Parameter, 'required' | 'schema'>,
): DefaultValue | undefined {
  const stated = statedDefault(schemas, parameter);
  if (stated === undefined) return undefined;
  const types = wireTypeOf(schemas, parameter.schema).types;
  return typeNames(stated.value).some((name) => types.includes(name)) ? stated : undefined;
}

function typeNames(
  value: Json,
): readonly ('null' | 'array' | 'object' | 'integer' | 'number' | 'boolean' | 'string')[] {
  if (value === null) return ['null'];
  if (Array.isArray(value)) return ['array'];
  if (typeof value === 'number')
    return Number.isInteger(value) ? ['integer', 'number'] : ['number'];
  if (typeof value === 'bigint') return ['integer', 'number'];
  return [typeof value as 'boolean' | 'string' | 'object'];
}
