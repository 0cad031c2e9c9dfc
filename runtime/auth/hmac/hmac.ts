import { decodeBase64, decodeBase64Url, encodeBase64, encodeBase64Url } from '../../core/base64.js';
import { decodeHex, encodeHex } from '../../core/hex.js';
import { AuthError } from '../error.js';
import { nodeCrypto } from '../../core/node-crypto.js';
import { timingSafeEqual } from '../timing-safe-equal.js';
import { after, type Later } from './later.js';

/** Text encoding of a digest: base64 with padding, base64url without padding, or lower-case hexadecimal. */
export type HmacEncoding = 'base64' | 'base64url' | 'hex';

/** Hash function (FIPS 180-4). */
export type HmacAlgorithm = 'sha256' | 'sha384' | 'sha512';

/** Encoding of a secret: base64, hexadecimal, or its UTF-8 bytes. */
export type HmacSecretEncoding = 'base64' | 'utf8' | 'hex';

/**
 * A secret for signing. Printing it never shows the secret. Results are synchronous if the runtime has Node's cryptography, and
 * promises otherwise.
 */
export interface HmacKey {
  /** Computes the HMAC (RFC 2104, FIPS 198-1) of UTF-8 text or of bytes. */
  digest(message: string | Uint8Array): Later<Uint8Array>;
  /** Computes the HMAC as text. */
  sign(message: string | Uint8Array, encoding: HmacEncoding): Later<string>;
  /** Verifies a digest in constant time. */
  verify(message: string | Uint8Array, written: string, encoding: HmacEncoding): Later<boolean>;
}

/**
 * Imports a secret: the bytes of the text (`utf8`), or the bytes that it encodes in base64 or hexadecimal. The platform's
 * cryptography receives it only once.
 *
 * @throws {AuthError} if the secret is empty or malformed; the message contains no part of it
 */
export function hmacKey(
  secret: string | Uint8Array,
  secretEncoding: HmacSecretEncoding = 'base64',
  algorithm: HmacAlgorithm = 'sha256',
): HmacKey {
  const { digest, written } = digester(secretBytes(secret, secretEncoding), algorithm);
  const sign = (message: string | Uint8Array, encoding: HmacEncoding): Later<string> =>
    written(bytesOf(message), encoding);
  return Object.freeze({
    digest: (message: string | Uint8Array) => digest(bytesOf(message)),
    sign,
    verify: (message: string | Uint8Array, written: string, encoding: HmacEncoding) =>
      after(sign(message, encoding), (expected) =>
        timingSafeEqual(bytesOf(expected), bytesOf(written)),
      ),
  });
}

/** Computes the HMAC with SHA-256 of a message. An empty secret is accepted. */
export async function hmacDigest(
  secret: Uint8Array,
  message: string | Uint8Array,
): Promise<Uint8Array> {
  // Web Crypto rejects an empty key. HMAC pads keys with zeros, so that a single zero byte is equivalent.
  const bytes = secret.length === 0 ? new Uint8Array(1) : secret.slice();
  return digester(bytes, 'sha256').digest(bytesOf(message));
}

interface Digester {
  readonly digest: (message: Uint8Array) => Later<Uint8Array>;
  readonly written: (message: Uint8Array, encoding: HmacEncoding) => Later<string>;
}

/** Takes ownership of the secret's bytes, and erases them as soon as the platform has a copy. */
function digester(secret: Uint8Array, algorithm: HmacAlgorithm): Digester {
  const node = nodeCrypto();
  if (node !== undefined) {
    const key = node.createSecretKey(secret);
    secret.fill(0);
    return {
      digest: (message) => new Uint8Array(node.createHmac(algorithm, key).update(message).digest()),
      written: (message, encoding) =>
        node.createHmac(algorithm, key).update(message).digest(encoding),
    };
  }
  let imported: ReturnType<typeof importKey> | undefined;
  const digest = async (message: Uint8Array): Promise<Uint8Array> => {
    imported ??= importKey(secret, algorithm);
    return new Uint8Array(await crypto.subtle.sign('HMAC', await imported, message.slice()));
  };
  return {
    digest,
    written: async (message, encoding) => writeDigest(await digest(message), encoding),
  };
}

function importKey(
  bytes: Uint8Array,
  algorithm: HmacAlgorithm,
): Promise<Awaited<ReturnType<typeof crypto.subtle.importKey>>> {
  const hash = `SHA-${algorithm.slice('sha'.length)}`;
  return crypto.subtle
    .importKey('raw', bytes.slice(), { name: 'HMAC', hash }, false, ['sign'])
    .finally(() => bytes.fill(0));
}

function secretBytes(secret: string | Uint8Array, secretEncoding: HmacSecretEncoding): Uint8Array {
  const bytes = typeof secret === 'string' ? decode(secret, secretEncoding) : secret.slice();
  if (bytes === undefined) throw new AuthError('key-format', `The secret is not ${secretEncoding}`);
  if (bytes.length === 0) throw new AuthError('key-missing', 'The secret is empty');
  return bytes;
}

function decode(secret: string, secretEncoding: HmacSecretEncoding): Uint8Array | undefined {
  switch (secretEncoding) {
    case 'utf8':
      return bytesOf(secret);
    case 'hex':
      return decodeHex(secret.trim());
    case 'base64':
      return decodeBase64(secret.trim());
  }
}

/** Encodes a digest or a signature as text. */
export function writeDigest(bytes: Uint8Array, encoding: HmacEncoding): string {
  switch (encoding) {
    case 'hex':
      return encodeHex(bytes);
    case 'base64':
      return encodeBase64(bytes);
    case 'base64url':
      return encodeBase64Url(bytes);
  }
}

/** Decodes a signature; `undefined` if the text is malformed. */
export function readDigest(text: string, encoding: HmacEncoding): Uint8Array | undefined {
  switch (encoding) {
    case 'hex':
      return decodeHex(text);
    case 'base64':
      return decodeBase64(text);
    case 'base64url':
      return decodeBase64Url(text);
  }
}

const encoder = /* @__PURE__ */ new TextEncoder();

/** Encodes text as UTF-8; returns bytes unchanged. */
export function bytesOf(message: string | Uint8Array): Uint8Array {
  return typeof message === 'string' ? encoder.encode(message) : message;
}
