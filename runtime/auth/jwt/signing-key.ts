import { AuthError } from '../error.js';
import { writePrivateInfo, type JwtAlgorithm, type PrivateKeyData } from './key-data.js';

/** A key of Web Crypto. The type is derived, because the name differs between runtimes. */
export type CryptoKey = Extract<
  Awaited<ReturnType<typeof crypto.subtle.generateKey>>,
  { type: string }
>;

/** Parameters of Web Crypto for the algorithms. */
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
 * Imports a key as non-extractable, and erases the copy.
 *
 * @throws {AuthError} if the platform rejects the key or its two halves do not match
 */
export async function importSigningKey(name: string, data: PrivateKeyData): Promise<CryptoKey> {
  const { algorithm, publicKey } = data;
  const der = writePrivateInfo(data);
  let key: CryptoKey;
  try {
    key = await crypto.subtle.importKey('pkcs8', der, importAlgorithm[algorithm], false, ['sign']);
  } catch {
    // The platform's message is dropped, because it may quote the key.
    throw new AuthError('key-refused', `${name}: the platform rejects this ${algorithm} key`);
  } finally {
    der.fill(0);
    data.secret.fill(0);
  }
  if (publicKey !== undefined && !(await halvesMatch(key, algorithm, publicKey))) {
    throw new AuthError(
      'key-mismatch',
      `${name}: the private and the public half of the key do not match`,
    );
  }
  return key;
}

/** Checks that two halves match by signing with one and verifying with the other, the only operations that the key permits. */
async function halvesMatch(
  key: CryptoKey,
  algorithm: JwtAlgorithm,
  publicKey: Uint8Array,
): Promise<boolean> {
  const probe = Uint8Array.of(116, 97, 108, 108, 121);
  try {
    const other = await crypto.subtle.importKey(
      'raw',
      Uint8Array.from(publicKey),
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
