/** A place in a document where its text stands: a member's name, or a string. */
interface Place {
  readonly holder: object;
  readonly key: string;
  readonly kind: 'name' | 'string';
}

/** A copy of a document with one of its names or strings replaced; `at` counts the places and goes round. */
export function mutated(document: unknown, at: number, payload: string): unknown {
  const copy = structuredClone(document);
  const places = placesOf(copy);
  const place = places[at % places.length];
  if (place === undefined) return copy;
  const members = Object.entries(place.holder);
  if (place.kind === 'string') define(place.holder, place.key, payload);
  else {
    for (const [name] of members) Reflect.deleteProperty(place.holder, name);
    for (const [name, value] of members)
      define(place.holder, name === place.key ? payload : name, value);
  }
  return copy;
}

function placesOf(value: unknown): readonly Place[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]): readonly Place[] => [
    ...(Array.isArray(value) ? [] : [{ holder: value, key, kind: 'name' } as const]),
    ...(typeof member === 'string' ? [{ holder: value, key, kind: 'string' } as const] : []),
    ...placesOf(member),
  ]);
}

/** Sets an own member, whatever its name. */
function define(holder: object, name: string, value: unknown): void {
  Object.defineProperty(holder, name, {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  });
}
