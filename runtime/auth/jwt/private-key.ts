import { AuthError } from '../error.js';
import { decodeBase64 } from '../../core/base64.js';
import { readPrivateInfo, readSec1, type JwtAlgorithm, type PrivateKeyData } from './key-data.js';
import { readPem, restoreNewlines } from './pem.js';

/** Accepted format of a secret, as declared in the description. */
export type KeyFormat = 'pem' | 'der' | 'ed25519';

const formatNames: Readonly<Record<KeyFormat, string>> = {
  pem: 'a PEM private key (PKCS#8 or SEC1)',
  der: 'base64 of a DER private key (PKCS#8)',
  ed25519: 'base64 of 64 bytes (Ed25519 seed and public key)',
};

/**
 * Reads a private key from text. Surrounding white space, CRLF, a missing final newline and newlines that were replaced by the two
 * characters `\n` are accepted. Everything else is rejected.
 *
 * @param name name of the parameter for messages, which never contain any part of the text
 * @throws {AuthError} if the text is not such a key, or its algorithm is not one of `algorithms`
 */
export function readPrivateKey(
  name: string,
  text: string,
  formats: readonly KeyFormat[],
  algorithms: readonly JwtAlgorithm[],
): PrivateKeyData {
  const clean = restoreNewlines(text);
  if (clean === '') throw new AuthError('key-missing', `${name}: the key is empty`);
  const key = clean.includes('-----BEGIN')
    ? readPemKey(name, clean, formats)
    : readBase64Key(name, clean, formats);
  if (!algorithms.includes(key.algorithm)) {
    throw new AuthError(
      'key-algorithm',
      `${name}: the key is an ${key.algorithm} key, but only ${algorithms.join(' and ')} is accepted here`,
    );
  }
  return key;
}

function readPemKey(name: string, text: string, formats: readonly KeyFormat[]): PrivateKeyData {
  if (!formats.includes('pem')) throw wrongFormat(name, formats, 'a PEM text');
  const block = readPem(name, text);
  switch (block.label) {
    case 'PRIVATE KEY':
      return readPrivateInfo(name, block.bytes);
    case 'EC PRIVATE KEY':
      return readSec1(name, block.bytes);
    case 'ENCRYPTED PRIVATE KEY':
      throw new AuthError(
        'key-encrypted',
        `${name}: the key is encrypted; a key without a password is required`,
      );
    case 'RSA PRIVATE KEY':
    case 'DSA PRIVATE KEY':
    case 'OPENSSH PRIVATE KEY':
      throw new AuthError(
        'key-algorithm',
        `${name}: "${block.label}" is not supported; use PKCS#8 or SEC1 on P-256`,
      );
    default:
      throw new AuthError(
        'key-kind',
        `${name}: a private key is required, but the PEM text contains something else`,
      );
  }
}

function readBase64Key(name: string, text: string, formats: readonly KeyFormat[]): PrivateKeyData {
  if (text.startsWith('{'))
    throw wrongFormat(name, formats, 'JSON; pass only the value of its key member');
  if (/^["']/.test(text)) throw wrongFormat(name, formats, 'text in quotation marks');
  const bytes = decodeBase64(text.replace(/\s+/g, ''));
  if (bytes === undefined) throw wrongFormat(name, formats, 'something else');
  if (bytes.length === 64) return readSeedAndPublic(name, bytes, formats);
  if (bytes[0] === 0x30 && formats.includes('der')) return readPrivateInfo(name, bytes);
  if (bytes[0] === 0x30) throw wrongFormat(name, formats, 'base64 of a DER key');
  if (bytes[0] === 0x2d) throw wrongFormat(name, formats, 'a PEM text encoded in base64');
  throw wrongFormat(name, formats, `base64 of ${bytes.length} bytes`);
}

function readSeedAndPublic(
  name: string,
  bytes: Uint8Array,
  formats: readonly KeyFormat[],
): PrivateKeyData {
  if (!formats.includes('ed25519')) throw wrongFormat(name, formats, 'base64 of 64 bytes');
  return { algorithm: 'EdDSA', secret: bytes.slice(0, 32), publicKey: bytes.slice(32) };
}

function wrongFormat(name: string, formats: readonly KeyFormat[], found: string): AuthError {
  const expected = formats.map((format) => formatNames[format]).join(', or ');
  return new AuthError('key-format', `${name}: expected ${expected}; found ${found}`);
}
