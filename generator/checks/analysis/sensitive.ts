import type { KeywordSchema, SchemaTable } from '../../model/schema.js';
import { readOrWriteOnly } from '../../model/analysis/read-write-only.js';
import type { CheckKey } from '../check.js';
import { leadingTo, type CheckGraph, type CheckNode } from './check-graph.js';
import { sameValueClosure, checksOfSameValue } from './same-value.js';

/**
 * True if a schema marks its values as sensitive: `writeOnly`, `format: password`, `x-credential`.
 * Sensitive values are never shown.
 */
export function isSensitive(schema: KeywordSchema, schemas: SchemaTable): boolean {
  return (
    schema.keywords.format === 'password' ||
    schema.annotations.extensions['x-credential'] === true ||
    readOrWriteOnly(schema, schemas).writeOnly
  );
}

/**
 * Finds the nodes with sensitive values. If one schema of a value is sensitive, so are all others
 * of the same value: keywords beside a `$ref`, other branches of an `allOf` or a union, and their
 * schemas of the same properties and items.
 */
export function sensitiveChecks(graph: CheckGraph, schemas: SchemaTable): ReadonlySet<CheckKey> {
  const sensitive = new Set<CheckKey>();
  for (const { key, schema } of graph.nodes.values())
    if (schema.kind === 'keywords' && isSensitive(schema, schemas)) sensitive.add(key);
  if (sensitive.size === 0) return sensitive;
  const parents = parentsOf(graph);
  let previousSize = 0;
  while (sensitive.size > previousSize) {
    previousSize = sensitive.size;
    // The iteration includes nodes that are added on the way.
    for (const key of sensitive) for (const parent of parents.get(key) ?? []) sensitive.add(parent);
    for (const parts of checksOfSameValue(graph, leadingTo(sensitive, graph.nodes)))
      if (parts.some((key) => sensitive.has(key))) for (const key of parts) sensitive.add(key);
  }
  return sensitive;
}

/** Nodes that use another node for the same value. */
function parentsOf({ nodes }: CheckGraph): ReadonlyMap<CheckKey, readonly CheckKey[]> {
  const parents = new Map<CheckKey, CheckKey[]>();
  for (const { key, uses } of nodes.values()) {
    for (const { to, step } of uses) {
      if (step === 'child') continue;
      const known = parents.get(to);
      if (known === undefined) parents.set(to, [key]);
      else known.push(key);
    }
  }
  return parents;
}

/** True if a property is sensitive by any of the schemas of its object. */
export function isSecretMember(
  node: CheckNode,
  name: string,
  graph: CheckGraph,
  sensitive: ReadonlySet<CheckKey>,
): boolean {
  if (sensitive.size === 0) return false;
  for (const key of sameValueClosure([node.key], graph)) {
    const current = graph.nodes.get(key);
    if (current?.schema.kind !== 'keywords') continue;
    const declared = current.schema.keywords.properties?.find(([property]) => property === name);
    if (declared !== undefined && sensitive.has(graph.reach(current.context, declared[1]).key))
      return true;
  }
  return false;
}
