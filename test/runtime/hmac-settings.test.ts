import type { HmacDescriptor } from '@tallystick/runtime';
import {
  hmacFieldSigner,
  hmacKey,
  hmacMessageSigner,
  hmacMessageVerifier,
  hmacSigner,
  hmacVerifier,
  replayMemory,
} from '@tallystick/runtime/auth/hmac';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { parseTimestamp, writeTimestamp } from '../../runtime/auth/hmac/timestamp.js';
import {
  at,
  clock,
  credentials,
  delivery,
  feed,
  logon,
  operation,
  request,
  rest,
  secret,
} from './hmac-fixture.js';

const context = { variables: {} };
const keys = { 'key-1': { secret, passphrase: 'pp123', scopes: ['view'] } };

describe('timestamps', () => {
  test.each<[HmacDescriptor['timestamp'], number, string]>([
    [{ unit: 'seconds', tolerance: 1 }, 1_700_000_000_999, '1700000000'],
    [{ unit: 'seconds', decimals: 3, tolerance: 1 }, 1_700_000_000_000, '1700000000'],
    [{ unit: 'seconds', decimals: 3, tolerance: 1 }, 1_700_000_000_120, '1700000000.12'],
    [{ unit: 'seconds', decimals: 1, tolerance: 1 }, 1_700_000_000_999, '1700000000.9'],
    [{ unit: 'milliseconds', tolerance: 1 }, 1_700_000_000_999.9, '1700000000999'],
    [{ unit: 'iso', tolerance: 1 }, 1_700_000_000_001, '2023-11-14T22:13:20.001Z'],
  ])('are written as %o', (rule, milliseconds, text) => {
    if (rule === undefined) throw new Error('there is a rule');
    expect(writeTimestamp(milliseconds, rule)).toBe(text);
    expect(Math.abs((parseTimestamp(text, rule) ?? 0) * 1000 - milliseconds)).toBeLessThan(1000);
  });

  test.each([
    ['seconds', '1795359875.3140001', 1_795_359_875.314],
    ['seconds', '1795359875.123456789012345678901234567890', 1_795_359_875.123_456],
    ['seconds', '1795359875.0', 1_795_359_875],
    ['milliseconds', '1795359875314.0001', 1_795_359_875.314],
    ['iso', '2026-11-22T15:04:35Z', 1_795_359_875],
    ['iso', '2026-11-22T15:04:35.31400012Z', 1_795_359_875.314],
  ] as const)('in %s, are read with any number of decimals: %s', (unit, text, seconds) => {
    expect(parseTimestamp(text, { unit, tolerance: 1 })).toBeCloseTo(seconds, 3);
  });

  test.each(
    [
      '',
      ' 1',
      '1 ',
      '1.',
      '.5',
      '1.2.3',
      '1.-5',
      '1.5e3',
      '1. 5',
      '-1',
      '+1',
      '01',
      '1e3',
      '1_000',
      '0x10',
      '１',
      'NaN',
      '9'.repeat(13),
      '1\n',
      '1,5',
    ].map((text) => [text]),
  )('reject %j as seconds', (text) => {
    expect(parseTimestamp(text, { unit: 'seconds', decimals: 3, tolerance: 1 })).toBeUndefined();
  });

  test.each([
    '2023-02-30T00:00:00.000Z',
    '2023-11-14T22:13:20.Z',
    '2023-11-14T22:13:20,5Z',
    '2023-11-14T22:13:20.000+00:00',
    '2023-11-14 22:13:20.000Z',
    '2023-11-14T24:00:00.000Z',
  ])('reject %s as a time', (text) => {
    expect(parseTimestamp(text, { unit: 'iso', tolerance: 1 })).toBeUndefined();
  });
});

describe('HMAC options', () => {
  test.each<[string, () => unknown, string]>([
    ['no passphrase', () => hmacSigner(rest, { key: 'k', secret }), 'parameter-missing'],
    ['no key', () => hmacSigner(rest, { secret, passphrase: 'p' }), 'parameter-missing'],
    ['an empty key', () => hmacSigner(rest, { ...credentials, key: '' }), 'parameter-missing'],
    ['an empty secret', () => hmacSigner(rest, { ...credentials, secret: '' }), 'key-missing'],
    [
      'a secret that is not base64',
      () => hmacSigner(rest, { ...credentials, secret: 'a_b-' }),
      'key-format',
    ],
    [
      'an unknown alternative',
      () => hmacSigner(rest, credentials, { alternative: 'other' }),
      'description',
    ],
    [
      'a scheme of requests for messages',
      () => hmacMessageSigner(rest, credentials),
      'description',
    ],
    ['a scheme of messages for requests', () => hmacSigner(feed, credentials), 'description'],
    [
      'secrets for a scheme with key names',
      () => hmacVerifier(rest, { secrets: 'a' }),
      'description',
    ],
    ['keys for a scheme without key names', () => hmacVerifier(delivery, { keys }), 'description'],
    [
      'an invalid tolerance',
      () => hmacVerifier(rest, { keys, tolerance: Number.NaN }),
      'description',
    ],
    [
      'a replay memory without an expiry',
      () =>
        hmacVerifier(
          { ...rest, prehash: '{body}', headers: { 'X-KEY': '{key}', 'X-SIGN': '{signature}' } },
          { keys, replay: replayMemory() },
        ),
      'description',
    ],
    ['a lone brace', () => hmacSigner({ ...rest, prehash: '{' }, credentials), 'description'],
    [
      'an unknown value',
      () => hmacSigner({ ...rest, headers: { a: 'x' } }, credentials),
      'description',
    ],
  ])('reject %s', (_, make, code) => {
    expect(make).toThrow(expect.objectContaining({ code }));
  });

  test('are checked when a function returns them', async () => {
    const signer = hmacSigner(rest, async () => ({ ...credentials, secret: 'no base64' }), {
      clock,
    });
    await expect(signer.sign(request(), context)).rejects.toMatchObject({ code: 'key-format' });
  });

  test('do not allow signing a stream', async () => {
    const stream = (async function* () {})();
    const signer = hmacSigner(rest, credentials, { clock });
    expect(signer.needs).toBe('bytes');
    await expect(signer.sign(request({ body: { stream } }), context)).rejects.toMatchObject({
      code: 'body-unbindable',
    });
    const head = hmacSigner({ ...rest, prehash: '{timestamp}{target}' }, credentials, { clock });
    expect(head.needs).toBe('head');
    expect((await head.sign(request({ body: { stream } }), context)).headers.length).toBe(8);
  });

  test('reject a comma in an element', async () => {
    const descriptor: HmacDescriptor = {
      ...rest,
      prehash: '{body}',
      headers: { 'X-SIGN': 'k={key},v1={signature}' },
    };
    const signer = hmacSigner(descriptor, { key: 'a,v1=b', secret });
    await expect(signer.sign(request(), context)).rejects.toMatchObject({
      code: 'parameter-format',
    });
  });
});

describe('HMAC verifier', () => {
  const presented = async (
    scopes: readonly string[],
  ): Promise<Parameters<ReturnType<typeof hmacVerifier>['head']>[0]> => ({
    request: await hmacSigner(rest, credentials, { clock }).sign(request(), context),
    credentials: [],
    scopes,
    operation,
    principals: {},
    authority: 'api.example.com',
    variables: {},
  });
  const body = new TextEncoder().encode(String(request().body));

  test('returns the missing scope only after a valid signature', async () => {
    const verifier = hmacVerifier(rest, { keys, clock });
    const view = await presented(['trade']);
    const head = await verifier.head(view);
    if (!head.ok) throw new Error('the head is good');
    expect(await verifier.body?.(view, new Uint8Array(1), head.principal)).toMatchObject({
      ok: false,
      reason: 'signature-wrong',
    });
    const again = await verifier.head(view);
    if (!again.ok) throw new Error('the head is good');
    expect(await verifier.body?.(view, body, again.principal)).toEqual({
      ok: false,
      reason: 'key-scope',
      status: 403,
    });
  });

  test('rejects text as scopes', async () => {
    const tabular = { 'key-1': { secret, passphrase: 'pp123', scopes: 'trade-nothing' } };
    const options = { keys: tabular as unknown as Record<string, { secret: string }>, clock };
    const verification = Promise.resolve(
      hmacVerifier(rest, options).head(await presented(['trade'])),
    );
    await expect(verification).rejects.toThrow('"scopes" is not a list');
  });

  test('requires the head before the body of each request', async () => {
    const verifier = hmacVerifier(rest, { keys, clock });
    const view = await presented([]);
    const head = await verifier.head(view);
    if (!head.ok) throw new Error('the head is good');
    expect(await verifier.body?.(view, body, head.principal)).toMatchObject({ ok: true });
    await expect(verifier.body?.(view, body, head.principal)).rejects.toMatchObject({
      code: 'description',
    });
  });

  test('asks a store each time, and imports the same object once', async () => {
    const record = { secret, passphrase: 'pp123' };
    const lookups: string[] = [];
    const lookup = async (name: string): Promise<typeof record> => {
      lookups.push(name);
      return record;
    };
    const verifier = hmacVerifier(rest, { keys: lookup, clock });
    const { request: signed } = await presented([]);
    for (const _ of [1, 2]) expect(await verifier.verify(signed)).toMatchObject({ ok: true });
    expect(lookups).toEqual(['key-1', 'key-1']);
    record.secret = btoa('another secret');
    expect(await verifier.verify(signed)).toMatchObject({ reason: 'signature-wrong' });
  });

  test('rejects requests without showing the secret if its options are invalid', async () => {
    const broken = { 'key-1': { secret: `${secret}!`, passphrase: 'pp123' } };
    const { request: signed } = await presented([]);
    const error: unknown = await hmacVerifier(rest, { keys: broken, clock })
      .verify(signed)
      .catch((caught: unknown) => caught);
    expect(error).toMatchObject({ code: 'key-format' });
    expect(String(error)).not.toContain(secret.slice(0, 12));
    await expect(
      hmacVerifier(delivery, { secrets: [], clock }).verify(
        await hmacSigner(delivery, { secret: 's' }, { clock }).sign(request(), context),
      ),
    ).rejects.toMatchObject({ code: 'key-missing' });
  });

  test('returns the configured messages to the caller', async () => {
    const described = { ...rest, refusals: { key: 'described', timestamp: 'late' } };
    const configured = { refusals: { key: 'told' } };
    const { request: signed } = await presented([]);
    const verdict = (now: number): Promise<object> =>
      hmacVerifier(described, { keys: {}, clock: { now: () => now }, ...configured }).verify(
        signed,
      );
    expect(await verdict(at)).toMatchObject({ message: 'told' });
    expect(await verdict(at + 31_000)).toMatchObject({ message: 'late' });
    expect(await hmacVerifier(rest, { keys: {}, clock }).verify(signed)).toEqual({
      ok: false,
      reason: 'key-unknown',
    });
  });
});

describe('HMAC of messages', () => {
  test.each<[string, object, string]>([
    ['a boolean as timestamp', { timestamp: true }, 'credential-missing'],
    ['an infinite timestamp', { timestamp: Number.POSITIVE_INFINITY }, 'timestamp-format'],
    ['a timestamp in exponent notation', { timestamp: 1e21 }, 'timestamp-format'],
    ['a fractional timestamp', { timestamp: 1_700_000_000.5 }, 'signature-wrong'],
    ['a list as key', { key: ['key-1'] }, 'credential-missing'],
    ['null as signature', { signature: null }, 'credential-missing'],
  ])('is rejected with %s', async (_, change, reason) => {
    const members = await hmacMessageSigner(feed, credentials, { clock }).sign();
    const verifier = hmacMessageVerifier(feed, { keys, clock });
    expect(await verifier.verify({ ...members, ...change })).toMatchObject({ ok: false, reason });
    expect(await verifier.verify(Object.create({ ...members }))).toMatchObject({ ok: false });
    expect(await verifier.verify(members, { scopes: ['trade'] })).toMatchObject({ status: 403 });
    expect(await verifier.verify(members, { scopes: ['view'] })).toMatchObject({ ok: true });
  });

  test('requires every signed FIX field', async () => {
    expect(() => hmacFieldSigner(logon, credentials).sign(() => undefined)).toThrow(
      expect.objectContaining({ code: 'parameter-missing' }),
    );
  });
});

describe('runtime without the cryptography of Node', () => {
  afterEach(() => {
    vi.restoreAllMocks();
    vi.resetModules();
  });

  test('signs and verifies the same with Web Crypto', async () => {
    const mine = hmacKey(secret, 'base64', 'sha512').sign('text', 'base64url');
    expect(mine).toBeTypeOf('string');
    vi.spyOn(process, 'getBuiltinModule').mockReturnValue(undefined);
    vi.resetModules();
    const web = await import('../../runtime/auth/hmac/index.js');
    const theirs = web.hmacKey(secret, 'base64', 'sha512').sign('text', 'base64url');
    expect(theirs).toBeInstanceOf(Promise);
    expect(await theirs).toBe(mine);
    const descriptor = { ...rest, prehash: `${rest.prehash}{body.sha256}` };
    const signed = await web
      .hmacSigner(descriptor, credentials, { clock })
      .sign(request(), context);
    for (const make of [web.hmacVerifier, hmacVerifier])
      expect(await make(descriptor, { keys, clock }).verify(signed)).toMatchObject({ ok: true });
    expect(await web.hmacMessageSigner(feed, credentials, { clock }).sign()).toEqual(
      await hmacMessageSigner(feed, credentials, { clock }).sign(),
    );
  });
});
