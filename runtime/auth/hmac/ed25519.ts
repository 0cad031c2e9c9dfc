import { decodeBase64, encodeBase64Url } from '../../core/base64.js';
import { decodeHex } from '../../core/hex.js';
import { AuthError } from '../error.js';
import { nodeCrypto } from '../../core/node-crypto.js';
import {
  bytesOf,
  readDigest,
  writeDigest,
  type HmacEncoding,
  type HmacSecretEncoding,
} from './hmac.js';
import { after, type Later } from './later.js';
import type { CheckingKey, SigningKey } from './signature-key.js';

/** DER prefix of the 32 bytes of a private key (RFC 8410 section 7), and of a public key (section 4). */
const privateHead = [48, 46, 2, 1, 0, 48, 5, 6, 3, 43, 101, 112, 4, 34, 4, 32];
const publicHead = [48, 42, 48, 5, 6, 3, 43, 101, 112, 3, 33, 0];
const keyLength = 32;
const algorithm = { name: 'Ed25519' };

/**
 * Imports an Ed25519 private key (RFC 8032): the 32 bytes of its seed, or 64 bytes of seed and public key.
 *
 * @throws {AuthError} if the text is not such a key
 */
export function ed25519PrivateKey(text: string, keyEncoding: HmacSecretEncoding): SigningKey {
  const bytes = keyBytes(text, keyEncoding, [keyLength, 2 * keyLength]);
  const der = Uint8Array.from([...privateHead, ...bytes.subarray(0, keyLength)]);
  bytes.fill(0);
  const node = nodeCrypto();
  if (node?.createPrivateKey !== undefined && node.sign !== undefined) {
    const { sign } = node;
    const key = importKey(() =>
      node.createPrivateKey?.({ key: der, format: 'der', type: 'pkcs8' }),
    );
    der.fill(0);
    return {
      sign: (message, encoding) => writeDigest(new Uint8Array(sign(null, message, key)), encoding),
    };
  }
  let imported: ReturnType<typeof importPrivate> | undefined;
  return {
    async sign(message, encoding) {
      imported ??= importPrivate(der);
      const signature = await crypto.subtle.sign(algorithm, await imported, message.slice());
      return writeDigest(new Uint8Array(signature), encoding);
    },
  };
}

/**
 * Imports an Ed25519 public key of 32 bytes.
 *
 * @throws {AuthError} if the text is not such a key
 */
export function ed25519PublicKey(text: string, keyEncoding: HmacSecretEncoding): CheckingKey {
  const bytes = keyBytes(text, keyEncoding, [keyLength]);
  const verify = verifier(bytes);
  return {
    matching: (message, given, encoding) =>
      given.reduce<Later<readonly string[]>>(
        (previous, signature) =>
          after(previous, (valid) =>
            after(isValid(verify, message, signature, encoding), (right) =>
              right && !valid.includes(signature) ? [...valid, signature] : valid,
            ),
          ),
        [],
      ),
  };
}

type Verify = (message: Uint8Array, signature: Uint8Array) => Later<boolean>;

/** Verifies a signature. A non-canonical encoding is rejected, because a replay memory would treat it as a different signature. */
function isValid(
  verify: Verify,
  message: Uint8Array,
  signature: string,
  encoding: HmacEncoding,
): Later<boolean> {
  const bytes = readDigest(signature, encoding);
  if (bytes?.length !== 2 * keyLength || writeDigest(bytes, encoding) !== signature) return false;
  return verify(message, bytes);
}

function verifier(bytes: Uint8Array): Verify {
  const node = nodeCrypto();
  if (node?.createPublicKey !== undefined && node.verify !== undefined) {
    const { verify } = node;
    const der = Uint8Array.from([...publicHead, ...bytes]);
    const key = importKey(() => node.createPublicKey?.({ key: der, format: 'der', type: 'spki' }));
    return (message, signature) => verify(null, message, key, signature);
  }
  let imported: ReturnType<typeof importPublic> | undefined;
  return async (message, signature) => {
    imported ??= importPublic(bytes);
    return crypto.subtle.verify(algorithm, await imported, signature.slice(), message.slice());
  };
}

/** Imports a Web Crypto key if Node's cryptography is not available. */
function importPrivate(der: Uint8Array): Promise<WebKey> {
  return crypto.subtle
    .importKey('pkcs8', der.slice(), algorithm, false, ['sign'])
    .finally(() => der.fill(0));
}

function importPublic(bytes: Uint8Array): Promise<WebKey> {
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: encodeBase64Url(bytes) };
  return crypto.subtle.importKey('jwk', jwk, algorithm, false, ['verify']);
}

type WebKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

/** Converts errors of the platform, which may quote a key that it cannot read. */
function importKey(read: () => object | undefined): object {
  try {
    const key = read();
    if (key !== undefined) return key;
  } catch {
    // Reported below without the platform's message.
  }
  throw new AuthError('key-refused', 'The key is not an Ed25519 key');
}

function keyBytes(
  text: string,
  keyEncoding: HmacSecretEncoding,
  lengths: readonly number[],
): Uint8Array {
  if (typeof text !== 'string' || text.trim() === '')
    throw new AuthError('key-missing', 'The key is missing');
  const bytes =
    keyEncoding === 'hex'
      ? decodeHex(text.trim())
      : keyEncoding === 'base64'
        ? decodeBase64(text.trim())
        : bytesOf(text);
  if (bytes !== undefined && lengths.includes(bytes.length)) return bytes.slice();
  throw new AuthError(
    'key-format',
    `The key is not ${lengths.join(' or ')} bytes in ${keyEncoding}`,
  );
}
