import type { SchemaId } from '../../model/schema.js';
import { matches } from '../../patterns/matches.js';
import type { CheckKey } from '../check.js';
import type { CheckGraph, CheckNode } from './check-graph.js';

/**
 * Finds groups of nodes that check the same part of the same value, because several schemas of the
 * enclosing value constrain it: by name, or among the items. Only nodes that lead to one of the
 * given ones are followed.
 */
export function checksOfSameValue(
  graph: CheckGraph,
  leading: ReadonlySet<CheckKey>,
): readonly (readonly CheckKey[])[] {
  const groups: (readonly CheckKey[])[] = [];
  const seen = new Set<string>();
  const pending: (readonly CheckKey[])[] = [...leading].map((key) => [key]);
  for (let keys = pending.pop(); keys !== undefined; keys = pending.pop()) {
    const nodes = [...sameValueClosure(keys, graph)].flatMap((key) => graph.nodes.get(key) ?? []);
    if (nodes.length < 2 && !nodes.some(isOverlapping)) continue;
    for (const parts of [...memberParts(nodes, graph), ...itemParts(nodes, graph)]) {
      const group = [...new Set(parts)].sort();
      if (group.length < 2 || !group.some((key) => leading.has(key))) continue;
      const text = group.join('\n');
      if (seen.has(text)) continue;
      seen.add(text);
      groups.push(group);
      pending.push(group);
    }
  }
  return groups;
}

/** True if several keywords of one schema may apply to the same part of a value. */
function isOverlapping({ schema }: CheckNode): boolean {
  if (schema.kind === 'boolean') return false;
  const { patternProperties, contains } = schema.keywords;
  return patternProperties !== undefined || contains !== undefined;
}

/** Nodes, and all nodes that they apply to the same value. */
export function sameValueClosure(
  keys: readonly CheckKey[],
  graph: CheckGraph,
): ReadonlySet<CheckKey> {
  const closure = new Set(keys);
  // The iteration includes nodes that are added on the way.
  for (const key of closure)
    for (const { to, step } of graph.nodes.get(key)?.uses ?? [])
      if (step === 'in-place') closure.add(to);
  return closure;
}

function memberParts(
  nodes: readonly CheckNode[],
  graph: CheckGraph,
): readonly (readonly CheckKey[])[] {
  const named = new Map<string, CheckKey[]>();
  const others: { readonly key: CheckKey; readonly appliesTo: (name: string) => boolean }[] = [];
  const undeclared = new Set<CheckKey>();
  for (const { schema, context } of nodes) {
    if (schema.kind === 'boolean') continue;
    const { keywords } = schema;
    const keyOf = (id: SchemaId): CheckKey => graph.reach(context, id).key;
    const { properties = [], patternProperties = [] } = keywords;
    for (const [name, id] of properties) {
      const known = named.get(name);
      if (known === undefined) named.set(name, [keyOf(id)]);
      else known.push(keyOf(id));
    }
    // If matching a pattern takes too long, both results are assumed.
    for (const [pattern, id] of patternProperties)
      others.push({ key: keyOf(id), appliesTo: (name) => matches(graph, pattern, name) !== false });
    for (const id of [keywords.additionalProperties, keywords.unevaluatedProperties]) {
      if (id === undefined) continue;
      const declaredNames = new Set(properties.map(([name]) => name));
      const appliesTo = (name: string): boolean =>
        !declaredNames.has(name) &&
        !patternProperties.some(([pattern]) => matches(graph, pattern, name) === true);
      others.push({ key: keyOf(id), appliesTo });
      undeclared.add(keyOf(id));
    }
  }
  // Within one schema, undeclared properties never match its patterns.
  const group = nodes.length > 1 ? others : others.filter(({ key }) => !undeclared.has(key));
  return [
    ...[...named].map(([name, keys]) => [
      ...keys,
      ...others.filter(({ appliesTo }) => appliesTo(name)).map(({ key }) => key),
    ]),
    group.map(({ key }) => key),
  ];
}

function itemParts(
  nodes: readonly CheckNode[],
  graph: CheckGraph,
): readonly (readonly CheckKey[])[] {
  const prefixes: CheckKey[][] = [];
  const others: { readonly key: CheckKey; readonly from: number }[] = [];
  for (const { schema, context } of nodes) {
    if (schema.kind === 'boolean') continue;
    const { prefixItems = [], items, contains, unevaluatedItems } = schema.keywords;
    const keyOf = (id: SchemaId): CheckKey => graph.reach(context, id).key;
    for (const [index, id] of prefixItems.entries()) (prefixes[index] ??= []).push(keyOf(id));
    if (items !== undefined) others.push({ key: keyOf(items), from: prefixItems.length });
    for (const id of [contains, unevaluatedItems])
      if (id !== undefined) others.push({ key: keyOf(id), from: 0 });
  }
  return [
    ...prefixes.map((keys, index) => [
      ...keys,
      ...others.filter(({ from }) => from <= index).map(({ key }) => key),
    ]),
    others.map(({ key }) => key),
  ];
}
