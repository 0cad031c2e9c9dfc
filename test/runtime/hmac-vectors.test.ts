import {
  hmacFieldSigner,
  hmacFieldVerifier,
  hmacKey,
  hmacMessageSigner,
  hmacMessageVerifier,
  hmacSigner,
  hmacVerifier,
} from '@tallystick/runtime/auth/hmac';
import { headerValue } from '@tallystick/runtime';
import { describe, expect, test } from 'vitest';
import {
  clock,
  credentials,
  delivery,
  deliverySecret,
  feed,
  logon,
  request,
  rest,
  secret,
} from './hmac-fixture.js';

const context = { variables: {} };
const keys = { 'key-1': { secret, passphrase: 'pp123' } };

describe('published HMAC vectors', () => {
  test.each([
    ['a POST with a body', request(), 'yhqrgGu+GzbzYv5E9GqFmi2j7tQOS588hyvUl6u3Lr8='],
    [
      'a GET with a query',
      request({ method: 'GET', target: '/fills?product_id=BTC-USD&limit=2', body: undefined }),
      'I7hIHu5RUapKJoHrXq+PhaOprQlVZFSfBswF3JqWkCM=',
    ],
  ])('are signed and verified: %s', async (_, plain, signature) => {
    const signed = await hmacSigner(rest, credentials, { clock }).sign(plain, context);
    expect(signed.headers).toEqual([
      'X-KEY',
      'key-1',
      'X-SIGN',
      signature,
      'X-TIMESTAMP',
      '1700000000',
      'X-PASSPHRASE',
      'pp123',
    ]);
    expect(signed).toEqual({ ...plain, headers: signed.headers });
    expect(await hmacVerifier(rest, { keys, clock }).verify(signed)).toMatchObject({ ok: true });
  });

  test('of a feed message are signed and verified', async () => {
    const members = await hmacMessageSigner(feed, credentials, { clock }).sign();
    expect(members).toEqual({
      signature: '4w5N81jN+R8BEl+8gu26Lel0jalXF5uTezix+T8v9eY=',
      key: 'key-1',
      passphrase: 'pp123',
      timestamp: '1700000000',
    });
    const verifier = hmacMessageVerifier(feed, { keys, clock });
    const message = { type: 'subscribe', ...members };
    expect(await verifier.verify(message)).toMatchObject({ ok: true });
    expect(await verifier.verify({ ...message, timestamp: 1_700_000_000 })).toMatchObject({
      ok: true,
    });
  });

  const fields = new Map([
    [35, 'A'],
    [34, '1'],
    [52, '20231114-22:13:20.000'],
    [56, 'Coinbase'],
  ]);
  test('of a FIX Logon are signed and verified', async () => {
    const key = '0123456789abcdef0123456789abcdef';
    const signer = hmacFieldSigner(logon, { key, secret, passphrase: 'pp123' });
    const added = await signer.sign((tag) => fields.get(tag));
    expect(added).toEqual([
      [49, key],
      [95, '44'],
      [96, '0/ogefMHwZ0+x/KbLAcTCmVBfDBs7OuWw9l1az6TkjQ='],
      [554, 'pp123'],
    ]);
    const whole = new Map([...fields, ...added]);
    const verifier = hmacFieldVerifier(logon, { keys: { [key]: { secret, passphrase: 'pp123' } } });
    expect(await verifier.verify((tag) => whole.get(tag))).toMatchObject({ ok: true });
    for (const tag of [34, 35, 49, 52, 56, 95, 96, 554]) {
      const other = new Map([...whole, [tag, `${whole.get(tag)}0`]]);
      expect(await verifier.verify((each) => other.get(each)), String(tag)).toMatchObject({
        ok: false,
      });
      other.delete(tag);
      expect(await verifier.verify((each) => other.get(each)), String(tag)).toMatchObject({
        ok: false,
      });
    }
  });

  const sent = request({
    target: '/hook',
    headers: ['Content-Type', 'application/json', 'X-Event-Id', 'e1'],
    body: '{"eventId":"e1","eventType":"wallet.activity.detected"}',
  });
  test('of a delivery with signed headers are signed and verified', async () => {
    const signed = await hmacSigner(delivery, { secret: deliverySecret }, { clock }).sign(
      sent,
      context,
    );
    expect(headerValue(signed.headers, 'x-hook-signature')).toBe(
      't=1700000000,h=content-type x-event-id,v1=985a5820ac580736272434ef65b71612ba65eff8e3c1460d5765485b43efd3dd',
    );
    const verifier = hmacVerifier(delivery, { secrets: ['other', deliverySecret], clock });
    expect(await verifier.verify(signed)).toMatchObject({ ok: true, principal: { scopes: [] } });
  });

  test('of a delivery in the older format are signed and verified', async () => {
    const old = { now: () => 1_636_936_200_000 };
    const plain = request({ headers: [], body: 'hello !' });
    const options = { clock: old, alternative: 'bare' };
    const signed = await hmacSigner(delivery, { secret: 'secret' }, options).sign(plain, context);
    expect(signed.headers[1]).toMatch(/^t=1636936200,v0=1b3d69df[0-9a-f]{56}$/);
    const verifier = hmacVerifier(delivery, { secrets: 'secret', clock: old });
    expect(await verifier.verify(signed)).toMatchObject({ ok: true });
  });
});

/** RFC 4231 sections 4.2 to 4.4, 4.7: key and data in hexadecimal, digests by hash. */
test.each([
  [
    '0b'.repeat(20),
    '4869205468657265',
    'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7',
    'afd03944d84895626b0825f4ab46907f15f9dadbe4101ec682aa034c7cebc59cfaea9ea9076ede7f4af152e8b2fa9cb6',
    '87aa7cdea5ef619d4ff0b4241a1d6cb02379f4e2ce4ec2787ad0b30545e17cdedaa833b7d6b8a702038b274eaea3f4e4be9d914eeb61f1702e696c203a126854',
  ],
  [
    '4a656665',
    '7768617420646f2079612077616e7420666f72206e6f7468696e673f',
    '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    'af45d2e376484031617f78d2b58a6b1b9c7ef464f5a01b47e42ec3736322445e8e2240ca5e69e2c78b3239ecfab21649',
    '164b7a7bfcf819e2e395fbe73b56e0a387bd64222e831fd610270cd7ea2505549758bf75c05a994a6d034f65f8f0e6fdcaeab1a34d4a6b4b636e070a38bce737',
  ],
])('returns the digests of RFC 4231 with key %s', async (key, data, ...digests) => {
  const bytes = Uint8Array.from(data.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  const algorithms = ['sha256', 'sha384', 'sha512'] as const;
  for (const [index, algorithm] of algorithms.entries())
    expect(await hmacKey(key, 'hex', algorithm).sign(bytes, 'hex')).toBe(digests[index]);
});
