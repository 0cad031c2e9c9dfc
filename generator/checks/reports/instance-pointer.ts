import { escapeToken } from '../../core/pointer.js';
import type { Leaf } from '../../printer/code.js';

/** Pointer from a function's own value to a part of it. */
export type Pointer = readonly PointerStep[];

/** A property or item known at generation time, or the current one of a loop. */
export type PointerStep =
  | { readonly kind: 'token'; readonly token: string | number }
  | { readonly kind: 'name'; readonly name: Leaf }
  | { readonly kind: 'index'; readonly index: Leaf };

/** A token of a JSON Pointer, with its slash (RFC 6901). */
export function pointerToken(token: string | number): string {
  return `/${escapeToken(token)}`;
}

/** Loop variable in a pointer, which is only known at run time. */
export function variableOf(pointer: Pointer): Leaf | undefined {
  for (const step of pointer) {
    if (step.kind === 'name') return step.name;
    if (step.kind === 'index') return step.index;
  }
  return undefined;
}

/** Schema location that follows from a pointer, if all schemas are written inline. */
export function derivedLocation(pointer: Pointer): string {
  let location = '';
  for (const step of pointer)
    location += step.kind === 'token' ? `/properties${pointerToken(step.token)}` : '/items';
  return location;
}

/**
 * Location relative to the schema of a function, if it is below that schema. Otherwise the full
 * location.
 */
export function relativeLocation(location: string, from: string): string {
  if (location === from) return '';
  return location.charCodeAt(from.length) === slash && location.startsWith(from)
    ? location.slice(from.length)
    : location;
}

const slash = 0x2f;
