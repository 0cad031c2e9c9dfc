import type { KeywordSchema, SchemaTable } from '../../model/schema.js';
import { oneWay } from '../../model/one-way.js';
import type { CheckKey } from './check.js';
import { leadingTo, type CheckGraph, type CheckNode } from './graph.js';
import { inPlaceFrom, partsAlike } from './parts-alike.js';

/** Whether a schema says by itself that its values are never shown: `writeOnly`, `format: password`, `x-credential`. */
export function isSecret(schema: KeywordSchema, schemas: SchemaTable): boolean {
  return (
    schema.keywords.format === 'password' ||
    schema.annotations.extensions['x-credential'] === true ||
    oneWay(schema, schemas).writeOnly
  );
}

/**
 * The nodes whose values are never shown. What one schema of a value calls secret is secret for all that look at the
 * same value with it: for the keywords beside a `$ref`, for the other branches of an `allOf` or a union, and for what
 * those say of the same members and items.
 */
export function secretKeys(graph: CheckGraph, schemas: SchemaTable): ReadonlySet<CheckKey> {
  const secret = new Set<CheckKey>();
  for (const { key, schema } of graph.nodes.values())
    if (schema.kind === 'keywords' && isSecret(schema, schemas)) secret.add(key);
  if (secret.size === 0) return secret;
  const holders = holdersIn(graph);
  let before = 0;
  while (secret.size > before) {
    before = secret.size;
    // A set is walked through to the end while it grows.
    for (const key of secret) for (const holder of holders.get(key) ?? []) secret.add(holder);
    for (const parts of partsAlike(graph, leadingTo(secret, graph.nodes)))
      if (parts.some((key) => secret.has(key))) for (const key of parts) secret.add(key);
  }
  return secret;
}

/** The nodes that look at the same value as another one and use it. */
function holdersIn({ nodes }: CheckGraph): ReadonlyMap<CheckKey, readonly CheckKey[]> {
  const holders = new Map<CheckKey, CheckKey[]>();
  for (const { key, uses } of nodes.values()) {
    for (const { to, step } of uses) {
      if (step === 'child') continue;
      const known = holders.get(to);
      if (known === undefined) holders.set(to, [key]);
      else known.push(key);
    }
  }
  return holders;
}

/** Whether a member is secret by any of the schemas of its object. */
export function isSecretMember(
  node: CheckNode,
  name: string,
  graph: CheckGraph,
  secrets: ReadonlySet<CheckKey>,
): boolean {
  if (secrets.size === 0) return false;
  for (const key of inPlaceFrom([node.key], graph)) {
    const at = graph.nodes.get(key);
    if (at?.schema.kind !== 'keywords') continue;
    const declared = at.schema.keywords.properties?.find(([property]) => property === name);
    if (declared !== undefined && secrets.has(graph.reach(at.context, declared[1]).key))
      return true;
  }
  return false;
}
