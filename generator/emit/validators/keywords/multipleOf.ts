import { code, stringLiteral } from '../../code.js';
import type { NumberPart } from '../check.js';
import { holds, not } from '../condition.js';
import { isIntegral } from '../type-test.js';
import { integerType } from '../type-set.js';
import type { ScalarPrinter } from './leaf.js';

type Part = Extract<NumberPart, { readonly keyword: 'multipleOf' }>;

/** Validation 6.2.1: exact, in decimals as they are written. */
export const multipleOf: ScalarPrinter<Part> = {
  fails({ divisor }, { value, known }, frame) {
    const { printing } = frame;
    if (divisor.value === 1 && known === integerType) return { kind: 'constant', value: false };
    if (divisor.value === 1) return not(isIntegral(value, frame));
    return not(
      holds(code`${printing.runtime('isMultipleOf')}(${value}, ${stringLiteral(divisor.text)})`),
    );
  },
  expected: ({ divisor }) => `a multiple of ${divisor.text}`,
};
