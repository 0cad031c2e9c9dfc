import type { WireType } from '../descriptor.js';
import { EncodingError, memberPointer } from './encoding-error.js';

/** A parameter's value taken apart: one text, a list of texts, or members with a text each. */
export type ValueTexts =
  | { readonly kind: 'one'; readonly text: string }
  | { readonly kind: 'list'; readonly texts: readonly string[] }
  | {
      readonly kind: 'members';
      readonly members: readonly (readonly [name: string, text: string])[];
    };

/**
 * The texts of a value that no style can nest further.
 *
 * `undefined` is skipped wherever it stands. `null` is the text `null` within a list and where the description allows null; elsewhere it
 * is skipped like `undefined`, as RFC 6570 section 2.3 has it. An empty list and an object without members are skipped too.
 *
 * @throws {EncodingError}
 */
export function valueTexts(
  value: unknown,
  type: WireType,
  pointer: string,
): ValueTexts | undefined {
  if (isAbsent(value, type)) return undefined;
  if (Array.isArray(value)) {
    const texts = value.flatMap((item: unknown, index) =>
      item === undefined ? [] : [primitiveText(item, memberPointer(pointer, index))],
    );
    return texts.length === 0 ? undefined : { kind: 'list', texts };
  }
  if (isPlainObject(value)) {
    const members = presentMembers(value, type).map(
      ([name, member]) => [name, primitiveText(member, memberPointer(pointer, name))] as const,
    );
    return members.length === 0 ? undefined : { kind: 'members', members };
  }
  return { kind: 'one', text: primitiveText(value, pointer) };
}

/** Whether nothing is to be sent for a value. */
export function isAbsent(value: unknown, type: WireType | undefined): boolean {
  return value === undefined || (value === null && type?.types.includes('null') !== true);
}

/** An object's members, in order, without those that are skipped. */
export function presentMembers(
  value: object,
  type: WireType | undefined,
): readonly (readonly [name: string, member: unknown])[] {
  return Object.entries(value).filter(([name, member]) => {
    const properties = type?.properties;
    const known =
      properties !== undefined && Object.hasOwn(properties, name)
        ? properties[name]
        : type?.additional;
    return !isAbsent(member, known);
  });
}

/** Whether a value is an object that stands for its members, not for a text of its own. */
export function isPlainObject(value: unknown): value is object {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)
  );
}

/**
 * The text of a single value: dates in RFC 3339, numbers in their shortest form.
 *
 * @throws {EncodingError} for numbers that are none, half surrogate pairs, and anything that has parts.
 */
export function primitiveText(value: unknown, pointer: string): string {
  if (typeof value === 'string') {
    if (/\p{Surrogate}/u.test(value)) throw new EncodingError(pointer, 'text that UTF-8 can carry');
    return value;
  }
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new EncodingError(pointer, 'a finite number', 'type');
    // JavaScript writes large integers with an exponent, which is no integer for most readers of parameters.
    return String(Number.isInteger(value) ? BigInt(value) : value);
  }
  if (value === null || typeof value === 'bigint' || typeof value === 'boolean')
    return String(value);
  if (value instanceof Date && !Number.isNaN(value.getTime())) return value.toISOString();
  throw new EncodingError(pointer, 'a single value', 'type');
}
