import type { Json } from '../../model/schema.js';
import { isObject, type JsonObject, type Upgrading } from './upgrading.js';

/** Keywords whose value is a schema. */
const ONE: ReadonlySet<string> = new Set(['items', 'additionalProperties', 'not']);
/** Keywords whose value is a list of schemas. */
const LIST: ReadonlySet<string> = new Set(['allOf', 'anyOf', 'oneOf']);

/**
 * A Schema Object of Swagger 2.0 as one of OpenAPI 3.0: `file` is a binary string, `discriminator` an object, and
 * `x-nullable`, which is how 2.0 is told that null is allowed, is `nullable`.
 */
export function upgradeSchema(up: Upgrading, value: Json, tokens: readonly string[]): Json {
  if (!isObject(value)) return value;
  const upgraded = Object.entries(value).map(([name, found]): [string, Json] => {
    const at = [...tokens, name];
    if (name === '$ref' && typeof found === 'string') return [name, up.reference(found)];
    if (name === 'type' && found === 'file') return [name, 'string'];
    if (name === 'x-nullable') return ['nullable', found];
    if (name === 'discriminator' && typeof found === 'string')
      return [name, up.places.put({ propertyName: found }, at, { propertyName: at })];
    if (ONE.has(name)) return [name, upgradeSchema(up, found, at)];
    if (LIST.has(name)) return [name, upgradeList(up, found, at)];
    if (name === 'properties') return [name, upgradeNamed(up, found, at)];
    return [name, found];
  });
  if (value['type'] === 'file' && !Object.hasOwn(value, 'format'))
    upgraded.push(['format', 'binary']);
  const made = Object.fromEntries(upgraded);
  if (value['x-nullable'] === true && APPLIED.some((name) => Object.hasOwn(made, name)))
    return orNull(up, made, tokens);
  return up.places.put(made, tokens, {
    nullable: [...tokens, Object.hasOwn(value, 'nullable') ? 'nullable' : 'x-nullable'],
  });
}

/** What `nullable` of 3.0 adds no null to: schemas that are described elsewhere, and lists of values. */
const APPLIED = ['$ref', 'allOf', 'enum'] as const;
/** What is said of a member rather than of its values. */
const OUTSIDE: ReadonlySet<string> = new Set([
  'title',
  'description',
  'default',
  'example',
  'readOnly',
  'externalDocs',
]);

/** Extensions that speak of the values of a list. */
export const OF_VALUES: ReadonlySet<string> = new Set([
  'x-enum-varnames',
  'x-enumNames',
  'x-enum-descriptions',
  'x-enumDescriptions',
  'x-ms-enum',
]);

/** Either what a schema says, or null. */
function orNull(up: Upgrading, made: JsonObject, tokens: readonly string[]): Json {
  const named = Object.entries(made).filter(([name]) => name !== 'nullable');
  const isOutside = ([name]: readonly [string, Json]): boolean =>
    OUTSIDE.has(name) || (name.startsWith('x-') && !OF_VALUES.has(name));
  const list = up.places.put(
    [
      up.places.put(Object.fromEntries(named.filter((each) => !isOutside(each))), tokens),
      up.places.put({ enum: [null] }, [...tokens, 'x-nullable']),
    ],
    tokens,
  );
  const outside = Object.fromEntries(named.filter(isOutside));
  return up.places.put({ ...outside, anyOf: list }, tokens, { anyOf: tokens });
}

/** Schemas by name: `definitions`, `properties`. */
export function upgradeNamed(up: Upgrading, value: Json, tokens: readonly string[]): Json {
  if (!isObject(value)) return value;
  const upgraded = Object.entries(value).map(([name, schema]): [string, Json] => [
    name,
    upgradeSchema(up, schema, [...tokens, name]),
  ]);
  return up.places.put(Object.fromEntries(upgraded), tokens);
}

function upgradeList(up: Upgrading, value: Json, tokens: readonly string[]): Json {
  if (!Array.isArray(value)) return value;
  return (value as readonly Json[]).map((schema, index) =>
    upgradeSchema(up, schema, [...tokens, String(index)]),
  );
}
