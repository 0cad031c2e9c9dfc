import { code, stringLiteral } from '../../printer/code.js';
import type { NumberPart } from '../check.js';
import { holds, not } from '../condition.js';
import { isIntegral } from '../type-test.js';
import { integerType } from '../type-set.js';
import type { ScalarPrinter } from './leaf.js';

type Part = Extract<NumberPart, { readonly keyword: 'multipleOf' }>;

/** Validation 6.2.1: exact, with the decimal digits of the document. */
export const multipleOf: ScalarPrinter<Part> = {
  fails({ divisor }, { value, known }, context) {
    const { file } = context;
    if (divisor.value === 1 && known === integerType) return { kind: 'constant', value: false };
    if (divisor.value === 1) return not(isIntegral(value, context));
    return not(
      holds(code`${file.runtime('isMultipleOf')}(${value}, ${stringLiteral(divisor.text)})`),
    );
  },
  expected: ({ divisor }) => `a multiple of ${divisor.text}`,
};
