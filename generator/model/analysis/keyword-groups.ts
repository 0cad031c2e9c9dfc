import type { KeywordGroup } from '../../schema/keyword.js';
import { keywordList } from '../../schema/registry.js';
import type { Keywords } from '../schema.js';

/** Groups of the keywords of a schema, as a set of bits. Most schemas have keywords of one group, or of none. */
export type KeywordGroups = number;

/** Keywords for numbers and strings. */
export const scalarKeywords = 1;
/** Keywords for arrays. */
export const ofArrays = 2;
/** Keywords for objects. */
export const ofObjects = 4;
/** Keywords for values of every type. */
export const ofValues = 8;
/** Keywords that apply other schemas. */
export const ofSchemas = 16;

/** Groups of the keywords that a schema has. */
export function keywordGroupsOf(keywords: Keywords): KeywordGroups {
  let groups = 0;
  for (const name in keywords) groups |= byKeyword.get(name) ?? 0;
  return groups;
}

const groupBits: { readonly [Group in KeywordGroup]: KeywordGroups } = {
  any: ofValues,
  object: ofObjects,
  array: ofArrays,
  number: scalarKeywords,
  string: scalarKeywords,
  scalar: scalarKeywords,
  none: 0,
};

const byKeyword: ReadonlyMap<string, KeywordGroups> = new Map(
  keywordList.map(({ name, group, applies }) => [
    name,
    groupBits[group] | (applies === undefined ? 0 : ofSchemas),
  ]),
);
