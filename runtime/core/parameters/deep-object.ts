import type { WireType } from '../descriptor.js';
import { EncodingError, memberPointer } from './encoding-error.js';
import { isAbsent, isPlainObject, presentMembers, primitiveText } from './value-text.js';

/** One pair of a query or of a form, before it is encoded. */
export type DeepPair = readonly [name: string, text: string];

/**
 * The pairs of style `deepObject`: `filter[colour]`, `red`. Deeper objects nest brackets and lists repeat their name, where
 * OpenAPI says nothing.
 *
 * @throws {EncodingError} for names with brackets in them, or without anything in them: nobody could tell where they end.
 */
export function deepPairs(
  name: string,
  value: unknown,
  type: WireType | undefined,
  pointer: string,
): readonly DeepPair[] {
  if (isPlainObject(value)) {
    return presentMembers(value, type).flatMap(([key, member]) => {
      const place = memberPointer(pointer, key);
      if (key === '' || /[[\]]/.test(key))
        throw new EncodingError(place, 'a name without brackets');
      return deepPairs(`${name}[${key}]`, member, typeOf(type, key), place);
    });
  }
  if (Array.isArray(value)) {
    return value.flatMap((item: unknown, index): readonly DeepPair[] =>
      item === undefined ? [] : [[name, primitiveText(item, memberPointer(pointer, index))]],
    );
  }
  return isAbsent(value, type) ? [] : [[name, primitiveText(value, pointer)]];
}

function typeOf(type: WireType | undefined, name: string): WireType | undefined {
  const { properties, additional } = type ?? {};
  return properties !== undefined && Object.hasOwn(properties, name)
    ? properties[name]
    : additional;
}
