import { describe, expect, it } from 'vitest';
import type { WireRequest, WireResponse } from '@tallystick/runtime';
import { createRateLimitFixture } from './fixture.js';

const free = { limits: false } as const;

describe('trailing slash of a path', () => {
  const ask = (target: string, change: Partial<WireRequest> = {}): Promise<WireResponse> =>
    createRateLimitFixture(free).handle({
      method: 'GET',
      scheme: 'https',
      authority: 'kettles.example',
      target,
      headers: ['Host', 'kettles.example', 'X-Key', 'red-1'],
      body: undefined,
      ...change,
    });

  it.each([
    ['/api/kettles/', 200],
    ['/api/kettles', 200],
    ['/api/kettles/?a=1', 200],
    ['/api/kettles?a=1', 200],
    ['/api/kettles//', 404],
    ['/api/Kettles', 404],
    ['/api/kettles%2F', 404],
    ['/api/boilings', 200],
    ['/api/boilings/', 404],
    ['/api/kettles/a/', 404],
  ])('is optional: %s returns %d', async (target, status) => {
    expect((await ask(target)).status).toBe(status);
  });

  it('is sent as described', async () => {
    const { client, requests } = createRateLimitFixture(free);
    await client.kettles.list();
    expect(requests.map(({ target }) => target)).toEqual(['/api/kettles/']);
  });

  it('does not affect idempotency', async () => {
    const { handle, created } = createRateLimitFixture(free);
    const post = (target: string): Promise<WireResponse> =>
      handle({
        method: 'POST',
        scheme: 'https',
        authority: 'kettles.example',
        target,
        headers: ['Host', 'kettles.example', 'X-Key', 'red-1', 'Idempotency-Key', 'one'],
        body: undefined,
      });
    expect((await post('/api/kettles/')).status).toBe(204);
    expect((await post('/api/kettles')).status).toBe(204);
    expect(created()).toBe(1);
  });

  it('does not affect the allowed methods', async () => {
    const allowed = async (target: string): Promise<string | undefined> => {
      const { headers } = await ask(target, { method: 'DELETE' });
      return headers[headers.indexOf('Allow') + 1];
    };
    expect(await allowed('/api/kettles')).toBe('GET, HEAD, OPTIONS, POST');
    expect(await allowed('/api/kettles/')).toBe('GET, HEAD, OPTIONS, POST');
  });
});

describe('colon in a path', () => {
  it('stays unencoded, and distinguishes two operations', async () => {
    const { client, requests } = createRateLimitFixture(free);
    expect(await client.kettles.getBySerial('0a:1')).toEqual({ id: 'serial 0a:1' });
    expect(await client.kettles.get('serial')).toEqual({ id: 'id serial' });
    expect(await client.kettles.get('serial:7')).toEqual({ id: 'id serial:7' });
    expect(await client.kettles.get('a:b/c')).toEqual({ id: 'id a:b/c' });
    expect(requests.map(({ target }) => target)).toEqual([
      '/api/kettles/serial:0a%3A1',
      '/api/kettles/serial',
      '/api/kettles/serial%3A7',
      '/api/kettles/a%3Ab%2Fc',
    ]);
  });
});
