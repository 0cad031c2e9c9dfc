import type { Origin } from '../core/origin.js';
import { escapeToken } from '../core/pointer.js';
import { relativeLocation } from './reports/instance-pointer.js';

/** Returns the location of a schema as violations report it: document and pointer. */
export type SchemaLocations = (origin: Origin) => string;

/** Creates the lookup. Common prefixes are cached. */
export function createSchemaLocations(): SchemaLocations {
  const cache = new Map<Origin, string>();
  const locationOf = (origin: Origin): string =>
    'parent' in origin
      ? `${cachedLocation(origin.parent)}${token(origin.key)}`
      : rootLocation(origin);
  const cachedLocation = (origin: Origin): string => {
    let location = cache.get(origin);
    if (location === undefined) cache.set(origin, (location = locationOf(origin)));
    return location;
  };
  return locationOf;
}

function rootLocation(origin: Extract<Origin, { readonly source: unknown }>): string {
  return `${origin.source.path}#`;
}

function token(key: string | number): string {
  return `/${escapeToken(key)}`;
}

/** Pointer from one node to a nested one. `undefined` if it is not nested. */
export function pointerBetween(
  origin: Origin,
  from: Origin,
  locationOf: SchemaLocations,
): string | undefined {
  let pointer = '';
  for (let current = origin; 'parent' in current; current = current.parent) {
    pointer = `${token(current.key)}${pointer}`;
    if (current.parent === from) return pointer;
  }
  // A document that was read separately has different nodes for the same locations.
  const location = locationOf(origin);
  const relative = relativeLocation(location, locationOf(from));
  return relative === location ? undefined : relative;
}
