import type { Json } from './schema.js';
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
  return a === b || (a.kind === b.kind && keyOf(a) === keyOf(b));
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

/** Literals that a plain type covers go; known strings beside `string` become an open enum. */
function absorbed(shapes: readonly Shape[]): readonly Shape[] {
  const kinds = new Set(shapes.map((shape) => shape.kind));
  const isText = (shape: Shape): boolean =>
    shape.kind === 'string' || shape.kind === 'open-enum' || isLiteral(shape, 'string');
  const open = kinds.has('string') || kinds.has('open-enum');
  const values = open
    ? shapes.flatMap((shape) =>
        shape.kind === 'open-enum'
          ? shape.values
          : shape.kind === 'literal' && typeof shape.value === 'string'
            ? [shape.value]
            : [],
      )
    : [];
  const text: Shape =
    values.length === 0 ? { kind: 'string' } : { kind: 'open-enum', values: [...new Set(values)] };
  let textPlaced = false;
  return shapes.flatMap((shape): readonly Shape[] => {
    if (open && isText(shape)) {
      if (textPlaced) return [];
      textPlaced = true;
      return [text];
    }
    if (kinds.has('number') && isLiteral(shape, 'number')) return [];
    if (kinds.has('boolean') && isLiteral(shape, 'boolean')) return [];
    return [shape];
  });
}

/** Both at once, as simply as it can be said. `resolve` answers what a reference stands for. */
export function intersectionOf(shapes: readonly Shape[], resolve: (shape: Shape) => Shape): Shape {
  return shapes.reduce((left, right) => intersectTwo(left, right, resolve), unknownShape);
}

function intersectTwo(left: Shape, right: Shape, resolve: (shape: Shape) => Shape): Shape {
  if (left.kind === 'unknown') return right;
  if (right.kind === 'unknown') return left;
  if (left.kind === 'never' || right.kind === 'never') return neverShape;
  if (sameShape(left, right)) return left;
  if (covers(left, resolve(right))) return right;
  if (covers(right, resolve(left))) return left;
  if (isAnyObject(left) && isUnionOfObjects(resolve(right), resolve)) return right;
  if (isAnyObject(right) && isUnionOfObjects(resolve(left), resolve)) return left;
  if (left.kind === 'union' || right.kind === 'union') return distribute(left, right, resolve);
  const a = resolve(left);
  const b = resolve(right);
  if (a.kind === 'reference' || b.kind === 'reference') return both(left, right);
  if (isObjectLike(a) && isObjectLike(b)) {
    return left.kind === 'object' && right.kind === 'object'
      ? mergeObjects(left, right, resolve)
      : both(left, right);
  }
  if (a.kind === 'union' || b.kind === 'union') {
    const spread = distribute(a, b, resolve);
    return spread.kind === 'union' || spread.kind === 'intersection' ? both(left, right) : spread;
  }
  if (a.kind === 'intersection' || b.kind === 'intersection') return both(left, right);
  if (a.kind === 'open-enum' && b.kind === 'open-enum') return { kind: 'string' };
  if (a.kind === 'array' && b.kind === 'array') {
    return { kind: 'array', items: intersectTwo(a.items, b.items, resolve) };
  }
  if (isSequence(a) && isSequence(b)) return both(left, right);
  return neverShape;
}

/** `(A | B) & C` as `A & C | B & C` where that gets simpler, as an intersection where it does not. */
function distribute(left: Shape, right: Shape, resolve: (shape: Shape) => Shape): Shape {
  const [union, other] = left.kind === 'union' ? [left, right] : [right, left];
  if (union.kind !== 'union') return both(left, right);
  const members = union.members.map((member) => intersectTwo(member, other, resolve));
  const simple = members.every((member) => member.kind !== 'intersection');
  if (!simple) return both(left, right);
  const spread = unionOf(members);
  if (spread.kind !== 'union' || union.discriminator === undefined) return spread;
  return { ...spread, discriminator: union.discriminator };
}

/** Whether everything of the second shape is surely of the first. */
function covers(wide: Shape, narrow: Shape): boolean {
  if (narrow.kind === 'union') return narrow.members.every((member) => covers(wide, member));
  if (wide.kind === 'union') return wide.members.some((member) => covers(member, narrow));
  if (isAnyObject(wide)) return isObjectLike(narrow);
  if (wide.kind === 'array' && wide.items.kind === 'unknown') return isSequence(narrow);
  if (wide.kind === 'string' || wide.kind === 'open-enum') {
    return narrow.kind === 'string' || narrow.kind === 'open-enum'
      ? wide.kind === 'string'
      : narrow.kind === 'binary' || isLiteral(narrow, 'string') || isText(wide, narrow);
  }
  if (wide.kind === 'number' || wide.kind === 'boolean') {
    // An integer that is `bigint` in a program is a number in the description.
    if (wide.kind === 'number' && narrow.kind === 'bigint') return true;
    return narrow.kind === wide.kind || isLiteral(narrow, wide.kind);
  }
  return sameShape(wide, narrow);
}

/** Text that is something else in a program is text in the description. */
function isText(wide: Shape, narrow: Shape): boolean {
  return wide.kind === 'string' && narrow.kind === 'converted';
}

function isAnyObject(shape: Shape): boolean {
  return (
    shape.kind === 'object' &&
    shape.members.length === 0 &&
    shape.extends.length === 0 &&
    (shape.additional === undefined || shape.additional.kind === 'unknown')
  );
}

function isObjectLike(shape: Shape): boolean {
  return (
    shape.kind === 'object' || (shape.kind === 'intersection' && shape.members.some(isObjectLike))
  );
}

function isSequence(shape: Shape): boolean {
  return shape.kind === 'array' || shape.kind === 'tuple';
}

function isLiteral(shape: Shape, type: 'string' | 'number' | 'boolean'): boolean {
  return shape.kind === 'literal' && typeof shape.value === type;
}

/** One object with the members of both. */
export function mergeObjects(
  left: ObjectShape,
  right: ObjectShape,
  resolve: (shape: Shape) => Shape,
): Shape {
  const members = new Map(left.members.map((member) => [member.name, member]));
  for (const member of right.members) {
    const known = members.get(member.name);
    members.set(member.name, known === undefined ? member : mergeMembers(known, member, resolve));
  }
  if (hasTypedIndex(left) || hasTypedIndex(right)) return both(left, right);
  const additional =
    members.size === 0 || (left.additional !== undefined && right.additional !== undefined)
      ? { additional: unknownShape }
      : {};
  return {
    kind: 'object',
    members: [...members.values()],
    ...additional,
    extends: [...new Set([...left.extends, ...right.extends])],
  };
}

/**
 * What is left of a shape where these members are demanded of every object in it. Of what may be no object, or is not known to be one,
 * nothing can be said.
 */
export function demanding(
  shape: Shape,
  names: readonly string[],
  resolve: (shape: Shape) => Shape,
  above: ReadonlySet<string> = new Set(),
): Shape {
  if (shape.kind === 'reference' && above.has(shape.target)) return shape;
  const seen = shape.kind === 'reference' ? new Set(above).add(shape.target) : above;
  const meant = resolve(shape);
  if (meant.kind === 'union') {
    const members = meant.members.map((member) => demanding(member, names, resolve, seen));
    if (members.every((member, index) => member === meant.members[index])) return shape;
    const { schema: _, ...union } = meant;
    return {
      ...union,
      members: members.flatMap((member) => (member.kind === 'union' ? member.members : [member])),
    };
  }
  if (!isOfObjects(meant, resolve)) return shape;
  if (shape.kind === 'intersection') {
    const spread = demandingOfUnions(shape, names, resolve, seen);
    if (spread !== undefined) return spread;
  }
  const missing = names.flatMap((name): MemberShape[] => {
    const found = membersOf(shape, name, resolve);
    if (found.some(({ optional }) => !optional)) return [];
    // What is said of it, so that TypeScript does not take its absence for a value.
    const [known] = found;
    return [{ name, optional: false, shape: known?.shape ?? unknownShape }];
  });
  if (missing.length === 0) return shape;
  const isOpen = shape.kind === 'object' && shape.members.length > 0 && shape.additional;
  const demand: ObjectShape = {
    kind: 'object',
    members: missing,
    ...(isOpen && { additional: unknownShape }),
    extends: [],
  };
  return intersectTwo(shape, demand, resolve);
}

/** Objects of several parts, one of them a union of objects: what no other part describes is demanded of its branches. */
function demandingOfUnions(
  shape: Shape & { readonly kind: 'intersection' },
  names: readonly string[],
  resolve: (shape: Shape) => Shape,
  above: ReadonlySet<string>,
): Shape | undefined {
  const index = shape.members.findIndex((member) => isUnionOfObjects(resolve(member), resolve));
  const union = shape.members[index];
  if (union === undefined) return undefined;
  const others = shape.members.toSpliced(index, 1);
  const isDescribed = (name: string): boolean =>
    others.some((part) => membersOf(part, name, resolve).length > 0);
  const [first, second] = [names.filter((name) => !isDescribed(name)), names.filter(isDescribed)];
  const branches = demanding(union, first, resolve, above);
  const members = shape.members.with(index, branches);
  if (branches === union) return undefined;
  const rest: Shape = { kind: 'intersection', members };
  return second.length === 0 ? rest : demanding(rest, second, resolve, above);
}

function isUnionOfObjects(shape: Shape, resolve: (shape: Shape) => Shape): boolean {
  return shape.kind === 'union' && shape.members.every((member) => isOfObjects(member, resolve));
}

/** Whether only objects are of a shape, references followed. */
function isOfObjects(
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

/** What an object, its parts and its bases say of a member. */
function membersOf(
  shape: Shape,
  name: string,
  resolve: (shape: Shape) => Shape,
  above: ReadonlySet<string> = new Set(),
): readonly MemberShape[] {
  if (shape.kind === 'reference' && above.has(shape.target)) return [];
  const seen = shape.kind === 'reference' ? new Set(above).add(shape.target) : above;
  const meant = resolve(shape);
  if (meant.kind === 'intersection')
    return meant.members.flatMap((member) => membersOf(member, name, resolve, seen));
  if (meant.kind !== 'object') return [];
  return [
    ...meant.members.filter((member) => member.name === name),
    ...meant.extends.flatMap((target) =>
      membersOf({ kind: 'reference', target }, name, resolve, seen),
    ),
  ];
}

function mergeMembers(
  left: MemberShape,
  right: MemberShape,
  resolve: (shape: Shape) => Shape,
): MemberShape {
  const schema = left.schema ?? right.schema;
  const constant = right.constant ?? left.constant;
  return {
    name: left.name,
    optional: left.optional && right.optional,
    shape: intersectTwo(left.shape, right.shape, resolve),
    ...(schema === undefined ? {} : { schema }),
    ...(constant === undefined ? {} : { constant }),
  };
}

/** Whether its index signature says something, so that members can conflict with it. */
export function hasTypedIndex(shape: ObjectShape): boolean {
  return shape.additional !== undefined && shape.additional.kind !== 'unknown';
}

function both(left: Shape, right: Shape): Shape {
  const members = [left, right].flatMap((shape) =>
    shape.kind === 'intersection' ? shape.members : [shape],
  );
  return { kind: 'intersection', members };
}

function keyOf(shape: Shape): string {
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
    case 'binary':
    case 'bigint':
      return shape.kind;
    case 'converted':
      return `converted ${shape.format}`;
    case 'array':
      return `array ${keyOf(shape.items)}`;
    case 'open-enum':
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
