import { everyDialect } from '../dialect-range.js';
import type { Keyword } from '../keyword.js';
import { readCount } from '../read/numbers.js';

/** Validation 6.5.1. */
export const maxProperties: Keyword<'maxProperties'> = {
  name: 'maxProperties',
  dialects: everyDialect,
  vocabulary: 'validation',
  group: 'object',
  read: readCount('maxProperties'),
};
