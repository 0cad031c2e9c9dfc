import type { SchemaId } from '../../model/schema.js';
import { referenceOnly } from '../../model/analysis/reference-only.js';
import type { Shape, Shapes, Use } from '../../model/shape/shape.js';

/** Calls `visit` for a shape and every shape inside it. References are not followed. */
export function walkShape(shape: Shape, visit: (shape: Shape) => void): void {
  visit(shape);
  switch (shape.kind) {
    case 'array':
      walkShape(shape.items, visit);
      return;
    case 'tuple':
      for (const item of shape.items) walkShape(item, visit);
      if (shape.rest !== undefined) walkShape(shape.rest, visit);
      return;
    case 'object':
      for (const member of shape.members) walkShape(member.shape, visit);
      if (shape.additional !== undefined) walkShape(shape.additional, visit);
      return;
    case 'union':
    case 'intersection':
      for (const member of shape.members) walkShape(member, visit);
      return;
    default:
      return;
  }
}

/** Schemas that a shape refers to by name. */
export function targetsOf(shape: Shape): ReadonlySet<SchemaId> {
  const cached = targetCache.get(shape);
  if (cached !== undefined) return cached;
  const targets = new Set<SchemaId>();
  addTargets(shape, targets);
  const result = targets.size === 0 ? noTargets : targets;
  targetCache.set(shape, result);
  return result;
}

/** Cached targets. An object written inside another one has its own entry. */
const targetCache = new WeakMap<Shape, ReadonlySet<SchemaId>>();
const noTargets: ReadonlySet<SchemaId> = new Set();

function addTargets(shape: Shape, targets: Set<SchemaId>): void {
  switch (shape.kind) {
    case 'reference':
      targets.add(shape.target);
      return;
    case 'object':
      for (const target of shape.extends) targets.add(target);
      for (const { shape: inner } of shape.members) addPart(inner, targets);
      if (shape.additional !== undefined) addPart(shape.additional, targets);
      return;
    case 'array':
      addPart(shape.items, targets);
      return;
    case 'tuple':
      for (const item of shape.items) addPart(item, targets);
      if (shape.rest !== undefined) addPart(shape.rest, targets);
      return;
    case 'union':
    case 'intersection':
      for (const member of shape.members) addPart(member, targets);
      return;
    default:
      return;
  }
}

function addPart(part: Shape, targets: Set<SchemaId>): void {
  if (part.kind !== 'object') addTargets(part, targets);
  else for (const target of targetsOf(part)) targets.add(target);
}

/** Follows schemas that consist only of a reference, up to the first one with a name. */
export function namedTarget(shapes: Shapes, named: Named, id: SchemaId): SchemaId {
  if (named.has(id)) return id;
  let target = referenceOnly(shapes.schemas, id) ?? id;
  if (target === id) return id;
  for (const seen = new Set([id]); !named.has(target) && !seen.has(target);) {
    seen.add(target);
    target = referenceOnly(shapes.schemas, target) ?? target;
  }
  return target;
}

/** Schemas with a name. */
type Named = Pick<ReadonlyMap<SchemaId, unknown>, 'has' | 'keys'>;

/** A schema of something that an operation sends or receives. */
export interface Root {
  readonly id: SchemaId;
  readonly direction: 'send' | 'receive';
}

/** Directions in which schemas are sent, and schemas that differ by direction. */
export interface Directions {
  reaches(id: SchemaId, direction: 'send' | 'receive'): boolean;
  differs(id: SchemaId): boolean;
}

/** Schemas that are reached in each direction. */
export type Reached = Readonly<Record<'send' | 'receive', ReadonlySet<SchemaId>>>;

/** Propagates directions through references, including cycles. */
export function reachedFrom(shapes: Shapes, named: Named, roots: readonly Root[]): Reached {
  const reached = { send: new Set<SchemaId>(), receive: new Set<SchemaId>() };
  const pending = [...roots];
  const visited = { send: new Set<Shape>(), receive: new Set<Shape>() };
  for (let root = pending.pop(); root !== undefined; root = pending.pop()) {
    const { id, direction } = root;
    if (reached[direction].has(id)) continue;
    reached[direction].add(id);
    const shape = shapes.of(id, uses[direction]);
    addNamed(shape, named, reached[direction], visited[direction]);
    for (const target of targetsOf(shape)) pending.push({ id: target, direction });
  }
  return reached;
}

/** Finds the directions of schemas, and those that differ by direction. */
export function directionsOf(shapes: Shapes, named: Named, roots: readonly Root[]): Directions {
  const reached = reachedFrom(shapes, named, roots);
  const referrers = referrersOf(shapes, named);
  const different = reachableFrom(
    [...named.keys()].filter((id) => differsByDirection(shapes, id)),
    (id) => referrers.get(id) ?? [],
  );
  return {
    reaches: (id, direction) => reached[direction].has(id),
    differs: (id) => different.has(id),
  };
}

const uses = {
  both: { direction: 'both', representation: 'value' },
  send: { direction: 'send', representation: 'value' },
  receive: { direction: 'receive', representation: 'value' },
} as const satisfies Record<string, Use>;

/**
 * Adds the named schemas written inside a shape to `found`. `noted` contains the objects already
 * visited.
 */
function addNamed(shape: Shape, named: Named, result: Set<SchemaId>, visited: Set<Shape>): void {
  switch (shape.kind) {
    case 'object':
      if (visited.has(shape)) return;
      visited.add(shape);
      addIfNamed(shape.schema, named, result);
      for (const { shape: inner } of shape.members) addNamed(inner, named, result, visited);
      if (shape.additional !== undefined) addNamed(shape.additional, named, result, visited);
      return;
    case 'array':
      addNamed(shape.items, named, result, visited);
      return;
    case 'tuple':
      for (const item of shape.items) addNamed(item, named, result, visited);
      if (shape.rest !== undefined) addNamed(shape.rest, named, result, visited);
      return;
    case 'union':
      addIfNamed(shape.schema, named, result);
      for (const member of shape.members) addNamed(member, named, result, visited);
      return;
    case 'intersection':
      for (const member of shape.members) addNamed(member, named, result, visited);
      return;
    case 'open-enum':
    case 'branded':
      addIfNamed(shape.schema, named, result);
      return;
    default:
      return;
  }
}

function addIfNamed(id: SchemaId | undefined, named: Named, result: Set<SchemaId>): void {
  if (id !== undefined && named.has(id)) result.add(id);
}

function differsByDirection(shapes: Shapes, id: SchemaId): boolean {
  // Shapes that do not differ by direction are the same object.
  return shapes.of(id, uses.send) !== shapes.of(id, uses.receive);
}

/** Named schemas that refer to each named schema. */
function referrersOf(shapes: Shapes, named: Named): ReadonlyMap<SchemaId, readonly SchemaId[]> {
  const referrers = new Map<SchemaId, SchemaId[]>();
  for (const id of named.keys()) {
    for (const alias of targetsOf(shapes.of(id, uses.both)))
      add(referrers, namedTarget(shapes, named, alias), id);
  }
  return referrers;
}

function add(map: Map<SchemaId, SchemaId[]>, key: SchemaId, value: SchemaId): void {
  const cached = map.get(key);
  if (cached === undefined) map.set(key, [value]);
  else cached.push(value);
}

/** Collects schemas and everything reachable from them. */
function reachableFrom(
  from: readonly SchemaId[],
  next: (id: SchemaId) => readonly SchemaId[],
): ReadonlySet<SchemaId> {
  const result = new Set(from);
  for (const id of result) for (const other of next(id)) result.add(other);
  return result;
}
