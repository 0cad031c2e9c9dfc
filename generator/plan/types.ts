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
  const ringsOf = new Map<Use, (id: SchemaId) => number>();
  return (id, use) => {
    const shape = shapes.of(id, use);
    if (shape.kind === 'object' || immediateTargets(shape).length === 0) return shape;
    let ringOf = ringsOf.get(use);
    if (ringOf === undefined)
      ringsOf.set(use, (ringOf = createRings((each) => immediateTargets(shapes.of(each, use)))));
    const own = ringOf(id);
    return without(shape, (target) => ringOf(target) === own);
  };
}

/** The ring of each schema, by number: schemas that lead to one another are in one. Each is looked at once, however many lead to it (Tarjan). */
function createRings(targetsOf: (id: SchemaId) => readonly SchemaId[]): (id: SchemaId) => number {
  const rings = new Map<SchemaId, number>();
  const order = new Map<SchemaId, number>();
  const open: SchemaId[] = [];
  return (start) => {
    const steps = order.has(start) ? [] : [enter(start)];
    for (let at = steps.at(-1); at !== undefined; at = steps.at(-1)) {
      const next = at.targets[at.done];
      at.done += 1;
      if (next === undefined) {
        steps.pop();
        const above = steps.at(-1);
        if (above !== undefined) above.lowest = Math.min(above.lowest, at.lowest);
        if (at.lowest === order.get(at.id)) close(at.id, at.lowest);
      } else if (!order.has(next)) steps.push(enter(next));
      else if (!rings.has(next)) at.lowest = Math.min(at.lowest, order.get(next) ?? at.lowest);
    }
    return rings.get(start) ?? -1;
  };

  function enter(id: SchemaId): Step {
    const lowest = order.size;
    order.set(id, lowest);
    open.push(id);
    return { id, targets: targetsOf(id), done: 0, lowest };
  }

  function close(first: SchemaId, ring: number): void {
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      rings.set(id, ring);
      if (id === first) return;
    }
  }
}

/** A schema whose targets are being looked at, and the earliest of those that are still open which they lead to. */
interface Step {
  readonly id: SchemaId;
  readonly targets: readonly SchemaId[];
  done: number;
  lowest: number;
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
