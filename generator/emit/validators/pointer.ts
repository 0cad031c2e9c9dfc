import { escapeToken } from '../../core/pointer.js';
import { code, join, stringLiteral, type Code } from '../code.js';
import type { Frame } from './frame.js';

/** The way from a function's own value to a part of it. */
export type Pointer = readonly PointerStep[];

/** A member that is known by name; the member of a name, or the item of an index, that a loop is at. */
export type PointerStep =
  | { readonly kind: 'member'; readonly name: string }
  | { readonly kind: 'name'; readonly name: Code }
  | { readonly kind: 'index'; readonly index: Code };

/** One token of a pointer, with its slash (RFC 6901). */
export function pointerToken(token: string | number): string {
  return `/${escapeToken(token)}`;
}

/** The text of a pointer all of whose steps are known by name. */
export function staticPointer(pointer: Pointer): string | undefined {
  let text = '';
  for (const step of pointer) {
    if (step.kind !== 'member') return undefined;
    text += pointerToken(step.name);
  }
  return text;
}

/** A pointer as an expression. */
export function pointerExpression(pointer: Pointer, { printing }: Frame): Code {
  const terms: Code[] = [];
  let text = '';
  const flush = (): void => {
    if (text !== '') terms.push(stringLiteral(text));
    text = '';
  };
  for (const step of pointer) {
    if (step.kind === 'member') text += pointerToken(step.name);
    else if (step.kind === 'index') {
      text += '/';
      flush();
      terms.push(step.index);
    } else {
      flush();
      terms.push(code`${printing.runtime('pointerTo')}(${step.name})`);
    }
  }
  flush();
  return terms.length === 0 ? code`''` : join(terms, code` + `);
}

/** Where the runtime takes a schema to be written if only the pointer to its value is given. */
export function derivedLocation(text: string): string {
  return text.replaceAll('/', '/properties/');
}

/** A place as seen from the schema of a function: the rest of the way where it lies below, or all of it. */
export function relativePlace(place: string, from: string): string {
  if (place === from) return '';
  return place.charCodeAt(from.length) === slash && place.startsWith(from)
    ? place.slice(from.length)
    : place;
}

const slash = 0x2f;
