import { systemRandom } from './random.js';

/** Writes the 128-bit digest of a text into four words. */
export type TextDigest = (text: string, words: Uint32Array) => void;

/**
 * Creates a digest function with a random key: HalfSipHash-2-4 of the text in UTF-16, once for each half. It is small and
 * synchronous, and without the key an attacker cannot choose texts with equal digests. A separate key for each table prevents
 * digests from being compared across tables.
 */
export function textDigest(random: (length: number) => Uint8Array = systemRandom): TextDigest {
  const bytes = random(16);
  const key = new Uint32Array(4);
  for (const [index, byte] of bytes.entries())
    key[index >> 2] = ((key[index >> 2] ?? 0) << 8) | byte;
  const [a = 0, b = 0, c = 0, d = 0] = key;
  return (text, words) => {
    halfSipHash(text, a, b, words, 0);
    halfSipHash(text, c, d, words, 2);
  };
}

/**
 * HalfSipHash-2-4 with 64 bits of output (Aumasson and Bernstein, "SipHash", reference implementation). The rounds are written
 * out in two loops: state in local variables is several times as fast as state shared between functions.
 */
function halfSipHash(text: string, k0: number, k1: number, words: Uint32Array, at: number): void {
  let v0 = k0 | 0;
  let v1 = k1 ^ 0xee;
  let v2 = 0x6c796765 ^ k0;
  let v3 = 0x74656462 ^ k1;
  const { length } = text;
  for (let index = 0; index <= length; index += 2) {
    const isLast = index + 1 >= length;
    const unit = index < length ? text.charCodeAt(index) : 0;
    const word = isLast ? unit | (length << 25) : unit | (text.charCodeAt(index + 1) << 16);
    v3 ^= word;
    for (let count = 0; count < 2; count += 1) {
      v0 = (v0 + v1) | 0;
      v1 = ((v1 << 5) | (v1 >>> 27)) ^ v0;
      v0 = (v0 << 16) | (v0 >>> 16);
      v2 = (v2 + v3) | 0;
      v3 = ((v3 << 8) | (v3 >>> 24)) ^ v2;
      v0 = (v0 + v3) | 0;
      v3 = ((v3 << 7) | (v3 >>> 25)) ^ v0;
      v2 = (v2 + v1) | 0;
      v1 = ((v1 << 13) | (v1 >>> 19)) ^ v2;
      v2 = (v2 << 16) | (v2 >>> 16);
    }
    v0 ^= word;
  }
  v2 ^= 0xee;
  for (let count = 0; count < 8; count += 1) {
    if (count === 4) {
      words[at] = v1 ^ v3;
      v1 ^= 0xdd;
    }
    v0 = (v0 + v1) | 0;
    v1 = ((v1 << 5) | (v1 >>> 27)) ^ v0;
    v0 = (v0 << 16) | (v0 >>> 16);
    v2 = (v2 + v3) | 0;
    v3 = ((v3 << 8) | (v3 >>> 24)) ^ v2;
    v0 = (v0 + v3) | 0;
    v3 = ((v3 << 7) | (v3 >>> 25)) ^ v0;
    v2 = (v2 + v1) | 0;
    v1 = ((v1 << 13) | (v1 >>> 19)) ^ v2;
    v2 = (v2 << 16) | (v2 >>> 16);
  }
  words[at + 1] = v1 ^ v3;
}
