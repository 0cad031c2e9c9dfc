import { describe, expect, it } from 'vitest';
import type { WireRequest, WireResponse } from '@tallystick/runtime';
import { OutputClient } from '../../cases/integers-as-numbers/output/client.js';
import { createOutputServer } from '../../cases/integers-as-numbers/output/server.js';

/** A server of a package whose integers of 64 bits are numbers. */
const handle = createOutputServer(
  {
    getAccount: ({ path }, respond) => respond.ok({ id: path.id, count: 1 }),
    createAccount: ({ body }, respond) => respond.created(body),
    pay: ({ body }, respond) => respond.ok(body.details),
  },
  { authorities: ['numbers.example'] },
);

function sent(method: string, target: string, body?: string): WireRequest {
  const headers = ['Host', 'numbers.example', 'Content-Type', 'application/json'];
  return { method, scheme: 'https', authority: 'numbers.example', target, headers, body };
}

function answering(body: string, ...headers: readonly string[]): OutputClient {
  const response: WireResponse = {
    status: 200,
    headers: ['Content-Type', 'application/json', ...headers],
    body,
  };
  return new OutputClient({ transport: async () => response });
}

const kept = ['9007199254740991', '9007199254740992', '-9223372036854775808', '-0', '2.0', '1e3'];
const changed = ['9007199254740993', '9223372036854775807', '1e400', '9007199254740993.0'];

describe('64-bit integers as numbers', () => {
  it.each(kept)('%s is accepted by both sides', async (text) => {
    const body = `{"id":1,"count":1,"history":[${text}]}`;
    const response = await handle(sent('POST', '/accounts', body));
    expect(response.status).toBe(201);
    expect(JSON.parse(response.body as string)).toEqual({
      id: 1,
      count: 1,
      history: [Number(text) + 0],
    });
    expect((await answering(body).accounts.get(1)).history).toEqual([Number(text)]);
  });

  it.each(changed)('%s is rejected by both sides', async (text) => {
    const body = `{"id":1,"count":1,"history":[${text}]}`;
    expect((await handle(sent('POST', '/accounts', body))).status).toBe(400);
    expect(await answering(body).accounts.get.result(1)).toMatchObject({
      kind: 'invalid-response',
    });
  });

  it.each(changed)('%s is rejected without a 64-bit format', async (text) => {
    const body = `{"id":1,"count":${text}}`;
    expect((await handle(sent('POST', '/accounts', body))).status).toBe(400);
    expect(await answering(body).accounts.get.result(1)).toMatchObject({
      kind: 'invalid-response',
    });
  });

  it('in parameters and headers are rejected if they lose digits', async () => {
    expect((await handle(sent('GET', '/accounts/9007199254740991'))).status).toBe(200);
    expect((await handle(sent('GET', '/accounts/9007199254740993'))).status).toBe(400);
    expect((await handle(sent('GET', '/accounts/1?after=9007199254740993'))).status).toBe(400);
    const seen = {
      ...sent('GET', '/accounts/1'),
      headers: ['Host', 'numbers.example', 'X-Seen', '9007199254740993'],
    };
    expect((await handle(seen)).status).toBe(400);
    const client = answering('{"id":1,"count":1}', 'X-Version', '9007199254740993');
    expect(await client.accounts.get.result(1)).toMatchObject({ kind: 'invalid-response' });
  });
});
