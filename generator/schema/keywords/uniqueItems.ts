import type { UniqueItemsPart } from '../../checks/check.js';
import { holds, not } from '../../checks/statements/condition.js';
import { failWhen, reportRepeated } from '../../checks/reports/violations.js';
import { boolean } from '../../model/read/schema/schema-builder.js';
import { code } from '../../printer/code.js';
import { someValue } from '../comparison.js';
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
  guard(_part, instance, context) {
    const { file } = context;
    const isUnique = holds(code`${file.runtime('isUnique')}(${instance.value})`);
    return failWhen(not(isUnique), reportRepeated('uniqueItems', instance, context));
  },
  impliedBy: (isUnique, given) =>
    isUnique ? someValue(given, 'uniqueItems', (value) => value) : 'yes',
};
