import { escapeToken } from '../../core/pointer.js';
import type { Code } from '../code.js';

/** The way from a function's own value to a part of it. */
export type Pointer = readonly PointerStep[];

/** A member or an item that is known when generating; the member of a name, or the item of an index, that a loop is at. */
export type PointerStep =
  | { readonly kind: 'token'; readonly token: string | number }
  | { readonly kind: 'name'; readonly name: Code }
  | { readonly kind: 'index'; readonly index: Code };

/** One token of a pointer, with its slash (RFC 6901). */
export function pointerToken(token: string | number): string {
  return `/${escapeToken(token)}`;
}

/** What only the value knows of a pointer: a variable of the loop that goes over its items or members. */
export function variableOf(pointer: Pointer): Code | undefined {
  for (const step of pointer) {
    if (step.kind === 'name') return step.name;
    if (step.kind === 'index') return step.index;
  }
  return undefined;
}

/** Where the schema of a part is taken to be written if only the pointer to it is given. */
export function derivedPlace(pointer: Pointer): string {
  let place = '';
  for (const step of pointer)
    place += step.kind === 'token' ? `/properties${pointerToken(step.token)}` : '/items';
  return place;
}

/** A place as seen from the schema of a function: the rest of the way where it lies below, or all of it. */
export function relativePlace(place: string, from: string): string {
  if (place === from) return '';
  return place.charCodeAt(from.length) === slash && place.startsWith(from)
    ? place.slice(from.length)
    : place;
}

const slash = 0x2f;
