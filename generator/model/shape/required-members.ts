import { isOfObjects, isUnionOfObjects, unknownShape } from './algebra.js';
import { intersectTwo } from './intersections.js';
import { branchesOf, mostSpread } from './products.js';
import type { MemberShape, ObjectShape, Shape } from './shape.js';

/**
 * What is left of a shape where these members are demanded of every object in it. Of what may be no object, or is not known to be one,
 * nothing can be said.
 */
export function requireMembers(
  shape: Shape,
  names: readonly string[],
  resolve: (shape: Shape) => Shape,
  above: ReadonlySet<string> = new Set(),
): Shape {
  if (shape.kind === 'reference' && above.has(shape.target)) return shape;
  const seen = shape.kind === 'reference' ? new Set(above).add(shape.target) : above;
  const meant = resolve(shape);
  if (meant.kind === 'union') {
    // Demanded of every branch, it would be another union at each level of unions that are made of one another.
    if (branchesOf(meant, resolve) > mostSpread) return shape;
    const members = meant.members.map((member) => requireMembers(member, names, resolve, seen));
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
  const branches = requireMembers(union, first, resolve, above);
  const members = shape.members.with(index, branches);
  if (branches === union) return undefined;
  const rest: Shape = { kind: 'intersection', members };
  return second.length === 0 ? rest : requireMembers(rest, second, resolve, above);
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
