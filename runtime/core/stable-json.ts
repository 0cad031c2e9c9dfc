import { encodeHex } from './hex.js';
import { sha256Hex } from './sha256.js';

/** Canonical JSON text, equal for equal values: properties are sorted by code unit, and `undefined` is omitted. */
export function stableJson(value: unknown): string {
  return JSON.stringify(sorted(value)) ?? 'null';
}

function sorted(value: unknown): unknown {
  if (typeof value === 'bigint') return `${value}n`;
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  if (value instanceof Uint8Array) return encodeHex(value);
  const entries = Object.entries(value).filter(([, member]) => member !== undefined);
  // Pairs, because an object would reorder properties that look like indexes and lose `__proto__`.
  return {
    members: entries
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, member]) => [name, sorted(member)]),
  };
}

/** SHA-256 digest of a text in lower-case hexadecimal. Asynchronous only if the platform has no synchronous hash. */
export function sha256(text: string): string | Promise<string> {
  return sha256Hex(new TextEncoder().encode(text));
}
