import type { CheckKey } from '../check.js';
import { leadingTo, type CheckGraph, type CheckNode } from './check-graph.js';

/** Checks that are reachable by many routes for one instance. */
export interface MemoisedChecks {
  /**
   * True if results of a check must be memoised. Evaluated once for each route, it would double the
   * time with each level of schemas.
   */
  isMemoised(key: CheckKey): boolean;
  /** True if a check is memoised, or leads to one that is. */
  leadsToMemoised(key: CheckKey): boolean;
}

/**
 * Number of calls for one instance up to which no memoisation is needed, in total and for each
 * schema.
 */
const maxCalls = 2000;
const maxCallsPerSchema = 8;

/**
 * Finds schemas whose checks would be called much more often for one instance than there are
 * schemas.
 */
export function findMemoisedChecks(graph: CheckGraph): MemoisedChecks {
  const memoised = new Set<CheckKey>();
  const visited = new Set<CheckKey>();
  const calls = callsOf(graph);
  const isModest = modestChecks(graph, calls);
  const frequent = [...graph.nodes.values()]
    .filter(({ key }) => (calls.get(key) ?? 0) > maxCalls)
    .sort((a, b) => (calls.get(b.key) ?? 0) - (calls.get(a.key) ?? 0));
  for (const node of frequent) {
    const { key } = node;
    if (visited.has(key) || isModest(node)) continue;
    for (const [each, times] of calledFrom(node, graph)) {
      visited.add(each.key);
      if (times > 1 && calledInPlace(each, graph).length > 0) memoised.add(each.key);
    }
  }
  const leading = leadingTo(memoised, graph.nodes);
  return {
    isMemoised: (key) => memoised.has(key),
    leadsToMemoised: (key) => leading.has(key),
  };
}

/**
 * Judges if a check makes few calls for each schema that it reaches. A check that adds little to one
 * other check, such as a reference, is as modest as that one, so that thousands of references to one
 * large union are judged once.
 */
function modestChecks(
  graph: CheckGraph,
  calls: ReadonlyMap<CheckKey, number>,
): (node: CheckNode) => boolean {
  const known = new Map<CheckKey, boolean>();
  const callsFrom = ({ key }: CheckNode): number => calls.get(key) ?? 0;
  /** The one check that accounts for nearly all calls of another, if there is one. */
  const largest = (node: CheckNode): CheckNode | undefined => {
    const found = calledInPlace(node, graph).find(
      (next) =>
        callsFrom(next) > maxCalls && callsFrom(node) - callsFrom(next) <= maxCallsPerSchema,
    );
    return found === node ? undefined : found;
  };
  return (start) => {
    const chain = [start];
    const seen = new Set(chain);
    for (;;) {
      const last = chain.at(-1) ?? start;
      const next = known.has(last.key) ? undefined : largest(last);
      if (next === undefined || seen.has(next)) break;
      chain.push(next);
      seen.add(next);
    }
    let isModest = false;
    for (const node of chain.reverse()) {
      // What is added to a modest check is modest; anything else is counted.
      isModest =
        known.get(node.key) ??
        (isModest || callsFrom(node) <= maxCallsPerSchema * calledFrom(node, graph).size);
      known.set(node.key, isModest);
    }
    return isModest;
  };
}

/**
 * Upper bound of the calls that the check of each schema makes for one instance, including its own.
 */
function callsOf(graph: CheckGraph): ReadonlyMap<CheckKey, number> {
  const calls = new Map<CheckKey, number>();
  for (const root of graph.nodes.values()) {
    const path = [root];
    for (let node = path.at(-1); node !== undefined; node = path.at(-1)) {
      const uses = calls.has(node.key) ? [] : calledInPlace(node, graph);
      const waiting = uses.filter((next) => !calls.has(next.key));
      if (waiting.length > 0) {
        path.push(...waiting);
        continue;
      }
      path.pop();
      if (calls.has(node.key)) continue;
      const total = uses.reduce((sum, next) => sum + (calls.get(next.key) ?? 1), 1);
      calls.set(node.key, Math.min(total, Number.MAX_SAFE_INTEGER));
    }
  }
  return calls;
}

/** Schemas that a check calls for the same instance, with the number of uses. */
function calledFrom(start: CheckNode, graph: CheckGraph): ReadonlyMap<CheckNode, number> {
  const called = new Map<CheckNode, number>([[start, 1]]);
  // The iteration includes schemas that are added on the way.
  for (const [node] of called)
    for (const next of calledInPlace(node, graph)) called.set(next, (called.get(next) ?? 0) + 1);
  return called;
}

/**
 * Schemas that a check calls for the same instance. They count twice if their evaluated properties
 * or items are also needed.
 */
function calledInPlace({ key, schema, uses }: CheckNode, graph: CheckGraph): readonly CheckNode[] {
  if (uses.length === 0 || schema.kind === 'boolean') return [];
  const nodes = uses.flatMap(({ node, step }) =>
    step === 'in-place' && !graph.isEndless(key, node.key) ? node : [],
  );
  const { unevaluatedProperties, unevaluatedItems } = schema.keywords;
  return (unevaluatedProperties ?? unevaluatedItems) === undefined ? nodes : [...nodes, ...nodes];
}
