import { encodeHex } from './hex.js';
import { nodeCrypto } from './node-crypto.js';

/** SHA-256 (FIPS 180-4) in lower-case hexadecimal. Asynchronous only if the platform has no synchronous hash. */
export function sha256Hex(bytes: Uint8Array): string | Promise<string> {
  const node = nodeCrypto();
  if (node !== undefined) return node.createHash('sha256').update(bytes).digest('hex');
  return crypto.subtle
    .digest('SHA-256', bytes.slice())
    .then((digest) => encodeHex(new Uint8Array(digest)));
}
