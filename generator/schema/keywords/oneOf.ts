import type { UnionPart } from '../../checks/check.js';
import { everyDialect } from '../dialect-range.js';
import type { Keyword } from '../keyword.js';
import { readSchemaList } from '../read/subschemas.js';

/** Core 10.2.1.3. */
export const oneOf: Keyword<'oneOf', UnionPart> = {
  name: 'oneOf',
  dialects: everyDialect,
  vocabulary: 'applicator',
  group: 'any',
  subschemas: 'list',
  applies: 'in-place',
  read: readSchemaList('oneOf'),
  lower: (_, lowering) => lowering.union('oneOf'),
};
