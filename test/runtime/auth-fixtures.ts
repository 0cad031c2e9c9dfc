import type { webcrypto } from 'node:crypto';
import { encodeBase64, encodeBase64Url } from '../../runtime/core/base64.js';
import type {
  JsonValue,
  JwtDescriptor,
  OperationDescriptor,
} from '../../runtime/core/descriptor.js';
import type { Presented } from '../../runtime/core/security.js';
import type { WireRequest } from '../../runtime/core/wire.js';
import { jwtCredential, type JwtCredentialOptions } from '../../runtime/auth/jwt/index.js';

/** A token in `Authorization`, made with either algorithm, that names its key. */
export const bearerJwt: JwtDescriptor = {
  scheme: 'bearer',
  keyFormats: ['pem', 'ed25519'],
  algorithms: ['ES256', 'EdDSA'],
  header: { kid: '{credential.keyName}', typ: 'JWT', nonce: '{random.hex.16}' },
  claims: {
    sub: '{credential.keyName}',
    iss: '{variables.issuer}',
    uri: '{method} {host}{path}',
    uris: ['{method} {host}{path}'],
    nbf: '{now}',
    exp: '{now+120}',
  },
  alternatives: [{ name: 'uris', omit: ['uri'], claims: {} }],
  lifetime: 120,
  verify: {
    key: { header: 'kid' },
    header: { typ: { presence: 'optional', equals: 'JWT' }, nonce: { unique: true } },
    claims: {
      sub: { equals: '{header.kid}' },
      iss: { equals: '{variables.issuer}' },
      aud: { presence: 'optional', contains: 'vault_service' },
      uri: { presence: 'optional', equals: '{method} {host}{path}' },
      uris: { presence: 'optional', single: '{method} {host}{path}' },
      nbf: {},
      exp: {},
      iat: { presence: 'optional' },
    },
    atLeastOne: [['uri', 'uris']],
    clockSkew: 30,
    maxLifetime: 120,
  },
};

/** A token in a custom header, without a key id and bound to the body. */
export const walletJwt: JwtDescriptor = {
  scheme: 'walletAuth',
  keyFormats: ['der'],
  algorithms: ['ES256'],
  header: { typ: 'JWT' },
  claims: {
    iat: '{now}',
    nbf: '{now}',
    jti: '{uuid}',
    uris: ['{method} {host}{path}'],
    req: '{body}',
  },
  alternatives: [{ name: 'reqHash', omit: ['req'], claims: { reqHash: '{body.sha256}' } }],
  lifetime: 60,
  verify: {
    key: { principal: 'bearer' },
    header: { typ: { equals: 'JWT' }, kid: { presence: 'forbidden' } },
    claims: {
      iat: {},
      nbf: {},
      jti: { unique: true },
      uris: { single: '{method} {host}{path}' },
      sub: { presence: 'forbidden' },
    },
    body: { value: 'req', digest: 'reqHash', digestForms: ['ecmascript', 'python', 'go'] },
    clockSkew: 30,
    maxAge: 60,
  },
};

/** A key pair of this run in the spellings that people use. */
export interface TestKey {
  readonly privateKey: CryptoKey;
  readonly publicKey: CryptoKey;
  /** PKCS#8 DER. */
  readonly der: Uint8Array;
  /** Base64 of `der`. */
  readonly base64: string;
  /** PEM, PKCS#8, with a last newline. */
  readonly pem: string;
}

type CryptoKey = webcrypto.CryptoKey;

export async function makeKey(algorithm: 'ES256' | 'EdDSA'): Promise<TestKey> {
  const parameters =
    algorithm === 'ES256' ? { name: 'ECDSA', namedCurve: 'P-256' } : { name: 'Ed25519' };
  const pair = await crypto.subtle.generateKey(parameters, true, ['sign', 'verify']);
  if (!('privateKey' in pair)) throw new Error('a pair was asked for');
  const der = new Uint8Array(await crypto.subtle.exportKey('pkcs8', pair.privateKey));
  const base64 = encodeBase64(der);
  return { ...pair, der, base64, pem: armour('PRIVATE KEY', base64) };
}

/** Lines of 64 characters between BEGIN and END. */
export function armour(label: string, base64: string): string {
  const lines = base64.match(/.{1,64}/g) ?? [];
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`;
}

/** A request as a client sends it or a server receives it. */
export function requestOf(given: Partial<WireRequest> = {}): WireRequest {
  return {
    method: 'GET',
    scheme: 'https',
    authority: 'api.example.com',
    target: '/v1/things/a%2Fb?limit=2',
    headers: [],
    body: undefined,
    ...given,
  };
}

const operation: OperationDescriptor = {
  id: 'op',
  method: 'GET',
  path: ['/v1/things'],
  input: 'none',
  outcomes: [],
};

/** Parts of a request that a server passes to a verifier. */
export function presentedOf(
  credentials: readonly string[],
  given: Partial<Presented> = {},
): Presented {
  return {
    credentials,
    scopes: [],
    operation,
    principals: {},
    authority: 'api.example.com',
    variables: { issuer: 'vault' },
    request: requestOf(),
    ...given,
  };
}

/** 2023-11-14T22:13:20Z, in seconds. */
export const now = 1_700_000_000;

/** A clock that stands still, some seconds from {@link now}. */
export function clockAt(offset = 0): { now(): number } {
  return { now: () => (now + offset) * 1000 };
}

/** A token with any header and any claims, signed by a key as its owner could sign it. Texts are taken literally. */
export async function forge(
  key: CryptoKey,
  header: JsonValue | Uint8Array,
  claims: JsonValue | Uint8Array,
): Promise<string> {
  const input = `${encodePart(header)}.${encodePart(claims)}`;
  const name =
    key.algorithm.name === 'ECDSA' ? { name: 'ECDSA', hash: 'SHA-256' } : { name: 'Ed25519' };
  const signature = await crypto.subtle.sign(name, key, new TextEncoder().encode(input));
  return `${input}.${encodeBase64Url(new Uint8Array(signature))}`;
}

export function encodePart(part: JsonValue | Uint8Array): string {
  if (part instanceof Uint8Array) return encodeBase64Url(part);
  const text = typeof part === 'string' ? part : JSON.stringify(part);
  return encodeBase64Url(new TextEncoder().encode(text));
}

/** A token of the wallet scheme as its client makes it. */
export function walletToken(
  key: TestKey,
  request: WireRequest,
  options: JwtCredentialOptions = {},
): string | Promise<string> {
  const credential = jwtCredential(
    walletJwt,
    { secret: key.base64 },
    { clock: clockAt(), ...options },
  );
  return credential.token(request, { variables: {} });
}
