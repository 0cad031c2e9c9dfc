import { everyDialect } from '../dialect-range.js';
import type { Keyword } from '../keyword.js';
import { readSchemaList } from '../read/subschemas.js';

/** Core 10.2.1.1. */
export const allOf: Keyword<'allOf'> = {
  name: 'allOf',
  dialects: everyDialect,
  vocabulary: 'applicator',
  group: 'any',
  subschemas: 'list',
  applies: 'in-place',
  read: readSchemaList('allOf'),
};
