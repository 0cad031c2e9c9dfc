import { decodeBase64 } from '../../core/base64.js';
import { AuthError } from '../error.js';
import { readPublicInfo, type JwtAlgorithm } from './key-data.js';
import { readPem, unmangle } from './pem.js';
import { importAlgorithm, type CryptoKey } from './signing-key.js';

/** One public key that tokens are checked with, and what the service knows about it. */
export interface JwtKey {
  /** PEM (`PUBLIC KEY`), base64 of DER (SPKI), a JSON Web Key, or a key of Web Crypto. */
  readonly key: string | JwtPublicJwk | CryptoKey;
  /** The one algorithm of the key; what the key itself says, if absent. */
  readonly algorithm?: JwtAlgorithm;
  /** What tokens call it. Needed in a list of keys; a map's own names are used otherwise. */
  readonly name?: string;
  /** What the key belongs to. Tokens that stand together in a request must agree on it. */
  readonly project?: string;
  /** Who holds it; the same text for every key of theirs. */
  readonly caller?: string;
  /** Scopes that it carries. */
  readonly scopes?: readonly string[];
  /** No longer good, but still known, so that the log can say so. */
  readonly revoked?: boolean;
}

/** The members of a JSON Web Key (RFC 7517, RFC 8037) that matter here. Private members are not looked at. */
export interface JwtPublicJwk {
  readonly kty?: string;
  readonly crv?: string;
  readonly x?: string;
  readonly y?: string;
  readonly use?: string;
  readonly alg?: string;
  readonly key_ops?: readonly string[];
}

/** A key that is ready to check signatures. */
export interface VerificationKey {
  readonly algorithm: JwtAlgorithm;
  readonly key: CryptoKey;
}

const imported = new WeakMap<JwtKey, Promise<VerificationKey>>();

/**
 * Makes a key ready; once for each object, so a lookup that answers with the same object pays once.
 *
 * @throws {AuthError} if it is no public key of P-256 or Ed25519 that may verify
 */
export function verificationKey(key: JwtKey): Promise<VerificationKey> {
  if (typeof key !== 'object' || key === null || key.key === undefined || key.key === null) {
    throw new AuthError('key-missing', 'A key for verifying is an object with the member "key"');
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
  const clean = unmangle(text);
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
      crypto.subtle.importKey('spki', der, importAlgorithm[algorithm], true, ['verify']),
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
      `${name}: the JSON Web Key is not one of P-256 or Ed25519`,
    );
  }
  const operates =
    operations === undefined || operations.includes('verify') || operations.includes('sign');
  if ((use !== undefined && use !== 'sig') || !operates) {
    throw new AuthError('key-kind', `${name}: the JSON Web Key is not meant for signatures`);
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
    throw new AuthError('key-algorithm', `${name}: the key is not of P-256 or Ed25519`);
  if (key.type !== 'public' || !key.usages.includes('verify')) {
    throw new AuthError('key-kind', `${name}: a public key that may verify is needed`);
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
    throw new AuthError('key-refused', `${name}: the platform refuses this public key`);
  }
}
