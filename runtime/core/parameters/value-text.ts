import type { WireType } from '../descriptor.js';
import { EncodingError, memberPointer } from './encoding-error.js';

/** A parameter's value as one text, a list of texts, or properties with one text each. */
export type ValueTexts =
  | { readonly kind: 'one'; readonly text: string }
  | { readonly kind: 'list'; readonly texts: readonly string[] }
  | {
      readonly kind: 'members';
      readonly members: readonly (readonly [name: string, text: string])[];
    };

/**
 * Converts a value to the texts that a style encodes.
 *
 * `undefined` is always omitted. `null` becomes the text `null` within a list and if its type permits null; otherwise it is
 * omitted like `undefined`, as in RFC 6570 section 2.3. Empty lists and objects without properties are omitted too.
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

/**
 * Properties of an exploded object as separate pairs. A list repeats the name of its property.
 *
 * @throws {EncodingError}
 */
export function spreadTexts(
  value: object,
  type: WireType,
  pointer: string,
): ValueTexts | undefined {
  const members = presentMembers(value, type).flatMap(([name, member]) => {
    const location = memberPointer(pointer, name);
    if (!Array.isArray(member)) return [[name, primitiveText(member, location)] as const];
    return member.flatMap((item: unknown, index) =>
      item === undefined
        ? []
        : [[name, primitiveText(item, memberPointer(location, index))] as const],
    );
  });
  return members.length === 0 ? undefined : { kind: 'members', members };
}

/** True if a value is omitted. */
export function isAbsent(value: unknown, type: WireType | undefined): boolean {
  return value === undefined || (value === null && type?.types.includes('null') !== true);
}

/** Returns an object's properties in order, without omitted ones. */
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

/** True for an object with properties, as opposed to a list or a date. */
export function isPlainObject(value: unknown): value is object {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)
  );
}

/**
 * Converts a single value to text: dates in RFC 3339, numbers in their shortest form.
 *
 * @throws {EncodingError} for NaN and infinite numbers, unpaired surrogates, and structures.
 */
export function primitiveText(value: unknown, pointer: string): string {
  if (typeof value === 'string') {
    if (/\p{Surrogate}/u.test(value))
      throw new EncodingError(pointer, 'text that can be encoded in UTF-8');
    return value;
  }
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new EncodingError(pointer, 'a finite number', 'type');
    // JavaScript writes large integers with an exponent, which most parsers of parameters do not accept as an integer.
    return String(Number.isInteger(value) ? BigInt(value) : value);
  }
  if (value === null || typeof value === 'bigint' || typeof value === 'boolean')
    return String(value);
  if (value instanceof Date && !Number.isNaN(value.getTime())) return value.toISOString();
  throw new EncodingError(pointer, 'a single value', 'type');
}

/** Returns an own property; `undefined` for inherited ones. */
export function ownMember(object: object, name: string): unknown {
  return Object.hasOwn(object, name)
    ? (object as Readonly<Record<string, unknown>>)[name]
    : undefined;
}
