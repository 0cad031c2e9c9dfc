import { platform } from '../platform/node.js';

/** The text of a document, or the position and description of an encoding problem. */
export type DecodeResult =
  | { readonly ok: true; readonly text: string }
  | {
      readonly ok: false;
      readonly text: string;
      readonly offset: number;
      readonly problem: string;
    };

/** Decodes UTF-8 strictly, and removes a byte order mark. If it fails, `text` is a readable approximation and `offset` a position in it. */
export function decode(bytes: Uint8Array): DecodeResult {
  const wide = wideEncoding(bytes);
  if (wide !== undefined) {
    const text = new TextDecoder('utf-16le').decode(bytes.subarray(0, 0));
    return { ok: false, text, offset: 0, problem: `the document is ${wide}, not UTF-8` };
  }
  try {
    return { ok: true, text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    const valid = validPrefix(bytes);
    const text = new TextDecoder('utf-8').decode(bytes);
    const before = new TextDecoder('utf-8').decode(bytes.subarray(0, valid));
    const byte = (bytes[valid] ?? 0).toString(16).toUpperCase().padStart(2, '0');
    const problem = `byte ${valid} of the document, 0x${byte}, is not UTF-8`;
    return { ok: false, text, offset: before.length, problem };
  }
}

/** The UTF-8 bytes of a text without the byte order mark, as a string with one character for each byte. */
export function encodedText(bytes: Uint8Array, text: string): string {
  // Equal lengths mean ASCII only: every other character takes more bytes than UTF-16 code units.
  if (bytes.length === text.length) return text;
  const [first, second, third] = bytes;
  const start = first === 0xef && second === 0xbb && third === 0xbf ? 3 : 0;
  return platform.latin1(bytes.subarray(start));
}

/** Detects UTF-16 and UTF-32 by the byte order mark, or by the zero bytes of ASCII text. */
function wideEncoding(bytes: Uint8Array): string | undefined {
  const [first, second, third, fourth] = bytes;
  if (first === 0xff && second === 0xfe) return third === 0 && fourth === 0 ? 'UTF-32' : 'UTF-16';
  if (first === 0xfe && second === 0xff) return 'UTF-16';
  if (first === 0 && second === 0 && third === 0xfe && fourth === 0xff) return 'UTF-32';
  const zeros = (first === 0) !== (second === 0) && (third === 0) !== (fourth === 0);
  return bytes.length >= 4 && zeros ? 'UTF-16' : undefined;
}

/** Length of the longest prefix that is valid UTF-8 (Unicode standard, table 3-7). */
function validPrefix(bytes: Uint8Array): number {
  let at = 0;
  while (at < bytes.length) {
    const length = sequenceLength(bytes, at);
    if (length === 0) return at;
    at += length;
  }
  return at;
}

function sequenceLength(bytes: Uint8Array, at: number): number {
  const lead = bytes[at] as number;
  if (lead < 0x80) return 1;
  const length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  if (lead < 0xc2 || lead > 0xf4) return 0;
  const lowest = lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80;
  const highest = lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf;
  const second = bytes[at + 1] ?? 0;
  if (second < lowest || second > highest) return 0;
  for (let index = 2; index < length; index++) {
    const next = bytes[at + index] ?? 0;
    if (next < 0x80 || next > 0xbf) return 0;
  }
  return length;
}
