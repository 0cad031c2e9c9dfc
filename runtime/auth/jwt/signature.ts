import { decodeHex } from '../../core/hex.js';
import { nodeCrypto } from '../../core/node-crypto.js';
import type { CompactToken } from './compact.js';
import type { JwtAlgorithm } from './key-data.js';
import { refuse } from './refusal.js';
import type { CryptoKey } from './signing-key.js';

/** Order of the P-256 group (FIPS 186-5, SP 800-186 section 3.2.1.3), big-endian. */
const p256Order = bytesOf('ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551');

/** Order of the Ed25519 group (RFC 8032 section 5.1), big-endian. */
const ed25519Order = bytesOf('1000000000000000000000000000000014def9dea2f79cd65812631a5cf5d3ed');

/**
 * Verifies a token's signature. Its form is checked here, because platforms differ in what they accept: exactly 64 bytes, R and S of
 * ECDSA between 1 and the group order minus one (RFC 7518 section 3.4), S of Ed25519 below the group order (RFC 8032 section 5.1.7).
 *
 * @throws {TokenRefusal}
 */
export async function checkSignature(
  token: CompactToken,
  algorithm: JwtAlgorithm,
  key: CryptoKey,
): Promise<void> {
  checkForm(token.signature, algorithm);
  if (isVerifiedAtOnce(token, algorithm, key)) return;
  const { compactVerify, errors } = await import('jose');
  try {
    await compactVerify(token.text, key, { algorithms: [algorithm] });
  } catch (error) {
    if (error instanceof errors.JWSSignatureVerificationFailed) {
      refuse('signature-wrong', 'the signature was made with another key or over other data');
    }
    refuse('signature-unusable', 'the signature cannot be verified with this key');
  }
}

/**
 * True if Node's cryptography is available and accepts the signature. It is synchronous, and several times faster than the thread pool of
 * Web Crypto. Whatever it does not accept, `jose` decides.
 */
function isVerifiedAtOnce(
  { text, signature }: CompactToken,
  algorithm: JwtAlgorithm,
  key: CryptoKey,
): boolean {
  const node = nodeCrypto();
  if (node?.verify === undefined || node.KeyObject === undefined) return false;
  if (key.type !== 'public' || key.algorithm.name !== families[algorithm]) return false;
  const signed = new TextEncoder().encode(text.slice(0, text.lastIndexOf('.')));
  try {
    const nodeKey = nodeKeys.get(key) ?? node.KeyObject.from(key);
    nodeKeys.set(key, nodeKey);
    const digest = algorithm === 'ES256' ? 'sha256' : null;
    return node.verify(digest, signed, { key: nodeKey, dsaEncoding: 'ieee-p1363' }, signature);
  } catch {
    return false;
  }
}

const families = { ES256: 'ECDSA', EdDSA: 'Ed25519' } as const;
const nodeKeys = new WeakMap<CryptoKey, object>();

/** Checks only the form of a signature. */
export function checkForm(signature: Uint8Array, algorithm: JwtAlgorithm): void {
  if (signature.length !== 64) refuse('signature-length', 'the signature is not 64 bytes long');
  const [first, second] = [signature.subarray(0, 32), signature.subarray(32)];
  if (algorithm === 'EdDSA') {
    if (!isBelow(second.slice().reverse(), ed25519Order))
      refuse('signature-range', 'S is out of range');
    return;
  }
  for (const number of [first, second]) {
    const zero = number.every((byte) => byte === 0);
    if (zero || !isBelow(number, p256Order)) refuse('signature-range', 'R or S is out of range');
  }
}

function isBelow(left: Uint8Array, right: Uint8Array): boolean {
  for (let index = 0; index < right.length; index++) {
    const difference = (left[index] ?? 0) - (right[index] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return false;
}

function bytesOf(hex: string): Uint8Array {
  return decodeHex(hex) ?? new Uint8Array();
}
