import { AuthError } from '../error.js';
import { derTag, readDer, readDerSequence, writeDer, type DerElement } from './der.js';

/** Supported algorithms, by their names in RFC 7518 section 3.1 and RFC 8037. */
export type JwtAlgorithm = 'ES256' | 'EdDSA';

/** A decoded private key. It never leaves the module that imports it. */
export interface PrivateKeyData {
  readonly algorithm: JwtAlgorithm;
  /** The private value of P-256 or the seed of Ed25519: 32 bytes. */
  readonly secret: Uint8Array;
  /** The public half if the text contains it: an uncompressed point, or 32 bytes of Ed25519. */
  readonly publicKey?: Uint8Array;
}

const oid = {
  ecPublicKey: '2a8648ce3d0201',
  p256: '2a8648ce3d030107',
  ed25519: '2b6570',
} as const;

/**
 * Reads the key in a PKCS#8 structure (RFC 5208; RFC 5958 with a public key).
 *
 * @throws {AuthError} if the structure is invalid, or the key is not one of P-256 or Ed25519
 */
export function readPrivateInfo(name: string, der: Uint8Array): PrivateKeyData {
  const [version, algorithm, key] = readDerSequence(der) ?? [];
  const number =
    version?.tag === derTag.integer && version.content.length === 1
      ? version.content[0]
      : undefined;
  if (number === 1 && algorithm?.tag === derTag.octetString) {
    throw new AuthError('key-format', `${name}: the key is in SEC1 form; PKCS#8 is expected`);
  }
  if (
    number === undefined ||
    number > 1 ||
    algorithm?.tag !== derTag.sequence ||
    key?.tag !== derTag.octetString
  ) {
    throw notPrivate(name, der);
  }
  const [type, curve] = (readDer(algorithm.content) ?? []).map((element) => hex(element.content));
  if (type === oid.ed25519) return readSeed(name, key.content);
  if (type === oid.ecPublicKey && curve === oid.p256) return readSec1(name, key.content);
  throw new AuthError('key-algorithm', `${name}: the key is neither a P-256 nor an Ed25519 key`);
}

/**
 * Reads the key in a SEC1 structure (RFC 5915). The structure names its curve only outside PKCS#8.
 *
 * @throws {AuthError} if the structure is invalid, or the key is not one of P-256
 */
export function readSec1(name: string, der: Uint8Array): PrivateKeyData {
  const [version, secret, ...rest] = readDerSequence(der) ?? [];
  if (hex(version?.content) !== '01' || secret?.tag !== derTag.octetString)
    throw notPrivate(name, der);
  const curve = inside(rest, derTag.context0, derTag.objectIdentifier);
  const wrongCurve = curve !== undefined && hex(curve.content) !== oid.p256;
  if (wrongCurve || secret.content.length > 32 || secret.content.length === 0) {
    throw new AuthError('key-algorithm', `${name}: the key is not a P-256 key`);
  }
  const padded = new Uint8Array(32);
  padded.set(secret.content, 32 - secret.content.length);
  const point = inside(rest, derTag.context1, derTag.bitString)?.content;
  // A bit string starts with the number of its unused bits; 04 marks an uncompressed point.
  const uncompressed = point?.length === 66 && point[0] === 0 && point[1] === 4;
  return {
    algorithm: 'ES256',
    secret: padded,
    ...(uncompressed ? { publicKey: point.slice(1) } : {}),
  };
}

/** Encodes the key as PKCS#8, in the form that every platform can import. */
export function writePrivateInfo(key: PrivateKeyData): Uint8Array<ArrayBuffer> {
  if (key.algorithm === 'EdDSA') {
    const algorithm = writeDer(derTag.sequence, writeOid(oid.ed25519));
    const seed = writeDer(derTag.octetString, writeDer(derTag.octetString, key.secret));
    return writeDer(derTag.sequence, writeDer(derTag.integer, Uint8Array.of(0)), algorithm, seed);
  }
  const algorithm = writeDer(derTag.sequence, writeOid(oid.ecPublicKey), writeOid(oid.p256));
  const point = key.publicKey;
  const sec1 = writeDer(
    derTag.sequence,
    writeDer(derTag.integer, Uint8Array.of(1)),
    writeDer(derTag.octetString, key.secret),
    ...(point
      ? [writeDer(derTag.context1, writeDer(derTag.bitString, Uint8Array.of(0), point))]
      : []),
  );
  const version = writeDer(derTag.integer, Uint8Array.of(0));
  return writeDer(derTag.sequence, version, algorithm, writeDer(derTag.octetString, sec1));
}

/**
 * Reads the algorithm of a `SubjectPublicKeyInfo` (RFC 5280 section 4.1).
 *
 * @throws {AuthError} if the structure is invalid, or the key is not one of P-256 or Ed25519
 */
export function readPublicInfo(name: string, der: Uint8Array): JwtAlgorithm {
  const [algorithm, value] = readDerSequence(der) ?? [];
  if (algorithm?.tag !== derTag.sequence || value?.tag !== derTag.bitString) {
    throw new AuthError('key-kind', `${name}: expected a public key`);
  }
  const [type, curve] = (readDer(algorithm.content) ?? []).map((element) => hex(element.content));
  if (type === oid.ed25519) return 'EdDSA';
  if (type === oid.ecPublicKey && curve === oid.p256) return 'ES256';
  throw new AuthError(
    'key-algorithm',
    `${name}: the public key is neither a P-256 nor an Ed25519 key`,
  );
}

function readSeed(name: string, content: Uint8Array): PrivateKeyData {
  const [seed, ...rest] = readDer(content) ?? [];
  if (seed?.tag !== derTag.octetString || seed.content.length !== 32 || rest.length > 0) {
    throw new AuthError('key-format', `${name}: the Ed25519 key is not 32 bytes`);
  }
  return { algorithm: 'EdDSA', secret: seed.content.slice() };
}

function notPrivate(name: string, der: Uint8Array): AuthError {
  const [first, second] = readDerSequence(der) ?? [];
  if (first?.tag === derTag.sequence && second?.tag === derTag.bitString) {
    return new AuthError('key-kind', `${name}: the key is a public key; a private key is required`);
  }
  if (first?.tag === derTag.sequence && second?.tag === derTag.octetString) {
    return new AuthError(
      'key-encrypted',
      `${name}: the key is encrypted; a key without a password is required`,
    );
  }
  return new AuthError('key-format', `${name}: the bytes are not a private key in DER`);
}

function inside(
  elements: readonly DerElement[],
  outer: number,
  inner: number,
): DerElement | undefined {
  const found = elements.find((element) => element.tag === outer);
  const [content] = (found && readDer(found.content)) ?? [];
  return content?.tag === inner ? content : undefined;
}

function writeOid(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length / 2);
  for (let index = 0; index < bytes.length; index++)
    bytes[index] = parseInt(text.slice(index * 2, index * 2 + 2), 16);
  return writeDer(derTag.objectIdentifier, bytes);
}

function hex(bytes: Uint8Array | undefined): string | undefined {
  return bytes && Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
