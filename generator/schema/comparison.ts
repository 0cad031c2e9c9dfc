import type { KeywordSchema, Keywords, Numeral } from '../model/schema.js';

/** Whether something holds of every value: certainly, certainly not, or nobody can tell. */
export type Answer = 'yes' | 'no' | 'unknown';

/** What the schemas of one value demand together: those that `$ref` and `allOf` lead to have been collected. */
export interface Constraints {
  /** Values of a keyword in all of these schemas, with the schemas. */
  of<Name extends keyof Keywords>(name: Name): readonly GivenKeyword<Name>[];
  /** True if numbers have no fraction. */
  readonly isInteger: boolean;
}

/** The value of a keyword, and the schema that contains it. */
export interface GivenKeyword<Name extends keyof Keywords> {
  readonly value: Required<Keywords>[Name];
  readonly schema: KeywordSchema;
}

/** Answers `yes` or `no`. */
export function answer(isTrue: boolean): Answer {
  return isTrue ? 'yes' : 'no';
}

/** True if a schema contains a keyword with a value for which `isEnough` holds. */
export function someValue<Name extends keyof Keywords>(
  given: Constraints,
  name: Name,
  isEnough: (value: Required<Keywords>[Name]) => boolean,
): Answer {
  return answer(given.of(name).some(({ value }) => isEnough(value)));
}

/** Compares two numbers by their digits if both are integers, because doubles are not exact beyond 2^53. */
export function compareNumerals(left: Numeral, right: Numeral): number {
  const digits = /^-?\d+$/;
  if (digits.test(left.text) && digits.test(right.text)) {
    const [a, b] = [BigInt(left.text), BigInt(right.text)];
    return a < b ? -1 : a > b ? 1 : 0;
  }
  return left.value - right.value;
}

/** True if the schemas allow no number below a bound, or none below and none equal to it. */
export function isAtLeast(given: Constraints, bound: Numeral, isExclusive: boolean): Answer {
  return isWithin(given, 1, bound, isExclusive);
}

/** True if the schemas allow no number above a bound, or none above and none equal to it. */
export function isAtMost(given: Constraints, bound: Numeral, isExclusive: boolean): Answer {
  return isWithin(given, -1, bound, isExclusive);
}

function isWithin(given: Constraints, sign: 1 | -1, bound: Numeral, isExclusive: boolean): Answer {
  const [inclusive, exclusive] =
    sign === 1
      ? (['minimum', 'exclusiveMinimum'] as const)
      : (['maximum', 'exclusiveMaximum'] as const);
  const least = isExclusive ? 1 : 0;
  const distance = (value: Numeral): number => sign * compareNumerals(value, bound);
  if (given.of(inclusive).some(({ value }) => distance(value) >= least)) return 'yes';
  if (given.of(exclusive).some(({ value }) => distance(value) >= 0)) return 'yes';
  if (!given.isInteger || !Number.isSafeInteger(bound.value)) return 'no';
  // Integers have no value between a bound and the next integer: "> 0" is ">= 1".
  const step = sign * (bound.value + sign * least);
  return answer(
    given.of(inclusive).some(({ value }) => Math.ceil(sign * value.value) >= step) ||
      given.of(exclusive).some(({ value }) => Math.floor(sign * value.value) + 1 >= step),
  );
}
