import type { KeywordSchema, SchemaTable } from '../../model/schema.js';
import { oneWay } from '../../model/one-way.js';
import type { CheckKey } from './check.js';
import type { CheckGraph, CheckNode } from './graph.js';

/** Whether a schema says by itself that its values are never shown: `writeOnly`, or `format: password`. */
export function isSecret(schema: KeywordSchema, schemas: SchemaTable): boolean {
  return schema.keywords.format === 'password' || oneWay(schema, schemas).writeOnly;
}

/**
 * The nodes whose values are never shown. What one schema of a value calls secret is secret for all that look at the
 * same value with it: for the keywords beside a `$ref`, for the other branches of an `allOf` or a union.
 */
export function secretKeys(graph: CheckGraph, schemas: SchemaTable): ReadonlySet<CheckKey> {
  const holders = new Map<CheckKey, CheckNode[]>();
  const secret = new Set<CheckKey>();
  for (const node of graph.nodes.values()) {
    if (node.schema.kind === 'keywords' && isSecret(node.schema, schemas)) secret.add(node.key);
    for (const { to, step } of node.uses) {
      if (step === 'child') continue;
      const known = holders.get(to);
      if (known === undefined) holders.set(to, [node]);
      else known.push(node);
    }
  }
  // A set is walked through to the end while it grows.
  for (const key of secret) for (const holder of holders.get(key) ?? []) secret.add(holder.key);
  return secret;
}
