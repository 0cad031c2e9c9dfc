import { isEqual } from '../equal-values.js';
import { exactValue, inexactInteger } from '../../model/read/schema/exact-values.js';
import type { Keyword } from '../keyword.js';

/** Validation 6.1.3. */
export const constKeyword: Keyword<'const'> = {
  name: 'const',
  dialects: { since: '6' },
  vocabulary: 'validation',
  group: 'none',
  read(builder, value) {
    const exact = exactValue(builder, value, 'const', inexactInteger);
    if (exact !== undefined) builder.keywords.const = { value: exact };
  },
  accepts: (constant, value) => isEqual(constant.value, value),
  demand: () => 'const',
};
