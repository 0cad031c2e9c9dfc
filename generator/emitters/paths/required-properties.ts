import type { Json } from '../../model/schema.js';
import type { JsonObject } from './prune.js';

/**
 * Moves `required` from members of `allOf` to the schema itself. openapi-typescript ignores a
 * member that has only `required`, but evaluates keywords beside `allOf`.
 */
export function declareRequiredProperties(value: Json): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).map(declareRequiredProperties);
  if (!isObject(value)) return value;
  const schema: JsonObject = Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, declareRequiredProperties(member)]),
  );
  const { allOf } = schema;
  const parts = Array.isArray(allOf) ? (allOf as readonly Json[]) : [];
  const requiredNames = parts.flatMap((part) => (isOnlyRequired(part) ? namesOf(part) : []));
  if (requiredNames.length === 0) return schema;
  const requiresObject = parts.some((part) => isOnlyRequired(part) && part['type'] === 'object');
  return {
    ...(requiresObject && { type: 'object' }),
    ...schema,
    allOf: parts.filter((part) => !isOnlyRequired(part)),
    required: [...new Set([...namesOf(schema), ...requiredNames])],
  };
}

function isOnlyRequired(part: Json): part is JsonObject {
  if (!isObject(part) || namesOf(part).length === 0) return false;
  const { required: _, type = 'object', ...rest } = part;
  return type === 'object' && Object.keys(rest).length === 0;
}

function namesOf({ required }: JsonObject): readonly string[] {
  return Array.isArray(required)
    ? (required as readonly Json[]).filter((name) => typeof name === 'string')
    : [];
}

function isObject(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
