import { ed25519 } from '@noble/curves/ed25519.js';
import { p256 } from '@noble/curves/nist.js';
import { concatBytes, hexToBytes } from '@noble/hashes/utils.js';
import { encodeBase64 } from '../base64.js';
import type { Random } from '../random.js';
import type { KeyAlgorithm } from './state.js';

/** A new key pair: the public half as it is stored, and the secret as its owner receives it, once. */
export interface NewKey {
  /** Base64 of the public key in DER (SPKI). */
  readonly publicKey: string;
  readonly secret: string;
}

/**
 * Creates a Secret API Key. The secret is base64 of 64 bytes for Ed25519 (seed and public key), and PEM of PKCS#8 for P-256.
 */
export function newSecretKey(algorithm: KeyAlgorithm, random: Random): NewKey {
  if (algorithm === 'ES256') {
    const { publicKey, der } = newP256Key(random);
    const lines = encodeBase64(der).match(/.{1,64}/g) ?? [];
    const secret = `-----BEGIN PRIVATE KEY-----\n${lines.join('\n')}\n-----END PRIVATE KEY-----\n`;
    return { publicKey, secret };
  }
  const seed = random.bytes(32);
  const point = ed25519.getPublicKey(seed);
  return {
    publicKey: encodeBase64(concatBytes(ed25519Public, point)),
    secret: encodeBase64(concatBytes(seed, point)),
  };
}

/** Creates a Wallet Secret: base64 of a P-256 key in PKCS#8 DER. */
export function newWalletSecret(random: Random): NewKey {
  const { publicKey, der } = newP256Key(random);
  return { publicKey, secret: encodeBase64(der) };
}

function newP256Key(random: Random): { readonly publicKey: string; readonly der: Uint8Array } {
  let secret = random.bytes(32);
  while (!p256.utils.isValidSecretKey(secret)) secret = random.bytes(32);
  const point = p256.getPublicKey(secret, false);
  return {
    publicKey: encodeBase64(concatBytes(p256Public, point)),
    der: concatBytes(p256Private, secret, p256PrivatePoint, point),
  };
}

/** SubjectPublicKeyInfo up to the key (RFC 8410 section 4). */
const ed25519Public = hexToBytes('302a300506032b6570032100');

/** SubjectPublicKeyInfo up to the point (RFC 5480 section 2). */
const p256Public = hexToBytes('3059301306072a8648ce3d020106082a8648ce3d030107034200');

/** PrivateKeyInfo (RFC 5208) with an ECPrivateKey (RFC 5915): up to the secret, and between the secret and the point. */
const p256Private = hexToBytes(
  '308187020100301306072a8648ce3d020106082a8648ce3d030107046d306b0201010420',
);
const p256PrivatePoint = hexToBytes('a144034200');
