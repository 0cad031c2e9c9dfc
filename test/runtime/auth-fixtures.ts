import type { JwtDescriptor } from '../../runtime/core/descriptor.js';
import type { WireRequest } from '../../runtime/core/wire.js';

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

/** A token in a header of its own that names no key and is bound to the body. */
export const walletJwt: JwtDescriptor = {
  scheme: 'walletAuth',
  carrier: 'value',
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

/** Base64 of DER PKCS#8, P-256; made for the tests and used nowhere else. */
export const walletSecretText =
  'MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg3lkfCMV3P1tpsP63A9JGE9jTkfieORk0/u5PU7aE2lWhRANCAASZfF4bR9NasLvqJ6jy1cGRBOdmhzveOxtAcDZ++GvhoOxh2DlYsM8Qbm2qJ4l+aJ9dxz3XF3QvcfdTQhBjfyLK';

/** A request as a client sends it or a server receives it. */
export function requestOf(
  given: {
    readonly method?: string;
    readonly authority?: string;
    readonly target?: string;
    readonly body?: string | undefined;
    readonly headers?: readonly string[];
  } = {},
): WireRequest {
  return {
    method: given.method ?? 'GET',
    scheme: 'https',
    authority: given.authority ?? 'api.example.com',
    target: given.target ?? '/v1/things?limit=2',
    headers: given.headers ?? [],
    body: given.body,
  };
}
