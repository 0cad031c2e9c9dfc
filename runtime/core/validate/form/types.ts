/** The name of a type as `type` spells it. */
export type TypeWord =
  | 'string'
  | 'number'
  | 'integer'
  | 'boolean'
  | 'object'
  | 'array'
  | 'null'
  | 'bigint';

/** Sets of types as bits; a number is an integer or has a fraction. */
export const anyType = 255;

export const stringType = 1;
/** Integers, fractions, and integers that a program holds as `bigint`. */
export const numberTypes = 134;

const numberType = 6;
export const objectType = 16;
export const arrayType = 32;

/** What no JSON text has, and a program may hold for an integer. */
const bigintType = 128;

const words: readonly (readonly [TypeWord, number, string])[] = [
  ['string', stringType, 'a string'],
  ['number', numberType, 'a number'],
  ['integer', 2, 'an integer'],
  ['boolean', 8, 'true or false'],
  ['object', objectType, 'an object'],
  ['array', arrayType, 'an array'],
  ['null', 64, 'null'],
  ['bigint', bigintType, ''],
];

/** The set of types that words name; no word lies within another. */
export function typeBits(names: TypeWord | readonly TypeWord[]): number {
  return words.reduce((bits, [word, own]) => (names.includes(word) ? bits | own : bits), 0);
}

/** The types of a set as people say them. */
export function typePhrases(bits: number): readonly string[] {
  let left = bits;
  return words.flatMap(([, own, phrase]) => {
    if ((left & own) !== own) return [];
    left &= ~own;
    return phrase === '' ? [] : [phrase];
  });
}

/** The type of a value; no bit where JSON has no such value. */
export function typeOf(value: unknown): number {
  switch (typeof value) {
    case 'string':
      return stringType;
    case 'number':
      return Number.isInteger(value) ? 2 : Number.isFinite(value) ? 4 : 0;
    case 'boolean':
      return 8;
    case 'object':
      return value === null ? 64 : Array.isArray(value) ? arrayType : objectType;
    case 'bigint':
      return bigintType;
    default:
      return 0;
  }
}
