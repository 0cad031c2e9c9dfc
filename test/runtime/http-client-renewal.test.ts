import type { CallOf } from './http-client-operation.js';
import { describe, expect, test } from 'vitest';
import type { OperationDescriptor, WireRequest, WireResponse } from '@tallystick/runtime';
import { clientCredentials } from '@tallystick/runtime/auth/oauth2';
import { connect } from '@tallystick/runtime/http';
import { json } from './http-client-fixture.js';
import { operation } from './http-client-operation.js';
import { api, ok } from './http-client-calls.js';

const descriptor: OperationDescriptor = {
  id: 'fill',
  method: 'POST',
  path: ['/'],
  input: 'body',
  body: {
    contents: [
      { mediaType: 'application/json', codec: 'json' },
      { mediaType: 'application/octet-stream', codec: 'binary' },
    ],
  },
  outcomes: [ok],
  security: [{ bearer: [] }],
};
const fill: CallOf<unknown[], unknown, Readonly<Record<string, unknown>>> = operation(descriptor);

const refused: WireResponse = { status: 401, headers: [], body: undefined };

/** A server with configurable valid tokens, and an authorization server that counts requests. */
function createFixture(takes: (token: string) => boolean): {
  readonly call: (body: unknown, options?: object) => Promise<Readonly<Record<string, unknown>>>;
  readonly sent: string[];
} {
  const sent: string[] = [];
  let given = 0;
  const bearer = clientCredentials(
    { tokenUrl: 'https://id.example/token' },
    {
      clientId: 'shop',
      clientSecret: 'secret',
      transport: async () => {
        given += 1;
        const token = { access_token: `t${given}`, token_type: 'Bearer', expires_in: 3600 };
        return { status: 200, headers: [], body: JSON.stringify(token) };
      },
    },
  );
  const client = connect(api, {
    credentials: { bearer },
    transport: async ({ headers, body }: WireRequest) => {
      const token = headers[headers.indexOf('Authorization') + 1]?.slice('Bearer '.length) ?? '';
      sent.push(`${token} ${typeof body === 'string' ? body : 'stream'}`);
      return takes(token) ? json(200, 'fine') : refused;
    },
  });
  return { sent, call: (body, options) => fill.result(client, body, options) as Promise<never> };
}

describe('token that the server rejects', () => {
  test('is renewed once, and the call is repeated, for any method', async () => {
    const { call, sent } = createFixture((token) => token !== 't1');
    expect(await call({ a: 1 })).toMatchObject({ ok: true, value: 'fine' });
    expect(sent).toEqual(['t1 {"a":1}', 't2 {"a":1}']);
    expect(await call({ a: 2 })).toMatchObject({ ok: true });
    expect(sent.slice(2)).toEqual(['t2 {"a":2}']);
  });

  test('is renewed once for concurrent calls, including late ones', async () => {
    const waiting: (() => void)[] = [];
    let given = 0;
    const bearer = clientCredentials(
      { tokenUrl: 'https://id.example/token' },
      {
        clientId: 'shop',
        clientSecret: 'secret',
        transport: async () => {
          given += 1;
          const token = { access_token: `t${given}`, token_type: 'Bearer', expires_in: 3600 };
          return { status: 200, headers: [], body: JSON.stringify(token) };
        },
      },
    );
    const client = connect(api, {
      credentials: { bearer },
      transport: async ({ headers }) => {
        if (!headers.includes('Bearer t1')) return json(200, 'fine');
        await new Promise<void>((resolve) => waiting.push(resolve));
        return refused;
      },
    });
    const first = fill.result(client, {});
    const second = fill.result(client, {});
    await expect.poll(() => waiting.length).toBe(2);
    waiting[0]?.();
    expect(await first).toMatchObject({ ok: true });
    waiting[1]?.();
    expect(await second).toMatchObject({ ok: true });
    expect(given).toBe(2);
  });

  test('is not renewed twice for a call', async () => {
    const { call, sent } = createFixture(() => false);
    expect(await call({})).toMatchObject({ ok: false, status: 401 });
    expect(sent).toEqual(['t1 {}', 't2 {}']);
  });

  test('is not renewed if the body cannot be sent again', async () => {
    const { call, sent } = createFixture(() => false);
    const stream = (async function* () {
      yield Uint8Array.of(1);
    })();
    const contentType = 'application/octet-stream';
    expect(await call(stream, { contentType })).toMatchObject({ status: 401 });
    expect(sent).toEqual(['t1 stream']);
  });

  test('is not renewed if it is a fixed string', async () => {
    let count = 0;
    const client = connect(api, {
      credentials: { bearer: 'fixed' },
      transport: async () => {
        count += 1;
        return refused;
      },
    });
    expect(await fill.result(client, {})).toMatchObject({ status: 401 });
    expect(count).toBe(1);
  });
});
