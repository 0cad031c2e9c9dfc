import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';

/** Lower-case hexadecimal text with the prefix `0x`. */
export function printHex(bytes: Uint8Array): string {
  return `0x${bytesToHex(bytes)}`;
}

/** Bytes of hexadecimal text with the prefix `0x`, in upper or lower case; `undefined` for another text. */
export function parseHex(text: string): Uint8Array | undefined {
  return /^0x(?:[0-9a-fA-F]{2})*$/.test(text) ? hexToBytes(text.slice(2)) : undefined;
}

/** A number of 256 bits as 32 bytes, the highest first. */
export function wordOf(value: bigint): Uint8Array {
  return hexToBytes(value.toString(16).padStart(64, '0'));
}

/** The number that bytes stand for, the highest first. */
export function numberOf(bytes: Uint8Array): bigint {
  return bytes.length === 0 ? 0n : BigInt(printHex(bytes));
}
