import { since2019 } from '../dialect-range.js';
import type { Keyword } from '../keyword.js';
import { readCount } from '../read/numbers.js';

/** Validation 6.4.5. */
export const minContains: Keyword<'minContains'> = {
  name: 'minContains',
  dialects: since2019,
  vocabulary: 'validation',
  group: 'array',
  loweredBy: 'contains',
  read: readCount('minContains'),
};
