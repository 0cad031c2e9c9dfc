import type { NotPart } from '../../checks/check.js';
import { everyDialect } from '../dialect-range.js';
import type { Keyword } from '../keyword.js';
import { readSchema } from '../read/subschemas.js';

/** Core 10.2.1.4. */
export const not: Keyword<'not', NotPart> = {
  name: 'not',
  dialects: everyDialect,
  vocabulary: 'applicator',
  group: 'any',
  subschemas: 'one',
  applies: 'in-place',
  isTest: true,
  read: readSchema('not'),
  lower: ({ keywords: { not: id } }, lowering) =>
    id === undefined ? [] : [{ keyword: 'not', target: lowering.target(id) }],
};
