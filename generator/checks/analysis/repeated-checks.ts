import type { SchemaId } from '../../model/schema.js';
import type { CheckKey } from '../check.js';
import { dispatchOf } from '../lower/dispatch.js';
import type { CheckGraph, CheckNode } from './check-graph.js';
import type { Lowering } from '../lower/lower.js';
import { referencesOf } from '../lower/reference.js';

/**
 * Finds checks that may visit the same part of a value more than once: a schema leads back to
 * itself by several routes that apply to the same data, such as branches of a union without a
 * discriminator. Each level of data would double the time, so their results must be cached.
 */
export function findRepeatedChecks(lowering: Lowering): (key: CheckKey) => boolean {
  let cycles: ReadonlySet<number> | undefined;
  return (key) => {
    const cycle = lowering.graph.cycleOf(key);
    if (cycle === undefined) return false;
    cycles ??= repeatingCycles(lowering);
    return cycles.has(cycle);
  };
}

function repeatingCycles(lowering: Lowering): ReadonlySet<number> {
  const { graph } = lowering;
  const repeating = new Set<number>();
  for (const node of graph.nodes.values()) {
    const cycle = graph.cycleOf(node.key);
    if (cycle === undefined || repeating.has(cycle)) continue;
    if (routesBack(node, cycle, lowering) > 1) repeating.add(cycle);
  }
  return repeating;
}

/** Number of routes that lead from a node back into its cycle and may apply to the same data. */
function routesBack(node: CheckNode, cycle: number, lowering: Lowering): number {
  const { graph } = lowering;
  const { schema, context } = node;
  if (schema.kind === 'boolean') return 0;
  const { keywords } = schema;
  const leadsBack = (id: SchemaId): boolean =>
    graph.cycleOf(graph.reach(context, id).key) === cycle;
  const count = (ids: readonly (SchemaId | undefined)[]): number =>
    ids.filter((id) => id !== undefined && leadsBack(id)).length;
  // Dispatch selects one branch before any is checked.
  const dispatched = (['anyOf', 'oneOf'] as const).filter(
    (keyword) =>
      keywords[keyword] !== undefined && dispatchOf(node, keyword, lowering) !== undefined,
  );
  const branches = dispatched.flatMap((keyword) => keywords[keyword] ?? []);
  const unions = dispatched.filter((keyword) => count(keywords[keyword] ?? []) > 0).length;
  const sameInstance = sameInstanceSchemas(node, graph).filter((id) => !branches.includes(id));
  // A rejected branch is checked again for its violations, and for what it evaluates.
  const undispatched = (['anyOf', 'oneOf'] as const).filter(
    (keyword) => !dispatched.includes(keyword),
  );
  const repeated = count([
    ...undispatched.flatMap((keyword) => keywords[keyword] ?? []),
    ...((keywords.unevaluatedProperties ?? keywords.unevaluatedItems) === undefined
      ? []
      : sameInstance),
  ]);
  return unions + count(sameInstance) + repeated + Math.max(routesToProperty(), routesToItem());

  /** A property matches one declared name. It is additional only if it matches no pattern. */
  function routesToProperty(): number {
    const { properties = [], patternProperties = [] } = keywords;
    const declared = Math.min(count(properties.map(([, id]) => id)), 1);
    const matching = count(patternProperties.map(([, id]) => id));
    const additional = count([keywords.additionalProperties]);
    return Math.max(declared + matching, additional) + count([keywords.unevaluatedProperties]);
  }

  function routesToItem(): number {
    const positional = Math.min(count([...(keywords.prefixItems ?? []), keywords.items]), 1);
    return positional + count([keywords.contains, keywords.unevaluatedItems]);
  }
}

function sameInstanceSchemas(
  { schema, context }: CheckNode,
  graph: CheckGraph,
): readonly SchemaId[] {
  return referencesOf(schema, (reference) => [graph.resolve(reference, context)])
    .filter(({ step }) => step === 'in-place')
    .map(({ id }) => id);
}
