import { code, stringLiteral } from '../../code.js';
import type { NumberPart } from '../check.js';
import { holds, not } from '../condition.js';
import type { KeywordPrinter } from '../frame.js';
import { integerType } from '../type-set.js';
import { leaf } from './leaf.js';

type Part = Extract<NumberPart, { readonly keyword: 'multipleOf' }>;

/** Validation 6.2.1: exact, in decimals as they are written. */
export const multipleOf: KeywordPrinter<Part> = leaf<Part>({
  fails({ divisor }, { value, known }, { printing }) {
    if (divisor.value === 1 && known === integerType) return { kind: 'constant', value: false };
    if (divisor.value === 1) return not(holds(code`Number.isInteger(${value})`));
    return not(
      holds(code`${printing.runtime('isMultipleOf')}(${value}, ${stringLiteral(divisor.text)})`),
    );
  },
});
