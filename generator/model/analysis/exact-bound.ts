import type { Numeral } from '../schema.js';

export type BoundKeyword = 'minimum' | 'maximum' | 'exclusiveMinimum' | 'exclusiveMaximum';

/**
 * A bound as doubles are held to it: the nearest double, and whether that one is within. No double lies between the two, so that
 * nothing is lost where an integer beyond 2^53 is none itself.
 */
export function exactBound(
  keyword: BoundKeyword,
  { value, text }: Numeral,
): { readonly value: number; readonly isWithin: boolean } {
  const isWithin = keyword === 'minimum' || keyword === 'maximum';
  if (Number.isSafeInteger(value) || !Number.isInteger(value) || !isInteger(text))
    return { value, isWithin };
  const [held, said] = [BigInt(value), BigInt(text)];
  if (held === said) return { value, isWithin };
  const isUpper = keyword === 'maximum' || keyword === 'exclusiveMaximum';
  return { value, isWithin: isUpper ? held < said : held > said };
}

/** Whether a number is spelt as digits alone. */
export function isInteger(text: string): boolean {
  return /^-?\d+$/.test(text);
}
