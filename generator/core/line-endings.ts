/** Replaces CRLF by LF in encoded text, so that a checkout with CRLF has the same digest. Returns bytes without CR as they are. */
export function withUnixLines(bytes: Uint8Array): Uint8Array {
  if (!bytes.includes(CR)) return bytes;
  return bytes.filter((byte, index) => byte !== CR || bytes[index + 1] !== LF);
}

const CR = 13;
const LF = 10;
