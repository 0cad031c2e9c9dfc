import type { HmacDescriptor } from '../../core/descriptor.js';
import { timingSafeEqual } from '../timing-safe-equal.js';
import { ed25519PrivateKey, ed25519PublicKey } from './ed25519.js';
import { bytesOf, hmacKey, type HmacEncoding } from './hmac.js';
import { after, type Later } from './later.js';

/** A key that creates signatures in the encoding of the scheme. */
export interface SigningKey {
  sign(message: Uint8Array, encoding: HmacEncoding): Later<string>;
}

/** A key that verifies signatures. */
export interface CheckingKey {
  /** Returns the valid signatures among those given. Only the canonical encoding is accepted. */
  matching(
    message: Uint8Array,
    signatures: readonly string[],
    encoding: HmacEncoding,
  ): Later<readonly string[]>;
}

/** Properties of the descriptor that determine how keys are read. */
type KeyRule = Pick<HmacDescriptor, 'algorithm' | 'secret' | 'secretPrefix' | 'publicKeyPrefix'>;

/**
 * Imports a key for signing.
 *
 * @throws {AuthError} if the text is not a key of the scheme; the message contains no part of it
 */
export function signingKey(secret: string, rule: KeyRule): SigningKey {
  const text = withoutPrefix(secret, rule.secretPrefix);
  return rule.algorithm === 'ed25519'
    ? ed25519PrivateKey(text, rule.secret)
    : hmacKey(text, rule.secret, rule.algorithm);
}

/**
 * Imports a key for verification: the same secret for HMAC, the public key for Ed25519.
 *
 * @throws {AuthError} if the text is not a key of the scheme; the message contains no part of it
 */
export function checkingKey(secret: string, rule: KeyRule): CheckingKey {
  if (rule.algorithm === 'ed25519')
    return ed25519PublicKey(withoutPrefix(secret, rule.publicKeyPrefix), rule.secret);
  const key = hmacKey(withoutPrefix(secret, rule.secretPrefix), rule.secret, rule.algorithm);
  return {
    matching: (message, given, encoding) =>
      after(key.sign(message, encoding), (expected) => {
        const bytes = bytesOf(expected);
        // All are compared, each in constant time.
        const found = given.map((text) => timingSafeEqual(bytesOf(text), bytes));
        return found.includes(true) ? [expected] : [];
      }),
  };
}

/** Removes the prefix that identifies a key as such; it is not part of the key. */
function withoutPrefix(text: string, prefix: string | undefined): string {
  const trimmed = typeof text === 'string' && prefix !== undefined ? text.trim() : text;
  return prefix !== undefined && trimmed.startsWith(prefix)
    ? trimmed.slice(prefix.length)
    : trimmed;
}
