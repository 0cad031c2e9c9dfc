import { keccak_256 } from '@noble/hashes/sha3.js';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { encodeArguments } from './abi.js';
import { numberOf, parseHex, printHex } from './hex.js';

/** The contract that would deploy smart accounts. */
export const factory: string = printHex(
  keccak_256(utf8ToBytes('platform-sandbox factory')).subarray(12),
);

/** Hash of the code that would create a smart account. */
const initCodeHash: Uint8Array = keccak_256(utf8ToBytes('platform-sandbox smart account'));

/**
 * The address of a smart account before it is deployed: that of CREATE2 (EIP-1014) with the owner and its number among the accounts of this
 * owner as salt.
 */
export function smartAccountAddress(owner: string, salt: number): string {
  const hash = keccak_256(encodeArguments([numberOf(bytesOf(owner)), BigInt(salt)]));
  const input = concatBytes(Uint8Array.of(0xff), bytesOf(factory), hash, initCodeHash);
  return printHex(keccak_256(input).subarray(12));
}

/** What deploys a smart account in its first user operation: the factory, and its call `createAccount(address,uint256)`. */
export function initCodeOf(owner: string, salt: number): Uint8Array {
  const call = encodeArguments([numberOf(bytesOf(owner)), BigInt(salt)]);
  return concatBytes(bytesOf(factory), selector('createAccount(address,uint256)'), call);
}

/** First four bytes of a call's data: those of the hash of the function's signature. */
export function selector(signature: string): Uint8Array {
  return keccak_256(utf8ToBytes(signature)).subarray(0, 4);
}

/** Bytes of an address. */
export function bytesOf(address: string): Uint8Array {
  const bytes = parseHex(address);
  if (bytes === undefined) throw new TypeError(`"${address}" is not hexadecimal.`);
  return bytes;
}
