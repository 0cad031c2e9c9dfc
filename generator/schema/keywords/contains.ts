import type { ContainsPart } from '../../checks/check.js';
import type { Keyword } from '../keyword.js';
import { readSchema } from '../read/subschemas.js';

/** Core 10.3.1.3, with the limits of Validation 6.4.4 and 6.4.5. */
export const contains: Keyword<'contains', ContainsPart> = {
  name: 'contains',
  dialects: { since: '6' },
  vocabulary: 'applicator',
  group: 'array',
  subschemas: 'one',
  applies: 'child',
  isTest: true,
  read: readSchema('contains'),
  lower({ keywords: { contains: id, minContains: minimum = 1, maxContains: maximum } }, lowering) {
    return id === undefined
      ? []
      : [{ keyword: 'contains', target: lowering.target(id), minimum, maximum }];
  },
};
