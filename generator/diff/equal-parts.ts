import { parsePointer } from '../core/pointer.js';
import type { Json } from '../model/schema.js';
import { isDeepEqual } from './unchanged.js';

/**
 * Tells pointers at which both documents are equal and refer to nothing. It is for documents that are written alike, such as conversions of
 * dictionaries: in others, what surrounds equal schemas may give them another meaning.
 */
export function equalParts(old: Json, next: Json): (pointer: string) => boolean {
  return (pointer) => {
    const left = partAt(old, pointer);
    return left !== undefined && isClosed(left) && isDeepEqual(left, partAt(next, pointer));
  };
}

function partAt(document: Json, pointer: string): Json | undefined {
  return parsePointer(pointer)?.reduce<Json | undefined>(
    (value, token) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, token)
        ? (value as { readonly [name: string]: Json })[token]
        : undefined,
    document,
  );
}

/** True if a part contains no reference. */
function isClosed(value: Json): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return (
    !Object.hasOwn(value, '$ref') &&
    Object.values(value as { readonly [name: string]: Json }).every((each) => isClosed(each))
  );
}
