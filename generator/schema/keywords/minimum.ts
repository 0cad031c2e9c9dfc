import { everyDialect } from '../dialect-range.js';
import type { Keyword } from '../keyword.js';
import { readBound } from '../read/numbers.js';

/** Validation 6.2.4. */
export const minimum: Keyword<'minimum'> = {
  name: 'minimum',
  dialects: everyDialect,
  vocabulary: 'validation',
  group: 'number',
  read: readBound('minimum'),
};
