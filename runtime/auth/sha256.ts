import { encodeHex } from '../core/hex.js';
import { nodeCrypto } from './node-crypto.js';

/** Lower-case hexadecimal SHA-256 (FIPS 180-4) of bytes; a promise only where the platform has no hash without one. */
export function sha256Hex(bytes: Uint8Array): string | Promise<string> {
  const node = nodeCrypto();
  if (node !== undefined) return node.createHash('sha256').update(bytes).digest('hex');
  return crypto.subtle
    .digest('SHA-256', bytes.slice())
    .then((digest) => encodeHex(new Uint8Array(digest)));
}
