const standard = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const urlSafe = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Encodes bytes as base64 with padding (RFC 4648 section 4). */
export function encodeBase64(bytes: Uint8Array): string {
  return encode(bytes, standardLetters, true);
}

/** Encodes bytes as base64url without padding (RFC 4648 section 5, RFC 7515 section 2). */
export function encodeBase64Url(bytes: Uint8Array): string {
  return encode(bytes, urlSafeLetters, false);
}

/**
 * Decodes base64 strictly: full padding, no white space, no leftover bits. Returns `undefined` for anything else,
 * so that each sequence of bytes has exactly one encoding.
 */
export function decodeBase64(text: string): Uint8Array | undefined {
  if (text.length % 4 !== 0) return undefined;
  const padded = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  return decode(text.slice(0, text.length - padded), standardValues);
}

/** Decodes base64url without padding, as strictly as {@link decodeBase64}. */
export function decodeBase64Url(text: string): Uint8Array | undefined {
  return decode(text, urlSafeValues);
}

const ascii = /* @__PURE__ */ new TextEncoder();
const latin = /* @__PURE__ */ new TextDecoder();
const standardLetters = /* @__PURE__ */ ascii.encode(standard);
const urlSafeLetters = /* @__PURE__ */ ascii.encode(urlSafe);
const padding = 61;

function encode(bytes: Uint8Array, letters: Uint8Array, padded: boolean): string {
  const length = Math.ceil((bytes.length * 4) / 3);
  const text = new Uint8Array(padded ? Math.ceil(length / 4) * 4 : length);
  let next = 0;
  for (let index = 0; index < bytes.length; index += 3) {
    const word =
      ((bytes[index] ?? 0) << 16) | ((bytes[index + 1] ?? 0) << 8) | (bytes[index + 2] ?? 0);
    text[next++] = letters[word >> 18] ?? 0;
    text[next++] = letters[(word >> 12) & 63] ?? 0;
    if (next < length) text[next++] = letters[(word >> 6) & 63] ?? 0;
    if (next < length) text[next++] = letters[word & 63] ?? 0;
  }
  return latin.decode(text.fill(padding, length));
}

const standardValues = /* @__PURE__ */ valuesOf(standard);
const urlSafeValues = /* @__PURE__ */ valuesOf(urlSafe);

function valuesOf(alphabet: string): Int8Array {
  const values = new Int8Array(128).fill(-1);
  for (let index = 0; index < alphabet.length; index++) values[alphabet.charCodeAt(index)] = index;
  return values;
}

function decode(text: string, values: Int8Array): Uint8Array | undefined {
  if (text.length % 4 === 1) return undefined;
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4));
  let word = 0;
  let bits = 0;
  let length = 0;
  for (let index = 0; index < text.length; index++) {
    const value = values[text.charCodeAt(index)] ?? -1;
    if (value < 0) return undefined;
    word = ((word << 6) | value) & 0xffff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes[length++] = (word >> bits) & 0xff;
  }
  // Leftover bits must be zero. Otherwise several texts would decode to the same bytes.
  return (word & ((1 << bits) - 1)) === 0 ? bytes : undefined;
}
