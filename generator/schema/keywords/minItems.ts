import { everyDialect } from '../dialect-range.js';
import type { Keyword } from '../keyword.js';
import { readCount } from '../read/numbers.js';

/** Validation 6.4.2. */
export const minItems: Keyword<'minItems'> = {
  name: 'minItems',
  dialects: everyDialect,
  vocabulary: 'validation',
  group: 'array',
  read: readCount('minItems'),
};
