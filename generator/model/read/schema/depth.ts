import type { Keywords, Schema, SchemaId, SchemaTable } from '../../schema.js';
import { subschemas } from '../../subschemas.js';
import { chainLengths } from './chains.js';
import type { SchemaReading } from './reading.js';

type KeywordsInProgress = { -readonly [Name in keyof Keywords]: Keywords[Name] };

/**
 * Schemas that may follow one another, each used by the one before. What looks at schemas calls itself for each of them, and the stack
 * of the engine bears twice as many; the deepest of known descriptions has 60.
 */
const LONGEST_CHAIN = 400;

/**
 * Reports schemas that too many others follow, before anything goes through them, and takes out what they say, so that the rest has a
 * meaning.
 */
export function cutDeepSchemas({ table, reporter }: SchemaReading): void {
  if (table.size <= LONGEST_CHAIN) return;
  // Data ends, so that what leads back to itself by members is no chain; what does so for the same value is one.
  const inPlace = cut(
    table,
    chainLengths(table, usesInPlace, (ring) => ring),
  );
  const longest = inPlace ?? cut(table, chainLengths(table, allUses));
  if (longest === undefined) return;
  const { schema, length } = longest;
  reporter.error(
    'too-deep',
    schema.origin,
    `${length} schemas follow one another from here on, each used by the one before`,
    { hint: `${LONGEST_CHAIN} may: leave out those that only lead on to the next` },
  );
}

/** The schema that most follow, if those are too many. */
function cut(
  table: SchemaTable,
  lengths: ReadonlyMap<SchemaId, number>,
): { readonly schema: Schema; readonly length: number } | undefined {
  let longest: { readonly schema: Schema; readonly length: number } | undefined;
  for (const [id, length] of lengths) {
    const schema = table.get(id);
    if (length <= LONGEST_CHAIN || schema?.kind !== 'keywords') continue;
    if (length > (longest?.length ?? 0)) longest = { schema, length };
    const keywords: KeywordsInProgress = schema.keywords;
    for (const name of Object.keys(keywords)) delete keywords[name as keyof Keywords];
  }
  return longest;
}

function allUses(schema: Schema): readonly SchemaId[] {
  return schema.kind === 'boolean' ? [] : subschemas(schema.keywords);
}

/** The schemas that a schema uses for the same value. */
function usesInPlace(schema: Schema): readonly SchemaId[] {
  if (schema.kind === 'boolean') return [];
  const { $ref, $dynamicRef, allOf, anyOf, oneOf, not, dependentSchemas, ...keywords } =
    schema.keywords;
  const single = [$ref, $dynamicRef?.initial, not, keywords.if, keywords.then, keywords.else];
  return [
    ...single.filter((id) => id !== undefined),
    ...(allOf ?? []),
    ...(anyOf ?? []),
    ...(oneOf ?? []),
    ...(dependentSchemas ?? []).map(([, id]) => id),
  ];
}
