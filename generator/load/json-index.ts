import type { Json } from '../model/schema.js';

/** Where the members of a JSON text are written. */
export interface JsonIndex {
  /** Where the key and the value at these tokens begin. The document itself has no key. */
  find(tokens: readonly string[]): { readonly key: number; readonly value: number } | undefined;
}

/**
 * An index of a valid JSON text, in which no key stands twice. `keys` are the offsets of all its keys in the order of the text: how many
 * of them a value takes is known from the value, so that nothing is skipped by reading it.
 */
export function createJsonIndex(
  text: string,
  keys: Uint32Array,
  { root, sizes }: Counted,
): JsonIndex {
  const objects = new Map<object, ReadonlyMap<string, number>>();
  const arrays = new Map<object, readonly Item[]>();

  /** How many keys a value takes. Those of the levels just below are mostly asked about next. */
  function sizeOf(value: Json, levels: number): number {
    if (typeof value !== 'object' || value === null) return 0;
    const known = levels > 0 ? sizes.get(value) : undefined;
    if (known !== undefined) return known;
    let size = 0;
    if (Array.isArray(value)) {
      for (const item of value as readonly Json[]) size += sizeOf(item, levels - 1);
    } else {
      const members = value as Members;
      for (const name in members) size += 1 + sizeOf(members[name] as Json, levels - 1);
    }
    if (levels > 0 && size >= large) sizes.set(value, size);
    return size;
  }

  /** The number of each member's key; `next` is that of the first one. */
  function keysOf(object: Members, next: number): ReadonlyMap<string, number> {
    const known = objects.get(object);
    if (known !== undefined) return known;
    const found = new Map<string, number>();
    const names = Object.keys(object);
    // Objects put names that are numbers first, wherever they were written.
    const isSorted = /^\d/.test(names[0] ?? '');
    for (let index = 0, key = next; index < names.length; index++) {
      const name = isSorted ? nameAt(text, keys[key] ?? 0) : (names[index] ?? '');
      found.set(name, key);
      key += 1 + sizeOf(object[name] as Json, together);
    }
    objects.set(object, found);
    return found;
  }

  function itemsOf(array: readonly Json[], start: number, next: number): readonly Item[] {
    const known = arrays.get(array);
    if (known !== undefined) return known;
    const found: Item[] = [];
    let at = skipSpace(text, start + 1);
    let key = next;
    for (const item of array) {
      found.push({ at, next: key });
      key += sizeOf(item, together);
      at = skipSpace(text, endOfValue(text, at));
      if (text[at] === ',') at = skipSpace(text, at + 1);
    }
    arrays.set(array, found);
    return found;
  }

  return {
    find(tokens) {
      const start = skipSpace(text, 0);
      let found = { key: start, value: start };
      let value = root;
      let next = 0;
      for (const token of tokens) {
        if (typeof value !== 'object' || value === null) return undefined;
        if (Array.isArray(value)) {
          const item = /^(?:0|[1-9]\d*)$/.test(token)
            ? itemsOf(value as readonly Json[], found.value, next)[Number(token)]
            : undefined;
          if (item === undefined) return undefined;
          found = { key: item.at, value: item.at };
          value = (value as readonly Json[])[Number(token)] as Json;
          next = item.next;
        } else {
          const number = keysOf(value as Members, next).get(token);
          if (number === undefined) return undefined;
          const key = keys[number] ?? 0;
          found = { key, value: skipSpace(text, skipSpace(text, endOfString(text, key)) + 1) };
          value = (value as Members)[token] as Json;
          next = number + 1;
        }
      }
      return found;
    },
  };
}

/** A value, and how many keys some of its objects and arrays take, to which more are added. */
export interface Counted {
  readonly root: Json;
  readonly sizes: Map<object, number>;
}

type Members = { readonly [name: string]: Json };

/** An item of an array: where it begins, and the number of the first key in it. */
interface Item {
  readonly at: number;
  readonly next: number;
}

/** Levels whose sizes are written down at once. */
export const together = 3;

/** Keys from which on a size is written down: to count fewer again costs less than to note them for a document of a million values. */
export const large = 64;

/** Offsets of the strings that a colon follows: one for each member. Looks at quotes alone, which are found faster than colons. */
export function keyOffsets(text: string): Uint32Array {
  let offsets = new Uint32Array(1024 + (text.length >> 5));
  let count = 0;
  for (let at = text.indexOf('"'); at >= 0; at = text.indexOf('"', at)) {
    const start = at;
    at = skipSpace(text, endOfString(text, at));
    if (text.charCodeAt(at) !== 0x3a) continue;
    if (count === offsets.length) {
      const more = new Uint32Array(count * 2);
      more.set(offsets);
      offsets = more;
    }
    offsets[count++] = start;
  }
  return offsets.subarray(0, count);
}

/** The key that is written at an offset. */
function nameAt(text: string, offset: number): string {
  const spelt = text.slice(offset + 1, endOfString(text, offset) - 1);
  return /[\\\u0080-\u00ff]/.test(spelt)
    ? (JSON.parse(`"${Buffer.from(spelt, 'latin1').toString()}"`) as string)
    : spelt;
}

function endOfValue(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x22) at = endOfString(text, at) - 1;
    else if (code === 0x7b || code === 0x5b) depth++;
    else if (code === 0x7d || code === 0x5d) {
      if (depth === 0) return at;
      depth--;
    } else if (code !== 0x2c || depth > 0) continue;
    else return at;
    if (depth === 0 && code !== 0x7b && code !== 0x5b) return at + 1;
  }
  return text.length;
}

/** The offset after the closing quote of the string that begins at `start`. */
function endOfString(text: string, start: number): number {
  for (let quote = text.indexOf('"', start + 1); quote >= 0; quote = text.indexOf('"', quote + 1)) {
    let escapes = 0;
    while (text.charCodeAt(quote - 1 - escapes) === 0x5c) escapes++;
    if (escapes % 2 === 0) return quote + 1;
  }
  return text.length;
}

/** The offset of the next character that is no white space (RFC 8259 section 2). */
function skipSpace(text: string, start: number): number {
  let at = start;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) break;
  }
  return at;
}
