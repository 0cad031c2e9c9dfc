import { growingKeyword, outgrown } from '../../model/counted-schemas.js';
import type { Schema, SchemaId } from '../../model/schema.js';
import type { CheckKey } from './check.js';
import type { CheckNode } from './graph.js';

/** Characters of checks that any description may have, and for each of its schemas; real ones have some hundred for each. */
const MOST_TEXT = 8_000_000;
const TEXT_OF_EACH = 6000;

/** Checks that any description may have, and for each of its schemas: one for each context that makes a difference to it. */
const MOST_NODES = 5000;
const NODES_OF_EACH = 16;

/** Counts the text of checks by the schemas that they are of, and ends the run where that is out of all proportion. */
export function createAllowance(
  nodes: ReadonlyMap<CheckKey, CheckNode>,
  schemas: number,
): (key: CheckKey, length: number) => void {
  const lengths = new Map<SchemaId, number>();
  const most = Math.max(MOST_TEXT, TEXT_OF_EACH * schemas);
  let total = 0;
  return (key, length) => {
    total += length;
    const schema = nodes.get(key)?.schema;
    if (schema !== undefined) lengths.set(schema.id, (lengths.get(schema.id) ?? 0) + length);
    if (total <= most) return;
    const found = largest(
      lengths,
      [...nodes.values()].map((node) => node.schema),
    );
    throw outgrown(found, growingKeyword(found) ?? 'type', `makes ${total} characters of checks`);
  };
}

/** Schemas that may be asked what they have looked at, by all that ask; real descriptions ask some for each that asks. */
const MOST_ASKED = 100_000;
const ASKED_BY_EACH = 16;

/** Counts the schemas that those with an unevaluated keyword ask, and ends the run where that is out of all proportion. */
export function createInquiries(schemas: number): (holder: Schema, asked: number) => void {
  let total = 0;
  return (holder, asked) => {
    total += asked;
    if (total <= MOST_ASKED + ASKED_BY_EACH * schemas) return;
    const isProperties =
      holder.kind === 'keywords' && holder.keywords.unevaluatedProperties !== undefined;
    const keyword = isProperties ? 'unevaluatedProperties' : 'unevaluatedItems';
    throw outgrown(holder, keyword, `asks ${asked} others, as many schemas do`);
  };
}

/** Ends the run where there are too many schemas in contexts of their own. */
export function limitNodes(nodes: ReadonlyMap<CheckKey, CheckNode>, schemas: number): void {
  if (nodes.size <= MOST_NODES + NODES_OF_EACH * schemas) return;
  const counts = new Map<SchemaId, number>();
  const found = new Set<Schema>();
  for (const { schema } of nodes.values()) {
    counts.set(schema.id, (counts.get(schema.id) ?? 0) + 1);
    found.add(schema);
  }
  // What a dynamic reference means differs with the way to it, and nothing else does so often.
  const dynamic = [...found].filter(
    (schema) => schema.kind === 'keywords' && schema.keywords.$dynamicRef !== undefined,
  );
  const schema = largest(counts, dynamic.length === 0 ? [...found] : dynamic);
  const times = counts.get(schema.id) ?? 0;
  throw outgrown(schema, growingKeyword(schema) ?? 'type', `means ${times} things or more`);
}

function largest(amounts: ReadonlyMap<SchemaId, number>, schemas: readonly Schema[]): Schema {
  const [first, ...rest] = schemas;
  if (first === undefined) throw new Error('what is too much is made of a schema');
  const amountOf = ({ id }: Schema): number => amounts.get(id) ?? 0;
  return rest.reduce((most, next) => (amountOf(next) > amountOf(most) ? next : most), first);
}
