import {
  anyObject,
  isChoice,
  isObjectLike,
  isSequence,
  unionOf,
  unknownShape,
} from './shape-algebra.js';
import { both, intersectTwo } from './shape-intersections.js';
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
  const widened = new Map<number, Shape>();
  for (const { index, meant } of order) {
    if (product <= mostBranches) break;
    widened.set(index, widenedUnion(meant, resolve));
    counts[index] = 1;
    product = productOf(counts);
  }
  const kept = shape.members.filter((_, index) => !widened.has(index));
  const single = [...kept.filter((member) => !isChoice(member)), ...widened.values()];
  return [
    single.reduce((left, right) => intersectTwo(left, right, resolve), unknownShape),
    ...kept.filter(isChoice),
  ].reduce((left, right) => (left.kind === 'unknown' ? right : both(left, right)));
}

function rankOf({ kind }: Shape): number {
  return kind === 'union' ? 0 : 1;
}

function productOf(counts: readonly number[]): number {
  return counts.reduce((all, each) => all * each, 1);
}

/** How many branches a shape has to TypeScript, for which names are no bounds. */
export function branchesOf(shape: Shape, resolve: Resolve): number {
  const before = known.get(shape);
  if (before !== undefined) return before;
  const meant = resolve(shape);
  if (meant.kind !== 'union' && meant.kind !== 'intersection') return 1;
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
function widenedUnion(shape: Shape, resolve: Resolve): Shape {
  const branches = (shape.kind === 'union' ? shape.members : [shape]).map(resolve);
  if (branches.every(isPlainObject)) return commonObject(branches);
  if (branches.every(isObjectLike)) return anyObject;
  return branches.every(isSequence) ? { kind: 'array', items: unknownShape } : unknownShape;
}

function isPlainObject(shape: Shape): shape is ObjectShape {
  return shape.kind === 'object' && shape.extends.length === 0;
}

/** Members of some objects. Of what one of them does not describe nothing is known, because it may have it all the same. */
function commonObject(objects: readonly ObjectShape[]): Shape {
  const found = new Map<string, MemberShape[]>();
  for (const member of objects.flatMap(({ members }) => members)) {
    const others = found.get(member.name);
    if (others === undefined) found.set(member.name, [member]);
    else others.push(member);
  }
  const members = [...found].map(([name, each]): MemberShape => {
    if (each.length < objects.length) return { name, optional: true, shape: unknownShape };
    const optional = each.some((member) => member.optional);
    return { name, optional, shape: unionOf(each.map((member) => member.shape)) };
  });
  return members.length === 0 ? anyObject : { kind: 'object', members, extends: [] };
}
