import { since2019 } from '../dialect-range.js';
import type { Keyword } from '../keyword.js';
import { readCount } from '../read/numbers.js';

/** Validation 6.4.4. */
export const maxContains: Keyword<'maxContains'> = {
  name: 'maxContains',
  dialects: since2019,
  vocabulary: 'validation',
  group: 'array',
  loweredBy: 'contains',
  read: readCount('maxContains'),
};
