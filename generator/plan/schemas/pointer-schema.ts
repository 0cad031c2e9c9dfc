import type { SchemaId } from '../../model/schema.js';
import type { Shape, Shapes } from '../../model/shape/shape.js';

/**
 * Finds the schema at a path within instances of a schema. The path consists of property names, and
 * `-` for the items of an array. References and combined schemas are followed. Returns `undefined`
 * if no branch has the property.
 */
export function memberSchema(
  shapes: Shapes,
  id: SchemaId,
  path: readonly string[],
): SchemaId | undefined {
  const [name, ...rest] = path;
  if (name === undefined) return id;
  const found = stepInto(shapes, id, name, new Set());
  return found === undefined ? undefined : memberSchema(shapes, found, rest);
}

function stepInto(
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
  const property = keywords.properties?.find(([property]) => property === name);
  if (property !== undefined) return property[1];
  const subschemas = [
    ...(keywords.$ref === undefined ? [] : [keywords.$ref]),
    ...(keywords.allOf ?? []),
    ...(keywords.anyOf ?? []),
    ...(keywords.oneOf ?? []),
  ];
  for (const next of subschemas) {
    const found = stepInto(shapes, next, name, seen);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Returns the wire shape of a schema, with references followed. */
export function dereferencedShape(shapes: Shapes, id: SchemaId): Shape {
  let shape = shapes.of(id, { direction: 'both', representation: 'wire' });
  for (const seen = new Set([id]); shape.kind === 'reference' && !seen.has(shape.target);) {
    seen.add(shape.target);
    shape = shapes.of(shape.target, { direction: 'both', representation: 'wire' });
  }
  return shape;
}
