import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { inspect } from 'node:util';
import { compactVerify } from 'jose';
import { describe, expect, test } from 'vitest';
import { decodeBase64Url, encodeBase64 } from '../../runtime/core/base64.js';
import type { JwtDescriptor } from '../../runtime/core/descriptor.js';
import { AuthError, jwtCredential } from '../../runtime/auth/jwt/index.js';
import { verificationKey } from '../../runtime/auth/jwt/verification-key.js';
import {
  armour,
  bearerJwt,
  clockAt,
  makeKey,
  requestOf,
  walletJwt,
  type TestKey,
} from './auth-fixtures.js';

const ec = await makeKey('ES256');
const ed = await makeKey('EdDSA');
const other = await makeKey('EdDSA');
const variables = { issuer: 'vault' };

const sec1Der = (key: TestKey): Buffer =>
  createPrivateKey(key.pem).export({ type: 'sec1', format: 'der' });
const sec1 = armour('EC PRIVATE KEY', sec1Der(ec).toString('base64'));

/** 32 bytes of seed and 32 of a public key. */
async function halves(seedOf: TestKey, publicOf: TestKey): Promise<string> {
  const seed = await crypto.subtle.exportKey('jwk', seedOf.privateKey);
  const pub = await crypto.subtle.exportKey('jwk', publicOf.publicKey);
  const bytes = [seed.d, pub.x].flatMap((part) => [...(decodeBase64Url(part ?? '') ?? [])]);
  return encodeBase64(Uint8Array.from(bytes));
}
const edText = await halves(ed, ed);

async function signedBy(
  key: TestKey,
  jwt: JwtDescriptor,
  parameters: Record<string, string>,
): Promise<boolean> {
  const token = await jwtCredential(jwt, parameters, { clock: clockAt() }).token(requestOf(), {
    variables,
  });
  return compactVerify(token, key.publicKey).then(
    () => true,
    () => false,
  );
}

/** A SEC1 key without its optional members, as some tools write it. */
function bareSec1(): string {
  const secret = sec1Der(ec).subarray(7, 39);
  const der = Buffer.concat([Buffer.from('30250201010420', 'hex'), secret]);
  return armour('EC PRIVATE KEY', der.toString('base64'));
}

describe('formats of a private key (52)', () => {
  test.each([
    ['PKCS#8', ec.pem],
    ['SEC1', sec1],
    ['SEC1 without curve and public key', bareSec1()],
    ['escaped line breaks', ec.pem.replaceAll('\n', '\\n')],
    ['SEC1 with escaped line breaks', sec1.replaceAll('\n', '\\n')],
    ['CRLF', ec.pem.replaceAll('\n', '\r\n')],
    ['escaped CRLF', ec.pem.replaceAll('\n', '\\r\\n')],
    ['without a final line break', ec.pem.trimEnd()],
    ['surrounding white space', `  \n${ec.pem}\n  `],
    ['spaces before every line', ec.pem.replaceAll('\n', '\n    ')],
    ['spaces instead of line breaks', ec.pem.replaceAll('\n', ' ')],
    ['preceding EC parameters', `${armour('EC PARAMETERS', 'BggqhkjOPQMBBw==')}${sec1}`],
  ])('include PEM: %s', async (_, keySecret) => {
    expect(await signedBy(ec, bearerJwt, { keyName: 'k', keySecret })).toBe(true);
  });

  test.each([
    ['PEM of Ed25519', ed.pem],
    ['64 bytes', edText],
    ['64 bytes with surrounding white space', ` ${edText}\n`],
    ['64 bytes on two lines', `${edText.slice(0, 76)}\n${edText.slice(76)}`],
  ])('include Ed25519: %s', async (_, keySecret) => {
    expect(await signedBy(ed, bearerJwt, { keyName: 'k', keySecret })).toBe(true);
  });

  test.each([
    ['base64', ec.base64],
    ['surrounding white space', ` ${ec.base64}\n`],
    ['an escaped final line break', `${ec.base64}\\n`],
  ])('include DER: %s', async (_, secret) => {
    expect(await signedBy(ec, walletJwt, { secret })).toBe(true);
  });

  test('include an Ed25519 seed whose base64 starts like DER', async () => {
    const seed = new Uint8Array(32).fill(7);
    seed[0] = 0x30;
    const key = createPrivateKey({
      key: Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed]),
      format: 'der',
      type: 'pkcs8',
    });
    const { x } = key.export({ format: 'jwk' });
    const keySecret = encodeBase64(Uint8Array.from([...seed, ...(decodeBase64Url(x ?? '') ?? [])]));
    const jwt: JwtDescriptor = { ...bearerJwt, keyFormats: ['der', 'ed25519'] };
    const credential = jwtCredential(jwt, { keyName: 'k', keySecret });
    await expect(credential.token(requestOf(), { variables })).resolves.toContain('.');
  });
});

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
const p384 = generateKeyPairSync('ec', { namedCurve: 'P-384' }).privateKey;
const encrypted = createPrivateKey(ec.pem).export({
  type: 'pkcs8',
  format: 'pem',
  cipher: 'aes-256-cbc',
  passphrase: 'word',
}) as string;
const encryptedSec1 = createPrivateKey(ec.pem).export({
  type: 'sec1',
  format: 'pem',
  cipher: 'aes-256-cbc',
  passphrase: 'word',
}) as string;
const edPublic = encodeBase64(new Uint8Array(await crypto.subtle.exportKey('spki', ed.publicKey)));
const publicPem = armour(
  'PUBLIC KEY',
  encodeBase64(new Uint8Array(await crypto.subtle.exportKey('spki', ec.publicKey))),
);
const zero = sec1Der(ec)
  .toString('hex')
  .replace(/^(.{14}).{64}/, `$1${'00'.repeat(32)}`);

const refused: readonly (readonly [string, string, JwtDescriptor, string])[] = [
  ['an empty text', 'parameter-missing', bearerJwt, ''],
  ['white space', 'key-missing', bearerJwt, ' \n '],
  ['prose', 'key-format', bearerJwt, 'planted secret prose'],
  ['hexadecimal', 'key-format', bearerJwt, '00ff'.repeat(16)],
  ['URL-safe base64', 'key-format', bearerJwt, `${edText.slice(0, 80)}-_${edText.slice(82)}`],
  ['JSON of a key file', 'key-format', bearerJwt, JSON.stringify({ privateKey: edText })],
  ['quotation marks', 'key-format', bearerJwt, `"${edText}"`],
  ['32 bytes', 'key-format', bearerJwt, encodeBase64(new Uint8Array(32).fill(65))],
  ['PEM in base64', 'key-format', bearerJwt, btoa(ec.pem)],
  ['DER if the scheme does not accept it', 'key-format', bearerJwt, ec.base64],
  ['PEM if the scheme does not accept it', 'key-format', walletJwt, ec.pem],
  ['64 bytes if the scheme does not accept them', 'key-format', walletJwt, edText],
  ['SEC1 in base64', 'key-format', walletJwt, sec1Der(ec).toString('base64')],
  ['truncated DER', 'key-format', walletJwt, encodeBase64(ec.der.slice(0, -3))],
  ['half of a PEM', 'key-format', bearerJwt, ec.pem.slice(0, 120)],
  ['text around the PEM', 'key-format', bearerJwt, `key: ${ec.pem}`],
  ['two keys', 'key-format', bearerJwt, ec.pem + ed.pem],
  ['another end marker', 'key-format', bearerJwt, ec.pem.replace('END PRIVATE', 'END EC PRIVATE')],
  ['invalid base64', 'key-format', bearerJwt, ec.pem.replace(/\n.{8}/, '\n********')],
  ['an encrypted key', 'key-encrypted', bearerJwt, encrypted],
  ['an encrypted SEC1 key', 'key-encrypted', bearerJwt, encryptedSec1],
  ['a public key', 'key-kind', bearerJwt, publicPem],
  ['a certificate', 'key-kind', bearerJwt, armour('CERTIFICATE', ec.base64)],
  ['RSA', 'key-algorithm', bearerJwt, rsa.export({ type: 'pkcs8', format: 'pem' }) as string],
  [
    'RSA in PKCS#1',
    'key-algorithm',
    bearerJwt,
    rsa.export({ type: 'pkcs1', format: 'pem' }) as string,
  ],
  ['P-384', 'key-algorithm', bearerJwt, p384.export({ type: 'pkcs8', format: 'pem' }) as string],
  [
    'P-384 in SEC1',
    'key-algorithm',
    bearerJwt,
    p384.export({ type: 'sec1', format: 'pem' }) as string,
  ],
  ['Ed25519 if the scheme accepts ES256 only', 'key-algorithm', walletJwt, ed.base64],
  ['a mismatched pair of keys', 'key-mismatch', bearerJwt, await halves(ed, other)],
  [
    'a private value of zero',
    'key-refused',
    bearerJwt,
    armour('EC PRIVATE KEY', Buffer.from(zero, 'hex').toString('base64')),
  ],
];

/** Eight characters in a row of the secret that could not be there by chance. */
function pieces(secret: string): readonly string[] {
  const lines = secret
    .split(/\n|\\n/)
    .filter((line) => line.length >= 16 && !line.includes('-----'));
  return lines.flatMap((line) => [line.slice(0, 12), line.slice(-12)]);
}

/** Everything that an error says to anybody who prints it. */
function printed(error: unknown): string {
  const shown = [
    String(error),
    inspect(error, { depth: Infinity, showHidden: true }),
    JSON.stringify(error),
  ];
  if (error instanceof Error)
    shown.push(error.message, error.stack ?? '', printed(error.cause ?? ''));
  return shown.join('\n');
}

describe('invalid private keys (52)', () => {
  test.each(refused)(
    'are rejected with %s, without showing them: %s',
    async (_, code, jwt, secret) => {
      const parameters = jwt === walletJwt ? { secret } : { keyName: 'k', keySecret: secret };
      const error: unknown = await (async () => {
        const credential = jwtCredential(jwt, parameters);
        return credential.token(requestOf(), { variables });
      })().catch((caught: unknown) => caught);
      expect(error).toBeInstanceOf(AuthError);
      expect(error).toMatchObject({ name: 'AuthError', code });
      expect(error).not.toHaveProperty('cause');
      for (const piece of pieces(secret)) expect(printed(error)).not.toContain(piece);
    },
  );

  test('are rejected with the name of the parameter and the expected formats', () => {
    expect(() => jwtCredential(bearerJwt, { keyName: 'k', keySecret: 'x' })).toThrow(
      /^keySecret: expected a PEM private key .* or base64 of 64 bytes .*; found/,
    );
  });
});

describe('a credential hides its secret', () => {
  test.each([
    [bearerJwt, { keyName: 'k', keySecret: ec.pem }],
    [bearerJwt, { keyName: 'k', keySecret: edText }],
    [walletJwt, { secret: ec.base64 }],
  ])('when it is printed, before and after use', async (jwt, parameters) => {
    const credential = jwtCredential(jwt, parameters, { clock: clockAt() });
    const secret = Object.values(parameters).at(-1) ?? '';
    const shown = (): string =>
      [
        inspect(credential, { depth: Infinity, showHidden: true }),
        JSON.stringify(credential),
        String(credential),
        Object.entries(credential).flat().map(String).join(),
        Reflect.ownKeys(credential).map(String).join(),
      ].join('\n');
    const before = shown();
    const token = await credential.token(requestOf(), { variables });
    const failure = await Promise.resolve(
      credential.token(requestOf({ body: { stream: (async function* () {})() } }), {
        variables: {},
      }),
    ).catch((error: unknown) => error);
    for (const piece of pieces(secret)) {
      expect(before + shown() + token + printed(failure)).not.toContain(piece);
    }
    expect(Object.keys(credential)).toEqual(['needs', 'token']);
  });
});

describe('public keys', () => {
  test.each([
    ['PEM', 'ES256', publicPem],
    ['PEM with escaped line breaks', 'ES256', publicPem.replaceAll('\n', '\\n')],
    ['base64 of DER', 'EdDSA', edPublic],
  ])('are accepted: %s', async (_, algorithm, key) => {
    expect(await verificationKey({ key })).toMatchObject({ algorithm });
  });

  test('are read from a JSON Web Key without its private members', async () => {
    const jwk = await crypto.subtle.exportKey('jwk', ec.privateKey);
    const { key } = await verificationKey({ key: { ...jwk, key_ops: ['verify'] } });
    expect(key).toMatchObject({ type: 'public', usages: ['verify'] });
  });

  test.each([
    ['a private PEM', 'key-kind', { key: ec.pem }],
    ['a private DER', 'key-kind', { key: ec.base64 }],
    ['a private key of Web Crypto', 'key-kind', { key: ec.privateKey }],
    ['prose', 'key-format', { key: 'planted secret prose' }],
    [
      'another algorithm than stated',
      'key-algorithm',
      { key: ed.publicKey, algorithm: 'ES256' as const },
    ],
    ['a key for encryption', 'key-kind', { key: { kty: 'EC', crv: 'P-256', use: 'enc' } }],
    [
      'a point that is not on the curve',
      'key-refused',
      { key: { kty: 'EC', crv: 'P-256', x: 'AA', y: 'AA' } },
    ],
  ])('are rejected: %s', async (_, code, key) => {
    const error: unknown = await verificationKey(key).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ name: 'AuthError', code });
    if (typeof key.key === 'string') {
      for (const piece of pieces(key.key)) expect(printed(error)).not.toContain(piece);
    }
  });
});
