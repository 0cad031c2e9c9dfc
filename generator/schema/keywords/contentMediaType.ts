import type { Keyword } from '../keyword.js';
import { readText } from '../read/texts.js';

/** Validation 8.4. */
export const contentMediaType: Keyword<'contentMediaType'> = {
  name: 'contentMediaType',
  dialects: { since: '7' },
  vocabulary: 'content',
  group: 'string',
  read: readText('contentMediaType'),
};
