import type { SchemaId } from '../model/schema.js';
import { sameShape } from '../model/shape-algebra.js';
import type { ObjectShape, Shape, Shapes, Use } from '../model/shape.js';
import type { TypePlan } from './plan.js';

/**
 * Lists of values that a TypeScript enum cannot stand for: those that a type narrows to some of their values, or that meet others. An enum
 * is a type of its own, to which the text of a member does not belong, so that both together would be nothing.
 */
export function narrowedLists(plans: readonly TypePlan[], shapes: Shapes): ReadonlySet<SchemaId> {
  const found = new Set<SchemaId>();
  const seen = new Set<Shape>();
  // What was looked through once is narrowed with all that it leads to.
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
        note(shape.members, use);
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
      note([{ ...shape, extends: [] }, ...shape.extends.map(referenceTo)], use);
    for (const member of shape.members) visit(member.shape, use);
    if (additional === undefined) return;
    visit(additional, use);
    // Named members have to fit what all others hold.
    if (additional.kind !== 'unknown')
      for (const { shape: member } of shape.members) meet([member, additional], use);
  }

  /** Parts that hold for one value: members of one name meet, and so do the parts themselves where they are no objects. */
  function note(parts: readonly Shape[], use: Use): void {
    const members = new Map<string, Shape[]>();
    for (const part of parts) addMembers(part, members, use);
    for (const met of members.values()) meet(met, use);
    const others = parts.filter((part) => !hasMembers(part, use));
    if (others.length > 0) meet(others, use);
  }

  function addMembers(part: Shape, members: Map<string, Shape[]>, use: Use): void {
    for (const shape of within(part, use)) {
      if (shape.kind !== 'object') continue;
      for (const { name, shape: member } of shape.members) {
        const known = members.get(name);
        if (known === undefined) members.set(name, [member]);
        else known.push(member);
      }
    }
  }

  /** All that a shape is made of for the same value, references followed. */
  function within(start: Shape, use: Use): ReadonlySet<Shape> {
    const parts = new Set([start]);
    // A set is walked through to the end while it grows.
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
    return [...within(part, use)].some(({ kind }) => kind === 'object');
  }

  /** Everything that leads to a list is narrowed where not all that meet are the same. */
  function meet(met: readonly Shape[], use: Use): void {
    const [first, ...others] = met;
    if (first === undefined || others.every((other) => sameShape(first, other))) return;
    const known = reached[use.direction];
    const pending = [...met];
    for (let shape = pending.pop(); shape !== undefined; shape = pending.pop()) {
      if (known.has(shape)) continue;
      known.add(shape);
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
