import type { MultipleOfPart } from '../../checks/check.js';
import { holds, not } from '../../checks/statements/condition.js';
import { integerType } from '../../checks/type-set.js';
import { isIntegral } from '../../checks/guard/type-test.js';
import { invalidValue } from '../../core/diagnostics/values.js';
import { report } from '../../model/read/schema/schema-builder.js';
import { code, stringLiteral } from '../../printer/code.js';
import { someValue } from '../comparison.js';
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
  fails({ divisor }, { value, known }, context) {
    const { file } = context;
    if (divisor.value === 1 && known === integerType) return { kind: 'constant', value: false };
    if (divisor.value === 1) return not(isIntegral(value, context));
    return not(
      holds(code`${file.runtime('isMultipleOf')}(${value}, ${stringLiteral(divisor.text)})`),
    );
  },
  expected: ({ divisor }) => `a multiple of ${divisor.text}`,
  impliedBy(divisor, given) {
    if (divisor.value === 1 && given.isInteger) return 'yes';
    // The remainder of fractions is not exact, so only equal ones are known to be multiples.
    return someValue(
      given,
      'multipleOf',
      (value) =>
        value.text === divisor.text ||
        (Number.isSafeInteger(value.value) &&
          Number.isSafeInteger(divisor.value) &&
          value.value % divisor.value === 0),
    );
  },
};
