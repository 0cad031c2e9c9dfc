import { since2019 } from '../dialect-range.js';
import type { Keyword } from '../keyword.js';
import { readSchema } from '../read/subschemas.js';

/** Validation 8.5. */
export const contentSchema: Keyword<'contentSchema'> = {
  name: 'contentSchema',
  dialects: since2019,
  vocabulary: 'content',
  group: 'none',
  subschemas: 'one',
  read: readSchema('contentSchema'),
};
