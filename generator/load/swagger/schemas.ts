import type { Json } from '../../model/schema.js';
import { isObject, type JsonObject } from '../json-object.js';
import type { UpgradeContext } from './upgrade-context.js';

/** Keywords whose value is a schema. */
const SINGLE: ReadonlySet<string> = new Set(['items', 'additionalProperties', 'not']);
/** Keywords whose value is a list of schemas. */
const LIST: ReadonlySet<string> = new Set(['allOf', 'anyOf', 'oneOf']);

/**
 * Upgrades a Schema Object of Swagger 2.0 to OpenAPI 3.0. `file` becomes a binary string, `discriminator` an object, and the common
 * extension `x-nullable` becomes `nullable`.
 */
export function upgradeSchema(
  context: UpgradeContext,
  value: Json,
  tokens: readonly string[],
): Json {
  if (!isObject(value)) return value;
  const upgraded = Object.entries(value).map(([name, member]): [string, Json] => {
    const memberTokens = [...tokens, name];
    if (name === '$ref' && typeof member === 'string') return [name, context.reference(member)];
    if (name === 'type' && member === 'file') return [name, 'string'];
    if (name === 'x-nullable') return ['nullable', member];
    if (name === 'discriminator' && typeof member === 'string')
      return [
        name,
        context.sourceMap.put({ propertyName: member }, memberTokens, {
          propertyName: memberTokens,
        }),
      ];
    if (SINGLE.has(name)) return [name, upgradeSchema(context, member, memberTokens)];
    if (LIST.has(name)) return [name, upgradeList(context, member, memberTokens)];
    if (name === 'properties') return [name, upgradeNamed(context, member, memberTokens)];
    return [name, member];
  });
  if (value['type'] === 'file' && !Object.hasOwn(value, 'format'))
    upgraded.push(['format', 'binary']);
  const result = Object.fromEntries(upgraded);
  if (value['x-nullable'] === true && NOT_NULLABLE.some((name) => Object.hasOwn(result, name)))
    return orNull(context, result, tokens);
  return context.sourceMap.put(result, tokens, {
    nullable: [...tokens, Object.hasOwn(value, 'nullable') ? 'nullable' : 'x-nullable'],
  });
}

/** Keywords to which `nullable` of 3.0 does not add null: references, `allOf` and `enum`. */
const NOT_NULLABLE = ['$ref', 'allOf', 'enum'] as const;
/** Annotations, which stay outside the union with null. */
const ANNOTATIONS: ReadonlySet<string> = new Set([
  'title',
  'description',
  'default',
  'example',
  'readOnly',
  'externalDocs',
]);

/** Extensions that refer to the values of an `enum`. */
export const ENUM_EXTENSIONS: ReadonlySet<string> = new Set([
  'x-enum-varnames',
  'x-enumNames',
  'x-enum-descriptions',
  'x-enumDescriptions',
  'x-ms-enum',
]);

/** Combines a schema with null by `anyOf`. */
function orNull(context: UpgradeContext, schema: JsonObject, tokens: readonly string[]): Json {
  const entries = Object.entries(schema).filter(([name]) => name !== 'nullable');
  const isAnnotation = ([name]: readonly [string, Json]): boolean =>
    ANNOTATIONS.has(name) || (name.startsWith('x-') && !ENUM_EXTENSIONS.has(name));
  const list = context.sourceMap.put(
    [
      context.sourceMap.put(
        Object.fromEntries(entries.filter((each) => !isAnnotation(each))),
        tokens,
      ),
      context.sourceMap.put({ enum: [null] }, [...tokens, 'x-nullable']),
    ],
    tokens,
  );
  const annotations = Object.fromEntries(entries.filter(isAnnotation));
  return context.sourceMap.put({ ...annotations, anyOf: list }, tokens, { anyOf: tokens });
}

/** Upgrades a map of schemas, such as `definitions` or `properties`. */
export function upgradeNamed(
  context: UpgradeContext,
  value: Json,
  tokens: readonly string[],
): Json {
  if (!isObject(value)) return value;
  const upgraded = Object.entries(value).map(([name, schema]): [string, Json] => [
    name,
    upgradeSchema(context, schema, [...tokens, name]),
  ]);
  return context.sourceMap.put(Object.fromEntries(upgraded), tokens);
}

function upgradeList(context: UpgradeContext, value: Json, tokens: readonly string[]): Json {
  if (!Array.isArray(value)) return value;
  return (value as readonly Json[]).map((schema, index) =>
    upgradeSchema(context, schema, [...tokens, String(index)]),
  );
}
