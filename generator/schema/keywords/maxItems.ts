import { everyDialect } from '../dialect-range.js';
import type { Keyword } from '../keyword.js';
import { readCount } from '../read/numbers.js';

/** Validation 6.4.1. */
export const maxItems: Keyword<'maxItems'> = {
  name: 'maxItems',
  dialects: everyDialect,
  vocabulary: 'validation',
  group: 'array',
  read: readCount('maxItems'),
};
