/** Offsets of members in JSON text that is known to be valid; each object is scanned once, when asked about. */
export interface JsonIndex {
  /** Where the key and the value at these tokens begin. The document itself has no key. */
  find(tokens: readonly string[]): { readonly key: number; readonly value: number } | undefined;
}

/** An index of a valid JSON text. */
export function createJsonIndex(text: string): JsonIndex {
  const known = new Map<number, Scanned>();
  const scan = (offset: number, levels: number): Scanned => {
    const before = known.get(offset);
    if (before !== undefined) return before;
    const scanned = scanMembers(text, offset, (at) =>
      levels > 0 && text[at] === '{' ? scan(at, levels - 1).end : endOfValue(text, at),
    );
    known.set(offset, scanned);
    return scanned;
  };
  return {
    find(tokens) {
      const start = skipSpace(text, 0);
      let found = { key: start, value: start };
      for (const token of tokens) {
        const next = scan(found.value, together).members.get(token);
        if (next === undefined) return undefined;
        found = next;
      }
      return found;
    },
  };
}

/** Levels of objects that are looked through at once: what is skipped as a whole is mostly asked about next. */
const together = 2;

/** The members of an object or an array, and the offset after it. */
interface Scanned {
  readonly members: ReadonlyMap<string, { readonly key: number; readonly value: number }>;
  readonly end: number;
}

function scanMembers(text: string, start: number, endOf: (at: number) => number): Scanned {
  const members = new Map<string, { key: number; value: number }>();
  const isObject = text[start] === '{';
  if (!isObject && text[start] !== '[') return { members, end: start };
  let at = skipSpace(text, start + 1);
  for (let index = 0; at < text.length && text[at] !== '}' && text[at] !== ']'; index++) {
    const key = at;
    let name = String(index);
    if (isObject) {
      const end = endOfString(text, at);
      const spelt = text.slice(at + 1, end - 1);
      name = spelt.includes('\\') ? (JSON.parse(`"${spelt}"`) as string) : spelt;
      at = skipSpace(text, skipSpace(text, end) + 1);
    }
    members.set(name, { key, value: at });
    at = skipSpace(text, endOf(at));
    if (text[at] === ',') at = skipSpace(text, at + 1);
  }
  return { members, end: at + 1 };
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
export function endOfString(text: string, start: number): number {
  for (let quote = text.indexOf('"', start + 1); quote >= 0; quote = text.indexOf('"', quote + 1)) {
    let escapes = 0;
    while (text.charCodeAt(quote - 1 - escapes) === 0x5c) escapes++;
    if (escapes % 2 === 0) return quote + 1;
  }
  return text.length;
}

/** The offset of the next character that is no white space (RFC 8259 section 2). */
export function skipSpace(text: string, start: number): number {
  let at = start;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) break;
  }
  return at;
}
