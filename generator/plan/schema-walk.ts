import type { SchemaId } from '../model/schema.js';
import { referenceOnly } from '../model/reference-only.js';
import type { Shape, Shapes, Use } from '../model/shape.js';

/** Calls `visit` for the shape and for every shape inside it, without following references. */
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
  const known = knownTargets.get(shape);
  if (known !== undefined) return known;
  const targets = new Set<SchemaId>();
  addTargets(shape, targets);
  const found = targets.size === 0 ? noTargets : targets;
  knownTargets.set(shape, found);
  return found;
}

/** An object that is written inside another one is a part of it, and has its own turn. */
const knownTargets = new WeakMap<Shape, ReadonlySet<SchemaId>>();
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

/** Follows schemas that are nothing but a reference, to one that has a name or to the last one. */
export function namedTarget(shapes: Shapes, named: Named, id: SchemaId): SchemaId {
  if (named.has(id)) return id;
  let at = referenceOnly(shapes.schemas, id) ?? id;
  if (at === id) return id;
  for (const seen = new Set([id]); !named.has(at) && !seen.has(at);) {
    seen.add(at);
    at = referenceOnly(shapes.schemas, at) ?? at;
  }
  return at;
}

/** Schemas that have a name. */
type Named = Pick<ReadonlyMap<SchemaId, unknown>, 'has' | 'keys'>;

/** Something an operation sends or receives. */
export interface Root {
  readonly id: SchemaId;
  readonly direction: 'send' | 'receive';
}

/** Which schemas travel which way, and which of them look different on the two ways. */
export interface Directions {
  reaches(id: SchemaId, direction: 'send' | 'receive'): boolean;
  differs(id: SchemaId): boolean;
}

/** Carries directions through references, over cycles, until nothing changes. */
export function directionsOf(shapes: Shapes, named: Named, roots: readonly Root[]): Directions {
  const reached = { send: new Set<SchemaId>(), receive: new Set<SchemaId>() };
  const pending = [...roots];
  const noted = { send: new Set<Shape>(), receive: new Set<Shape>() };
  for (let root = pending.pop(); root !== undefined; root = pending.pop()) {
    const { id, direction } = root;
    if (reached[direction].has(id)) continue;
    reached[direction].add(id);
    const shape = shapes.of(id, uses[direction]);
    noteNamed(shape, named, reached[direction], noted[direction]);
    for (const target of targetsOf(shape)) pending.push({ id: target, direction });
  }
  const users = usersOf(shapes, named);
  const differing = spread(
    [...named.keys()].filter((id) => looksDifferent(shapes, id)),
    (id) => users.get(id) ?? [],
  );
  return {
    reaches: (id, direction) => reached[direction].has(id),
    differs: (id) => differing.has(id),
  };
}

const uses = {
  both: { direction: 'both', representation: 'value' },
  send: { direction: 'send', representation: 'value' },
  receive: { direction: 'receive', representation: 'value' },
} as const satisfies Record<string, Use>;

/** Notes which named schemas are written inside a shape; what has been looked through is `noted`. */
function noteNamed(shape: Shape, named: Named, found: Set<SchemaId>, noted: Set<Shape>): void {
  switch (shape.kind) {
    case 'object':
      if (noted.has(shape)) return;
      noted.add(shape);
      noteOne(shape.schema, named, found);
      for (const { shape: inner } of shape.members) noteNamed(inner, named, found, noted);
      if (shape.additional !== undefined) noteNamed(shape.additional, named, found, noted);
      return;
    case 'array':
      noteNamed(shape.items, named, found, noted);
      return;
    case 'tuple':
      for (const item of shape.items) noteNamed(item, named, found, noted);
      if (shape.rest !== undefined) noteNamed(shape.rest, named, found, noted);
      return;
    case 'union':
      noteOne(shape.schema, named, found);
      for (const member of shape.members) noteNamed(member, named, found, noted);
      return;
    case 'intersection':
      for (const member of shape.members) noteNamed(member, named, found, noted);
      return;
    case 'open-enum':
      noteOne(shape.schema, named, found);
      return;
    default:
      return;
  }
}

function noteOne(id: SchemaId | undefined, named: Named, found: Set<SchemaId>): void {
  if (id !== undefined && named.has(id)) found.add(id);
}

function looksDifferent(shapes: Shapes, id: SchemaId): boolean {
  // Shapes that do not differ are one object.
  return shapes.of(id, uses.send) !== shapes.of(id, uses.receive);
}

/** The named schemas that refer to one. */
function usersOf(shapes: Shapes, named: Named): ReadonlyMap<SchemaId, readonly SchemaId[]> {
  const users = new Map<SchemaId, SchemaId[]>();
  for (const id of named.keys()) {
    for (const alias of targetsOf(shapes.of(id, uses.both)))
      add(users, namedTarget(shapes, named, alias), id);
  }
  return users;
}

function add(map: Map<SchemaId, SchemaId[]>, key: SchemaId, value: SchemaId): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [value]);
  else known.push(value);
}

/** Schemas, and whatever one comes to from them. */
function spread(
  from: readonly SchemaId[],
  next: (id: SchemaId) => readonly SchemaId[],
): ReadonlySet<SchemaId> {
  const found = new Set(from);
  for (const id of found) for (const other of next(id)) found.add(other);
  return found;
}
