import type { PrefixItemsPart } from '../../checks/check.js';
import type { Keyword } from '../keyword.js';
import { readSchemaList } from '../read/subschemas.js';

/** Core 10.3.1.1. */
export const prefixItems: Keyword<'prefixItems', PrefixItemsPart> = {
  name: 'prefixItems',
  dialects: { since: '2020-12' },
  vocabulary: 'applicator',
  group: 'array',
  subschemas: 'list',
  applies: 'child',
  describesParts: true,
  read: readSchemaList('prefixItems'),
  lower({ keywords: { prefixItems: ids = [] } }, lowering) {
    const [first] = ids;
    if (first === undefined) return [];
    const spelling = lowering.spellingOf(first);
    return [{ keyword: 'prefixItems', spelling, targets: ids.map(lowering.target) }];
  },
};
