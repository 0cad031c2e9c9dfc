import type { CheckKey } from './check.js';
import { leadingTo, type CheckGraph, type CheckNode } from './graph.js';

/** Checks that many ways lead to on one value. */
export interface ManyWays {
  /** What such a check came to has to be remembered: asked for by each way, it would double the time with each level of schemas. */
  isRemembered(key: CheckKey): boolean;
  /** Whether a check is one of them, or leads to one. */
  leadsToRemembered(key: CheckKey): boolean;
}

/** Calls for one value that no memory is worth; and calls for each schema that is asked. */
const fewCalls = 2000;
const fewCallsOfEach = 8;

/** Finds schemas whose checks would be called for one value much more often than there are schemas to ask. */
export function createManyWays(graph: CheckGraph): ManyWays {
  const remembered = new Set<CheckKey>();
  const looked = new Set<CheckKey>();
  const calls = callsOf(graph);
  const large = [...graph.nodes.values()]
    .filter(({ key }) => (calls.get(key) ?? 0) > fewCalls)
    .sort((a, b) => (calls.get(b.key) ?? 0) - (calls.get(a.key) ?? 0));
  for (const node of large) {
    const { key } = node;
    if (looked.has(key)) continue;
    const asked = below(node, graph);
    if ((calls.get(key) ?? 0) <= fewCallsOfEach * asked.size) continue;
    for (const [each, times] of asked) {
      looked.add(each.key);
      if (times > 1 && inPlace(each, graph).length > 0) remembered.add(each.key);
    }
  }
  const leading = leadingTo(remembered, graph.nodes);
  return {
    isRemembered: (key) => remembered.has(key),
    leadsToRemembered: (key) => leading.has(key),
  };
}

/** How many calls the check of a schema makes for one value at most, its own among them. */
function callsOf(graph: CheckGraph): ReadonlyMap<CheckKey, number> {
  const calls = new Map<CheckKey, number>();
  for (const root of graph.nodes.values()) {
    const path = [root];
    for (let node = path.at(-1); node !== undefined; node = path.at(-1)) {
      const uses = calls.has(node.key) ? [] : inPlace(node, graph);
      const waiting = uses.filter((next) => !calls.has(next.key));
      if (waiting.length > 0) {
        path.push(...waiting);
        continue;
      }
      path.pop();
      if (calls.has(node.key)) continue;
      const own = uses.reduce((sum, next) => sum + (calls.get(next.key) ?? 1), 1);
      calls.set(node.key, Math.min(own, Number.MAX_SAFE_INTEGER));
    }
  }
  return calls;
}

/** What the check of a schema asks for the same value, and by how many uses. */
function below(start: CheckNode, graph: CheckGraph): ReadonlyMap<CheckNode, number> {
  const asked = new Map<CheckNode, number>([[start, 1]]);
  // A map is walked through to the end while it grows.
  for (const [node] of asked)
    for (const next of inPlace(node, graph)) asked.set(next, (asked.get(next) ?? 0) + 1);
  return asked;
}

/** The schemas that the check of one asks for the same value: all of them again where it asks what they have looked at. */
function inPlace({ key, schema, uses }: CheckNode, graph: CheckGraph): readonly CheckNode[] {
  if (uses.length === 0 || schema.kind === 'boolean') return [];
  const nodes = uses.flatMap(({ node, step }) =>
    step === 'in-place' && !graph.isEndless(key, node.key) ? node : [],
  );
  const { unevaluatedProperties, unevaluatedItems } = schema.keywords;
  return (unevaluatedProperties ?? unevaluatedItems) === undefined ? nodes : [...nodes, ...nodes];
}
