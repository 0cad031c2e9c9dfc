import { code, type Code } from '../../code.js';
import type { FormatPart } from '../check.js';
import { any, compares, holds, not, type Condition } from '../condition.js';
import type { Frame, Subject } from '../frame.js';
import { formatFunctions } from '../formats.js';
import { isIntegral } from '../type-test.js';
import type { ScalarPrinter } from './leaf.js';

/** Validation 7, where it is asserted. The formats of numbers are OpenAPI's (3.1.1 section 4.4). */
export const format: ScalarPrinter<FormatPart> = {
  fails(part, subject, frame) {
    const { printing } = frame;
    if (part.big === true) return bigFailure(part.name, subject);
    const range = rangeFailure(part.name, subject, frame);
    if (range !== undefined) return range;
    const test = formatFunctions[part.name];
    if (test === undefined) throw new Error(`the format ${part.name} is known`);
    return not(holds(code`${printing.runtime(test)}(${subject.value})`));
  },
  expected({ name, big }) {
    if (big !== true) return name;
    return `an integer of 64 bits${name === 'uint64' ? ' without a sign' : ''}, as a bigint`;
  },
};

/** The value is known to be a `bigint`. */
function bigFailure(name: string, { value }: Subject): Condition {
  const [least, most] =
    name === 'uint64'
      ? [code`0n`, code`18446744073709551615n`]
      : [code`-9223372036854775808n`, code`9223372036854775807n`];
  return any(compares(value, '<', least), compares(value, '>', most));
}

/** What is asked of an integer in a package that has integers as `bigint`: those of unions may be, whatever their own branch says. */
function beyond(least: Code, most: Code, value: Code, frame: Frame): Condition {
  return any(
    not(isIntegral(value, frame)),
    compares(value, '<', least),
    compares(value, '>', most),
  );
}

function rangeFailure(name: string, { value }: Subject, frame: Frame): Condition | undefined {
  const { printing } = frame;
  switch (name) {
    case 'int32':
      if (printing.bigints) return beyond(code`-2147483648`, code`2147483647`, value, frame);
      return not(holds(code`${printing.runtime('isInt32')}(${value})`));
    case 'int64':
      if (printing.bigints) return beyond(code`-(2 ** 63)`, code`2 ** 63`, value, frame);
      return not(holds(code`${printing.runtime('isInt64')}(${value})`));
    case 'float':
      return frame.printing.bigints
        ? any(
            compares(value, '<', code`-3.4028234663852886e38`),
            compares(value, '>', code`3.4028234663852886e38`),
          )
        : compares(code`Math.abs(${value})`, '>', code`3.4028234663852886e38`);
    case 'double':
      return { kind: 'constant', value: false };
    default:
      return undefined;
  }
}
