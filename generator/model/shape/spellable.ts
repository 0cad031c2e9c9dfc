import type { SchemaId } from '../schema.js';
import type { Style } from '../api.js';
import { neverShape, unionOf } from './algebra.js';
import type { MemberShape, ObjectShape, Shape, Shapes, Use } from './shape.js';

/** How a value is spelt, and where: in a path nothing may be empty, and pairs may repeat their names. */
export interface Spelt {
  readonly style: Style;
  readonly explode: boolean;
  readonly inPath: boolean;
  readonly inPairs: boolean;
}

/**
 * What of a shape's values a style can spell (OpenAPI 3.1.1 section 4.8.12.4): single values, and lists and objects of them; what has
 * more parts only in `deepObject`. What nothing is said of is text, which is how it is read. The shape itself where the style spells all of it;
 * `never` where it spells nothing.
 */
export function spellableShape(shapes: Shapes, whole: Shape, spelt: Spelt, use: Use): Shape {
  if (whole.kind !== 'reference') return findSpellable(shapes, whole, spelt, use);
  let known = knownShapes.get(shapes);
  if (known === undefined) knownShapes.set(shapes, (known = new Map()));
  const { style, explode, inPath, inPairs } = spelt;
  const { direction, representation } = use;
  const key = [style, explode, inPath, inPairs, direction, representation, whole.target].join(' ');
  let shape = known.get(key);
  if (shape === undefined) known.set(key, (shape = findSpellable(shapes, whole, spelt, use)));
  return shape.kind === 'reference' && shape.target === whole.target ? whole : shape;
}

/** What was found of schemas, which many parameters and members may share. */
const knownShapes = new WeakMap<Shapes, Map<string, Shape>>();

function findSpellable(
  shapes: Shapes,
  whole: Shape,
  { style, explode, inPath, inPairs }: Spelt,
  use: Use,
): Shape {
  const spelling: Spelling = {
    shapes,
    use,
    // Members of exploded objects are pairs of their own, which may repeat their names.
    listsInObjects: style === 'form' && explode && inPairs,
    deep: style === 'deepObject',
    inPath,
    known: { value: new Map(), member: new Map(), part: new Map() },
  };
  let meant = whole;
  while (meant.kind === 'reference' && startReference(spelling, meant, 'value') === undefined)
    meant = shapes.of(meant.target, use);
  const spelt = restrict(spelling, meant, 'value');
  return spelt === meant ? whole : spelt;
}

interface Spelling {
  readonly shapes: Shapes;
  readonly use: Use;
  readonly listsInObjects: boolean;
  readonly deep: boolean;
  readonly inPath: boolean;
  /** What was found of schemas by where they stand: each is looked at once, however many ways lead to it. */
  readonly known: { readonly [place in Place]: Map<SchemaId, Shape> };
}

/** Where a shape stands: it is the value itself, a member of an object, or anything else in it. */
type Place = 'value' | 'member' | 'part';

const text: Shape = { kind: 'string' };

/** The same shape where all of it can be spelt. */
function restrict(spelling: Spelling, shape: Shape, place: Place): Shape {
  const { deep, listsInObjects } = spelling;
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
      const items = restrict(spelling, shape.items, 'part');
      if (items === shape.items) return shape;
      return items.kind === 'never' ? neverShape : { kind: 'array', items };
    }
    case 'tuple': {
      if (!deep && place !== 'value') return neverShape;
      const all = [...shape.items, ...(shape.rest === undefined ? [] : [shape.rest])];
      const spelt = all.map((item) => restrict(spelling, item, 'part'));
      if (spelt.every((item, index) => item === all[index])) return shape;
      if (spelt.some(({ kind }) => kind === 'never')) return neverShape;
      const [items, rest] = [spelt.slice(0, shape.items.length), spelt[shape.items.length]];
      return { kind: 'tuple', items, required: shape.required, ...(rest && { rest }) };
    }
    case 'object':
      return deep || place === 'value' ? restrictObject(spelling, shape) : neverShape;
    case 'union': {
      const members = shape.members.map((each) => restrict(spelling, each, place));
      return members.every((each, index) => each === shape.members[index])
        ? shape
        : unionOf(members);
    }
    case 'intersection': {
      const members = shape.members.map((each) => restrict(spelling, each, place));
      if (members.every((each, index) => each === shape.members[index])) return shape;
      return members.some(({ kind }) => kind === 'never')
        ? neverShape
        : { kind: 'intersection', members };
    }
    case 'reference':
      return restrictReference(spelling, shape, place);
    default:
      return shape;
  }
}

type Reference = Extract<Shape, { readonly kind: 'reference' }>;

/** What is known of a schema; `undefined` where it is looked at for the first time. */
function startReference(spelling: Spelling, shape: Reference, place: Place): Shape | undefined {
  const known = knownAt(spelling, place);
  const before = known.get(shape.target);
  // What leads back to itself is as deep as it likes, which nothing but a value of it can tell.
  if (before === undefined) known.set(shape.target, spelling.deep ? shape : neverShape);
  return before;
}

function knownAt({ deep, known }: Spelling, place: Place): Map<SchemaId, Shape> {
  return known[deep ? 'value' : place];
}

function restrictReference(spelling: Spelling, shape: Reference, place: Place): Shape {
  const before = startReference(spelling, shape, place);
  if (before !== undefined) return before;
  const { shapes, use, deep } = spelling;
  const meant = shapes.of(shape.target, use);
  const whole = restrict(spelling, meant, place);
  const isKept = whole === meant || (deep && !isWritten(whole));
  const spelt = isKept ? shape : whole;
  knownAt(spelling, place).set(shape.target, spelt);
  return spelt;
}

/** Parts of a shape that is written where a schema is used; what has more goes by the name of the schema, with all that it says. */
const mostWritten = 50;

/** True if a shape is small enough to be written where its schema is used. */
export function isWritten(shape: Shape): boolean {
  return sizeOf(shape) <= mostWritten;
}

const sizes = new WeakMap<Shape, number>();

/** How many shapes are written of one. */
function sizeOf(shape: Shape): number {
  let size = sizes.get(shape);
  if (size === undefined) {
    size = partsOf(shape).reduce((sum, part) => sum + sizeOf(part), 1);
    sizes.set(shape, size);
  }
  return size;
}

function partsOf(shape: Shape): readonly Shape[] {
  switch (shape.kind) {
    case 'array':
      return [shape.items];
    case 'tuple':
      return [...shape.items, ...(shape.rest === undefined ? [] : [shape.rest])];
    case 'object':
      return [
        ...shape.members.map((member) => member.shape),
        ...(shape.additional === undefined ? [] : [shape.additional]),
      ];
    case 'union':
    case 'intersection':
      return shape.members;
    default:
      return [];
  }
}

/** True if a name can be written between brackets. */
function isKey(name: string): boolean {
  return name !== '' && !/[[\]]/.test(name);
}

function restrictObject(spelling: Spelling, shape: ObjectShape): Shape {
  const bases = shape.extends.map((id) => {
    const whole: Shape = { kind: 'reference', target: id };
    return { whole, spelt: restrict(spelling, whole, 'value') };
  });
  const members: MemberShape[] = [];
  let isSame = bases.every(({ whole, spelt }) => whole === spelt);
  for (const member of shape.members) {
    const spelt =
      spelling.deep && !isKey(member.name)
        ? neverShape
        : restrict(spelling, member.shape, 'member');
    isSame &&= spelt === member.shape;
    if (spelt.kind !== 'never') members.push({ ...member, shape: spelt });
    else if (!member.optional) return neverShape;
  }
  const { additional } = shape;
  const others = additional && restrict(spelling, additional, 'part');
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
