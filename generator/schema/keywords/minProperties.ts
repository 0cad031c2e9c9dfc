import { everyDialect } from '../dialect-range.js';
import type { Keyword } from '../keyword.js';
import { readCount } from '../read/numbers.js';

/** Validation 6.5.2. */
export const minProperties: Keyword<'minProperties'> = {
  name: 'minProperties',
  dialects: everyDialect,
  vocabulary: 'validation',
  group: 'object',
  read: readCount('minProperties'),
};
