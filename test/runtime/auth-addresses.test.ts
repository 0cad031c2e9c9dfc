import {
  hmacFieldSigner,
  hmacFieldVerifier,
  type HmacKeyUse,
  hmacMessageSigner,
  hmacMessageVerifier,
  hmacSigner,
  hmacVerifier,
} from '@tallystick/runtime/auth/hmac';
import { jwtCredential, jwtVerifier } from '@tallystick/runtime/auth/jwt';
import { apiKeyVerifier, basicVerifier } from '@tallystick/runtime/auth/keys';
import { describe, expect, it } from 'vitest';
import { isListedAddress } from '../../runtime/core/address-list.js';
import { bearerJwt, clockAt, makeKey, presentedOf, requestOf } from './auth-fixtures.js';
import { serve, subscribe } from './socket-server-fixture.js';
import { clock, credentials, feed, logon, operation, request, rest } from './hmac-fixture.js';

const variables = { issuer: 'vault' };
const inside = { address: '192.0.2.77' };
const mapped = { address: '::ffff:192.0.2.77' };
const outside = { address: '198.51.100.1' };
const addresses = ['192.0.2.0/24', '2001:db8:7::/48'];

describe('addresses of a key', () => {
  const { secret, passphrase } = credentials;
  const keys = { 'key-1': { secret, passphrase, addresses } };

  it.each([
    [inside, true],
    [mapped, true],
    [outside, false],
    [undefined, false],
  ])('apply to signed requests from %j', async (peer, ok) => {
    const from = peer === undefined ? {} : { peer };
    const signed = await hmacSigner(rest, credentials, { clock }).sign(request(), {
      variables: {},
    });
    const verifier = hmacVerifier(rest, { keys, clock });
    const verdict = await verifier.verify({ ...signed, ...from });
    expect(verdict).toMatchObject(ok ? { ok } : { ok, reason: 'key-address' });
    // Nothing in the verdict differs from that of an unknown key, except for the reason in the log.
    const unknown = await hmacVerifier(rest, { keys: {}, clock }).verify({ ...signed, ...from });
    if (!verdict.ok) expect({ ...verdict, reason: '' }).toEqual({ ...unknown, reason: '' });
  });

  it('apply to messages of a feed and to Logons', async () => {
    const message = await hmacMessageSigner(feed, credentials, { clock }).sign({ variables: {} });
    const fields = new Map([
      [52, '20231114-22:13:20.000'],
      [35, 'A'],
      [34, '1'],
      [49, 'key-1'],
      [56, 'VENUE'],
    ]);
    const given = (tag: number): string | undefined => fields.get(tag);
    for (const [tag, text] of await hmacFieldSigner(logon, credentials, { clock }).sign(given))
      fields.set(tag, text);
    for (const [peer, ok] of [
      [inside, true],
      [outside, false],
      [undefined, false],
    ] as const) {
      const ofFeed = hmacMessageVerifier(feed, { keys, clock });
      expect((await ofFeed.verify(message, { peer })).ok).toBe(ok);
      const ofFix = hmacFieldVerifier(logon, { keys, clock });
      const uses: HmacKeyUse[] = [];
      const lookUp = (name: string, use: HmacKeyUse) => {
        uses.push(use);
        return Object.entries(keys).find(([key]) => key === name)?.[1];
      };
      await hmacFieldVerifier(logon, { keys: lookUp, clock }).verify(given, { peer });
      expect(uses).toEqual([
        {
          ...(peer === undefined ? {} : { peer }),
          operation: 'logon',
          fix: { msgType: 'A', senderCompId: 'key-1', targetCompId: 'VENUE' },
        },
      ]);
      expect((await ofFix.verify(given, { peer })).ok).toBe(ok);
    }
  });

  it('apply to tokens', async () => {
    const { publicKey, pem } = await makeKey('ES256');
    const verifier = jwtVerifier(bearerJwt, {
      keys: { k: { key: publicKey, addresses, scopes: ['read'] } },
      clock: clockAt(),
    });
    const verdictFor = async (peer: { address: string } | undefined) => {
      const source = jwtCredential(
        bearerJwt,
        { keyName: 'k', keySecret: pem },
        { clock: clockAt() },
      );
      const token = await source.token(requestOf(), { variables });
      return verifier.head(presentedOf([token], { request: requestOf(peer && { peer }) }));
    };
    expect(await verdictFor(inside)).toMatchObject({ ok: true, principal: { scopes: ['read'] } });
    expect(await verdictFor(outside)).toEqual({ ok: false, reason: 'key-address' });
    expect(await verdictFor(undefined)).toEqual({ ok: false, reason: 'key-address' });
  });

  it('apply to keys and passwords, listed or found by a function', async () => {
    const listed = apiKeyVerifier({ keys: { ada: { key: 'k', addresses } } });
    const found = apiKeyVerifier({ keys: () => ({ caller: 'ada', addresses }) });
    const password = basicVerifier({ users: { ada: { password: 'p', addresses } } });
    const basic = Buffer.from('ada:p').toString('base64');
    for (const [peer, ok] of [
      [inside, true],
      [outside, false],
    ] as const) {
      const from = { request: requestOf({ peer }) };
      expect((await listed.head(presentedOf(['k'], from))).ok).toBe(ok);
      expect((await found.head(presentedOf(['k'], from))).ok).toBe(ok);
      expect((await password.head(presentedOf([basic], from))).ok).toBe(ok);
    }
  });
});

describe('lookup of HMAC keys', () => {
  it('sees the peer, the request and its operation', async () => {
    const uses: HmacKeyUse[] = [];
    const { secret, passphrase } = credentials;
    const verifier = hmacVerifier(rest, {
      clock,
      keys: (_, use) => {
        uses.push(use);
        return { secret, passphrase };
      },
    });
    const signed = await hmacSigner(rest, credentials, { clock }).sign(request(), {
      variables: {},
    });
    const presented = { ...presentedOf([]), operation, request: { ...signed, peer: inside } };
    expect((await verifier.head(presented)).ok).toBe(true);
    expect(uses).toEqual([{ peer: inside, operation: operation.id, presented }]);
  });
});

describe('lookup of the key of a message', () => {
  const { secret, passphrase } = credentials;
  const uses: HmacKeyUse[] = [];
  const keys = (_: string, use: HmacKeyUse): { secret: string; passphrase: string } => {
    uses.push(use);
    return { secret, passphrase };
  };
  const message = () => hmacMessageSigner(feed, credentials, { clock }).sign({ variables: {} });

  it('sees the channels that a request to a feed subscribes to', async () => {
    uses.length = 0;
    const signed = await message();
    const { verify } = hmacMessageVerifier(feed, { keys, clock });
    // The feed reads only two of the four members.
    const verifier = {
      verify: async (_: object, demands: Parameters<typeof verify>[1]) => {
        const verdict = await verify(signed, demands);
        return verdict.ok ? { ...verdict, principal: { name: 'ada' } } : verdict;
      },
    };
    const { connect } = serve({ verify: verifier });
    const channels = [{ name: 'ticker', product_ids: ['BTC-USD'] }, { name: 'status' }];
    await connect('192.0.2.1').say(subscribe(channels, signed));
    const peer = { address: '192.0.2.1' };
    expect(uses).toEqual([{ peer, operation: 'subscribe', channels: ['ticker', 'status'] }]);
  });

  it('sees what the program says', async () => {
    uses.length = 0;
    const verifier = hmacMessageVerifier(feed, { keys, clock });
    await verifier.verify(await message(), { operation: 'cancelAll' });
    await verifier.verify(await message());
    expect(uses).toEqual([{ operation: 'cancelAll' }, {}]);
  });

  it('sees the type of a FIX message other than a Logon', async () => {
    uses.length = 0;
    const fields = new Map([
      [52, '20231114-22:13:20.000'],
      [35, 'D'],
      [34, '2'],
      [49, 'key-1'],
      [56, 'VENUE'],
    ]);
    const given = (tag: number): string | undefined => fields.get(tag);
    for (const [tag, text] of await hmacFieldSigner(logon, credentials, { clock }).sign(given))
      fields.set(tag, text);
    await hmacFieldVerifier(logon, { keys, clock }).verify(given);
    expect(uses).toMatchObject([{ operation: 'D', fix: { msgType: 'D' } }]);
  });
});

describe('list of addresses', () => {
  it.each([
    ['192.0.2.0/24', '192.0.2.255', true],
    ['192.0.2.0/24', '192.0.3.0', false],
    ['192.0.2.128/25', '192.0.2.127', false],
    ['192.0.2.7', '192.0.2.7', true],
    ['0.0.0.0/0', '203.0.113.9', true],
    ['0.0.0.0/0', '2001:db8::1', false],
    ['::/0', '2001:db8::1', true],
    ['::/0', '192.0.2.1', false],
    ['::ffff:192.0.2.0/120', '192.0.2.9', true],
    ['192.0.2.0/24', '::ffff:c000:201', true],
    ['2001:db8::/33', '2001:db8:7fff::1', true],
    ['2001:db8::/33', '2001:db8:8000::1', false],
    ['fe80::/10', 'fe80::1%eth0', true],
    ['192.0.2.0/24', 'unknown', false],
    ['192.0.2.0/24', '192.0.2.01', false],
    ['192.0.2.0/24', '', false],
    ['2001:db8::/32', '2001:db8::1::2', false],
  ])('%s and %s: %j', (prefix, address, expected) => {
    expect(isListedAddress([prefix], address)).toBe(expected);
  });

  it('that is empty contains no address', () => {
    expect(isListedAddress([], '192.0.2.1')).toBe(false);
  });

  it.each([
    '',
    '192.0.2.0/33',
    '192.0.2.0/-1',
    '192.0.2.0/08',
    '192.0.2',
    '2001:db8::/129',
    'x/8',
    '1.2.3.4/8/8',
    '::ffff:1.2.3.4/95',
  ])('rejects the prefix "%s", whatever the address', (prefix) => {
    expect(() => isListedAddress(['192.0.2.1', prefix], '192.0.2.1')).toThrow(TypeError);
    expect(() => isListedAddress([prefix], undefined)).toThrow(TypeError);
  });
});

describe('malformed addresses of a key', () => {
  it.each([['192.0.2.0/33'], ['office']])('fail, and allow nothing: %s', async (address) => {
    const verifier = apiKeyVerifier({ keys: { ada: { key: 'k', addresses: [address] } } });
    const from = { request: requestOf({ peer: inside }) };
    await expect(verifier.head(presentedOf(['k'], from))).rejects.toMatchObject({
      name: 'AuthError',
      code: 'description',
    });
  });

  it('fail if they are no list', async () => {
    const keys = Object({ ada: { key: 'k', addresses: '192.0.2.77' } });
    const from = { request: requestOf({ peer: inside }) };
    await expect(apiKeyVerifier({ keys }).head(presentedOf(['k'], from))).rejects.toMatchObject({
      code: 'description',
    });
  });
});
