import { everyDialect } from '../dialect-range.js';
import type { Keyword } from '../keyword.js';
import { readCount } from '../read/numbers.js';

/** Validation 6.3.1, in code points. */
export const maxLength: Keyword<'maxLength'> = {
  name: 'maxLength',
  dialects: everyDialect,
  vocabulary: 'validation',
  group: 'string',
  read: readCount('maxLength'),
};
