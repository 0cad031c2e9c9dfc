import type { WireType } from '../descriptor.js';
import { EncodingError, memberPointer } from './encoding-error.js';
import { isAbsent, isPlainObject, presentMembers, primitiveText } from './value-text.js';

/** One pair of a query or of a form, before it is encoded. */
export type DeepPair = readonly [name: string, text: string];

/**
 * The pairs of style `deepObject`: `filter[colour]`, `red`. Where OpenAPI says nothing, deeper objects nest brackets, lists number their
 * items (`expand[0]`), and what is neither stands under the name alone.
 *
 * @throws {EncodingError} for names with brackets in them, or without anything in them: nobody could tell where they end; and for objects
 * in lists that have none.
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
    const items: readonly unknown[] = value.filter((item: unknown) => item !== undefined);
    return items.flatMap((item, index): readonly DeepPair[] => {
      const [key, place] = [`${name}[${index}]`, memberPointer(pointer, index)];
      if (item === null) return [[key, 'null']];
      if (isPlainObject(item) && type?.items?.types.includes('object') === false)
        throw new EncodingError(place, 'a single value', 'type');
      return deepPairs(key, item, type?.items, place);
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
