import { decodeBase64 } from '../../core/base64.js';
import { AuthError } from '../error.js';
import { readPublicInfo, type JwtAlgorithm } from './key-data.js';
import { readPem, restoreNewlines } from './pem.js';
import { importAlgorithm, type CryptoKey } from './signing-key.js';

/** A public key for verifying tokens, with data about its owner. */
export interface JwtKey<Scope extends string = string> {
  /** PEM (`PUBLIC KEY`), base64 of DER (SPKI), a JSON Web Key, or a Web Crypto key. */
  readonly key: string | JwtPublicJwk | CryptoKey;
  /** The only accepted algorithm. Default: that of the key. */
  readonly algorithm?: JwtAlgorithm;
  /** Name of the key in tokens. Required in a list of keys; in a map the map's keys are used. */
  readonly name?: string;
  /** Project of the key. Tokens in the same request must belong to the same project. */
  readonly project?: string;
  /** Identifier of the owner, the same for all of the owner's keys. */
  readonly caller?: string;
  /** Scopes of the key. */
  readonly scopes?: readonly Scope[];
  /** The key is no longer accepted, but still known, so that the log can state this reason. */
  readonly revoked?: boolean;
  /**
   * IP addresses and prefixes from which the key is accepted, such as `192.0.2.0/24`. From anywhere else, and if the address is not
   * known, it is refused like an unknown key. Default: any.
   */
  readonly addresses?: readonly string[];
}

/** The relevant members of a JSON Web Key (RFC 7517, RFC 8037). Private members are ignored. */
export interface JwtPublicJwk {
  readonly kty?: string;
  readonly crv?: string;
  readonly x?: string;
  readonly y?: string;
  readonly use?: string;
  readonly alg?: string;
  readonly key_ops?: readonly string[];
}

/** A key imported for verifying signatures. */
export interface VerificationKey {
  readonly algorithm: JwtAlgorithm;
  readonly key: CryptoKey;
}

const imported = new WeakMap<JwtKey, Promise<VerificationKey>>();

/**
 * Imports a key, once per object. A lookup that returns the same object therefore avoids importing it again.
 *
 * @throws {AuthError} if the key is not a public key of P-256 or Ed25519 that permits verification
 */
export function verificationKey(key: JwtKey): Promise<VerificationKey> {
  if (typeof key !== 'object' || key === null || key.key === undefined || key.key === null) {
    throw new AuthError(
      'key-missing',
      'A verification key must be an object with the member "key"',
    );
  }
  const known = imported.get(key);
  if (known !== undefined) return known;
  const made = importKey(key);
  imported.set(key, made);
  return made;
}

async function importKey({ key, algorithm, name = 'key' }: JwtKey): Promise<VerificationKey> {
  const ready =
    typeof key === 'string'
      ? await fromText(name, key)
      : isCryptoKey(key)
        ? fromCryptoKey(name, key)
        : await fromJwk(name, key);
  if (algorithm !== undefined && algorithm !== ready.algorithm) {
    throw new AuthError(
      'key-algorithm',
      `${name}: the key is for ${ready.algorithm}, not for ${algorithm}`,
    );
  }
  return ready;
}

async function fromText(name: string, text: string): Promise<VerificationKey> {
  const clean = restoreNewlines(text);
  const block = clean.includes('-----BEGIN') ? readPem(name, clean) : undefined;
  if (block !== undefined && block.label !== 'PUBLIC KEY') {
    throw new AuthError('key-kind', `${name}: a PEM text with "PUBLIC KEY" is expected`);
  }
  const der = block?.bytes ?? decodeBase64(clean.replace(/\s+/g, ''));
  if (der === undefined)
    throw new AuthError('key-format', `${name}: expected PEM or base64 of a DER public key`);
  const algorithm = readPublicInfo(name, der);
  return {
    algorithm,
    key: await imports(name, () =>
      crypto.subtle.importKey('spki', Uint8Array.from(der), importAlgorithm[algorithm], true, [
        'verify',
      ]),
    ),
  };
}

async function fromJwk(name: string, jwk: JwtPublicJwk): Promise<VerificationKey> {
  const { kty, crv, x, y, use, alg, key_ops: operations } = jwk;
  const algorithm =
    kty === 'EC' && crv === 'P-256'
      ? 'ES256'
      : kty === 'OKP' && crv === 'Ed25519'
        ? 'EdDSA'
        : undefined;
  const named =
    alg === undefined || alg === algorithm || (alg === 'Ed25519' && algorithm === 'EdDSA');
  if (algorithm === undefined || !named) {
    throw new AuthError(
      'key-algorithm',
      `${name}: the JSON Web Key is neither a P-256 nor an Ed25519 key`,
    );
  }
  const operates =
    operations === undefined || operations.includes('verify') || operations.includes('sign');
  if ((use !== undefined && use !== 'sig') || !operates) {
    throw new AuthError('key-kind', `${name}: the JSON Web Key is not intended for signatures`);
  }
  const bare = algorithm === 'ES256' ? { kty, crv, x, y } : { kty, crv, x };
  const members = Object.fromEntries(
    Object.entries(bare).filter(([, value]) => value !== undefined),
  );
  return {
    algorithm,
    key: await imports(name, () =>
      crypto.subtle.importKey('jwk', members, importAlgorithm[algorithm], true, ['verify']),
    ),
  };
}

function fromCryptoKey(name: string, key: CryptoKey): VerificationKey {
  const { name: family } = key.algorithm;
  const curve = 'namedCurve' in key.algorithm ? key.algorithm.namedCurve : undefined;
  const algorithm =
    family === 'ECDSA' && curve === 'P-256' ? 'ES256' : family === 'Ed25519' ? 'EdDSA' : undefined;
  if (algorithm === undefined)
    throw new AuthError('key-algorithm', `${name}: the key is neither a P-256 nor an Ed25519 key`);
  if (key.type !== 'public' || !key.usages.includes('verify')) {
    throw new AuthError('key-kind', `${name}: a public key that permits verification is required`);
  }
  return { algorithm, key };
}

function isCryptoKey(key: JwtPublicJwk | CryptoKey): key is CryptoKey {
  return 'usages' in key;
}

async function imports(name: string, run: () => Promise<CryptoKey>): Promise<CryptoKey> {
  try {
    return await run();
  } catch {
    throw new AuthError('key-refused', `${name}: the platform rejects this public key`);
  }
}
