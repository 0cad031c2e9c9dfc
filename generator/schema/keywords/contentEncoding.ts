import { someValue } from '../comparison.js';
import type { Keyword } from '../keyword.js';
import { readText } from '../read/texts.js';

/** Validation 8.3. */
export const contentEncoding: Keyword<'contentEncoding'> = {
  name: 'contentEncoding',
  dialects: { since: '7' },
  vocabulary: 'content',
  group: 'string',
  loweredBy: 'contentMediaType',
  read: readText('contentEncoding'),
  impliedBy: (text, given) =>
    someValue(given, 'contentEncoding', (value) => value.toLowerCase() === text.toLowerCase()),
};
