import type { Origin } from '../../core/origin.js';
import { escapeToken } from '../../core/pointer.js';
import { relativePlace } from './pointer.js';

/** Where schemas are written, as violations say it: the document, and the pointer. */
export type Places = (origin: Origin) => string;

/** Begins to put places together; what several begin with is put together once. */
export function createPlaces(): Places {
  const holders = new Map<Origin, string>();
  const placeOf = (origin: Origin): string =>
    'parent' in origin ? `${placeOfHolder(origin.parent)}${token(origin.key)}` : rootPlace(origin);
  const placeOfHolder = (origin: Origin): string => {
    let place = holders.get(origin);
    if (place === undefined) holders.set(origin, (place = placeOf(origin)));
    return place;
  };
  return placeOf;
}

function rootPlace(origin: Extract<Origin, { readonly source: unknown }>): string {
  return `${origin.source.path}#`;
}

function token(key: string | number): string {
  return `/${escapeToken(key)}`;
}

/** The way from one place down to another, as a pointer; `undefined` where that lies elsewhere. */
export function wayTo(origin: Origin, from: Origin, placeOf: Places): string | undefined {
  let way = '';
  for (let at = origin; 'parent' in at; at = at.parent) {
    way = `${token(at.key)}${way}`;
    if (at.parent === from) return way;
  }
  // What was read by itself has nodes of its own for the same places.
  const place = placeOf(origin);
  const relative = relativePlace(place, placeOf(from));
  return relative === place ? undefined : relative;
}
