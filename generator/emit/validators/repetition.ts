import type { SchemaId } from '../../model/schema.js';
import type { CheckKey } from './check.js';
import { dispatchOf } from './dispatch.js';
import type { CheckGraph, CheckNode } from './graph.js';
import type { Lowering } from './lower.js';
import { referencesOf } from './reference.js';

/**
 * Tells which checks a value may be looked at with more than once for the same part: a schema leads back to itself in
 * more than one way that the same data may take, as the branches of a union without a discriminator do. Each level of
 * data would then double the time, so that what such checks come to has to be remembered.
 */
export function createRepetition(lowering: Lowering): (key: CheckKey) => boolean {
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
    if (waysBack(node, cycle, lowering) > 1) repeating.add(cycle);
  }
  return repeating;
}

/** In how many ways data may lead from a node back into its cycle, as far as they may coincide. */
function waysBack(node: CheckNode, cycle: number, lowering: Lowering): number {
  const { graph } = lowering;
  const { schema, context } = node;
  if (schema.kind === 'boolean') return 0;
  const { keywords } = schema;
  const leadsBack = (id: SchemaId): boolean =>
    graph.cycleOf(graph.reach(context, id).key) === cycle;
  const count = (ids: readonly (SchemaId | undefined)[]): number =>
    ids.filter((id) => id !== undefined && leadsBack(id)).length;
  // One branch is chosen before any is looked at.
  const chosen = (['anyOf', 'oneOf'] as const).filter(
    (keyword) =>
      keywords[keyword] !== undefined && dispatchOf(node, keyword, lowering) !== undefined,
  );
  const branches = chosen.flatMap((keyword) => keywords[keyword] ?? []);
  const unions = chosen.filter((keyword) => count(keywords[keyword] ?? []) > 0).length;
  const inPlace = inPlaceOf(node, graph).filter((id) => !branches.includes(id));
  // A branch that is refused is asked why, and for what it has evaluated.
  const tried = (['anyOf', 'oneOf'] as const).filter((keyword) => !chosen.includes(keyword));
  const again = count([
    ...tried.flatMap((keyword) => keywords[keyword] ?? []),
    ...((keywords.unevaluatedProperties ?? keywords.unevaluatedItems) === undefined ? [] : inPlace),
  ]);
  return unions + count(inPlace) + again + Math.max(waysToMember(), waysToItem());

  /** A member is under one name, and additional where it matches no pattern either. */
  function waysToMember(): number {
    const { properties = [], patternProperties = [] } = keywords;
    const named = Math.min(count(properties.map(([, id]) => id)), 1);
    const matching = count(patternProperties.map(([, id]) => id));
    const additional = count([keywords.additionalProperties]);
    return Math.max(named + matching, additional) + count([keywords.unevaluatedProperties]);
  }

  function waysToItem(): number {
    const placed = Math.min(count([...(keywords.prefixItems ?? []), keywords.items]), 1);
    return placed + count([keywords.contains, keywords.unevaluatedItems]);
  }
}

function inPlaceOf({ schema, context }: CheckNode, graph: CheckGraph): readonly SchemaId[] {
  return referencesOf(schema, (reference) => [graph.resolve(reference, context)])
    .filter(({ step }) => step === 'in-place')
    .map(({ id }) => id);
}
