import { anything, type PropertyNamesPart } from '../../checks/check.js';
import type { Keyword } from '../keyword.js';
import { readSchema } from '../read/subschemas.js';

/** Core 10.3.2.4: every name is checked as a string. */
export const propertyNames: Keyword<'propertyNames', PropertyNamesPart> = {
  name: 'propertyNames',
  dialects: { since: '6' },
  vocabulary: 'applicator',
  group: 'object',
  subschemas: 'one',
  applies: 'child',
  isTest: true,
  read: readSchema('propertyNames'),
  lower({ keywords: { propertyNames: id } }, lowering) {
    const target = id === undefined ? anything : lowering.target(id);
    return target.kind === 'anything' ? [] : [{ keyword: 'propertyNames', target }];
  },
};
