import type { Keyword } from '../keyword.js';
import { readSchemaList } from '../read/subschemas.js';

/** Core 10.3.1.1. */
export const prefixItems: Keyword<'prefixItems'> = {
  name: 'prefixItems',
  dialects: { since: '2020-12' },
  vocabulary: 'applicator',
  group: 'array',
  subschemas: 'list',
  applies: 'child',
  describesParts: true,
  read: readSchemaList('prefixItems'),
};
