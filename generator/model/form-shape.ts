import type { Content, PartEncoding } from './api.js';
import type { SchemaId } from './schema.js';
import { isSequence, neverShape, unionOf } from './shape/algebra.js';
import type { ObjectShape, Shape, Shapes, Use, MemberShape } from './shape/shape.js';
import { spellableShape } from './shape/spellable.js';

const text: Shape = { kind: 'string' };

/** A form without a description: each property is one string. */
const openForm: Shape = { kind: 'object', members: [], additional: text, extends: [] };

/** A multipart form without a description: parts are strings or files. */
export const openPartsForm: Shape = {
  kind: 'object',
  members: [],
  additional: { kind: 'union', members: [text, { kind: 'binary' }] },
  extends: [],
};

/**
 * The values of a body that a form can spell: objects, whose members have names. `undefined` where those are all that the schema says, and for
 * bodies that are no forms; `never` where there are none.
 */
export function formShape(
  shapes: Shapes,
  { codec, schema, parts = [] }: Pick<Content, 'codec' | 'schema' | 'parts'>,
  use: Use,
): Shape | undefined {
  if (codec !== 'form' && (codec !== 'multipart' || use.direction === 'receive')) return undefined;
  const open = codec === 'form' ? openForm : openPartsForm;
  if (schema === undefined) return open;
  const whole: Shape = { kind: 'reference', target: schema };
  const styled = styledProperties(shapes, { codec, schema, parts }, use);
  const isMultipart = codec === 'multipart';
  const named = objectsOf({ shapes, use, open, styled, isMultipart, known: new Map() }, whole);
  return named === whole ? undefined : named;
}

interface FormValues {
  readonly shapes: Shapes;
  readonly use: Use;
  /** Shape of a form without further description. */
  readonly open: Shape;
  /** Encodings of the properties that have a style. */
  readonly styled: ReadonlyMap<string, PartEncoding>;
  readonly isMultipart: boolean;
  /** Results by schema, so that each schema is only visited once. */
  readonly known: Map<SchemaId, Shape>;
}

/** The same shape where all its values are objects. */
function objectsOf(values: FormValues, shape: Shape): Shape {
  switch (shape.kind) {
    case 'object':
      return withSendableProperties(values, shape);
    case 'unknown':
      return values.open;
    case 'union': {
      const members = shape.members.map((each) => objectsOf(values, each));
      return members.every((each, index) => each === shape.members[index])
        ? shape
        : unionOf(members);
    }
    case 'intersection': {
      const members = shape.members.map((each) => objectsOf(values, each));
      if (members.every((each, index) => each === shape.members[index])) return shape;
      return members.some(({ kind }) => kind === 'never')
        ? neverShape
        : { kind: 'intersection', members };
    }
    case 'reference': {
      const { shapes, use, known } = values;
      const before = known.get(shape.target);
      if (before !== undefined) return before;
      known.set(shape.target, shape);
      const meant = shapes.of(shape.target, use);
      const whole = objectsOf(values, meant);
      const named = whole === meant ? shape : whole;
      known.set(shape.target, named);
      return named;
    }
    default:
      return neverShape;
  }
}

/**
 * Encodings of the properties of an urlencoded form that have a style, if the style can represent
 * at least some values. Other properties are sent as if they had no style.
 */
export function styledProperties(
  shapes: Shapes,
  { codec, schema, parts = [] }: Pick<Content, 'codec' | 'schema' | 'parts'>,
  use: Use,
): ReadonlyMap<string, PartEncoding> {
  const candidates = parts.filter(
    ({ style, explode, allowReserved }) => (style ?? explode ?? allowReserved) !== undefined,
  );
  if (codec !== 'form' || candidates.length === 0) return new Map();
  const known = knownStyles(shapes, parts);
  const key = `${schema} ${use.direction} ${use.representation}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  const byName = new Map<string, Shape[]>();
  for (const { name, shape } of schema === undefined ? [] : formProperties(shapes, schema, use)) {
    const others = byName.get(name);
    if (others === undefined) byName.set(name, [shape]);
    else others.push(shape);
  }
  const styled = candidates.filter((part) => {
    const described = byName.get(part.name) ?? [];
    return (
      described.length === 0 ||
      described.some((shape) => styledShape(shapes, shape, part, use).kind !== 'never')
    );
  });
  const encodings = new Map(styled.map((part) => [part.name, part]));
  known.set(key, encodings);
  return encodings;
}

/** Results of `styledProperties` for the encodings of one form, by schema and use. The types and the descriptor of a form both need them. */
function knownStyles(
  shapes: Shapes,
  parts: readonly PartEncoding[],
): Map<string, ReadonlyMap<string, PartEncoding>> {
  const byParts = stylesOfForms.get(shapes) ?? new WeakMap();
  stylesOfForms.set(shapes, byParts);
  const known = byParts.get(parts) ?? new Map();
  byParts.set(parts, known);
  return known;
}

const stylesOfForms = new WeakMap<
  Shapes,
  WeakMap<readonly PartEncoding[], Map<string, ReadonlyMap<string, PartEncoding>>>
>();

function styledShape(
  shapes: Shapes,
  shape: Shape,
  { style = 'form', explode = style === 'form' }: PartEncoding,
  use: Use,
): Shape {
  return spellableShape(shapes, shape, { style, explode, inPath: false, inPairs: true }, use);
}

/** The object with the properties that can be sent. */
function withSendableProperties(values: FormValues, shape: ObjectShape): Shape {
  const { shapes, use, styled, isMultipart } = values;
  if (styled.size === 0 && !isMultipart) return shape;
  const inherited = shape.extends.map((target): Shape => ({ kind: 'reference', target }));
  const bases = inherited.map((base) => objectsOf(values, base));
  const members = shape.members.map((member) => {
    const part = styled.get(member.name);
    const own =
      part !== undefined
        ? styledShape(shapes, member.shape, part, use)
        : isMultipart && !member.optional
          ? withoutNull(shapes, member.shape, use)
          : member.shape;
    return own === member.shape ? member : { ...member, shape: own };
  });
  if (members.some(({ optional, shape: own }) => !optional && own.kind === 'never'))
    return neverShape;
  const isSame =
    bases.every((base, index) => base === inherited[index]) &&
    members.every((member, index) => member === shape.members[index]);
  if (isSame) return shape;
  const { additional } = shape;
  const own: ObjectShape = {
    kind: 'object',
    members,
    ...(additional && { additional }),
    extends: [],
  };
  return bases.length === 0 ? own : { kind: 'intersection', members: [...bases, own] };
}

/**
 * The shape without null, if it may be a list. In a multipart body neither null nor an empty list
 * has a part, and a missing part is read as the list.
 */
function withoutNull(shapes: Shapes, shape: Shape, use: Use): Shape {
  let meant = shape;
  for (let steps = 0; meant.kind === 'reference' && steps < 32; steps += 1)
    meant = shapes.of(meant.target, use);
  if (meant.kind !== 'union' || !meant.members.some(isSequence)) return shape;
  const members = meant.members.filter(({ kind }) => kind !== 'null');
  return members.length === meant.members.length ? shape : unionOf(members);
}

/** A property of a form. */
type FormProperty = Pick<MemberShape, 'name' | 'shape'>;

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
