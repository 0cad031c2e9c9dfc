import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { base32nopad, base58, base58xrp, bech32, bech32m, createBase58check } from '@scure/base';

/**
 * Formats of addresses.
 *
 * - `evm` 20 bytes in hexadecimal; in mixed case, the case is the checksum of EIP-55
 * - `bitcoin`, `litecoin`, `dogecoin` base58check; the first two also bech32 (BIP 173) and bech32m (BIP 350)
 * - `tron` base58check
 * - `solana` 32 bytes in base58, without a checksum
 * - `ripple` base58check with an alphabet of its own
 * - `stellar` base32 with a CRC of 16 bits
 * - `cosmos` bech32
 */
export type AddressFormat =
  | 'evm'
  | 'bitcoin'
  | 'litecoin'
  | 'dogecoin'
  | 'tron'
  | 'solana'
  | 'ripple'
  | 'stellar'
  | 'cosmos';

/** True if an address has the format, and its checksum is right. */
export function isAddressOf(format: AddressFormat, address: string): boolean {
  return formats[format](address);
}

const formats: { readonly [Format in AddressFormat]: (address: string) => boolean } = {
  evm: isEvmAddress,
  bitcoin: (address) => isBase58Address(address, [0x00, 0x05]) || isSegwitAddress(address, 'bc'),
  litecoin: (address) => isBase58Address(address, [0x30, 0x32]) || isSegwitAddress(address, 'ltc'),
  dogecoin: (address) => isBase58Address(address, [0x1e, 0x16]),
  tron: (address) => isBase58Address(address, [0x41]),
  solana: (address) => address.length <= 44 && read(() => base58.decode(address))?.length === 32,
  ripple: isRippleAddress,
  stellar: isStellarAddress,
  cosmos: isCosmosAddress,
};

const base58check = createBase58check(sha256);

/** Longer texts are no addresses of any format; they are not decoded, because base58 takes quadratic time. */
const longestBase58 = 64;

function isEvmAddress(address: string): boolean {
  if (!/^0x[0-9a-fA-F]{40}$/.test(address)) return false;
  const digits = address.slice(2);
  const lower = digits.toLowerCase();
  if (digits === lower || digits === digits.toUpperCase()) return true;
  const hash = bytesToHex(keccak_256(utf8ToBytes(lower)));
  return [...digits].every((digit, at) => {
    const isUpper = Number.parseInt(hash[at] ?? '0', 16) >= 8;
    return digit === (isUpper ? digit.toUpperCase() : digit.toLowerCase());
  });
}

/** A version of one byte and a hash of 20. */
function isBase58Address(address: string, versions: readonly number[]): boolean {
  if (address.length > longestBase58) return false;
  const payload = read(() => base58check.decode(address));
  return payload?.length === 21 && versions.includes(payload[0] ?? -1);
}

/** A witness program: version 0 of 20 or 32 bytes in bech32, later versions of 2 to 40 bytes in bech32m. */
function isSegwitAddress(address: string, prefix: string): boolean {
  for (const code of [bech32, bech32m]) {
    const decoded = code.decodeUnsafe(address, 90);
    if (decoded === undefined || decoded.prefix !== prefix) continue;
    const [version = -1, ...words] = decoded.words;
    const program = code.fromWordsUnsafe(words);
    if (!program || version < 0 || version > 16) return false;
    if (code === bech32) return version === 0 && [20, 32].includes(program.length);
    return version > 0 && program.length >= 2 && program.length <= 40;
  }
  return false;
}

/** Version 0, a hash of 20 bytes, and the first four bytes of their double SHA-256. */
function isRippleAddress(address: string): boolean {
  if (address.length > longestBase58) return false;
  const bytes = read(() => base58xrp.decode(address));
  if (bytes?.length !== 25 || bytes[0] !== 0) return false;
  const sum = sha256(sha256(bytes.subarray(0, 21)));
  return bytesToHex(sum.subarray(0, 4)) === bytesToHex(bytes.subarray(21));
}

/** A public key behind a version, and a CRC of both, the low byte first. */
function isStellarAddress(address: string): boolean {
  if (address.length !== 56) return false;
  const bytes = read(() => base32nopad.decode(address));
  if (bytes?.length !== 35 || bytes[0] !== 6 << 3) return false;
  const sum = crc16(bytes.subarray(0, 33));
  return bytes[33] === (sum & 0xff) && bytes[34] === sum >>> 8;
}

function isCosmosAddress(address: string): boolean {
  const decoded = bech32.decodeUnsafe(address, 90);
  if (decoded === undefined || decoded.prefix !== 'cosmos') return false;
  const bytes = bech32.fromWordsUnsafe(decoded.words);
  return Boolean(bytes) && [20, 32].includes((bytes || []).length);
}

/** CRC of 16 bits with the polynomial x¹⁶ + x¹² + x⁵ + 1, from 0 (XMODEM). */
function crc16(bytes: Uint8Array): number {
  let sum = 0;
  for (const byte of bytes) {
    sum ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1)
      sum = (sum & 0x8000) === 0 ? (sum << 1) & 0xffff : ((sum << 1) ^ 0x1021) & 0xffff;
  }
  return sum;
}

/** What a decoder returns, or `undefined` for a text that it rejects. */
function read<Result>(decode: () => Result): Result | undefined {
  try {
    return decode();
  } catch {
    return undefined;
  }
}
