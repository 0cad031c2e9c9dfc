import { AuthError } from '../error.js';
import { writePrivateInfo, type JwtAlgorithm, type PrivateKeyData } from './key-data.js';

/** A key in the keeping of the platform's cryptography (Web Crypto), as every runtime types it. */
export type CryptoKey = Extract<
  Awaited<ReturnType<typeof crypto.subtle.generateKey>>,
  { type: string }
>;

/** Names of Web Crypto for the algorithms. */
export const importAlgorithm: Readonly<
  Record<JwtAlgorithm, { readonly name: string; readonly namedCurve?: string }>
> = {
  ES256: { name: 'ECDSA', namedCurve: 'P-256' },
  EdDSA: { name: 'Ed25519' },
};

const signAlgorithm: Readonly<
  Record<JwtAlgorithm, { readonly name: string; readonly hash?: string }>
> = {
  ES256: { name: 'ECDSA', hash: 'SHA-256' },
  EdDSA: { name: 'Ed25519' },
};

/**
 * Hands a key to the platform's cryptography, from where it can not be read back, and wipes the copy.
 *
 * @throws {AuthError} if the platform refuses it or its two halves do not belong together
 */
export async function importSigningKey(name: string, data: PrivateKeyData): Promise<CryptoKey> {
  const { algorithm, publicKey } = data;
  const der = writePrivateInfo(data);
  let key: CryptoKey;
  try {
    key = await crypto.subtle.importKey('pkcs8', der, importAlgorithm[algorithm], false, ['sign']);
  } catch {
    // What the platform says is dropped: it may quote the key.
    throw new AuthError('key-refused', `${name}: the platform refuses this ${algorithm} key`);
  } finally {
    der.fill(0);
    data.secret.fill(0);
  }
  if (publicKey !== undefined && !(await belongTogether(key, algorithm, publicKey))) {
    throw new AuthError(
      'key-mismatch',
      `${name}: the private and the public half of the key do not belong together`,
    );
  }
  return key;
}

/** Signs a few bytes with one half and checks them with the other, which asks nothing of the key but what it is for. */
async function belongTogether(
  key: CryptoKey,
  algorithm: JwtAlgorithm,
  publicKey: Uint8Array,
): Promise<boolean> {
  const probe = Uint8Array.of(116, 97, 108, 108, 121);
  try {
    const other = await crypto.subtle.importKey(
      'raw',
      publicKey,
      importAlgorithm[algorithm],
      false,
      ['verify'],
    );
    const signature = await crypto.subtle.sign(signAlgorithm[algorithm], key, probe);
    return await crypto.subtle.verify(signAlgorithm[algorithm], other, signature, probe);
  } catch {
    return false;
  }
}
