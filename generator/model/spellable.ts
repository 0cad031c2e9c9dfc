import type { Parameter } from './api.js';
import type { SchemaId } from './schema.js';
import { neverShape, unionOf } from './shape-algebra.js';
import type { MemberShape, ObjectShape, Shape, Shapes, Use } from './shape.js';

/**
 * What of a parameter's values its style can spell (OpenAPI 3.1.1 section 4.8.12.4): single values, and lists and objects of them; what has
 * more parts only in `deepObject`. What nothing is said of is text, which is how it is read. `undefined` where the style spells all that the schema says;
 * `never` where it spells nothing.
 */
export function spellableShape(
  shapes: Shapes,
  { in: place, wire, schema }: Pick<Parameter, 'in' | 'wire' | 'schema'>,
  use: Use,
): Shape | undefined {
  if (wire.kind !== 'style' || place === 'querystring') return undefined;
  const { style, explode } = wire;
  const spelling: Spelling = {
    shapes,
    use,
    // Members of exploded objects are pairs of a query, which may repeat their names.
    listsInObjects: style === 'form' && explode && place === 'query',
    deep: style === 'deepObject',
    inPath: place === 'path',
  };
  const whole: Shape = { kind: 'reference', target: schema };
  const spelt = restrict(spelling, whole, 'value', new Set());
  return spelt === whole ? undefined : spelt;
}

interface Spelling {
  readonly shapes: Shapes;
  readonly use: Use;
  readonly listsInObjects: boolean;
  readonly deep: boolean;
  readonly inPath: boolean;
}

/** Where a shape stands: it is the value itself, a member of an object, or anything else in it. */
type Place = 'value' | 'member' | 'part';

const text: Shape = { kind: 'string' };

/** The same shape where all of it can be spelt. */
function restrict(
  spelling: Spelling,
  shape: Shape,
  place: Place,
  above: ReadonlySet<SchemaId>,
): Shape {
  const { shapes, use, deep, listsInObjects } = spelling;
  switch (shape.kind) {
    case 'unknown':
      return text;
    case 'literal':
      // A path without the value, or with a segment that URLs fold, is another path.
      return spelling.inPath && place === 'value' && ['', '.', '..'].includes(String(shape.value))
        ? neverShape
        : shape;
    case 'array': {
      if (!deep && place !== 'value' && !(place === 'member' && listsInObjects)) return neverShape;
      const items = restrict(spelling, shape.items, 'part', above);
      if (items === shape.items) return shape;
      return items.kind === 'never' ? neverShape : { kind: 'array', items };
    }
    case 'tuple': {
      if (!deep && place !== 'value') return neverShape;
      const all = [...shape.items, ...(shape.rest === undefined ? [] : [shape.rest])];
      const spelt = all.map((item) => restrict(spelling, item, 'part', above));
      if (spelt.every((item, index) => item === all[index])) return shape;
      if (spelt.some(({ kind }) => kind === 'never')) return neverShape;
      const [items, rest] = [spelt.slice(0, shape.items.length), spelt[shape.items.length]];
      return { kind: 'tuple', items, required: shape.required, ...(rest && { rest }) };
    }
    case 'object':
      return deep || place === 'value' ? restrictObject(spelling, shape, above) : neverShape;
    case 'union': {
      const members = shape.members.map((each) => restrict(spelling, each, place, above));
      return members.every((each, index) => each === shape.members[index])
        ? shape
        : unionOf(members);
    }
    case 'intersection': {
      const members = shape.members.map((each) => restrict(spelling, each, place, above));
      if (members.every((each, index) => each === shape.members[index])) return shape;
      return members.some(({ kind }) => kind === 'never')
        ? neverShape
        : { kind: 'intersection', members };
    }
    case 'reference': {
      // What leads back to itself is as deep as it likes, which nothing but a value of it can tell.
      if (above.has(shape.target)) return deep ? shape : neverShape;
      const meant = shapes.of(shape.target, use);
      const spelt = restrict(spelling, meant, place, new Set(above).add(shape.target));
      return spelt === meant ? shape : spelt;
    }
    default:
      return shape;
  }
}

function restrictObject(
  spelling: Spelling,
  shape: ObjectShape,
  above: ReadonlySet<SchemaId>,
): Shape {
  const bases = shape.extends.map((id) => {
    const whole: Shape = { kind: 'reference', target: id };
    return { whole, spelt: restrict(spelling, whole, 'value', above) };
  });
  const members: MemberShape[] = [];
  let isSame = bases.every(({ whole, spelt }) => whole === spelt);
  for (const member of shape.members) {
    const spelt = restrict(spelling, member.shape, 'member', above);
    isSame &&= spelt === member.shape;
    if (spelt.kind !== 'never') members.push({ ...member, shape: spelt });
    else if (!member.optional) return neverShape;
  }
  const { additional } = shape;
  const others = additional && restrict(spelling, additional, 'part', above);
  // Beside members of other types, others are neither read nor, by an index signature of their own, possible.
  const hasOthers =
    others !== undefined &&
    others.kind !== 'never' &&
    (others === additional || shape.members.length === 0);
  if (isSame && (additional === undefined || (hasOthers && others === additional))) return shape;
  const inherited = bases.map(({ spelt }) => spelt);
  if (inherited.some(({ kind }) => kind === 'never')) return neverShape;
  if (members.length === 0 && !hasOthers)
    return inherited.length === 0 ? neverShape : { kind: 'intersection', members: inherited };
  const own: ObjectShape = {
    kind: 'object',
    members,
    ...(hasOthers && { additional: others }),
    extends: [],
  };
  return inherited.length === 0 ? own : { kind: 'intersection', members: [...inherited, own] };
}
