import type { Keywords, SchemaId } from '../model/schema.js';
import type { Keyword, KeywordName } from './keyword.js';
import { keywordList } from './registry.js';

/** A keyword with other schemas in its value. */
export interface Applicator extends Keyword<KeywordName> {
  readonly subschemas: NonNullable<Keyword<KeywordName>['subschemas']>;
}

const shapeOrder = { list: 0, map: 1, one: 2, dynamic: 2, mapping: 3 };

/** Keywords with other schemas: those with lists of schemas, then those with schemas by name, then those with one. */
export const applicators: readonly Applicator[] = keywordList
  .filter((each): each is Applicator => each.subschemas !== undefined)
  .toSorted((a, b) => shapeOrder[a.subschemas] - shapeOrder[b.subschemas]);

/** Applicators whose schemas apply to the instance itself. */
export const inPlaceApplicators: readonly Applicator[] = applicators.filter(
  ({ applies }) => applies === 'in-place',
);

/** Applicators whose schemas are tests, which do not determine the type of a value. */
export const testApplicators: readonly Applicator[] = applicators.filter(
  ({ isTest }) => isTest === true,
);

/** Ids of the schemas in the value of a keyword. Of a dynamic reference, that of its initial target. */
export function schemasUnder(
  { name, subschemas }: Applicator,
  keywords: Keywords,
): readonly SchemaId[] {
  const value = keywords[name];
  if (value === undefined) return none;
  switch (subschemas) {
    case 'one':
      return [value as SchemaId];
    case 'list':
      return value as readonly SchemaId[];
    case 'map':
      return (value as NonNullable<Keywords['properties']>).map(([, id]) => id);
    case 'dynamic':
      return [(value as NonNullable<Keywords['$dynamicRef']>).initial];
    case 'mapping':
      return (value as NonNullable<Keywords['discriminator']>).mapping.map(([, id]) => id);
  }
}

const none: readonly SchemaId[] = [];
