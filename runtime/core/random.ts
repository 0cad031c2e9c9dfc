import { encodeHex } from './hex.js';

/** Returns the given number of unpredictable bytes. Can be replaced by a deterministic source in tests. */
export type RandomSource = (length: number) => Uint8Array;

/** Bytes requested from the system at once. A system call for each nonce would cost more than the nonce. */
const pooled = 2048;
let pool: Uint8Array<ArrayBuffer> | undefined;
let used = 0;

/** The system's cryptographic source (Web Crypto), through a pool whose bytes are used once and then erased. */
export const systemRandom: RandomSource = (length) => {
  if (length > pooled / 8) return globalThis.crypto.getRandomValues(new Uint8Array(length));
  if (pool === undefined || used + length > pooled) {
    pool = globalThis.crypto.getRandomValues(pool ?? new Uint8Array(pooled));
    used = 0;
  }
  const bytes = pool.slice(used, used + length);
  pool.fill(0, used, used + length);
  used += length;
  return bytes;
};

/** Random number from 0 (included) to 1 (excluded), with 32 bits of randomness. */
export function randomFraction(random: RandomSource): number {
  const [a = 0, b = 0, c = 0, d = 0] = random(4);
  return (a * 2 ** 24 + b * 2 ** 16 + c * 2 ** 8 + d) / 2 ** 32;
}

/** Random UUID, version 4, in lower case (RFC 9562 section 5.4). */
export function randomUuid(random: RandomSource): string {
  const bytes = random(16).slice();
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = encodeHex(bytes);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 16),
    hex.slice(16, 20),
    hex.slice(20),
  ].join('-');
}
