import {
  hasMember,
  hasTypedIndex,
  isAnyObject,
  isLiteral,
  isObjectLike,
  isSequence,
  isSingle,
  isUnionOfObjects,
  keyOf,
  neverShape,
  sameShape,
  singlesOf,
  unionOf,
  unknownShape,
} from './algebra.js';
import type { BrandedShape, MemberShape, ObjectShape, Shape } from './shape.js';

/** Both of two at once. */
export function intersectTwo(left: Shape, right: Shape, resolve: (shape: Shape) => Shape): Shape {
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
  // A reference to a schema that only restricts values, such as `if` and `then`, adds nothing to the type.
  if (a.kind === 'unknown') return right;
  if (b.kind === 'unknown') return left;
  if (a.kind === 'reference' || b.kind === 'reference') return both(left, right);
  if (isObjectLike(a) && isObjectLike(b)) {
    return left.kind === 'object' && right.kind === 'object'
      ? mergeObjects(left, right, resolve)
      : both(left, right);
  }
  if (a.kind === 'union' || b.kind === 'union') {
    return onlyOneOf(a, b, resolve) ?? both(left, right);
  }
  if (a.kind === 'intersection' || b.kind === 'intersection') return both(left, right);
  if (a.kind === 'open-enum' && b.kind === 'open-enum' && a.of === b.of) {
    const known = new Set(b.values);
    const values = a.values.filter((value) => known.has(value));
    return values.length === 0 ? { kind: a.of } : { kind: 'open-enum', of: a.of, values };
  }
  // What else is said of a branded value restricts it, and its type stays the same.
  if (a.kind === 'branded' && isPlainValue(b)) return left;
  if (b.kind === 'branded' && isPlainValue(a)) return right;
  if (a.kind === 'array' && b.kind === 'array') {
    return { kind: 'array', items: intersectTwo(a.items, b.items, resolve) };
  }
  if (isSequence(a) && isSequence(b)) return both(left, right);
  return neverShape;
}

/** Whether values of a shape may be those of a branded one. */
function isPlainValue({ kind }: Shape): boolean {
  return kind === 'branded' || kind === 'literal' || kind === 'open-enum';
}

/** `(A | B) & C` as `A & C | B & C` where that gets simpler, as an intersection where it does not. */
function distribute(left: Shape, right: Shape, resolve: (shape: Shape) => Shape): Shape {
  const [union, other] = left.kind === 'union' ? [left, right] : [right, left];
  if (union.kind !== 'union') return both(left, right);
  const members: Shape[] = [];
  for (const each of union.members) {
    const member =
      other.kind === 'union' ? within(each, other, resolve) : intersectTwo(each, other, resolve);
    // Not simpler: the other branches, of which there may be many, do not matter.
    if (member.kind === 'intersection') return both(left, right);
    members.push(member);
  }
  const spread = unionOf(members);
  if (spread.kind !== 'union' || union.discriminator === undefined) return spread;
  return { ...spread, discriminator: union.discriminator };
}

/** What {@link distribute} makes of two shapes where that is neither a union nor an intersection; ends as soon as it can not be. */
function onlyOneOf(left: Shape, right: Shape, resolve: (shape: Shape) => Shape): Shape | undefined {
  const [union, other] = left.kind === 'union' ? [left, right] : [right, left];
  if (union.kind !== 'union') return undefined;
  const members: Shape[] = [];
  let object: Shape | undefined;
  for (const each of union.members) {
    const member = onlyWithin(each, other, resolve);
    if (member === undefined || member.kind === 'intersection') return undefined;
    if (member.kind === 'object' && !sameShape((object ??= member), member)) return undefined;
    members.push(member);
  }
  const spread = unionOf(members);
  return spread.kind === 'union' ? undefined : spread;
}

/** What of one branch is in another shape; `undefined` where that is several objects. */
function onlyWithin(
  branch: Shape,
  other: Shape,
  resolve: (shape: Shape) => Shape,
): Shape | undefined {
  if (other.kind !== 'union') return intersectTwo(branch, other, resolve);
  return isObjectLike(branch) ? onlyOneOf(other, branch, resolve) : within(branch, other, resolve);
}

/** What of a shape is in a union; single values are looked up, because there may be thousands on both sides. */
function within(
  shape: Shape,
  union: Shape & { readonly kind: 'union' },
  resolve: (shape: Shape) => Shape,
): Shape {
  if (!isSingle(shape)) return intersectTwo(shape, union, resolve);
  const values = singlesOf(union);
  if (values.has(keyOf(shape))) return shape;
  return values.size === union.members.length ? neverShape : intersectTwo(shape, union, resolve);
}

/** Whether everything of the second shape is surely of the first. */
function covers(wide: Shape, narrow: Shape): boolean {
  if (wide.kind === 'union') {
    const has = (shape: Shape): boolean =>
      hasMember(wide, shape) || wide.members.some((member) => covers(member, shape));
    return narrow.kind === 'union' ? narrow.members.every(has) : has(narrow);
  }
  if (narrow.kind === 'union') return narrow.members.every((member) => covers(wide, member));
  if (isAnyObject(wide)) return isObjectLike(narrow);
  if (wide.kind === 'array' && wide.items.kind === 'unknown') return isSequence(narrow);
  if (wide.kind === 'open-enum' && wide.of !== 'string') return isLiteral(narrow, wide.of);
  if (narrow.kind === 'branded') return isPlainTypeOf(wide, narrow) || sameShape(wide, narrow);
  if (wide.kind === 'string' || wide.kind === 'open-enum') {
    return narrow.kind === 'string' || narrow.kind === 'open-enum'
      ? wide.kind === 'string' && (narrow.kind === 'string' || narrow.of === 'string')
      : narrow.kind === 'binary' || isLiteral(narrow, 'string') || isText(wide, narrow);
  }
  if (narrow.kind === 'open-enum')
    return narrow.of === wide.kind || (wide.kind === 'number' && narrow.of === 'bigint');
  if (wide.kind === 'number' || wide.kind === 'boolean') {
    // An integer that is `bigint` in a program is a number in the description.
    if (wide.kind === 'number' && narrow.kind === 'bigint') return true;
    return narrow.kind === wide.kind || isLiteral(narrow, wide.kind);
  }
  return sameShape(wide, narrow);
}

/** Whether a shape is all of a branded one's plain type. An integer that is `bigint` in a program is a number in the description. */
function isPlainTypeOf({ kind }: Shape, { of }: BrandedShape): boolean {
  return kind === of || (kind === 'number' && of === 'bigint');
}

/** Text that is something else in a program is text in the description. */
function isText(wide: Shape, narrow: Shape): boolean {
  return wide.kind === 'string' && narrow.kind === 'converted';
}

/** One object with the members of both. */
function mergeObjects(
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

/** An intersection of two shapes, without parentheses. */
export function both(left: Shape, right: Shape): Shape {
  const members = [left, right].flatMap((shape) =>
    shape.kind === 'intersection' ? shape.members : [shape],
  );
  return { kind: 'intersection', members };
}
