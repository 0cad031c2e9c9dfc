import { alternatives } from '../../checks/phrase.js';
import type { UnionPart } from '../../checks/check.js';
import { everyDialect } from '../dialect-range.js';
import type { Keyword } from '../keyword.js';
import { readSchemaList } from '../read/subschemas.js';

/** Core 10.2.1.2. */
export const anyOf: Keyword<'anyOf', UnionPart> = {
  name: 'anyOf',
  dialects: everyDialect,
  vocabulary: 'applicator',
  group: 'any',
  subschemas: 'list',
  applies: 'in-place',
  read: readSchemaList('anyOf'),
  lower: (_, lowering) => lowering.union('anyOf'),
  phrase({ branches }, describe) {
    const kinds = branches.map(({ target }) => describe(target));
    return kinds.every((kind) => kind !== undefined) ? { noun: alternatives(kinds) } : undefined;
  },
};
