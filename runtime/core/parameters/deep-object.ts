import type { WireType } from '../descriptor.js';
import { EncodingError, memberPointer } from './encoding-error.js';
import { isAbsent, isPlainObject, presentMembers, primitiveText } from './value-text.js';

/** One pair of a query or form, before encoding. */
export type DeepPair = readonly [name: string, text: string];

/**
 * Encodes a value in style `deepObject`: `filter[colour]`, `red`. OpenAPI does not define nested values. Here nested objects use
 * nested brackets, and list items are numbered (`expand[0]`). A primitive value is sent under the name alone.
 *
 * @throws {EncodingError} for a property name that is empty or has brackets, because its end would be ambiguous; and for objects
 * in lists that do not declare objects.
 */
export function deepPairs(
  name: string,
  value: unknown,
  type: WireType | undefined,
  pointer: string,
): readonly DeepPair[] {
  if (isPlainObject(value)) {
    return presentMembers(value, type).flatMap(([key, member]) => {
      const location = memberPointer(pointer, key);
      if (key === '' || /[[\]]/.test(key))
        throw new EncodingError(location, 'a name without brackets');
      return deepPairs(`${name}[${key}]`, member, typeOf(type, key), location);
    });
  }
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value.filter((item: unknown) => item !== undefined);
    return items.flatMap((item, index): readonly DeepPair[] => {
      const [key, location] = [`${name}[${index}]`, memberPointer(pointer, index)];
      if (item === null) return [[key, 'null']];
      if (isPlainObject(item) && type?.items?.types.includes('object') === false)
        throw new EncodingError(location, 'a single value', 'type');
      return deepPairs(key, item, type?.items, location);
    });
  }
  return isAbsent(value, type) ? [] : [[name, primitiveText(value, pointer)]];
}

function typeOf(type: WireType | undefined, name: string): WireType | undefined {
  const { properties, additional } = type ?? {};
  return properties !== undefined && Object.hasOwn(properties, name)
    ? properties[name]
    : additional;
}
