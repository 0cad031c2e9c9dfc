import type { SchemaId } from '../../model/schema.js';
import { matches } from '../../patterns/matches.js';
import type { CheckKey } from './check.js';
import type { CheckGraph, CheckNode } from './graph.js';

/**
 * Nodes that look at the same part of the same value, because schemas of the value around it that hold together each say
 * something of it: under one name, or among the items. Only those are followed that lead to one of the given nodes.
 */
export function partsAlike(
  graph: CheckGraph,
  leading: ReadonlySet<CheckKey>,
): readonly (readonly CheckKey[])[] {
  const found: (readonly CheckKey[])[] = [];
  const seen = new Set<string>();
  const pending: (readonly CheckKey[])[] = [...leading].map((key) => [key]);
  for (let keys = pending.pop(); keys !== undefined; keys = pending.pop()) {
    const nodes = [...inPlaceFrom(keys, graph)].flatMap((key) => graph.nodes.get(key) ?? []);
    if (nodes.length < 2 && !nodes.some(isOverlapping)) continue;
    for (const parts of [...memberParts(nodes, graph), ...itemParts(nodes, graph)]) {
      const alike = [...new Set(parts)].sort();
      if (alike.length < 2 || !alike.some((key) => leading.has(key))) continue;
      const text = alike.join('\n');
      if (seen.has(text)) continue;
      seen.add(text);
      found.push(alike);
      pending.push(alike);
    }
  }
  return found;
}

/** Whether several keywords of one schema may look at the same part of a value. */
function isOverlapping({ schema }: CheckNode): boolean {
  if (schema.kind === 'boolean') return false;
  const { patternProperties, contains } = schema.keywords;
  return patternProperties !== undefined || contains !== undefined;
}

/** Nodes, and all that they lead to without going deeper into the value. */
export function inPlaceFrom(keys: readonly CheckKey[], graph: CheckGraph): ReadonlySet<CheckKey> {
  const together = new Set(keys);
  // A set is walked through to the end while it grows.
  for (const key of together)
    for (const { to, step } of graph.nodes.get(key)?.uses ?? [])
      if (step === 'in-place') together.add(to);
  return together;
}

function memberParts(
  nodes: readonly CheckNode[],
  graph: CheckGraph,
): readonly (readonly CheckKey[])[] {
  const named = new Map<string, CheckKey[]>();
  const others: { readonly key: CheckKey; readonly isMeant: (name: string) => boolean }[] = [];
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
    // A name of which nobody can tell in time whether it matches may be meant either way.
    for (const [pattern, id] of patternProperties)
      others.push({ key: keyOf(id), isMeant: (name) => matches(graph, pattern, name) !== false });
    for (const id of [keywords.additionalProperties, keywords.unevaluatedProperties]) {
      if (id === undefined) continue;
      const own = new Set(properties.map(([name]) => name));
      const isMeant = (name: string): boolean =>
        !own.has(name) &&
        !patternProperties.some(([pattern]) => matches(graph, pattern, name) === true);
      others.push({ key: keyOf(id), isMeant });
      undeclared.add(keyOf(id));
    }
  }
  // What one schema says of members that it does not declare is never about those that match its patterns.
  const alike = nodes.length > 1 ? others : others.filter(({ key }) => !undeclared.has(key));
  return [
    ...[...named].map(([name, keys]) => [
      ...keys,
      ...others.filter(({ isMeant }) => isMeant(name)).map(({ key }) => key),
    ]),
    alike.map(({ key }) => key),
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
