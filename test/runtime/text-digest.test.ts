import { expect, test } from 'vitest';
import { textDigest } from '../../runtime/core/text-digest.js';

/** Under the key 00 01 … 07, whose words are little-endian in the reference and big-endian here. */
const key = Uint8Array.from([3, 2, 1, 0, 7, 6, 5, 4, 3, 2, 1, 0, 7, 6, 5, 4]);

/** Bytes 00 01 02 … in pairs, as the code units that the digest reads. */
function units(bytes: number): string {
  return Array.from({ length: bytes / 2 }, (_, index) =>
    String.fromCharCode(2 * index + 256 * (2 * index + 1)),
  ).join('');
}

function hexOf(text: string): string {
  const words = new Uint32Array(4);
  textDigest(() => key)(text, words);
  return Buffer.from(words.buffer, 0, 8).toString('hex');
}

test.each([
  [0, '218d1f59b9b83cc8'],
  [2, '064f39ef7c50eb57'],
  [4, 'd5e78a175be52ea1'],
  [6, 'ce3e91358aa2bc25'],
  [8, 'edfee820bce4858c'],
  [10, '95b0469f06a6f2ee'],
])('returns HalfSipHash-2-4 of %i bytes', (length, want) => {
  expect(hexOf(units(length))).toBe(want);
});

test('differs for similar texts', () => {
  const texts = ['', '\0', '\0\0', 'a', 'ab', 'ba', 'abc', 'a\0', '\u0100', 'ä', 'a'.repeat(999)];
  expect(new Set(texts.map(hexOf)).size).toBe(texts.length);
});
