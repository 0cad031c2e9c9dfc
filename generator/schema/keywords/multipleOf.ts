import type { MultipleOfPart } from '../../checks/check.js';
import { invalidValue } from '../../core/diagnostics/values.js';
import { report } from '../../model/read/schema/schema-builder.js';
import { everyDialect } from '../dialect-range.js';
import type { Keyword } from '../keyword.js';
import { readNumber } from '../read/numbers.js';

/** Validation 6.2.1: exact, with the decimal digits of the document. */
export const multipleOf: Keyword<'multipleOf', MultipleOfPart> = {
  name: 'multipleOf',
  dialects: everyDialect,
  vocabulary: 'validation',
  group: 'number',
  read(builder, value) {
    const read = readNumber(builder, value, 'multipleOf');
    if (read !== undefined && read.value <= 0) {
      const sentence = { name: 'multipleOf', expected: 'greater than 0', value: read.value };
      return report(builder, invalidValue.range(sentence), ['multipleOf']);
    }
    if (read !== undefined) builder.keywords.multipleOf = read;
  },
  lower: ({ keywords: { multipleOf: divisor } }) =>
    divisor === undefined ? [] : [{ keyword: 'multipleOf', divisor }],
  // The division of fractions is left to validators.
  accepts: (divisor, value) =>
    !Number.isInteger(value) ||
    !Number.isInteger(divisor.value) ||
    Number(value) % divisor.value === 0,
  phrase: ({ divisor }) => ({ that: `is a multiple of ${divisor.text}` }),
};
