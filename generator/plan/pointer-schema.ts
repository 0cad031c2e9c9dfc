import type { SchemaId } from '../model/schema.js';
import type { Shapes } from '../model/shape.js';

/**
 * The schema of what a path leads to within the instances of a schema: members by name, `-` for the items of
 * an array. References and combinations are looked through; `undefined` where no branch has such a member.
 */
export function memberSchema(
  shapes: Shapes,
  id: SchemaId,
  path: readonly string[],
): SchemaId | undefined {
  const [name, ...rest] = path;
  if (name === undefined) return id;
  const found = step(shapes, id, name, new Set());
  return found === undefined ? undefined : memberSchema(shapes, found, rest);
}

function step(
  shapes: Shapes,
  id: SchemaId,
  name: string,
  seen: Set<SchemaId>,
): SchemaId | undefined {
  const schema = shapes.schemas.get(id);
  if (schema?.kind !== 'keywords' || seen.has(id)) return undefined;
  seen.add(id);
  const { keywords } = schema;
  if (name === '-' && keywords.items !== undefined) return keywords.items;
  const own = keywords.properties?.find(([property]) => property === name);
  if (own !== undefined) return own[1];
  const applied = [
    ...(keywords.$ref === undefined ? [] : [keywords.$ref]),
    ...(keywords.allOf ?? []),
    ...(keywords.anyOf ?? []),
    ...(keywords.oneOf ?? []),
  ];
  for (const next of applied) {
    const found = step(shapes, next, name, seen);
    if (found !== undefined) return found;
  }
  return undefined;
}
