import type { AllOfPart } from '../../checks/check.js';
import { everyDialect } from '../dialect-range.js';
import type { Keyword } from '../keyword.js';
import { readSchemaList } from '../read/subschemas.js';

/** Core 10.2.1.1. */
export const allOf: Keyword<'allOf', AllOfPart> = {
  name: 'allOf',
  dialects: everyDialect,
  vocabulary: 'applicator',
  group: 'any',
  subschemas: 'list',
  applies: 'in-place',
  read: readSchemaList('allOf'),
  lower({ keywords: { allOf: ids = [] } }, lowering) {
    const targets = ids.map(lowering.target).filter(({ kind }) => kind !== 'anything');
    return targets.length === 0 ? [] : [{ keyword: 'allOf', targets }];
  },
};
