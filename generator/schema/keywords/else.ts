import type { Keyword } from '../keyword.js';
import { readSchema } from '../read/subschemas.js';

/** Core 10.2.2.3. */
export const elseKeyword: Keyword<'else'> = {
  name: 'else',
  dialects: { since: '7' },
  vocabulary: 'applicator',
  group: 'any',
  loweredBy: 'if',
  subschemas: 'one',
  applies: 'in-place',
  isTest: true,
  read: readSchema('else'),
};
