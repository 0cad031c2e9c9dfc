/**
 * True if a text has more code points than `limit` (JSON Schema Validation 6.3). A surrogate pair counts once. In most cases
 * `length` is sufficient to decide.
 */
export function isLonger(text: string, limit: number): boolean {
  return text.length > limit && (text.length > limit * 2 || codePoints(text) > limit);
}

/** True if a text has fewer code points than `limit`. */
export function isShorter(text: string, limit: number): boolean {
  return text.length < limit || (text.length < limit * 2 && codePoints(text) < limit);
}

/** Length of a text in code points. */
export function codePoints(text: string): number {
  let count = text.length;
  for (let index = 0; index < text.length - 1; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit < 0xd800 || unit > 0xdbff) continue;
    const next = text.charCodeAt(index + 1);
    if (next < 0xdc00 || next > 0xdfff) continue;
    count -= 1;
    index += 1;
  }
  return count;
}

/** True for the types that represent binary data in a program. */
export function isBytes(value: unknown): value is Uint8Array | Blob {
  return value instanceof Uint8Array || value instanceof Blob;
}

/** True for binary data with fewer bytes than the limit. */
export function hasFewerBytes(value: unknown, limit: number): boolean {
  return isBytes(value) && lengthOf(value) < limit;
}

/** True for binary data with more bytes than the limit. */
export function hasMoreBytes(value: unknown, limit: number): boolean {
  return isBytes(value) && lengthOf(value) > limit;
}

function lengthOf(value: Uint8Array | Blob): number {
  return value instanceof Blob ? value.size : value.length;
}
