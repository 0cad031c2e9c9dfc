import fc from 'fast-check';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import { parseExactJson } from '../../runtime/core/json.js';
import { jwtVerifier, replayMemory, sortedJson } from '../../runtime/auth/jwt/index.js';
import {
  bearerJwt,
  clockAt,
  forge,
  makeKey,
  now,
  presentedOf,
  requestOf,
  walletJwt,
  walletToken,
} from './auth-fixtures.js';
import { randomRuns } from '../rounds.js';

fc.configureGlobal(randomRuns(500));

const key = await makeKey('ES256');
const header = { alg: 'ES256', kid: 'k', typ: 'JWT', nonce: '0011223344556677' };
const claims = {
  sub: 'k',
  iss: 'vault',
  uri: 'GET api.example.com/v1/things/a%2Fb',
  nbf: now,
  exp: now + 120,
};
const good = await forge(key.privateKey, header, claims);

/** Accepts everything as new, so that only the token itself decides. */
const forgetful = { remember: () => 'new' as const };
const bearer = jwtVerifier(bearerJwt, {
  keys: { k: { key: key.publicKey } },
  clock: clockAt(),
  replay: forgetful,
});

const place = fc.nat({ max: good.length - 1 });
const unit = fc.constantFrom(...'ABCDEFabcdef0189-_.=+/ \n\t{}"\u00e9\u0000');
const edit = fc.oneof(
  fc.record({ at: place, cut: fc.nat({ max: 3 }), put: fc.string({ unit, maxLength: 3 }) }),
  fc.record({ at: place, cut: fc.nat({ max: good.length }), put: fc.constant('') }),
);

describe('JWT verifier with random tokens', () => {
  test('rejects every edit of a valid token without throwing', async () => {
    expect(await bearer.head(presentedOf([good]))).toMatchObject({ ok: true });
    await fc.assert(
      fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 3 }), async (edits) => {
        let text = good;
        for (const { at, cut, put } of edits) text = text.slice(0, at) + put + text.slice(at + cut);
        expect(await bearer.head(presentedOf([text]))).toMatchObject({ ok: text === good });
      }),
      randomRuns(3000),
    );
  });

  test('rejects any text', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 200 }), async (text) => {
        expect(await bearer.head(presentedOf([text]))).toMatchObject({ ok: false });
      }),
      randomRuns(1500),
    );
  });

  test('returns a verdict for any signed claims', async () => {
    const member = fc.constantFrom(
      'sub',
      'iss',
      'uri',
      'uris',
      'nbf',
      'exp',
      'iat',
      'aud',
      '__proto__',
      'toString',
    );
    await fc.assert(
      fc.asyncProperty(fc.dictionary(member, fc.jsonValue()), async (odd) => {
        const token = await forge(key.privateKey, header, JSON.stringify({ ...claims, ...odd }));
        const verdict = await bearer.head(presentedOf([token]));
        expect(typeof verdict.ok).toBe('boolean');
      }),
      randomRuns(1000),
    );
  });
});

describe('JWT verifier with random bodies', () => {
  const request = requestOf({ method: 'POST', target: '/v1/things' });
  const principals = { bearer: { project: 'blue' } };
  const verifier = jwtVerifier(walletJwt, {
    keys: { blue: { key: key.publicKey } },
    clock: clockAt(),
    replay: replayMemory(),
  });
  /** Integers beyond 2^53 and lone surrogates have no one meaning, and are refused elsewhere. */
  const value = fc
    .jsonValue({ noUnicodeString: false, maxDepth: 4 })
    .filter((candidate) => !/[0-9]{16}/.test(JSON.stringify(candidate)));

  async function accepted(signed: string, sent: string, alternative?: string): Promise<boolean> {
    const token = await walletToken(
      key,
      { ...request, body: signed },
      alternative === undefined ? {} : { alternative },
    );
    const presented = presentedOf([token], { request, principals });
    const head = await verifier.head(presented);
    if (!head.ok) throw new Error(head.reason);
    const verdict = await verifier.body?.(
      presented,
      new TextEncoder().encode(sent),
      head.principal,
    );
    return verdict?.ok === true;
  }

  test('accepts the same value in another order and spelling', async () => {
    await fc.assert(
      fc.asyncProperty(value, async (body) => {
        const text = JSON.stringify(body);
        const spelt = sortedJson(parseExactJson(text), 'python');
        expect(await accepted(text, spelt)).toBe(true);
        expect(await accepted(spelt, text, 'reqHash')).toBe(true);
      }),
      randomRuns(600),
    );
  });

  test('rejects another value', async () => {
    await fc.assert(
      fc.asyncProperty(value, value, async (signed, sent) => {
        const [left, right] = [JSON.stringify(signed), JSON.stringify(sent)];
        // Values that JSON does not distinguish are the same body: -0 and 0.
        const same = isDeepStrictEqual(JSON.parse(left), JSON.parse(right));
        expect(await accepted(left, right)).toBe(same);
        expect(await accepted(left, right, 'reqHash')).toBe(same);
      }),
      randomRuns(600),
    );
  });
});
