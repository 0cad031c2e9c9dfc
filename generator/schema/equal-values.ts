import type { Json } from '../model/schema.js';

/** True if two values are equal, regardless of the order of their members. */
export function isEqual(a: Json, b: Json): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  return textOf(a) === textOf(b);
}

/** Serialises a value such that equal values have equal texts. */
function textOf(value: Json): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
