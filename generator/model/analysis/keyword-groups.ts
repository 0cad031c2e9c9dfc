import type { Keywords } from '../schema.js';

/** What the keywords of a schema speak of, as a set of bits: most schemas speak of one thing or of nothing. */
export type KeywordGroups = number;

/** Bounds, divisors and formats of numbers, lengths, patterns and formats of strings. */
export const scalarKeywords = 1;
/** Items of arrays, and how many there are. */
export const ofArrays = 2;
/** Members of objects, and how many there are. */
export const ofObjects = 4;
/** Other schemas for the same value. */
export const ofValues = 8;
/** Schemas for the value or for parts of it. */
export const ofSchemas = 16;

/** Reads off which keywords there are, in one pass over those that a schema has. */
export function keywordGroupsOf(keywords: Keywords): KeywordGroups {
  let concerns = 0;
  for (const name in keywords) concerns |= byKeyword.get(name) ?? 0;
  return concerns;
}

const byKeyword: ReadonlyMap<string, KeywordGroups> = new Map<keyof Keywords, KeywordGroups>([
  ...each(ofValues | ofSchemas, ['$ref', '$dynamicRef', 'allOf', 'anyOf', 'oneOf', 'not', 'if']),
  ...each(ofObjects | ofSchemas, [
    'properties',
    'patternProperties',
    'additionalProperties',
    'propertyNames',
    'unevaluatedProperties',
    'dependentSchemas',
  ]),
  ...each(ofObjects, ['required', 'minProperties', 'maxProperties', 'dependentRequired']),
  ...each(ofArrays | ofSchemas, ['prefixItems', 'items', 'contains', 'unevaluatedItems']),
  ...each(ofArrays, ['minItems', 'maxItems', 'uniqueItems']),
  ...each(scalarKeywords, [
    'minLength',
    'maxLength',
    'pattern',
    'format',
    'contentEncoding',
    'contentMediaType',
    'minimum',
    'maximum',
    'exclusiveMinimum',
    'exclusiveMaximum',
    'multipleOf',
  ]),
]);

function each(
  concerns: KeywordGroups,
  names: readonly (keyof Keywords)[],
): readonly [keyof Keywords, KeywordGroups][] {
  return names.map((name) => [name, concerns]);
}
