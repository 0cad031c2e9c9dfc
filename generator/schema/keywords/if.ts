import type { Keyword } from '../keyword.js';
import { readSchema } from '../read/subschemas.js';

/** Core 10.2.2.1. */
export const ifKeyword: Keyword<'if'> = {
  name: 'if',
  dialects: { since: '7' },
  vocabulary: 'applicator',
  group: 'any',
  subschemas: 'one',
  applies: 'in-place',
  isTest: true,
  read: readSchema('if'),
};
