import { since2019 } from '../dialect-range.js';
import type { Keyword } from '../keyword.js';
import { readSchema } from '../read/subschemas.js';

/** Core 11.3. */
export const unevaluatedProperties: Keyword<'unevaluatedProperties'> = {
  name: 'unevaluatedProperties',
  dialects: since2019,
  vocabulary: 'unevaluated',
  group: 'object',
  subschemas: 'one',
  applies: 'child',
  read: readSchema('unevaluatedProperties'),
};
