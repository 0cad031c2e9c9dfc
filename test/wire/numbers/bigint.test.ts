import { describe, expect, it } from 'vitest';
import type { HttpHandler, Transport, WireRequest, WireResponse } from '@tallystick/runtime';
import { OutputClient } from '../../cases/big-integers/output/client.js';
import { createOutputServer } from '../../cases/big-integers/output/server.js';
import type { Account } from '../../cases/big-integers/output/types.js';
import {
  accountSchema,
  idSchema,
  isAccount,
  isId,
  outputResponseChecks,
} from '../../cases/big-integers/output/validators.js';

/** Both halves of a package whose integers of 64 bits are `bigint`, and the texts that pass between them. */
function createEndpoints(): { client: OutputClient; handle: HttpHandler; texts: string[] } {
  const texts: string[] = [];
  const handle = createOutputServer(
    {
      getAccount: ({ path, query, headers }, respond) =>
        respond.ok(
          {
            id: path.id,
            count: 1,
            ...(query.after === undefined ? {} : { history: query.after }),
            limit: headers?.['X-Seen'] ?? null,
            ...(query.after === undefined && { by: { before: query.before } }),
          },
          { 'X-Version': path.id },
        ),
      createAccount: ({ body }, respond) => respond.created(body),
      pay: ({ body }, respond) => respond.ok({ ...body.details, size: body.id }),
    },
    { authorities: ['numbers.example'], validateResponses: outputResponseChecks },
  );
  const transport: Transport = async (request) => {
    const response = await handle(request);
    texts.push(`${request.target} ${textOf(request.body)}`, textOf(response.body));
    return response;
  };
  return { client: new OutputClient({ transport }), handle, texts };
}

function textOf(body: WireRequest['body']): string {
  return typeof body === 'string' ? body : '';
}

function post(target: string, body: string, type = 'application/json'): WireRequest {
  const headers = ['Host', 'numbers.example', 'Content-Type', type];
  return { method: 'POST', scheme: 'https', authority: 'numbers.example', target, headers, body };
}

const edges = [
  9007199254740991n,
  9007199254740992n,
  9007199254740993n,
  9223372036854775806n,
] as const;

describe('64-bit integers as bigint', () => {
  it.each(edges)('%s is transferred in path, query, headers and body', async (id) => {
    const { client, texts } = createEndpoints();
    const { value, headers } = successOf(
      await client.accounts.get.result(id, { after: [id, -id] }, { headers: { 'X-Seen': id } }),
    );
    expect(value).toEqual({ id, count: 1, history: [id, -id], limit: id });
    expect(headers).toEqual({ 'X-Version': id });
    expect(texts.join('\n')).toContain(`"id":${id},"count":1,"history":[${id},-${id}]`);
  });

  it('are transferred in arrays, maps, unions and nested objects', async () => {
    const { client, texts } = createEndpoints();
    const account: Account = {
      id: 9007199254740993n,
      count: 3,
      limit: 18446744073709551615n,
      history: [-9223372036854775808n, 9223372036854775807n, 0n],
      by: { large: 9223372036854775807n, small: 1n },
      event: { kind: 'Paid', size: 9007199254740993n },
      parent: { id: 1n, count: 4, event: { kind: 'Renamed', size: 5 } },
    };
    expect(await client.accounts.create(account)).toEqual(account);
    expect(texts[0]).toContain('"large":9223372036854775807');
  });

  it('are transferred with listed values, and checked', async () => {
    const { client, handle, texts } = createEndpoints();
    const account: Account = {
      id: 1n,
      count: 1,
      mark: 9007199254740993n,
      seal: -9007199254740993n,
    };
    expect(await client.accounts.create(account)).toEqual(account);
    expect(texts[0]).toContain('"mark":9007199254740993,"seal":-9007199254740993');
    const bodies = ['"mark":9007199254740992', '"mark":2', '"seal":-9007199254740992'];
    for (const body of bodies)
      expect((await handle(post('/accounts', `{"id":1,"count":1,${body}}`))).status).toBe(400);
    expect((await handle(post('/accounts', '{"id":1,"count":1,"mark":1}'))).status).toBe(201);
  });

  it('are used as defaults', async () => {
    const { client } = createEndpoints();
    expect((await client.accounts.get(1n)).by).toEqual({ before: 9223372036854775807n });
  });

  it('are transferred in a form and in its JSON', async () => {
    const { client } = createEndpoints();
    const event = { kind: 'Paid', size: 9007199254740993n } as const;
    expect(await client.payments.pay({ id: 9223372036854775807n, details: event })).toEqual({
      kind: 'Paid',
      size: 9223372036854775807n,
    });
  });

  it.each([
    ['-0', 0n],
    ['2.0', 2n],
    ['1e3', 1000n],
    ['-9223372036854775808', -9223372036854775808n],
  ])('%s is read as an integer by server and client', async (text, value) => {
    const { handle } = createEndpoints();
    const response = await handle(post('/accounts', `{"id":1,"count":2,"even":${text}}`));
    expect(await read(response)).toMatchObject({ id: 1n, even: value });
  });

  it.each(['9223372036854775808', '-9223372036854775809', '1e400', '1.5', '"1"'])(
    '%s is rejected by a server',
    async (text) => {
      const { handle } = createEndpoints();
      const response = await handle(post('/accounts', `{"id":1,"count":2,"history":[${text}]}`));
      expect(response.status).toBe(400);
    },
  );

  it.each(['9007199254740993', '1e400'])('%s is rejected as a number', async (text) => {
    const { handle } = createEndpoints();
    expect((await handle(post('/accounts', `{"id":1,"count":${text}}`))).status).toBe(400);
    const body = `{"id":1,"count":${text}}`;
    const client = new OutputClient({ transport: async () => answer(body) });
    expect(await client.accounts.create.result({ id: 1n, count: 2 })).toMatchObject({
      kind: 'invalid-response',
    });
  });

  it('are rejected in parameters and forms if invalid', async () => {
    const { handle } = createEndpoints();
    const get = { ...post('/', ''), method: 'GET', body: undefined };
    for (const target of ['/accounts/1.5', '/accounts/9223372036854775807', '/accounts/1?after=x'])
      expect((await handle({ ...get, target })).status).toBe(400);
    const form = 'id=99999999999999999999&details={"kind":"Paid","size":1}';
    const type = 'application/x-www-form-urlencoded';
    expect((await handle(post('/payments', form, type))).status).toBe(400);
  });

  it('are checked with exact bounds', () => {
    expect(isId(9223372036854775806n)).toBe(true);
    expect(isId(9223372036854775807n)).toBe(false);
    expect(idSchema.check(9223372036854775807n)).toMatchObject([
      {
        keyword: 'maximum',
        expected: 'at most 9223372036854775806',
        found: '9223372036854775807',
      },
    ]);
    expect(isId(5)).toBe(false);
    expect(idSchema.check(5)).toMatchObject([
      { keyword: 'format', expected: 'an integer of 64 bits, as a bigint' },
    ]);
    expect(isAccount({ id: 1n, count: 1, even: 9007199254740993n })).toBe(false);
    expect(accountSchema.check({ id: 1n, count: 1, even: 9007199254740993n })).toMatchObject([
      { pointer: '/even', keyword: 'multipleOf' },
    ]);
  });
});

function successOf<Outcome extends { readonly kind: string }>(
  outcome: Outcome,
): Extract<Outcome, { readonly kind: 'success' }> {
  if (outcome.kind !== 'success') throw new Error(JSON.stringify(outcome));
  return outcome as Extract<Outcome, { readonly kind: 'success' }>;
}

function answer(body: string): WireResponse {
  return { status: 201, headers: ['Content-Type', 'application/json'], body };
}

/** The client's outcome for a response. */
async function read(response: WireResponse): Promise<Account> {
  const client = new OutputClient({ transport: async () => response });
  return client.accounts.create({ id: 1n, count: 2 });
}
