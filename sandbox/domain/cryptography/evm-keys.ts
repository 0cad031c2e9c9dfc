import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { printHex } from './hex.js';

/** A signature of secp256k1. */
export interface EvmSignature {
  readonly r: bigint;
  /** At most half of the order of the curve. */
  readonly s: bigint;
  /** Parity of the point that the signer chose, by which the address is recovered. */
  readonly parity: 0 | 1;
}

/** The address of a private key, in lower case. */
export function evmAddressOf(secretKey: Uint8Array): string {
  return addressOfPublicKey(secp256k1.getPublicKey(secretKey, false));
}

/** Signs a hash of 32 bytes (RFC 6979: the same hash and key have the same signature). */
export function signHash(hash: Uint8Array, secretKey: Uint8Array): EvmSignature {
  const bytes = secp256k1.sign(hash, secretKey, { prehash: false, format: 'recovered' });
  const { r, s, recovery } = secp256k1.Signature.fromBytes(bytes, 'recovered');
  return { r, s, parity: recovery === 1 ? 1 : 0 };
}

/**
 * The address whose key signed a hash, from 65 bytes: r, s, and 27 or 28. `undefined` if they are no such signature, or if s is above half
 * of the order, so that nobody can alter a signature without the key.
 */
export function recoverAddress(hash: Uint8Array, signature: Uint8Array): string | undefined {
  const v = signature[64];
  if (signature.length !== 65 || (v !== 27 && v !== 28)) return undefined;
  try {
    const parsed = secp256k1.Signature.fromBytes(signature.subarray(0, 64), 'compact');
    if (parsed.hasHighS()) return undefined;
    const point = parsed.addRecoveryBit(v - 27).recoverPublicKey(hash);
    return addressOfPublicKey(point.toBytes(false));
  } catch {
    // No point of the curve belongs to these numbers.
    return undefined;
  }
}

function addressOfPublicKey(publicKey: Uint8Array): string {
  return printHex(keccak_256(publicKey.subarray(1)).subarray(12));
}
