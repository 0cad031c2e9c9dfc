import type { SchemaId, SchemaTable } from '../../model/schema.js';
import type { OperationPlan, Plan } from '../../plan/plan.js';
import { statesKey, type StatePlan } from '../states/plan.js';
import { effectOf, greatestEffect } from './effects.js';
import { memberSchemas, sameInstance } from './member-schemas.js';
import type { SequenceContext } from './plan-links.js';
import type { ObservedStatePlan, RequestPlan, SequencePlan, StepPlan } from './plan.js';

/** Levels of objects in which states are looked for. */
const maxDepth = 2;

/** States in the successful JSON responses of an operation, by their JSON Pointers. */
export function observedStates(plan: Plan, operation: OperationPlan): readonly ObservedStatePlan[] {
  const states = plan.partOf(statesKey)?.states ?? [];
  if (states.length === 0) return [];
  const { schemas } = plan.api;
  const isInitial = isCollection(operation, plan);
  const found = successSchemas(operation).flatMap((schema) =>
    statePointers(schemas, schema, states, '', 0),
  );
  return [...new Map(found.map((each) => [each.pointer, { ...each, isInitial }])).values()];
}

function statePointers(
  schemas: SchemaTable,
  schema: SchemaId,
  states: readonly StatePlan[],
  pointer: string,
  depth: number,
): readonly { readonly pointer: string; readonly state: StatePlan }[] {
  if (depth > maxDepth) return [];
  const same = sameInstance(schemas, schema);
  const state = states.find(({ table }) => same.has(table.schema));
  if (state !== undefined) return [{ pointer, state }];
  return [...memberSchemas(schemas, schema)].flatMap(([name, member]) => {
    const token = name.replaceAll('~', '~0').replaceAll('/', '~1');
    return statePointers(schemas, member, states, `${pointer}/${token}`, depth + 1);
  });
}

function successSchemas({ outcomes }: OperationPlan): readonly SchemaId[] {
  return outcomes.flatMap(({ success, outcome: { contents } }) =>
    success
      ? contents.flatMap(({ codec, schema }) => (codec === 'json' ? (schema ?? []) : []))
      : [],
  );
}

/**
 * Plans the sequences of states: what a `POST` to a collection creates is read, and changed by each operation below it, and the states must
 * follow one another as the tables say.
 */
export function planStateSequences(context: SequenceContext): readonly SequencePlan[] {
  const { operations } = context.plan;
  return operations.flatMap((creator) => {
    const path = pathOf(creator);
    const request = context.exampleOf(creator);
    const states = context.statesOf(creator);
    if (path === undefined || request === undefined || states.length === 0) return [];
    if (!isCollection(creator, context.plan)) return [];
    const first: StepPlan = { operation: creator, request, states };
    const members = operations.flatMap((each) => memberOf(each, path, first, context) ?? []);
    const read = members.find(
      ({ operation }) => effectOf(operation) === 'read' && endsInParameter(pathOf(operation) ?? ''),
    );
    const changes = members.filter(({ operation }) => effectOf(operation) !== 'read');
    const tails = changes.length > 0 || read === undefined ? changes : [undefined];
    return tails.map((change): SequencePlan => {
      const isRemoved = change !== undefined && effectOf(change.operation) === 'delete';
      const steps = [
        first,
        ...(change === undefined ? [] : [{ ...change, mayRefuse: true as const }]),
        ...(read === undefined || isRemoved ? [] : [read]),
      ];
      return {
        name: `${steps.map(({ operation }) => operation.function.name).join(' → ')} (states)`,
        effect: greatestEffect(steps.map(({ operation }) => operation)),
        steps,
      };
    });
  });
}

/** A call of an operation on what the first step creates: its path begins with that of the collection, and has one parameter more. */
function memberOf(
  operation: OperationPlan,
  collection: string,
  first: StepPlan,
  context: SequenceContext,
): StepPlan | undefined {
  const path = pathOf(operation);
  const base = context.exampleOf(operation);
  const states = context.statesOf(operation);
  if (path === undefined || base === undefined || states.length === 0) return undefined;
  const below = path.startsWith(`${collection}/{`) ? path.slice(collection.length) : '';
  const [, parameter, rest = ''] = /^\/\{([^{}]+)\}(.*)$/.exec(below) ?? [];
  if (parameter === undefined || rest.includes('{')) return undefined;
  const pointer = idPointer(context.plan.api.schemas, first, parameter);
  if (pointer === undefined) return undefined;
  const linked = { kind: 'link', expression: `$response.body#${pointer}`, step: 0 } as const;
  const shared = [...base.path].map(
    ([name, value]) => [name, first.request.path.get(name) ?? value] as const,
  );
  const request: RequestPlan = { ...base, path: new Map([...shared, [parameter, linked]]) };
  return { operation, request, states };
}

/** Pointer to the identifier in a response: a property with the name of the parameter, or `id`, beside the state. */
function idPointer(
  schemas: SchemaTable,
  { operation, states }: StepPlan,
  parameter: string,
): string | undefined {
  const [state] = states;
  const parents = state?.pointer.split('/').slice(1, -1) ?? [];
  for (const schema of successSchemas(operation)) {
    let members = memberSchemas(schemas, schema);
    for (const name of parents) {
      const member = members.get(name);
      members = member === undefined ? new Map() : memberSchemas(schemas, member);
    }
    const names = [...members.keys()];
    const id =
      names.find((name) => plainName(name) === plainName(parameter)) ??
      names.find((name) => plainName(name) === 'id');
    if (id !== undefined) return ['', ...parents, id].join('/');
  }
  return undefined;
}

function plainName(name: string): string {
  return name.replaceAll(/[^A-Za-z\d]/g, '').toLowerCase();
}

/** True for a `POST` to a collection: there are operations below it whose path has one parameter more. */
function isCollection(operation: OperationPlan, { operations }: Plan): boolean {
  const { binding } = operation.operation;
  const path = pathOf(operation);
  return (
    binding.kind === 'http' &&
    binding.method === 'POST' &&
    path !== undefined &&
    operations.some((each) => pathOf(each)?.startsWith(`${path}/{`) === true)
  );
}

function pathOf({ operation: { binding } }: OperationPlan): string | undefined {
  return binding.kind === 'http' && 'text' in binding.target
    ? binding.target.text.replace(/\/$/, '')
    : undefined;
}

function endsInParameter(path: string): boolean {
  return /\{[^{}]+\}$/.test(path);
}
