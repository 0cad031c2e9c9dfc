const digits = '0123456789abcdef';
const pairs = /* @__PURE__ */ Array.from(
  { length: 256 },
  (_, byte) => digits.charAt(byte >> 4) + digits.charAt(byte & 15),
);

/** Encodes bytes as lower-case hexadecimal. */
export function encodeHex(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 1) text += pairs[bytes[at] ?? 0] ?? '';
  return text;
}

/** Decodes hexadecimal of either case. Returns `undefined` for anything else, including odd lengths. */
export function decodeHex(text: string): Uint8Array | undefined {
  if (text.length % 2 !== 0 || !/^[0-9a-fA-F]*$/.test(text)) return undefined;
  const bytes = new Uint8Array(text.length / 2);
  for (let index = 0; index < bytes.length; index++) {
    bytes[index] = Number.parseInt(text.slice(index * 2, index * 2 + 2), 16);
  }
  return bytes;
}
