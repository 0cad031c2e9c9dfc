import type { ApiDescriptor, ErrorDescriptor, JwtDescriptor } from '@tallystick/runtime';

/** What client and server share: servers, variables and security schemes. */
export const platformDescription: ApiDescriptor = {
  title: 'Platform',
  version: '2.0.0',
  servers: [{ url: 'https://{host}' }],
  variables: {
    host: { default: 'api.example.com' },
    issuer: { default: 'platform' },
    audience: { default: 'platform_service' },
  },
  security: {
    bearer: { kind: 'http', scheme: 'bearer' },
    walletAuth: { kind: 'apiKey', in: 'header', name: 'X-Wallet-Auth' },
  },
};

/** How the token of the scheme 'bearer' is made and verified. */
export const bearerScheme: JwtDescriptor = {
  scheme: 'bearer',
  keyFormats: ['pem', 'ed25519'],
  algorithms: ['ES256', 'EdDSA'],
  header: { kid: '{credential.keyName}', typ: 'JWT', nonce: '{random.hex.16}' },
  claims: {
    sub: '{credential.keyName}',
    iss: '{variables.issuer}',
    uri: '{method} {host}{path}',
    uris: ['{method} {host}{path}'],
    iat: '{now}',
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
      aud: { presence: 'optional', contains: '{variables.audience}' },
      uri: { presence: 'optional', equals: '{method} {host}{path}' },
      uris: { presence: 'optional', single: '{method} {host}{path}' },
      iat: { presence: 'optional' },
      nbf: {},
      exp: {},
    },
    atLeastOne: [['uri', 'uris']],
    clockSkew: 30,
    maxLifetime: 120,
  },
};

/** How the token of the scheme 'walletAuth' is made and verified. */
export const walletAuthScheme: JwtDescriptor = {
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

/** How a server says in this error body what it finds wrong by itself. */
export const errorBodyFaults: ErrorDescriptor = {
  code: 'errorType',
  message: 'errorMessage',
  codes: {
    'invalid-request': 'invalid_request',
    unauthorized: 'unauthorized',
    forbidden: 'forbidden',
    'not-found': 'not_found',
    'method-not-allowed': 'invalid_request',
    'not-acceptable': 'invalid_request',
    'request-timeout': 'timed_out',
    conflict: 'already_exists',
    'payload-too-large': 'invalid_request',
    'unsupported-media-type': 'invalid_request',
    misdirected: 'invalid_request',
    'idempotency-mismatch': 'idempotency_error',
    'rate-limited': 'rate_limit_exceeded',
    'not-implemented': 'service_unavailable',
    default: 'internal_server_error',
  },
};

/** How a server says in this error body what it finds wrong by itself. */
export const errorBodyV1Faults: ErrorDescriptor = {
  code: 'code',
  message: 'message',
  codes: {
    'invalid-request': 'malformed_request',
    unauthorized: 'unauthorized',
    forbidden: 'unauthorized',
    'not-found': 'not_found',
    'method-not-allowed': 'malformed_request',
    'not-acceptable': 'malformed_request',
    conflict: 'already_exists',
    'payload-too-large': 'malformed_request',
    'unsupported-media-type': 'malformed_request',
    misdirected: 'malformed_request',
    'idempotency-mismatch': 'malformed_request',
    'rate-limited': 'resource_exhausted',
    'not-implemented': 'unimplemented',
    default: 'internal',
  },
};
