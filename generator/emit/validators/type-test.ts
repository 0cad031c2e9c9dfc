import { code, type Code } from '../code.js';
import { all, any, equals, holds, type Condition } from './condition.js';
import type { Frame } from './frame.js';
import {
  arrayType,
  booleanType,
  fractionType,
  integerType,
  nullType,
  numberType,
  objectType,
  stringType,
  type TypeSet,
} from './type-set.js';

/** Whether all types of a set look the same to `typeof`. */
export function isSingle(types: TypeSet): boolean {
  return (
    types !== 0 &&
    [nullType, booleanType, stringType, arrayType, objectType, numberType].some(
      (kind) => (types & ~kind) === 0,
    )
  );
}

/** Holds for values of the given types. */
export function typeTest(types: TypeSet, value: Code, frame: Frame): Condition {
  if (types === stringType || types === booleanType) return kindTest(types, value, frame);
  const tests: Condition[] = [];
  for (const kind of [stringType, numberType, booleanType, arrayType, objectType, nullType]) {
    const wanted = types & kind;
    if (wanted === 0) continue;
    if (kind !== numberType) {
      tests.push(kindTest(kind, value, frame));
      continue;
    }
    if (frame.printing.bigints && wanted !== fractionType) tests.push(isBigint(value));
    // What is no number is neither an integer nor finite.
    if (wanted === integerType) tests.push(holds(code`Number.isInteger(${value})`));
    else if (wanted === numberType) tests.push(holds(code`Number.isFinite(${value})`));
    else tests.push(all(isNumber(value), holds(code`!Number.isInteger(${value})`)));
  }
  return any(...tests);
}

/** The same, so that TypeScript knows the type behind it. */
export function narrowingTest(types: TypeSet, value: Code, frame: Frame): Condition {
  if ((types & ~numberType) !== 0 || types === fractionType) return typeTest(types, value, frame);
  const test = types === integerType ? code`isInteger` : code`isFinite`;
  const number = all(isNumber(value), holds(code`Number.${test}(${value})`));
  return frame.printing.bigints ? any(isBigint(value), number) : number;
}

function isNumber(value: Code): Condition {
  return equals(code`typeof ${value}`, code`'number'`);
}

/** Holds for a `bigint`. */
export function isBigint(value: Code): Condition {
  return equals(code`typeof ${value}`, code`'bigint'`);
}

/** Whether a number has no fraction. */
export function isIntegral(value: Code, frame: Frame): Condition {
  const integral = holds(code`Number.isInteger(${value})`);
  return frame.printing.bigints ? any(isBigint(value), integral) : integral;
}

/** Whether a value looks to `typeof` like one of a kind. */
export function kindTest(kind: TypeSet, value: Code, frame: Frame): Condition {
  switch (kind) {
    case numberType:
      return frame.printing.bigints ? any(isNumber(value), isBigint(value)) : isNumber(value);
    case nullType:
      return equals(value, code`null`);
    case arrayType:
      return holds(code`${frame.printing.runtime('isArray')}(${value})`);
    case objectType:
      return holds(code`${frame.printing.runtime('isObject')}(${value})`);
    default:
      return equals(code`typeof ${value}`, kindNames[kind] ?? code`'object'`);
  }
}

const kindNames: { readonly [Kind in TypeSet]?: Code } = {
  [stringType]: code`'string'`,
  [booleanType]: code`'boolean'`,
};
