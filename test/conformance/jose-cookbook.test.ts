import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { decodeBase64Url, encodeBase64 } from '../../runtime/core/base64.js';
import { jwtCredential } from '../../runtime/auth/jwt/index.js';
import { parseCompact } from '../../runtime/auth/jwt/compact.js';
import { checkSignature } from '../../runtime/auth/jwt/signature.js';
import { verificationKey, type JwtPublicJwk } from '../../runtime/auth/jwt/verification-key.js';
import { hmacDigest } from '../../runtime/auth/hmac/index.js';
import { sharedPath } from '../shared.js';

interface Example {
  readonly input: {
    readonly payload: string;
    readonly key: JwtPublicJwk & { readonly d?: string; readonly k?: string };
  };
  readonly signing: { readonly 'sig-input': string; readonly sig: string };
  readonly output: { readonly compact?: string };
}

const folder = sharedPath('suites', 'jose-cookbook');
const read = (name: string): Example =>
  JSON.parse(readFileSync(`${folder}/${name}.json`, 'utf8')) as Example;

describe.skipIf(folder === undefined)(
  'examples of RFC 7520, 7797 and 8037 (in a separate suite)',
  () => {
    test('verify the Ed25519 signature, and reject another payload', async () => {
      const { input, output } = read('curve25519/jws');
      const compact = output.compact ?? '';
      const { algorithm, key } = await verificationKey({ key: input.key });
      const token = parseCompact(compact, 8192);
      expect(new TextDecoder().decode(token.payload)).toBe(input.payload);
      await expect(checkSignature(token, algorithm, key)).resolves.toBeUndefined();
      const other = parseCompact(compact.replace('.RXhh', '.RXhi'), 8192);
      await expect(checkSignature(other, algorithm, key)).rejects.toMatchObject({
        reason: 'signature-wrong',
      });
    });

    test('create verifiable tokens with the Ed25519 key, encoded as seed and public key', async () => {
      const { input } = read('curve25519/jws');
      const endpoints = [input.key.d, input.key.x].map(
        (half) => decodeBase64Url(half ?? '') ?? new Uint8Array(),
      );
      const secret = encodeBase64(Uint8Array.from(endpoints.flatMap((half) => [...half])));
      const credential = jwtCredential(
        {
          keyFormats: ['ed25519'],
          algorithms: ['EdDSA'],
          header: {},
          claims: { a: 1 },
          lifetime: 1,
          verify: {},
        },
        { secret },
      );
      const request = {
        method: 'GET',
        scheme: 'https',
        authority: 'a',
        target: '/',
        headers: [],
        body: undefined,
      } as const;
      const token = parseCompact(await credential.token(request, { variables: {} }), 8192);
      const { algorithm, key } = await verificationKey({ key: input.key });
      await expect(checkSignature(token, algorithm, key)).resolves.toBeUndefined();
    });

    test.each([
      ['jws/4_1.rsa_v15_signature'],
      ['jws/4_2.rsa-pss_signature'],
      ['jws/4_3.ecdsa_signature'],
      ['jws/4_4.hmac-sha2_integrity_protection'],
    ])('%s: reject its key', async (name) => {
      const { input } = read(name);
      await expect(verificationKey({ key: input.key })).rejects.toMatchObject({
        code: 'key-algorithm',
      });
    });

    test('reject a payload without encoding (RFC 7797)', () => {
      const compact = read('rfc7797/hmac-sha2_b64_false').output.compact ?? '';
      expect(compact).not.toBe('');
      expect(() => parseCompact(compact, 8192)).toThrow(
        expect.objectContaining({ reason: 'header-crit' }),
      );
    });

    test('reject a signature with detached content as a token', () => {
      const compact = read('jws/4_5.signature_with_detached_content').output.compact ?? '';
      expect(parseCompact(compact, 8192).payload).toHaveLength(0);
    });

    test('return the HMAC digest', async () => {
      const { input, signing } = read('jws/4_4.hmac-sha2_integrity_protection');
      const digest = await hmacDigest(
        decodeBase64Url(input.key.k ?? '') ?? new Uint8Array(),
        signing['sig-input'],
      );
      expect(digest).toEqual(decodeBase64Url(signing.sig));
    });
  },
);
