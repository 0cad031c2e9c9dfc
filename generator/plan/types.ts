import type { SchemaId } from '../model/schema.js';
import type { Shape, Shapes, Use } from '../model/shape.js';
import { unionOf, unknownShape } from '../model/shape-algebra.js';
import { chooseNames, noFixedNames, type FixedNames } from './names.js';
import type { Identifier, IdentifierName, TypePlan } from './plan.js';
import type { Directions } from './schema-walk.js';

/** Declarations of the named schemas, and the way from a schema to its name. */
export interface TypesPlan {
  readonly plans: readonly TypePlan[];
  typeOf(id: SchemaId, use: Use): Identifier | undefined;
  /** Whether a schema has another declaration for requests than for responses. */
  hasInput(id: SchemaId): boolean;
}

const uses = {
  both: { direction: 'both', representation: 'value' },
  send: { direction: 'send', representation: 'value' },
  receive: { direction: 'receive', representation: 'value' },
} as const satisfies Record<string, Use>;

/**
 * One declaration a schema; a second one, `PolicyInput`, where requests and responses hold different members
 * and the schema travels both ways.
 */
export function planTypes(
  names: ReadonlyMap<SchemaId, IdentifierName>,
  shapes: Shapes,
  directions: Directions,
  taken: Set<string>,
  spot: FixedNames['spot'],
): TypesPlan {
  const twoWay = [...names.keys()].filter(
    (id) =>
      directions.differs(id) && directions.reaches(id, 'send') && directions.reaches(id, 'receive'),
  );
  const inputs = chooseNames(
    twoWay.map((id) => ({
      key: id,
      candidates: [`${names.get(id) ?? ''}Input`, `${names.get(id) ?? ''}SendInput`],
    })),
    taken,
    { ...noFixedNames, spot },
  );
  const identifiers = new Map<SchemaId, Identifier>();
  const inputIdentifiers = new Map<SchemaId, Identifier>();
  for (const [id, name] of names) {
    identifiers.set(id, { name, from: 'types.ts', typeOnly: true });
    const input = inputs.get(id);
    if (input !== undefined)
      inputIdentifiers.set(id, { name: input, from: 'types.ts', typeOnly: true });
  }
  const cycles = createCycleBreaker(shapes);
  const plans: TypePlan[] = [];
  for (const [id, identifier] of identifiers) {
    const use = mainUse(id, directions);
    plans.push({ identifier, id, use, shape: cycles(id, use) });
    const input = inputIdentifiers.get(id);
    if (input !== undefined)
      plans.push({ identifier: input, id, use: uses.send, shape: cycles(id, uses.send) });
  }
  return {
    plans,
    typeOf: (id, use) =>
      (use.direction === 'send' ? inputIdentifiers.get(id) : undefined) ?? identifiers.get(id),
    hasInput: (id) => inputIdentifiers.has(id),
  };
}

function mainUse(id: SchemaId, directions: Directions): Use {
  if (!directions.differs(id)) return uses.both;
  if (directions.reaches(id, 'receive')) return uses.receive;
  return directions.reaches(id, 'send') ? uses.send : uses.both;
}

/**
 * TypeScript refuses an alias that leads back to itself without an object in between. No finite value needs
 * such a branch, so it is left out.
 */
function createCycleBreaker(shapes: Shapes): (id: SchemaId, use: Use) => Shape {
  return (id, use) => {
    const shape = shapes.of(id, use);
    if (shape.kind === 'object' || immediateTargets(shape).length === 0) return shape;
    return without(shape, (target) => leadsTo(shapes, target, id, use, new Set()));
  };
}

function leadsTo(
  shapes: Shapes,
  from: SchemaId,
  to: SchemaId,
  use: Use,
  seen: Set<SchemaId>,
): boolean {
  if (from === to) return true;
  if (seen.has(from)) return false;
  seen.add(from);
  return immediateTargets(shapes.of(from, use)).some((target) =>
    leadsTo(shapes, target, to, use, seen),
  );
}

/** References that have to be looked through to know what an alias is. */
function immediateTargets(shape: Shape): readonly SchemaId[] {
  if (shape.kind === 'reference') return [shape.target];
  if (shape.kind === 'union' || shape.kind === 'intersection')
    return shape.members.flatMap(immediateTargets);
  return [];
}

function without(shape: Shape, isCyclic: (target: SchemaId) => boolean): Shape {
  if (shape.kind === 'reference') return isCyclic(shape.target) ? unknownShape : shape;
  if (shape.kind !== 'union' && shape.kind !== 'intersection') return shape;
  const kept = shape.members.filter(
    (member) => member.kind !== 'reference' || !isCyclic(member.target),
  );
  const members = kept.map((member) => without(member, isCyclic));
  if (members.length === 0) return unknownShape;
  if (shape.kind === 'union') {
    const union =
      members.length === shape.members.length ? { ...shape, members } : unionOf(members);
    return union;
  }
  const [only] = members;
  return only !== undefined && members.length === 1 ? only : { ...shape, members };
}
