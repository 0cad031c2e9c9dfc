import type { Parameter } from '../api.js';
import type { SchemaId } from '../schema.js';
import { unionOf } from './algebra.js';
import type { MemberShape, ObjectShape, Shape, Shapes, Use } from './shape.js';
import { isWritten, spellableShape } from './spellable.js';
import { formShape } from '../form-shape.js';

/**
 * What a client may give for a parameter: what its style can spell, and where it is required, no list without items and no object without
 * members, of which nothing is sent. `undefined` where that is all that the schema says.
 */
export function sendableShape(
  shapes: Shapes,
  parameter: Pick<Parameter, 'in' | 'wire' | 'schema' | 'required'>,
  use: Use,
): Shape | undefined {
  const spelt = encodableShape(shapes, parameter, use);
  const { wire, required, in: place, schema } = parameter;
  if (!required || wire.kind !== 'style' || wire.allowEmptyValue || place === 'querystring')
    return spelt;
  const whole: Shape = spelt ?? { kind: 'reference', target: schema };
  const filled = withoutEmpty(shapes, whole, use, new Map());
  return filled === whole ? spelt : filled;
}

/** The same shape where none of its values is empty. `known` is what was found of schemas, each once. */
function withoutEmpty(shapes: Shapes, shape: Shape, use: Use, known: Map<SchemaId, Shape>): Shape {
  switch (shape.kind) {
    case 'array':
      return { kind: 'tuple', items: [shape.items], required: 1, rest: shape.items };
    case 'tuple':
      return shape.required > 0 || shape.items.length === 0 ? shape : { ...shape, required: 1 };
    case 'object':
      return withSomeMember(shapes, shape, use, known);
    case 'union': {
      const members = shape.members.map((each) => withoutEmpty(shapes, each, use, known));
      return members.every((each, index) => each === shape.members[index])
        ? shape
        : unionOf(members);
    }
    case 'reference': {
      const before = known.get(shape.target);
      if (before !== undefined) return before;
      known.set(shape.target, shape);
      const meant = shapes.of(shape.target, use);
      const whole = withoutEmpty(shapes, meant, use, known);
      const filled = whole === meant ? shape : whole;
      known.set(shape.target, filled);
      return filled;
    }
    default:
      return shape;
  }
}

/**
 * An object with one of its members at least, of which something is sent: a list has an item, and an object a member. Of one that may have
 * any members TypeScript cannot say that.
 */
function withSomeMember(
  shapes: Shapes,
  shape: ObjectShape,
  use: Use,
  known: Map<SchemaId, Shape>,
): Shape {
  const { members, additional, extends: bases } = shape;
  if (additional !== undefined || members.length === 0) return shape;
  const vanishing = new Map<SchemaId, boolean>();
  if (members.some((member) => !mayVanish(shapes, member, use, vanishing))) return shape;
  const inherited = bases.map((id) => shapes.of(id, use));
  if (inherited.some((base) => base.kind !== 'object' || base.members.length > 0)) return shape;
  const ways = members.map((member): Shape => {
    const filled = withoutEmpty(shapes, member.shape, use, known);
    const own = isWritten(filled) ? filled : member.shape;
    return { kind: 'object', members: [{ ...member, shape: own, optional: false }], extends: [] };
  });
  return { kind: 'intersection', members: [shape, unionOf(ways)] };
}

/** True if nothing may be sent of a member: it is absent, or an empty list or object. `known` has the results for schemas. */
function mayVanish(
  shapes: Shapes,
  { shape, optional }: Pick<MemberShape, 'shape' | 'optional'>,
  use: Use,
  known: Map<SchemaId, boolean>,
): boolean {
  if (optional) return true;
  const vanishes = (each: Shape): boolean =>
    mayVanish(shapes, { shape: each, optional: false }, use, known);
  switch (shape.kind) {
    case 'array':
      return true;
    case 'tuple':
      return shape.required === 0;
    case 'object':
      return (
        shape.extends.every((target) => vanishes({ kind: 'reference', target })) &&
        shape.members.every((member) => mayVanish(shapes, member, use, known))
      );
    case 'union':
      return shape.members.some(vanishes);
    case 'intersection':
      return shape.members.every(vanishes);
    case 'reference': {
      const before = known.get(shape.target);
      if (before !== undefined) return before;
      known.set(shape.target, false);
      const vanished = vanishes(shapes.of(shape.target, use));
      known.set(shape.target, vanished);
      return vanished;
    }
    default:
      return false;
  }
}

/**
 * What of a parameter's values can be sent: what its style can spell, and of a query string that is a form, objects. `undefined` where that is all
 * that the schema says; `never` where nothing can be sent.
 */
export function encodableShape(
  shapes: Shapes,
  { in: place, wire, schema }: Pick<Parameter, 'in' | 'wire' | 'schema'>,
  use: Use,
): Shape | undefined {
  if (wire.kind === 'content')
    return place === 'querystring' ? formShape(shapes, wire.content, use) : undefined;
  if (place === 'querystring') return undefined;
  const { style, explode } = wire;
  const whole: Shape = { kind: 'reference', target: schema };
  const spelt = spellableShape(
    shapes,
    whole,
    { style, explode, inPath: place === 'path', inPairs: place === 'query' },
    use,
  );
  return spelt === whole ? undefined : spelt;
}
