import { everyDialect } from '../dialect-range.js';
import type { Keyword } from '../keyword.js';
import { readCount } from '../read/numbers.js';

/** Validation 6.3.2, in code points. */
export const minLength: Keyword<'minLength'> = {
  name: 'minLength',
  dialects: everyDialect,
  vocabulary: 'validation',
  group: 'string',
  read: readCount('minLength'),
};
