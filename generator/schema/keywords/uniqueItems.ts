import type { UniqueItemsPart } from '../../checks/check.js';
import { holds, not } from '../../checks/condition.js';
import { boolean } from '../../model/read/schema/schema-builder.js';
import { code } from '../../printer/code.js';
import { everyDialect } from '../dialect-range.js';
import type { Keyword } from '../keyword.js';

/** Validation 6.4.3. */
export const uniqueItems: Keyword<'uniqueItems', UniqueItemsPart> = {
  name: 'uniqueItems',
  dialects: everyDialect,
  vocabulary: 'validation',
  group: 'array',
  read(builder, value) {
    const read = boolean(builder, value, 'uniqueItems');
    if (read !== undefined) builder.keywords.uniqueItems = read;
  },
  lower: ({ keywords }) => (keywords.uniqueItems === true ? [{ keyword: 'uniqueItems' }] : []),
  fails: (_part, { value }, { file }) => not(holds(code`${file.runtime('isUnique')}(${value})`)),
  expected: () => 'items that are all different',
};
