import { everyDialect } from '../dialect-range.js';
import type { Keyword } from '../keyword.js';
import { readBound } from '../read/numbers.js';

/** Validation 6.2.2. */
export const maximum: Keyword<'maximum'> = {
  name: 'maximum',
  dialects: everyDialect,
  vocabulary: 'validation',
  group: 'number',
  read: readBound('maximum'),
};
