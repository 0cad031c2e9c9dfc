import type { SchemaId } from '../model/schema.js';
import type { Shape, Shapes, Use } from '../model/shape/shape.js';
import { unionOf, unknownShape } from '../model/shape/algebra.js';
import { chooseNames, noFixedNames, type FixedNames } from './names/names.js';
import type { Identifier, IdentifierName, TypePlan } from './plan.js';
import type { Directions } from './schemas/schema-walk.js';

/** Declarations of named schemas, and the lookup from a schema to its name. */
export interface TypesPlan {
  readonly plans: readonly TypePlan[];
  typeOf(id: SchemaId, use: Use): Identifier | undefined;
  /** True if a schema has separate declarations for requests and responses. */
  hasInput(id: SchemaId): boolean;
}

const uses = {
  both: { direction: 'both', representation: 'value' },
  send: { direction: 'send', representation: 'value' },
  receive: { direction: 'receive', representation: 'value' },
} as const satisfies Record<string, Use>;

/**
 * Plans one declaration for each schema. A second one, such as `PolicyInput`, is added if the
 * schema is used in both directions with different properties.
 */
export function planTypes(
  names: ReadonlyMap<SchemaId, IdentifierName>,
  shapes: Shapes,
  directions: Directions,
  taken: Set<string>,
  portableKey: FixedNames['portableKey'],
): TypesPlan {
  const bothDirections = [...names.keys()].filter(
    (id) =>
      directions.differs(id) && directions.reaches(id, 'send') && directions.reaches(id, 'receive'),
  );
  const inputs = chooseNames(
    bothDirections.map((id) => ({
      key: id,
      candidates: [`${names.get(id) ?? ''}Input`, `${names.get(id) ?? ''}SendInput`],
    })),
    taken,
    { ...noFixedNames, portableKey },
  );
  const identifiers = new Map<SchemaId, Identifier>();
  const inputIdentifiers = new Map<SchemaId, Identifier>();
  for (const [id, name] of names) {
    identifiers.set(id, { name, from: 'types.ts', typeOnly: true });
    const input = inputs.get(id);
    if (input !== undefined)
      inputIdentifiers.set(id, { name: input, from: 'types.ts', typeOnly: true });
  }
  const withoutCycles = createCycleBreaker(shapes);
  const plans: TypePlan[] = [];
  for (const [id, identifier] of identifiers) {
    const use = mainUse(id, directions);
    plans.push({ identifier, id, use, shape: withoutCycles(id, use) });
    const input = inputIdentifiers.get(id);
    if (input !== undefined)
      plans.push({ identifier: input, id, use: uses.send, shape: withoutCycles(id, uses.send) });
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
 * Creates a function that removes cyclic branches from type aliases. TypeScript rejects an alias
 * that refers to itself without an object in between. No finite value needs such a branch.
 */
function createCycleBreaker(shapes: Shapes): (id: SchemaId, use: Use) => Shape {
  const componentsByUse = new Map<Use, (id: SchemaId) => number>();
  return (id, use) => {
    const shape = shapes.of(id, use);
    if (shape.kind === 'object' || immediateTargets(shape).length === 0) return shape;
    let componentOf = componentsByUse.get(use);
    if (componentOf === undefined)
      componentsByUse.set(
        use,
        (componentOf = createComponents((each) => immediateTargets(shapes.of(each, use)))),
      );
    const component = componentOf(id);
    return withoutReferences(shape, (target) => componentOf(target) === component);
  };
}

/**
 * Numbers the strongly connected components of schemas that refer to each other (Tarjan). Each
 * schema is visited once.
 */
function createComponents(
  targetsOf: (id: SchemaId) => readonly SchemaId[],
): (id: SchemaId) => number {
  const components = new Map<SchemaId, number>();
  const order = new Map<SchemaId, number>();
  const stack: SchemaId[] = [];
  return (start) => {
    const steps = order.has(start) ? [] : [enter(start)];
    for (let step = steps.at(-1); step !== undefined; step = steps.at(-1)) {
      const next = step.targets[step.visited];
      step.visited += 1;
      if (next === undefined) {
        steps.pop();
        const parent = steps.at(-1);
        if (parent !== undefined) parent.lowest = Math.min(parent.lowest, step.lowest);
        if (step.lowest === order.get(step.id)) close(step.id, step.lowest);
      } else if (!order.has(next)) steps.push(enter(next));
      else if (!components.has(next))
        step.lowest = Math.min(step.lowest, order.get(next) ?? step.lowest);
    }
    return components.get(start) ?? -1;
  };

  function enter(id: SchemaId): Step {
    const lowest = order.size;
    order.set(id, lowest);
    stack.push(id);
    return { id, targets: targetsOf(id), visited: 0, lowest };
  }

  function close(first: SchemaId, component: number): void {
    for (let id = stack.pop(); id !== undefined; id = stack.pop()) {
      components.set(id, component);
      if (id === first) return;
    }
  }
}

/** A schema whose targets are being visited, and the lowest index on the stack that they reach. */
interface Step {
  readonly id: SchemaId;
  readonly targets: readonly SchemaId[];
  visited: number;
  lowest: number;
}

/** References that must be resolved to determine an alias. */
function immediateTargets(shape: Shape): readonly SchemaId[] {
  if (shape.kind === 'reference') return [shape.target];
  if (shape.kind === 'union' || shape.kind === 'intersection')
    return shape.members.flatMap(immediateTargets);
  return [];
}

function withoutReferences(shape: Shape, isCyclic: (target: SchemaId) => boolean): Shape {
  if (shape.kind === 'reference') return isCyclic(shape.target) ? unknownShape : shape;
  if (shape.kind !== 'union' && shape.kind !== 'intersection') return shape;
  const remaining = shape.members.filter(
    (member) => member.kind !== 'reference' || !isCyclic(member.target),
  );
  const members = remaining.map((member) => withoutReferences(member, isCyclic));
  if (members.length === 0) return unknownShape;
  if (shape.kind === 'union') {
    const union =
      members.length === shape.members.length ? { ...shape, members } : unionOf(members);
    return union;
  }
  const [single] = members;
  return single !== undefined && members.length === 1 ? single : { ...shape, members };
}
