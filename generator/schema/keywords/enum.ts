import { isEqual } from '../equal-values.js';
import { isArray } from '../../model/read/json.js';
import { exactValue, inexactInteger } from '../../model/read/schema/exact-values.js';
import { wrongType } from '../../model/read/schema/schema-builder.js';
import { everyDialect } from '../dialect-range.js';
import type { Keyword } from '../keyword.js';

/** Validation 6.1.2. */
export const enumKeyword: Keyword<'enum'> = {
  name: 'enum',
  dialects: everyDialect,
  vocabulary: 'validation',
  group: 'none',
  read(builder, value) {
    if (!isArray(value)) return wrongType(builder, 'enum', 'an array of values', value);
    const exact = exactValue(builder, value, 'enum', inexactInteger);
    if (isArray(exact)) builder.keywords.enum = exact;
  },
  accepts: (values, value) => values.some((each) => isEqual(each, value)),
  demand: () => 'enum',
};
