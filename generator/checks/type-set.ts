import type { Json, TypeName } from '../model/schema.js';

/**
 * A set of instance types as bits. `number` consists of the last two: integers, and all other
 * numbers.
 */
export type TypeSet = number;

export const nullType = 1;
export const booleanType = 2;
export const stringType = 4;
export const arrayType = 8;
export const objectType = 16;
export const integerType = 32;
export const fractionType = 64;
export const numberType: TypeSet = integerType | fractionType;
export const allTypes: TypeSet = 127;

const bits: { readonly [Name in TypeName]: TypeSet } = {
  null: nullType,
  boolean: booleanType,
  string: stringType,
  array: arrayType,
  object: objectType,
  integer: integerType,
  number: numberType,
};

/** Set of the types named by `type`. */
export function typeSet(names: readonly TypeName[]): TypeSet {
  return names.reduce<TypeSet>((set, name) => set | bits[name], 0);
}

/** Type of a JSON value. A number without a fraction is an integer, regardless of its spelling. */
export function typeOfJson(value: Json): TypeSet {
  if (value === null) return nullType;
  if (typeof value === 'boolean') return booleanType;
  if (typeof value === 'string') return stringType;
  if (typeof value === 'bigint') return integerType;
  if (typeof value === 'number') return Number.isInteger(value) ? integerType : fractionType;
  return Array.isArray(value) ? arrayType : objectType;
}

/** Names of the types in a set. */
export function typeNames(set: TypeSet): readonly TypeName[] {
  const names: TypeName[] = [];
  for (const name of [
    'string',
    'number',
    'integer',
    'boolean',
    'object',
    'array',
    'null',
  ] as const) {
    if (name === 'integer' && (set & numberType) === numberType) continue;
    if ((set & bits[name]) === bits[name]) names.push(name);
  }
  return names;
}
