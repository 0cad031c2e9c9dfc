import type { Json } from '../../model/schema.js';
import type { JsonObject } from './prune.js';

/**
 * A description whose schemas demand members themselves: openapi-typescript keeps nothing of a part of `allOf` that is only `required`, which
 * objects have, and heeds what stands beside `allOf`.
 */
export function demandingThemselves(value: Json): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).map(demandingThemselves);
  if (!isObject(value)) return value;
  const schema: JsonObject = Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, demandingThemselves(member)]),
  );
  const { allOf } = schema;
  const parts = Array.isArray(allOf) ? (allOf as readonly Json[]) : [];
  const demands = parts.flatMap((part) => (isOnlyDemand(part) ? namesOf(part) : []));
  if (demands.length === 0) return schema;
  const saysObject = parts.some((part) => isOnlyDemand(part) && part['type'] === 'object');
  return {
    ...(saysObject && { type: 'object' }),
    ...schema,
    allOf: parts.filter((part) => !isOnlyDemand(part)),
    required: [...new Set([...namesOf(schema), ...demands])],
  };
}

function isOnlyDemand(part: Json): part is JsonObject {
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
