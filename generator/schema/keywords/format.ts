import { everyDialect } from '../dialect-range.js';
import type { Keyword } from '../keyword.js';
import { readText } from '../read/texts.js';

/** Validation 7. */
export const format: Keyword<'format'> = {
  name: 'format',
  dialects: everyDialect,
  vocabulary: 'format',
  group: 'scalar',
  read: readText('format'),
};
