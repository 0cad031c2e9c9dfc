import type { SchemaId } from '../model/schema.js';
import { sameShape } from '../model/shape/algebra.js';
import type { ObjectShape, Shape, Shapes, Use } from '../model/shape/shape.js';
import type { TypePlan } from './plan.js';

/**
 * Finds lists of values that cannot be TypeScript enums, because a type narrows them or intersects
 * them with other types. An enum is nominal: it does not contain the literal of a member, so the
 * intersection would be `never`.
 */
export function enumsUsedAsSubtypes(
  plans: readonly TypePlan[],
  shapes: Shapes,
): ReadonlySet<SchemaId> {
  const found = new Set<SchemaId>();
  const seen = new Set<Shape>();
  // A shape that was narrowed once is not narrowed again in the same direction.
  const reached = { send: new Set<Shape>(), receive: new Set<Shape>(), both: new Set<Shape>() };
  for (const { shape, use } of plans) visit(shape, use);
  return found;

  function visit(shape: Shape, use: Use): void {
    if (seen.has(shape)) return;
    seen.add(shape);
    switch (shape.kind) {
      case 'array':
        visit(shape.items, use);
        return;
      case 'tuple':
        for (const item of shape.items) visit(item, use);
        if (shape.rest !== undefined) visit(shape.rest, use);
        return;
      case 'object':
        visitObject(shape, use);
        return;
      case 'intersection':
        combineParts(shape.members, use);
        for (const member of shape.members) visit(member, use);
        return;
      case 'union':
        for (const member of shape.members) visit(member, use);
        return;
      default:
        return;
    }
  }

  function visitObject(shape: ObjectShape, use: Use): void {
    const { additional } = shape;
    if (shape.extends.length > 0)
      combineParts([{ ...shape, extends: [] }, ...shape.extends.map(referenceTo)], use);
    for (const member of shape.members) visit(member.shape, use);
    if (additional === undefined) return;
    visit(additional, use);
    // Declared properties must be assignable to the index signature.
    if (additional.kind !== 'unknown')
      for (const { shape: member } of shape.members) combine([member, additional], use);
  }

  /**
   * Combines parts that apply to one value: properties of the same name, and parts that are not
   * objects.
   */
  function combineParts(parts: readonly Shape[], use: Use): void {
    const members = new Map<string, Shape[]>();
    for (const part of parts) addMembers(part, members, use);
    for (const combined of members.values()) combine(combined, use);
    const others = parts.filter((part) => !hasMembers(part, use));
    if (others.length > 0) combine(others, use);
  }

  function addMembers(part: Shape, members: Map<string, Shape[]>, use: Use): void {
    for (const shape of shapesOf(part, use)) {
      if (shape.kind !== 'object') continue;
      for (const { name, shape: member } of shape.members) {
        const visited = members.get(name);
        if (visited === undefined) members.set(name, [member]);
        else visited.push(member);
      }
    }
  }

  /**
   * Collects all shapes that apply to the same value, through references, unions, intersections and
   * bases.
   */
  function shapesOf(start: Shape, use: Use): ReadonlySet<Shape> {
    const parts = new Set([start]);
    // The iteration includes shapes that are added on the way.
    for (const shape of parts) {
      if (shape.kind === 'reference') parts.add(shapes.of(shape.target, use));
      else if (shape.kind === 'union' || shape.kind === 'intersection')
        for (const member of shape.members) parts.add(member);
      else if (shape.kind === 'object')
        for (const base of shape.extends) parts.add(shapes.of(base, use));
    }
    return parts;
  }

  function hasMembers(part: Shape, use: Use): boolean {
    return [...shapesOf(part, use)].some(({ kind }) => kind === 'object');
  }

  /** Marks all shapes as narrowed, unless the combined shapes are equal. */
  function combine(combined: readonly Shape[], use: Use): void {
    const [first, ...others] = combined;
    if (first === undefined || others.every((other) => sameShape(first, other))) return;
    const visited = reached[use.direction];
    const pending = [...combined];
    for (let shape = pending.pop(); shape !== undefined; shape = pending.pop()) {
      if (visited.has(shape)) continue;
      visited.add(shape);
      if (shape.kind === 'reference') {
        found.add(shape.target);
        pending.push(shapes.of(shape.target, use));
      } else pending.push(...innerShapes(shape));
      if ('schema' in shape && shape.schema !== undefined) found.add(shape.schema);
    }
  }
}

function innerShapes(shape: Shape): readonly Shape[] {
  switch (shape.kind) {
    case 'array':
      return [shape.items];
    case 'tuple':
      return shape.rest === undefined ? shape.items : [...shape.items, shape.rest];
    case 'object': {
      const members = shape.members.map((member) => member.shape);
      const others = shape.additional === undefined ? [] : [shape.additional];
      return [...members, ...others, ...shape.extends.map(referenceTo)];
    }
    case 'union':
    case 'intersection':
      return shape.members;
    default:
      return [];
  }
}

function referenceTo(target: SchemaId): Shape {
  return { kind: 'reference', target };
}
