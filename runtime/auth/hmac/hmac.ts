import { decodeBase64, encodeBase64 } from '../../core/base64.js';
import { encodeHex } from '../../core/hex.js';
import { AuthError } from '../error.js';
import { timingSafeEqual } from '../timing-safe-equal.js';

/** How a digest is written. */
export type HmacEncoding = 'base64' | 'hex';

/** A secret that may sign. Nothing that it says about itself holds the secret. */
export interface HmacKey {
  /** HMAC with SHA-256 (RFC 2104, FIPS 198-1) of a text in UTF-8, or of bytes. */
  digest(message: string | Uint8Array): Promise<Uint8Array>;
  /** The same, written. */
  sign(message: string | Uint8Array, encoding: HmacEncoding): Promise<string>;
  /** Whether a written digest is the message's, found out in a time that says nothing about it. */
  verify(message: string | Uint8Array, written: string, encoding: HmacEncoding): Promise<boolean>;
}

/**
 * A secret as services hand it out: the text's own bytes (`utf8`), or the bytes that it stands for in base64.
 * It is handed to the platform's cryptography on first use.
 *
 * @throws {AuthError} if it is empty or not base64; the message holds no part of it
 */
export function hmacKey(
  secret: string | Uint8Array,
  spelling: 'base64' | 'utf8' = 'base64',
): HmacKey {
  const bytes = secretBytes(secret, spelling);
  let imported: ReturnType<typeof importKey> | undefined;
  const digest = async (message: string | Uint8Array): Promise<Uint8Array> => {
    imported ??= importKey(bytes);
    return new Uint8Array(await crypto.subtle.sign('HMAC', await imported, bytesOf(message)));
  };
  const sign = async (message: string | Uint8Array, encoding: HmacEncoding): Promise<string> =>
    write(await digest(message), encoding);
  return Object.freeze({
    digest,
    sign,
    verify: async (message: string | Uint8Array, written: string, encoding: HmacEncoding) =>
      timingSafeEqual(bytesOf(await sign(message, encoding)), bytesOf(written)),
  });
}

/** HMAC with SHA-256 of a message under a secret's bytes. An empty secret is allowed here. */
export async function hmacDigest(
  secret: Uint8Array,
  message: string | Uint8Array,
): Promise<Uint8Array> {
  // Web Crypto takes no empty key; the algorithm pads keys with zeros, so one zero is the same key.
  const key = await importKey(secret.length === 0 ? new Uint8Array(1) : secret.slice());
  return new Uint8Array(await crypto.subtle.sign('HMAC', key, bytesOf(message)));
}

function importKey(
  bytes: Uint8Array,
): Promise<Awaited<ReturnType<typeof crypto.subtle.importKey>>> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  return crypto.subtle
    .importKey('raw', bytes, algorithm, false, ['sign'])
    .finally(() => bytes.fill(0));
}

function secretBytes(secret: string | Uint8Array, spelling: 'base64' | 'utf8'): Uint8Array {
  const bytes =
    typeof secret !== 'string'
      ? secret.slice()
      : spelling === 'utf8'
        ? bytesOf(secret).slice()
        : decodeBase64(secret.trim());
  if (bytes === undefined) throw new AuthError('key-format', 'The secret is not base64');
  if (bytes.length === 0) throw new AuthError('key-missing', 'The secret is empty');
  return bytes;
}

function write(bytes: Uint8Array, encoding: HmacEncoding): string {
  return encoding === 'hex' ? encodeHex(bytes) : encodeBase64(bytes);
}

function bytesOf(message: string | Uint8Array): Uint8Array {
  return typeof message === 'string' ? new TextEncoder().encode(message) : message;
}
