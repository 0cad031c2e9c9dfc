import type { Json } from '../model/schema.js';
import { platform } from '../platform/node.js';

/** Offsets of the members of a JSON text. */
export interface JsonIndex {
  /** Returns the offsets of the key and of the value at these tokens. For the root and for items, `key` equals `value`. */
  find(tokens: readonly string[]): { readonly key: number; readonly value: number } | undefined;
}

/**
 * Creates an index of a valid JSON text without duplicate keys. `keys` contains the offsets of all keys in text order. The number of keys
 * in a value is computed from the parsed value, so that its text need not be read to skip it.
 */
export function createJsonIndex(
  text: string,
  keys: Uint32Array,
  { root, sizes }: CountedValue,
): JsonIndex {
  const objects = new Map<object, ReadonlyMap<string, number>>();
  const arrays = new Map<object, readonly Item[]>();

  /** Counts the keys in a value. Caches the counts of the levels directly below, because they are usually requested next. */
  function keyCount(value: Json, levels: number): number {
    if (typeof value !== 'object' || value === null) return 0;
    const cached = levels > 0 ? sizes.get(value) : undefined;
    if (cached !== undefined) return cached;
    let size = 0;
    if (Array.isArray(value)) {
      for (const item of value as readonly Json[]) size += keyCount(item, levels - 1);
    } else {
      const members = value as Members;
      for (const name in members) size += 1 + keyCount(members[name] as Json, levels - 1);
    }
    if (levels > 0 && size >= minCachedCount) sizes.set(value, size);
    return size;
  }

  /** Maps each member to the number of its key. `next` is the number of the first one. */
  function keysOf(object: Members, next: number): ReadonlyMap<string, number> {
    const cached = objects.get(object);
    if (cached !== undefined) return cached;
    const numbers = new Map<string, number>();
    const names = Object.keys(object);
    // JavaScript objects enumerate numeric names first, regardless of their order in the text.
    const isSorted = /^\d/.test(names[0] ?? '');
    for (let index = 0, key = next; index < names.length; index++) {
      const name = isSorted ? nameAt(text, keys[key] ?? 0) : (names[index] ?? '');
      numbers.set(name, key);
      key += 1 + keyCount(object[name] as Json, cachedLevels);
    }
    objects.set(object, numbers);
    return numbers;
  }

  function itemsOf(array: readonly Json[], start: number, next: number): readonly Item[] {
    const cached = arrays.get(array);
    if (cached !== undefined) return cached;
    const items: Item[] = [];
    let offset = skipSpace(text, start + 1);
    let key = next;
    for (const item of array) {
      items.push({ offset, next: key });
      key += keyCount(item, cachedLevels);
      offset = skipSpace(text, endOfValue(text, offset));
      if (text[offset] === ',') offset = skipSpace(text, offset + 1);
    }
    arrays.set(array, items);
    return items;
  }

  return {
    find(tokens) {
      const start = skipSpace(text, 0);
      let offsets = { key: start, value: start };
      let value = root;
      let next = 0;
      for (const token of tokens) {
        if (typeof value !== 'object' || value === null) return undefined;
        if (Array.isArray(value)) {
          const item = /^(?:0|[1-9]\d*)$/.test(token)
            ? itemsOf(value as readonly Json[], offsets.value, next)[Number(token)]
            : undefined;
          if (item === undefined) return undefined;
          offsets = { key: item.offset, value: item.offset };
          value = (value as readonly Json[])[Number(token)] as Json;
          next = item.next;
        } else {
          const number = keysOf(value as Members, next).get(token);
          if (number === undefined) return undefined;
          const key = keys[number] ?? 0;
          offsets = { key, value: skipSpace(text, skipSpace(text, endOfString(text, key)) + 1) };
          value = (value as Members)[token] as Json;
          next = number + 1;
        }
      }
      return offsets;
    },
  };
}

/** A value, and cached key counts of some of its objects and arrays. More are added on demand. */
export interface CountedValue {
  readonly root: Json;
  readonly sizes: Map<object, number>;
}

type Members = { readonly [name: string]: Json };

/** An array item: its offset, and the number of the first key in it. */
interface Item {
  readonly offset: number;
  readonly next: number;
}

/** Number of levels whose counts are cached at once. */
export const cachedLevels = 3;

/** Minimum count to cache. For a document with a million values, recounting smaller values is cheaper than caching them. */
export const minCachedCount = 64;

/** Offsets of all strings that a colon follows, one for each member. Searches for quotes, which is faster than searching for colons. */
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

/** Decodes the key at an offset. */
function nameAt(text: string, offset: number): string {
  const raw = text.slice(offset + 1, endOfString(text, offset) - 1);
  return /[\\\u0080-\u00ff]/.test(raw)
    ? (JSON.parse(`"${platform.decodeLatin1(raw)}"`) as string)
    : raw;
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

/** The offset after the closing quote of the string at `start`. */
function endOfString(text: string, start: number): number {
  for (let quote = text.indexOf('"', start + 1); quote >= 0; quote = text.indexOf('"', quote + 1)) {
    let escapes = 0;
    while (text.charCodeAt(quote - 1 - escapes) === 0x5c) escapes++;
    if (escapes % 2 === 0) return quote + 1;
  }
  return text.length;
}

/** The offset of the next character that is not white space (RFC 8259 section 2). */
function skipSpace(text: string, start: number): number {
  let at = start;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) break;
  }
  return at;
}
