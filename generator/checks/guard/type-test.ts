import { code, type Leaf } from '../../printer/code.js';
import { all, any, equals, holds, type Condition } from '../statements/condition.js';
import type { FunctionContext } from '../emit-context.js';
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
} from '../type-set.js';

/** True if `typeof` does not distinguish the types of a set. */
export function isSingle(types: TypeSet): boolean {
  return (
    types !== 0 &&
    [nullType, booleanType, stringType, arrayType, objectType, numberType].some(
      (kind) => (types & ~kind) === 0,
    )
  );
}

/** Condition that a value has one of the types. */
export function typeTest(types: TypeSet, value: Leaf, context: FunctionContext): Condition {
  if (types === stringType || types === booleanType) return kindTest(types, value, context);
  const tests: Condition[] = [];
  for (const kind of [stringType, numberType, booleanType, arrayType, objectType, nullType]) {
    const requested = types & kind;
    if (requested === 0) continue;
    if (kind !== numberType) {
      tests.push(kindTest(kind, value, context));
      continue;
    }
    if (context.file.bigints && requested !== fractionType) tests.push(isBigint(value));
    // For values that are not numbers, `isInteger` and `isFinite` return false.
    if (requested === integerType) tests.push(holds(code`Number.isInteger(${value})`));
    else if (requested === numberType) tests.push(holds(code`Number.isFinite(${value})`));
    else tests.push(all(isNumber(value), holds(code`!Number.isInteger(${value})`)));
  }
  return any(...tests);
}

/** Same condition, in a form that narrows the type in TypeScript. */
export function narrowingTest(types: TypeSet, value: Leaf, context: FunctionContext): Condition {
  if ((types & ~numberType) !== 0 || types === fractionType) return typeTest(types, value, context);
  const test = types === integerType ? code`isInteger` : code`isFinite`;
  const number = all(isNumber(value), holds(code`Number.${test}(${value})`));
  return context.file.bigints ? any(isBigint(value), number) : number;
}

function isNumber(value: Leaf): Condition {
  return equals(code`typeof ${value}`, code`'number'`);
}

/** Condition that a value is a `bigint`. */
export function isBigint(value: Leaf): Condition {
  return equals(code`typeof ${value}`, code`'bigint'`);
}

/** Condition that a number has no fraction. */
export function isIntegral(value: Leaf, context: FunctionContext): Condition {
  const integral = holds(code`Number.isInteger(${value})`);
  return context.file.bigints ? any(isBigint(value), integral) : integral;
}

/**
 * Condition that a value is of a kind that `typeof` distinguishes, or an object, an array or null.
 */
export function kindTest(kind: TypeSet, value: Leaf, context: FunctionContext): Condition {
  switch (kind) {
    case numberType:
      return context.file.bigints ? any(isNumber(value), isBigint(value)) : isNumber(value);
    case nullType:
      return equals(value, code`null`);
    case arrayType:
      return holds(code`${context.file.runtime('isArray')}(${value})`);
    case objectType:
      return holds(code`${context.file.runtime('isObject')}(${value})`);
    default:
      return equals(code`typeof ${value}`, kindNames[kind] ?? code`'object'`);
  }
}

const kindNames: { readonly [Kind in TypeSet]?: Leaf } = {
  [stringType]: code`'string'`,
  [booleanType]: code`'boolean'`,
};
