import type { HmacDescriptor } from '../../core/descriptor.js';
import { timingSafeEqual } from '../timing-safe-equal.js';
import { ed25519PrivateKey, ed25519PublicKey } from './ed25519.js';
import { bytesOf, hmacKey, type HmacEncoding } from './hmac.js';
import { after, type Later } from './later.js';

/** A key that makes signatures, written as the scheme writes them. */
export interface SigningKey {
  sign(message: Uint8Array, encoding: HmacEncoding): Later<string>;
}

/** A key that checks signatures. */
export interface CheckingKey {
  /** Those of the given signatures that are this key's over the message, in the one spelling that the encoding has. */
  matching(
    message: Uint8Array,
    given: readonly string[],
    encoding: HmacEncoding,
  ): Later<readonly string[]>;
}

/** What the keys of a scheme are read from. */
type KeyRule = Pick<HmacDescriptor, 'algorithm' | 'secret' | 'secretPrefix' | 'publicKeyPrefix'>;

/**
 * The key that signs.
 *
 * @throws {AuthError} if the text is no key of the scheme; the message holds no part of it
 */
export function signingKey(secret: string, rule: KeyRule): SigningKey {
  const text = withoutPrefix(secret, rule.secretPrefix);
  return rule.algorithm === 'ed25519'
    ? ed25519PrivateKey(text, rule.secret)
    : hmacKey(text, rule.secret, rule.algorithm);
}

/**
 * The key that checks: the same secret for HMAC, the public key for Ed25519.
 *
 * @throws {AuthError} if the text is no key of the scheme; the message holds no part of it
 */
export function checkingKey(secret: string, rule: KeyRule): CheckingKey {
  if (rule.algorithm === 'ed25519')
    return ed25519PublicKey(withoutPrefix(secret, rule.publicKeyPrefix), rule.secret);
  const key = hmacKey(withoutPrefix(secret, rule.secretPrefix), rule.secret, rule.algorithm);
  return {
    matching: (message, given, encoding) =>
      after(key.sign(message, encoding), (expected) => {
        const bytes = bytesOf(expected);
        // Every one is compared, each in constant time.
        const found = given.map((text) => timingSafeEqual(bytesOf(text), bytes));
        return found.includes(true) ? [expected] : [];
      }),
  };
}

/** Services put a prefix before a key so that people know it for one; it is no part of the key. */
function withoutPrefix(text: string, prefix: string | undefined): string {
  const trimmed = typeof text === 'string' && prefix !== undefined ? text.trim() : text;
  return prefix !== undefined && trimmed.startsWith(prefix)
    ? trimmed.slice(prefix.length)
    : trimmed;
}
