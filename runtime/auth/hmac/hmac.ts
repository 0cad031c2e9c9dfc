import { decodeBase64, decodeBase64Url, encodeBase64, encodeBase64Url } from '../../core/base64.js';
import { decodeHex, encodeHex } from '../../core/hex.js';
import { AuthError } from '../error.js';
import { nodeCrypto } from '../node-crypto.js';
import { timingSafeEqual } from '../timing-safe-equal.js';
import { after, type Later } from './later.js';

/** How a digest is written: base64 with padding, base64url without, or lower-case hexadecimal. */
export type HmacEncoding = 'base64' | 'base64url' | 'hex';

/** The hash of the digest (FIPS 180-4). */
export type HmacAlgorithm = 'sha256' | 'sha384' | 'sha512';

/** How a secret's text becomes the key: decoded, or its own bytes. */
export type HmacSpelling = 'base64' | 'utf8' | 'hex';

/**
 * A secret that may sign. Nothing that it says about itself holds the secret. Where the runtime has Node's
 * cryptography, what it returns is there at once; elsewhere it is a promise.
 */
export interface HmacKey {
  /** HMAC (RFC 2104, FIPS 198-1) of a text in UTF-8, or of bytes. */
  digest(message: string | Uint8Array): Later<Uint8Array>;
  /** The same, written. */
  sign(message: string | Uint8Array, encoding: HmacEncoding): Later<string>;
  /** Whether a written digest is the message's, found out in a time that says nothing about it. */
  verify(message: string | Uint8Array, written: string, encoding: HmacEncoding): Later<boolean>;
}

/**
 * A secret as services hand it out: the text's own bytes (`utf8`), or the bytes that it stands for in base64 or hexadecimal.
 * It is handed to the platform's cryptography once.
 *
 * @throws {AuthError} if it is empty or not in that spelling; the message holds no part of it
 */
export function hmacKey(
  secret: string | Uint8Array,
  spelling: HmacSpelling = 'base64',
  algorithm: HmacAlgorithm = 'sha256',
): HmacKey {
  const { digest, written } = digester(secretBytes(secret, spelling), algorithm);
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

/** HMAC with SHA-256 of a message under a secret's bytes. An empty secret is allowed here. */
export async function hmacDigest(
  secret: Uint8Array,
  message: string | Uint8Array,
): Promise<Uint8Array> {
  // Web Crypto takes no empty key; the algorithm pads keys with zeros, so one zero is the same key.
  const bytes = secret.length === 0 ? new Uint8Array(1) : secret.slice();
  return digester(bytes, 'sha256').digest(bytesOf(message));
}

interface Digester {
  readonly digest: (message: Uint8Array) => Later<Uint8Array>;
  readonly written: (message: Uint8Array, encoding: HmacEncoding) => Later<string>;
}

/** Takes over the secret's bytes and wipes them as soon as the platform has its own copy. */
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

function secretBytes(secret: string | Uint8Array, spelling: HmacSpelling): Uint8Array {
  const bytes = typeof secret === 'string' ? decode(secret, spelling) : secret.slice();
  if (bytes === undefined) throw new AuthError('key-format', `The secret is not ${spelling}`);
  if (bytes.length === 0) throw new AuthError('key-missing', 'The secret is empty');
  return bytes;
}

function decode(secret: string, spelling: HmacSpelling): Uint8Array | undefined {
  switch (spelling) {
    case 'utf8':
      return bytesOf(secret);
    case 'hex':
      return decodeHex(secret.trim());
    case 'base64':
      return decodeBase64(secret.trim());
  }
}

/** A digest or a signature as text. */
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

/** The bytes of a written signature; `undefined` for a text that is none. */
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

const encoder = new TextEncoder();

/** Text in UTF-8, or bytes as they are. */
export function bytesOf(message: string | Uint8Array): Uint8Array {
  return typeof message === 'string' ? encoder.encode(message) : message;
}
