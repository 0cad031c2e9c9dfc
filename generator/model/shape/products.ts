import {
  anyObject,
  isChoice,
  isLiteral,
  isObjectLike,
  isSequence,
  unionOf,
  unknownShape,
} from './algebra.js';
import { both, intersectTwo } from './intersections.js';
import type { MemberShape, ObjectShape, Shape } from './shape.js';

/** Both at once, as simply as it can be said. `resolve` answers what a reference stands for. */
export function intersectionOf(shapes: readonly Shape[], resolve: (shape: Shape) => Shape): Shape {
  const spread = spreads(shapes);
  const shape = shapes.reduce(
    (left, right) =>
      !spread && isChoice(left) && isChoice(right)
        ? both(left, right)
        : intersectTwo(left, right, resolve),
    unknownShape,
  );
  return shape.kind === 'intersection' ? withinProduct(shape, resolve) : shape;
}

/** Most branches that several unions are multiplied to; where there were more, each of them is written as it is. */
export const mostSpread = 100;

function spreads(shapes: readonly Shape[]): boolean {
  return shapes.filter(isChoice).reduce((all, each) => all * each.members.length, 1) <= mostSpread;
}

type Intersection = Shape & { readonly kind: 'intersection' };
type Resolve = (shape: Shape) => Shape;

/**
 * Most branches that an intersection of unions may stand for. TypeScript multiplies them, `(A | B) & (C | D)` being four types to it,
 * which takes long before it takes too long (TS2590, from 100,000 on).
 */
const mostBranches = 1000;

/**
 * An intersection of unions that TypeScript can still multiply: where they are too many, the widest unions are replaced by one type that
 * all of their branches are of. Unions that are written in place go before those that are parts of something else.
 */
function withinProduct(shape: Intersection, resolve: Resolve): Shape {
  const counts = shape.members.map((member) => branchesOf(member, resolve));
  let product = productOf(counts);
  if (product <= mostBranches) return shape;
  const order = shape.members
    .map((member, index) => ({ index, count: counts[index] ?? 1, meant: resolve(member) }))
    .filter(({ count }) => count > 1)
    .toSorted((a, b) => rankOf(a.meant) - rankOf(b.meant) || b.count - a.count);
  const widened = new Map<number, Wide>();
  for (const { index, meant } of order) {
    if (product <= mostBranches) break;
    widened.set(index, widenedUnion(meant, resolve));
    counts[index] = 1;
    product = productOf(counts);
  }
  const wide = [...widened.values()];
  const kept = shape.members.filter((_, index) => !widened.has(index));
  const single = [
    ...kept.filter((member) => !isChoice(member)),
    ...wide.map((each) => each.shape),
  ].reduce((left, right) => intersectTwo(left, right, resolve), unknownShape);
  return [
    wide.some((each) => each.isCut) ? opened(single) : single,
    ...kept.filter(isChoice),
  ].reduce((left, right) => (left.kind === 'unknown' ? right : both(left, right)));
}

/** The same with members of any other name. */
function opened(shape: Shape): Shape {
  if (shape.kind === 'object') return { additional: unknownShape, ...shape };
  return shape.kind === 'intersection' ? { ...shape, members: shape.members.map(opened) } : shape;
}

function rankOf({ kind }: Shape): number {
  return kind === 'union' ? 0 : 1;
}

function productOf(counts: readonly number[]): number {
  return counts.reduce((all, each) => all * each, 1);
}

/** How many branches a shape has to TypeScript, for which names are no bounds. */
export function branchesOf(shape: Shape, resolve: Resolve): number {
  const meant = resolve(shape);
  if (meant.kind !== 'union' && meant.kind !== 'intersection') return 1;
  const before = known.get(meant);
  if (before !== undefined) return before;
  // A union that leads back to itself is asked for while it is counted.
  known.set(meant, 1);
  const counts = meant.members.map((member) => branchesOf(member, resolve));
  const count =
    meant.kind === 'union' ? counts.reduce((all, each) => all + each, 0) : productOf(counts);
  known.set(meant, count);
  return count;
}

const known = new WeakMap<Shape, number>();

/** One type that all branches of a union are of. */
interface Wide {
  readonly shape: Shape;
  /** Whether there are more members than are listed. */
  readonly isCut: boolean;
}

/** The type that all branches of a union are of, which is found once for all that extend it. */
function widenedUnion(shape: Shape, resolve: Resolve): Wide {
  let ofWay = knownWide.get(resolve);
  if (ofWay === undefined) knownWide.set(resolve, (ofWay = new WeakMap()));
  const before = ofWay.get(shape);
  if (before !== undefined) return before;
  const branches = (shape.kind === 'union' ? shape.members : [shape]).map(resolve);
  const wide = branches.every(isPlainObject)
    ? commonObject(branches)
    : { shape: commonKind(branches), isCut: false };
  // A branch that is still being made will say more.
  if (branches.every(({ kind }) => kind !== 'reference')) ofWay.set(shape, wide);
  return wide;
}

const knownWide = new WeakMap<Resolve, WeakMap<Shape, Wide>>();

function commonKind(branches: readonly Shape[]): Shape {
  if (branches.every(isObjectLike)) return anyObject;
  return branches.every(isSequence) ? { kind: 'array', items: unknownShape } : unknownShape;
}

function isPlainObject(shape: Shape): shape is ObjectShape {
  return shape.kind === 'object' && shape.extends.length === 0;
}

/**
 * Most members, and most branches of one, that are written for each schema that extends a wide union: as many schemas may do so as the
 * union has branches.
 */
const mostCommon = 100;

/** Members of some objects. Of what one of them does not describe nothing is known, because it may have it all the same. */
function commonObject(objects: readonly ObjectShape[]): Wide {
  const found = new Map<string, MemberShape[]>();
  for (const member of objects.flatMap(({ members }) => members)) {
    const others = found.get(member.name);
    if (others === undefined) found.set(member.name, [member]);
    else others.push(member);
  }
  const isCut = found.size > mostCommon;
  const listed = isCut
    ? [...found].filter(([, each]) => each.length === objects.length).slice(0, mostCommon)
    : [...found];
  const members = listed.map(([name, each]): MemberShape => {
    if (each.length < objects.length) return { name, optional: true, shape: unknownShape };
    const optional = each.some((member) => member.optional);
    return { name, optional, shape: commonMember(each) };
  });
  const shape: Shape = members.length === 0 ? anyObject : { kind: 'object', members, extends: [] };
  return { shape, isCut };
}

/** The type of a member that all objects describe. */
function commonMember(members: readonly MemberShape[]): Shape {
  const shape = unionOf(members.map((member) => member.shape));
  if (shape.kind !== 'union' || shape.members.length <= mostCommon) return shape;
  return shape.members.every((each) => isLiteral(each, 'string'))
    ? { kind: 'string' }
    : unknownShape;
}
