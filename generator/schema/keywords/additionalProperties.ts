import { everyDialect } from '../dialect-range.js';
import type { Keyword } from '../keyword.js';
import { readSchema } from '../read/subschemas.js';

/** Core 10.3.2.3: properties that match neither a declared name nor a pattern. */
export const additionalProperties: Keyword<'additionalProperties'> = {
  name: 'additionalProperties',
  dialects: everyDialect,
  vocabulary: 'applicator',
  group: 'object',
  subschemas: 'one',
  applies: 'child',
  describesParts: true,
  read: readSchema('additionalProperties'),
};
