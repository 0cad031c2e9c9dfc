import { isArray } from '../../model/read/json.js';
import { readForeignTuple } from '../../model/read/schema/draft-spellings.js';
import { child } from '../../model/read/schema/schema-builder.js';
import { everyDialect } from '../dialect-range.js';
import type { Keyword } from '../keyword.js';

/** Core 10.3.1.2: items after those of `prefixItems`. */
export const items: Keyword<'items'> = {
  name: 'items',
  dialects: everyDialect,
  vocabulary: 'applicator',
  group: 'array',
  subschemas: 'one',
  applies: 'child',
  describesParts: true,
  read(builder, value) {
    if (isArray(value) && builder.scope.dialect.keywords.has('prefixItems'))
      return readForeignTuple(builder, value);
    builder.keywords.items = child(builder, value, 'items');
  },
};
