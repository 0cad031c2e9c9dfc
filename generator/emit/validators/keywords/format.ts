import { code } from '../../code.js';
import type { FormatPart } from '../check.js';
import { any, compares, holds, not, type Condition } from '../condition.js';
import type { KeywordPrinter, Subject } from '../frame.js';
import { integerType } from '../type-set.js';
import { formatFunctions } from '../formats.js';
import { leaf } from './leaf.js';

/** Validation 7, where it is asserted. The formats of numbers are OpenAPI's (3.1.1 section 4.4). */
export const format: KeywordPrinter<FormatPart> = leaf<FormatPart>({
  fails(part, subject, { printing }) {
    const range = rangeFailure(part.name, subject);
    if (range !== undefined) return range;
    const test = formatFunctions[part.name];
    if (test === undefined) throw new Error(`the format ${part.name} is known`);
    return not(holds(code`${printing.runtime(test)}(${subject.value})`));
  },
});

function rangeFailure(name: string, { value, known }: Subject): Condition | undefined {
  const integral = known === integerType ? [] : [not(holds(code`Number.isInteger(${value})`))];
  switch (name) {
    case 'int32':
      return any(
        ...integral,
        compares(value, '<', code`-2147483648`),
        compares(value, '>', code`2147483647`),
      );
    case 'int64':
      // The largest one has no number of its own: as a number it is 2^63.
      return any(
        ...integral,
        compares(value, '<', code`-(2 ** 63)`),
        compares(value, '>', code`2 ** 63`),
      );
    case 'float':
      return compares(code`Math.abs(${value})`, '>', code`3.4028234663852886e38`);
    case 'double':
      return { kind: 'constant', value: false };
    default:
      return undefined;
  }
}
