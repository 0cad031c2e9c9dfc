import { anything, type ItemsPart } from '../../checks/check.js';
import { isArray } from '../../model/read/json.js';
import { readForeignTuple } from '../../model/read/schema/draft-spellings.js';
import { child } from '../../model/read/schema/schema-builder.js';
import { everyDialect } from '../dialect-range.js';
import type { Keyword } from '../keyword.js';

/** Core 10.3.1.2: items after those of `prefixItems`. */
export const items: Keyword<'items', ItemsPart> = {
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
  lower({ keywords: { items: id, prefixItems = [] } }, lowering) {
    const target = id === undefined ? anything : lowering.target(id);
    if (id === undefined || target.kind === 'anything') return [];
    const spelling = lowering.spellingOf(id);
    return [{ keyword: 'items', spelling, from: prefixItems.length, target }];
  },
  phrase({ from, target }, describe) {
    const each = from === 0 ? describe(target) : undefined;
    return each === undefined ? undefined : { noun: `an array whose items are each ${each}` };
  },
};
