import { tooLarge } from '../../core/diagnostics/limits.js';
import { growingKeyword, schemaLimitError } from '../../model/analysis/counted-schemas.js';
import type { Schema, SchemaId } from '../../model/schema.js';
import type { CheckKey } from '../check.js';
import type { CheckNode } from './check-graph.js';

/**
 * Maximum characters of checks, in total and for each schema. Real descriptions have a few hundred
 * for each schema.
 */
const MAX_TEXT = 8_000_000;
const MAX_TEXT_PER_SCHEMA = 6000;

/**
 * Maximum nodes, in total and for each schema. A schema has one node for each context that affects
 * it.
 */
const MAX_NODES = 5000;
const MAX_NODES_PER_SCHEMA = 16;

/**
 * Counts the text of checks, and throws if it exceeds the limit. The error names the schema with
 * the most text.
 */
export function createTextLimit(
  nodes: ReadonlyMap<CheckKey, CheckNode>,
  schemas: number,
): (key: CheckKey, length: number) => void {
  const lengths = new Map<SchemaId, number>();
  const max = Math.max(MAX_TEXT, MAX_TEXT_PER_SCHEMA * schemas);
  let total = 0;
  return (key, length) => {
    total += length;
    const schema = nodes.get(key)?.schema;
    if (schema !== undefined) lengths.set(schema.id, (lengths.get(schema.id) ?? 0) + length);
    if (total <= max) return;
    const largestSchema = largest(
      lengths,
      [...nodes.values()].map((node) => node.schema),
    );
    const keyword = growingKeyword(largestSchema) ?? 'type';
    throw schemaLimitError(largestSchema, tooLarge.characters({ keyword, count: total }));
  };
}

/**
 * Maximum schemas analysed for unevaluated keywords, in total and for each schema. Real
 * descriptions analyse a few for each keyword.
 */
const MAX_ANALYSED = 100_000;
const MAX_ANALYSED_PER_SCHEMA = 16;

/** Counts the schemas analysed for unevaluated keywords, and throws if they exceed the limit. */
export function createInquiryLimit(schemas: number): (schema: Schema, analysed: number) => void {
  let total = 0;
  return (schema, analysed) => {
    total += analysed;
    if (total <= MAX_ANALYSED + MAX_ANALYSED_PER_SCHEMA * schemas) return;
    const isProperties =
      schema.kind === 'keywords' && schema.keywords.unevaluatedProperties !== undefined;
    const keyword = isProperties ? 'unevaluatedProperties' : 'unevaluatedItems';
    throw schemaLimitError(schema, tooLarge.uses({ keyword, count: analysed }));
  };
}

/** Throws if there are too many nodes. */
export function limitNodes(nodes: ReadonlyMap<CheckKey, CheckNode>, schemas: number): void {
  if (nodes.size <= MAX_NODES + MAX_NODES_PER_SCHEMA * schemas) return;
  const counts = new Map<SchemaId, number>();
  const largestSchema = new Set<Schema>();
  for (const { schema } of nodes.values()) {
    counts.set(schema.id, (counts.get(schema.id) ?? 0) + 1);
    largestSchema.add(schema);
  }
  // The target of a dynamic reference depends on the context, which is the main cause of many
  // nodes.
  const dynamic = [...largestSchema].filter(
    (schema) => schema.kind === 'keywords' && schema.keywords.$dynamicRef !== undefined,
  );
  const schema = largest(counts, dynamic.length === 0 ? [...largestSchema] : dynamic);
  const times = counts.get(schema.id) ?? 0;
  const keyword = growingKeyword(schema) ?? 'type';
  throw schemaLimitError(schema, tooLarge.meanings({ keyword, count: times }));
}

function largest(amounts: ReadonlyMap<SchemaId, number>, schemas: readonly Schema[]): Schema {
  const [first, ...rest] = schemas;
  if (first === undefined) throw new Error('what is too much is made of a schema');
  const amountOf = ({ id }: Schema): number => amounts.get(id) ?? 0;
  return rest.reduce((max, next) => (amountOf(next) > amountOf(max) ? next : max), first);
}
