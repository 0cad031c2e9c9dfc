import type { SchemaId } from './schema.js';
import type { MemberShape, Shape, Shapes, Use } from './shape/shape.js';

/** A property of a form. */
export type FormProperty = Pick<MemberShape, 'name' | 'shape'>;

/**
 * Properties of the objects that a schema describes, including those of its bases, of its
 * intersection members and of its union branches.
 */
export function formProperties(
  shapes: Shapes,
  schema: SchemaId,
  use: Use,
): readonly FormProperty[] {
  return propertiesOf(shapes, { kind: 'reference', target: schema }, use, new Set());
}

function propertiesOf(
  shapes: Shapes,
  shape: Shape,
  use: Use,
  seen: Set<SchemaId>,
): readonly FormProperty[] {
  if (shape.kind === 'reference') {
    if (seen.has(shape.target)) return [];
    seen.add(shape.target);
    return propertiesOf(shapes, shapes.of(shape.target, use), use, seen);
  }
  if (shape.kind === 'union' || shape.kind === 'intersection')
    return shape.members.flatMap((each) => propertiesOf(shapes, each, use, seen));
  if (shape.kind !== 'object') return [];
  const bases = shape.extends.map((base): Shape => ({ kind: 'reference', target: base }));
  return [...shape.members, ...bases.flatMap((base) => propertiesOf(shapes, base, use, seen))];
}
