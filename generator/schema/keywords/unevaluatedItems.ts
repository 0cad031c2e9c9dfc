import { since2019 } from '../dialect-range.js';
import type { Keyword } from '../keyword.js';
import { readSchema } from '../read/subschemas.js';

/** Core 11.2. */
export const unevaluatedItems: Keyword<'unevaluatedItems'> = {
  name: 'unevaluatedItems',
  dialects: since2019,
  vocabulary: 'unevaluated',
  group: 'array',
  subschemas: 'one',
  applies: 'child',
  read: readSchema('unevaluatedItems'),
};
