import { tooDeep } from '../../../core/diagnostics/references.js';
import type { Keywords, Schema, SchemaId, SchemaTable } from '../../schema.js';
import { subschemas, subschemasInPlace } from '../../analysis/subschemas.js';
import { chainLengths } from './chains.js';
import type { SchemaReading } from './reading.js';

type KeywordsInProgress = { -readonly [Name in keyof Keywords]: Keywords[Name] };

/**
 * Maximum length of a chain of schemas, each used by the previous one. Recursive analyses need a stack frame for each. The engine's stack
 * allows twice as many; the deepest known description has 60.
 */
const MAX_CHAIN = 400;

/**
 * Reports chains of schemas that are too long, before recursive analyses run. Removes the keywords of those schemas, so that the others
 * remain usable.
 */
export function cutDeepSchemas({ table, reporter }: SchemaReading): void {
  if (table.size <= MAX_CHAIN) return;
  // Cycles through members are harmless, because instances are finite. Cycles on the same instance count with their size.
  const inPlace = cut(
    table,
    chainLengths(table, usesInPlace, (size) => size),
  );
  const longest = inPlace ?? cut(table, chainLengths(table, allUses));
  if (longest === undefined) return;
  const { schema, length } = longest;
  reporter.report(tooDeep.chain({ length }), schema.origin, {
    hint: `the limit is ${MAX_CHAIN}: remove schemas that only refer to the next`,
  });
}

/** Empties all schemas at the start of chains that are too long, and returns the longest of these. */
function cut(
  table: SchemaTable,
  lengths: ReadonlyMap<SchemaId, number>,
): { readonly schema: Schema; readonly length: number } | undefined {
  let longest: { readonly schema: Schema; readonly length: number } | undefined;
  for (const [id, length] of lengths) {
    const schema = table.get(id);
    if (length <= MAX_CHAIN || schema?.kind !== 'keywords') continue;
    if (length > (longest?.length ?? 0)) longest = { schema, length };
    const keywords: KeywordsInProgress = schema.keywords;
    for (const name of Object.keys(keywords)) delete keywords[name as keyof Keywords];
  }
  return longest;
}

function allUses(schema: Schema): readonly SchemaId[] {
  return schema.kind === 'boolean' ? [] : subschemas(schema.keywords);
}

function usesInPlace(schema: Schema): readonly SchemaId[] {
  return schema.kind === 'boolean' ? [] : subschemasInPlace(schema.keywords);
}
