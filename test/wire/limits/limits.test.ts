import { describe, expect, it } from 'vitest';
import { headerValue, type WireResponse } from '@tallystick/runtime';
import { pacing } from '@tallystick/runtime/http';
import { peerKey } from '@tallystick/runtime/http/server';
import { OutputClient } from '../../cases/limits/output/client.js';
import * as limits from '../../cases/limits/output/limits.js';
import { limits as exportedLimits } from '../../cases/limits/output/index.js';
import { createPartialOutputServer } from '../../cases/limits/output/server.js';
import { byName, createRateLimitFixture } from './fixture.js';

const times = (count: number): readonly number[] => Array.from({ length: count }, (_, at) => at);

describe('server with rate limits', () => {
  it('accepts a burst, rejects the next request, and sends Retry-After', async () => {
    const { client, responses, time } = createRateLimitFixture();
    for (const _ of times(30)) await client.kettles.get('a');
    const refused = await client.kettles.get.result('a');
    expect(refused).toMatchObject({
      kind: 'failure',
      status: 429,
      value: { message: 'Too many requests.' },
    });
    expect(headerValue(last(responses).headers, 'retry-after')).toBe('1');
    await time.advance(67);
    await client.kettles.get('a');
    expect((await client.kettles.get.result('a')).ok).toBe(false);
  });

  it('counts operations of a bucket together, and profiles separately', async () => {
    const red = createRateLimitFixture();
    for (const _ of times(29)) await red.client.kettles.get('a');
    await red.client.kettles.create();
    expect(await red.client.kettles.getBySerial.result('1')).toMatchObject({ status: 429 });
    const request = (key: string): Promise<WireResponse> =>
      red.handle({
        method: 'GET',
        scheme: 'https',
        authority: 'kettles.example',
        target: '/api/kettles/a',
        headers: ['Host', 'kettles.example', 'X-Key', key],
        body: undefined,
      });
    expect((await request('red-2')).status).toBe(429);
    expect((await request('blue-1')).status).toBe(200);
  });

  it('counts addresses before it verifies credentials', async () => {
    const { handle } = createRateLimitFixture();
    const request = (address: string): Promise<WireResponse> =>
      handle({
        method: 'GET',
        scheme: 'https',
        authority: 'kettles.example',
        target: '/api/boilings',
        headers: ['Host', 'kettles.example'],
        body: undefined,
        peer: { address },
      });
    const statuses = [];
    for (const _ of times(3)) statuses.push((await request('192.0.2.1')).status);
    expect(statuses).toEqual([401, 401, 429]);
    expect((await request('192.0.2.2')).status).toBe(401);
  });

  it('accepts requests without a limit, and everything if limits are disabled', async () => {
    const { client } = createRateLimitFixture();
    for (const _ of times(100)) await client.kettles.list();
    const exempt = createRateLimitFixture({ limits: false });
    for (const _ of times(100)) await exempt.client.kettles.get('a');
    const uncounted = createPartialOutputServer(
      { getKettle: (_, respond) => respond.ok({ id: 'a' }) },
      { authorities: ['kettles.example'], security: { key: byName } },
    );
    const direct = createRateLimitFixture({ transport: uncounted });
    for (const _ of times(100)) await direct.client.kettles.get('a');
  });

  it('omits Retry-After on request', async () => {
    const { client, responses } = createRateLimitFixture({ limits: { retryAfter: false } });
    for (const _ of times(30)) await client.kettles.get('a');
    expect((await client.kettles.get.result('a')).ok).toBe(false);
    expect(headerValue(last(responses).headers, 'retry-after')).toBeUndefined();
  });
});

describe('client with pacing', () => {
  it('is never rejected by a server of the same description', async () => {
    const { client, responses, time } = createRateLimitFixture({
      pacing: pacing(),
      timeout: Infinity,
    });
    const calls = times(60).map(() => client.kettles.get('a'));
    await time.advance(5000);
    await Promise.all(calls);
    expect(responses.map(({ status }) => status)).toEqual(times(60).map(() => 200));
  });

  it('sends a request as soon as there is a token', async () => {
    const { client, requests, time } = createRateLimitFixture({ pacing: pacing() });
    const calls = times(4).map(() => client.boilings.list({ limit: 1 }));
    const answers = Promise.all(calls);
    await time.advance(0);
    expect(requests).toHaveLength(2);
    await time.advance(1999);
    expect(requests).toHaveLength(2);
    await time.advance(1);
    expect(requests).toHaveLength(3);
    await time.advance(2000);
    expect(requests).toHaveLength(4);
    await answers;
    expect(time.pending).toBe(0);
  });

  it('retries after a rejection, and delays other requests', async () => {
    const fixture = createRateLimitFixture();
    const paced = new OutputClient({
      transport: fixture.transport,
      credentials: { key: 'red-1' },
      timers: fixture.time,
      pacing: pacing(),
    });
    // Another caller at the same address has taken both tokens.
    for (const _ of times(2)) await fixture.client.boilings.list();
    const calls = Promise.all(times(2).map(() => paced.boilings.list({ limit: 1 })));
    const statuses = (): readonly number[] =>
      fixture.responses.slice(2).map(({ status }) => status);
    await fixture.time.advance(0);
    expect(statuses()).toEqual([429, 429]);
    await fixture.time.advance(1999);
    expect(statuses()).toEqual([429, 429]);
    await fixture.time.advance(1);
    expect(statuses()).toEqual([429, 429, 200]);
    await fixture.time.advance(2000);
    expect(statuses()).toEqual([429, 429, 200, 200]);
    await calls;
  });
});

describe('limits of a description', () => {
  it('are constants with literal types', () => {
    const size: 1000 = limits.pageSize;
    const [preferred]: readonly ['ECDHE-RSA-AES128-GCM-SHA256', ...string[]] = limits.ciphers;
    expect([size, preferred, limits.temperature]).toEqual([
      1000,
      'ECDHE-RSA-AES128-GCM-SHA256',
      -0.5,
    ]);
    expect(exportedLimits.maxKettles).toBe(25);
    expect(exportedLimits.privateRateLimit).toEqual({
      bucket: 'private',
      rate: 15,
      burst: 30,
      per: 'profile',
    });
  });
});

describe('key of a peer', () => {
  const key = (address?: string): string =>
    peerKey({
      wire: {
        method: 'GET',
        scheme: 'https',
        authority: 'a',
        target: '/',
        headers: [],
        body: undefined,
        ...(address === undefined ? {} : { peer: { address } }),
      },
      operation: { id: 'a', method: 'GET', path: ['/'], input: 'none', outcomes: [] },
      principals: {},
    });

  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['2001:db8:0:1:2:3:4:5', '2001:db8:0:1'],
    ['2001:DB8:0:1::9', '2001:db8:0:1'],
    ['2001:0db8::1', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    [undefined, 'unknown'],
  ])('of %s is %s', (address, want) => {
    expect(key(address)).toBe(want);
  });
});

function last(responses: readonly WireResponse[]): WireResponse {
  const found = responses.at(-1);
  if (found === undefined) throw new Error('nothing was answered');
  return found;
}
