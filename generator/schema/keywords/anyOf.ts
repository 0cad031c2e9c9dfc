import { everyDialect } from '../dialect-range.js';
import type { Keyword } from '../keyword.js';
import { readSchemaList } from '../read/subschemas.js';

/** Core 10.2.1.2. */
export const anyOf: Keyword<'anyOf'> = {
  name: 'anyOf',
  dialects: everyDialect,
  vocabulary: 'applicator',
  group: 'any',
  subschemas: 'list',
  applies: 'in-place',
  read: readSchemaList('anyOf'),
};
