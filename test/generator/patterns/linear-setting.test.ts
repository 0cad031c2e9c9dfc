import { describe, expect, it } from 'vitest';
import { generate, memoryHost } from '../../../generator/index.js';
import { isLink } from '../../cases/linear-patterns/output/validators.js';
import { zodLink } from '../../cases/linear-patterns/output/zod.js';

const endless = `a.${'a'.repeat(100)}!`;

describe('package with slowPatterns: linear', () => {
  it('checks texts that take RegExp exponential time', () => {
    expect(isLink({ url: 'https://example.com/a/b' })).toBe(true);
    expect(isLink({ url: endless })).toBe(false);
    expect(zodLink.safeParse({ url: 'https://example.com/a/b' }).success).toBe(true);
    expect(zodLink.safeParse({ url: endless }).error?.issues[0]?.message).toMatch(/^expected text/);
  });

  it('checks property names that take RegExp exponential time', () => {
    const url = 'https://example.com';
    expect(isLink({ url, counts: { aaa: 1n } })).toBe(true);
    expect(isLink({ url, counts: { [`${'a'.repeat(100)}!`]: 1n } })).toBe(false);
  });

  it('uses linear patterns in the addresses of feeds', async () => {
    const document = {
      asyncapi: '3.0.0',
      info: { title: 'Rooms', version: '1' },
      servers: { live: { host: 'example.com', protocol: 'wss' } },
      channels: {
        rooms: {
          address: '/rooms',
          bindings: {
            ws: {
              query: {
                type: 'object',
                properties: { name: { type: 'string', pattern: '^(a+)+$' } },
              },
            },
          },
          messages: { Line: { payload: { type: 'object' } } },
        },
      },
      operations: { lines: { action: 'send', channel: { $ref: '#/channels/rooms' } } },
    };
    const host = memoryHost({ 'rooms.json': JSON.stringify(document) });
    const request = { documents: ['rooms.json'], out: 'out', slowPatterns: 'linear' } as const;
    const { ok } = await generate(request, host);
    expect(ok).toBe(true);
    expect(host.files().get('/out/feed.ts')).toContain("pattern: linearPattern('^(a+)+$')");
  });
});
