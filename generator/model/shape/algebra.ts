import type { Json } from '../schema.js';
import type { MemberShape, ObjectShape, Shape } from './shape.js';

/** Anything at all. */
export const unknownShape: Shape = { kind: 'unknown' };
/** Nothing at all. */
export const neverShape: Shape = { kind: 'never' };
/** An object of which nothing more is said. */
export const anyObject: ObjectShape = {
  kind: 'object',
  members: [],
  additional: unknownShape,
  extends: [],
};

/** Whether two shapes say the same. */
export function sameShape(a: Shape, b: Shape): boolean {
  return a === b || (a.kind === b.kind && mayBeSame(a, b) && keyOf(a) === keyOf(b));
}

/** Whether two shapes may have one key, as far as that can be seen at once: keys may be long. */
function mayBeSame(a: Shape, b: Shape): boolean {
  if (!('members' in a && 'members' in b)) return true;
  const own = 'schema' in a ? a.schema : undefined;
  const others = 'schema' in b ? b.schema : undefined;
  return own === others && (own !== undefined || a.members.length === b.members.length);
}

/** The shape of exactly one JSON value. */
export function shapeOfValue(value: Json): Shape {
  if (value === null) return { kind: 'null' };
  // JSON writes two zeros, which are one number to TypeScript.
  if (value === 0) return { kind: 'literal', value: 0 };
  if (typeof value !== 'object') return { kind: 'literal', value };
  if (isArray(value)) {
    return { kind: 'tuple', items: value.map(shapeOfValue), required: value.length };
  }
  const members = Object.entries(value).map(([name, member]): MemberShape => {
    return { name, optional: false, shape: shapeOfValue(member) };
  });
  return members.length === 0 ? anyObject : { kind: 'object', members, extends: [] };
}

/** Either of them: flat, without doubles, and without members that another one covers. */
export function unionOf(members: readonly Shape[]): Shape {
  const [single] = members;
  if (single !== undefined && members.length === 1) return single;
  if (members.length > 1 && isDisjoint(members)) return { kind: 'union', members };
  const flat = members.flatMap((member) =>
    member.kind === 'union' && member.discriminator === undefined ? member.members : [member],
  );
  if (flat.some((member) => member.kind === 'unknown')) return unknownShape;
  const kept = new Map<string, Shape>();
  for (const member of flat) if (member.kind !== 'never') kept.set(keyOf(member), member);
  const shapes = absorbed([...kept.values()]);
  const [first] = shapes;
  if (first === undefined) return neverShape;
  return shapes.length === 1 ? first : { kind: 'union', members: shapes };
}

/** Whether no shape says anything of what another one does, as with a type and `null`: the members of most unions. */
function isDisjoint(shapes: readonly Shape[]): boolean {
  return shapes.every(
    ({ kind }, index) =>
      plainKinds.has(kind) && shapes.findIndex((other) => other.kind === kind) === index,
  );
}

const plainKinds: ReadonlySet<Shape['kind']> = new Set<Shape['kind']>([
  'null',
  'boolean',
  'number',
  'bigint',
  'string',
  'array',
  'object',
  'reference',
]);

/** Literals that a plain type covers go; known strings beside `string` become an open enum, as does what is listed beside one. */
function absorbed(shapes: readonly Shape[]): readonly Shape[] {
  const kinds = new Set(shapes.map((shape) => shape.kind));
  const open = new Map(
    (['string', 'number', 'bigint'] as const).map((type) => [type, openOf(type, shapes)]),
  );
  const placed = new Set<Shape>();
  return shapes.flatMap((shape): readonly Shape[] => {
    const whole = [...open].find(([type]) => isOfType(shape, type))?.[1];
    if (whole !== undefined) return placed.size === placed.add(whole).size ? [] : [whole];
    if (kinds.has('number') && isLiteral(shape, 'number')) return [];
    if (kinds.has('boolean') && isLiteral(shape, 'boolean')) return [];
    return [shape];
  });
}

type OpenEnum = Extract<Shape, { readonly kind: 'open-enum' }>;

/** What all shapes of one type are together, where one of them lets any value in and others list some. */
function openOf(type: OpenEnum['of'], shapes: readonly Shape[]): Shape | undefined {
  const isOpen = shapes.some((shape) => shape.kind === 'open-enum' && shape.of === type);
  if (!isOpen && (type !== 'string' || shapes.every((shape) => shape.kind !== type)))
    return undefined;
  const values = shapes.flatMap((shape): OpenEnum['values'] => {
    if (shape.kind === 'open-enum') return shape.of === type ? shape.values : [];
    return isLiteral(shape, type) ? [shape.value] : [];
  });
  return values.length === 0
    ? { kind: type }
    : { kind: 'open-enum', of: type, values: [...new Set(values)] };
}

function isOfType(shape: Shape, type: OpenEnum['of']): boolean {
  return (
    shape.kind === type ||
    (shape.kind === 'open-enum' && shape.of === type) ||
    isLiteral(shape, type)
  );
}

/** Whether a shape is a union of more than single values: with another such union there are as many branches as pairs. */
export function isChoice(shape: Shape): shape is Shape & { readonly kind: 'union' } {
  return shape.kind === 'union' && !shape.members.every(isSingle);
}

/** Whether a shape is one value. */
export function isSingle({ kind }: Shape): boolean {
  return kind === 'literal' || kind === 'null';
}

/** The single values of a union, by their keys: there may be thousands, of which many others are held to each. */
export function singlesOf(union: Shape & { readonly kind: 'union' }): ReadonlySet<string> {
  let known = knownSingles.get(union);
  if (known === undefined) {
    known = new Set(union.members.filter(isSingle).map(keyOf));
    knownSingles.set(union, known);
  }
  return known;
}

const knownSingles = new WeakMap<Shape, ReadonlySet<string>>();

/** True if a union lists a shape. The keys of some shapes are long, and only made if there is a member of that kind. */
export function hasMember(union: Shape & { readonly kind: 'union' }, shape: Shape): boolean {
  let known = knownMembers.get(union);
  if (known === undefined) {
    const kinds = new Set(union.members.map(({ kind }) => kind));
    known = { kinds, keys: new Set(union.members.map(keyOf)) };
    knownMembers.set(union, known);
  }
  return known.kinds.has(shape.kind) && known.keys.has(keyOf(shape));
}

interface UnionMembers {
  readonly kinds: ReadonlySet<Shape['kind']>;
  readonly keys: ReadonlySet<string>;
}

const knownMembers = new WeakMap<Shape, UnionMembers>();

/** Whether a shape is that of all objects. */
export function isAnyObject(shape: Shape): boolean {
  return (
    shape.kind === 'object' &&
    shape.members.length === 0 &&
    shape.extends.length === 0 &&
    (shape.additional === undefined || shape.additional.kind === 'unknown')
  );
}

/** Whether only objects are of a shape, as far as it says so itself. */
export function isObjectLike(shape: Shape): boolean {
  return (
    shape.kind === 'object' || (shape.kind === 'intersection' && shape.members.some(isObjectLike))
  );
}

/** Whether only objects are of a shape, which is a union. */
export function isUnionOfObjects(shape: Shape, resolve: (shape: Shape) => Shape): boolean {
  return shape.kind === 'union' && shape.members.every((member) => isOfObjects(member, resolve));
}

/** Whether only objects are of a shape, references followed. */
export function isOfObjects(
  shape: Shape,
  resolve: (shape: Shape) => Shape,
  above: ReadonlySet<Shape> = new Set(),
): boolean {
  const meant = resolve(shape);
  if (meant.kind === 'object') return true;
  if (meant.kind !== 'intersection' || above.has(meant)) return false;
  const seen = new Set(above).add(meant);
  return meant.members.some((member) => isOfObjects(member, resolve, seen));
}

/** Whether only lists are of a shape. */
export function isSequence(shape: Shape): boolean {
  return shape.kind === 'array' || shape.kind === 'tuple';
}

/** The plain type of a branded shape; any other shape is itself. */
export function withoutBrand(shape: Shape): Shape {
  return shape.kind === 'branded' ? { kind: shape.of } : shape;
}

/** Whether a shape is one value of a type. */
export function isLiteral<Type extends 'string' | 'number' | 'bigint' | 'boolean'>(
  shape: Shape,
  type: Type,
): shape is LiteralOf<Type> {
  return shape.kind === 'literal' && typeof shape.value === type;
}

type Literal = Extract<Shape, { readonly kind: 'literal' }>;

interface ValuesOfTypes {
  readonly string: string;
  readonly number: number;
  readonly bigint: bigint;
  readonly boolean: boolean;
}

type LiteralOf<Type extends keyof ValuesOfTypes> = Literal & {
  readonly value: ValuesOfTypes[Type];
};

/** Whether its index signature says something, so that members can conflict with it. */
export function hasTypedIndex(shape: ObjectShape): boolean {
  return shape.additional !== undefined && shape.additional.kind !== 'unknown';
}

/** Text that is the same for shapes that say the same. */
export function keyOf(shape: Shape): string {
  switch (shape.kind) {
    case 'reference':
      return `reference ${shape.target}`;
    case 'literal':
      return `literal ${typeof shape.value} ${shape.value}`;
    case 'unknown':
    case 'never':
    case 'null':
    case 'boolean':
    case 'number':
    case 'string':
    case 'bigint':
      return shape.kind;
    case 'binary':
      return shape.isArray === true ? 'binary array' : shape.kind;
    case 'converted':
      return `converted ${shape.format}`;
    case 'branded':
      return `branded ${shape.schema}`;
    case 'array':
      return `array ${keyOf(shape.items)}`;
    case 'open-enum':
      if (shape.schema !== undefined) return `schema ${shape.schema}`;
      return `open ${shape.of} ${JSON.stringify(shape.values.map(String))}`;
    case 'tuple':
    case 'object':
    case 'union':
    case 'intersection':
      if ('schema' in shape && shape.schema !== undefined) return `schema ${shape.schema}`;
      return JSON.stringify(shape, (key, value: unknown) => (key === 'schema' ? undefined : value));
  }
}

/** Narrows JSON to a list; `Array.isArray` alone loses readonly lists. */
export function isArray(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
