import type { CallOf, RpcCallOf } from './http-client-operation.js';
import { describe, expect, it } from 'vitest';
import type {
  ApiDescriptor,
  ContentDescriptor,
  IntegersDescriptor,
  OperationDescriptor,
  ParameterDescriptor,
} from '@tallystick/runtime';
import { bind, connect } from '@tallystick/runtime/http';
import { rpcOperation } from '@tallystick/runtime/rpc';
import { recordingTransport } from './http-client-fixture.js';
import { operation } from './http-client-operation.js';

const api: ApiDescriptor = {
  title: 'Numbers',
  version: '1.0.0',
  servers: [{ url: 'https://numbers.example' }],
  variables: {},
  security: {},
};

interface Ended {
  readonly kind: string;
  readonly value?: unknown;
  readonly headers?: unknown;
  readonly message?: string;
}

type AnyCall = CallOf<readonly unknown[], unknown, Ended>;

function received(
  text: string,
  content: Partial<ContentDescriptor> = {},
  header?: { readonly descriptor: ParameterDescriptor; readonly text: string },
): Promise<Ended> {
  const descriptor: OperationDescriptor = {
    id: 'get',
    method: 'GET',
    path: ['/'],
    input: 'none',
    outcomes: [
      {
        status: 200,
        respond: 'ok',
        contents: [{ mediaType: 'application/json', codec: 'json', ...content }],
        ...(header === undefined ? {} : { headers: [header.descriptor] }),
      },
    ],
  };
  const { exchange } = recordingTransport({
    status: 200,
    headers: [
      'Content-Type',
      'application/json',
      ...(header === undefined ? [] : [header.descriptor.name, header.text]),
    ],
    body: text,
  });
  const client = connect(api, { transport: exchange });
  return bind<AnyCall>(client, operation<AnyCall>(descriptor)).result() as Promise<Ended>;
}

/** Everything of a body is an integer of 64 bits. */
const everything: IntegersDescriptor = {
  places: { Any: { here: true, items: 'Any', additional: 'Any' } },
  at: 'Any',
};

describe('client without bigint', () => {
  it.each([
    ['9007199254740991', 9007199254740991],
    ['9007199254740992', 9007199254740992],
    ['-9223372036854775808', -9223372036854775808],
    ['9223372036854775808', 9223372036854775808],
    ['-0', -0],
    ['1.0', 1],
    ['1e3', 1000],
    ['1e23', 1e23],
    ['0.1234567890123456789', 0.12345678901234568],
    ['{"hash":"12345678901234567890","e":"1e400"}', { hash: '12345678901234567890', e: '1e400' }],
    ['{"a\\\\":"\\"9007199254740993","b":1}', { 'a\\': '"9007199254740993', b: 1 }],
  ])('reads %s', async (text, value) => {
    expect(await received(text)).toMatchObject({ kind: 'success', value });
  });

  it.each([
    '9007199254740993',
    '9223372036854775807',
    '1e400',
    '-1E400',
    '9007199254740993.0',
    '900719925474099.3e1',
    '{"deep":[{"id":"12345678901234567"},{"id":12345678901234567}]}',
  ])('rejects %s', async (text) => {
    const outcome = await received(text);
    expect(outcome).toMatchObject({ kind: 'invalid-response' });
    expect(outcome.message).toContain('a number loses precision');
  });

  it('rejects a header that a double cannot represent', async () => {
    const descriptor: ParameterDescriptor = {
      name: 'X-Total',
      in: 'header',
      type: { types: ['integer'] },
    };
    const good = await received('1', {}, { descriptor, text: '9007199254740991' });
    expect(good).toMatchObject({ headers: { 'X-Total': 9007199254740991 } });
    const bad = await received('1', {}, { descriptor, text: '9007199254740993' });
    expect(bad).toMatchObject({
      kind: 'invalid-response',
      message: 'the header X-Total has a number that loses precision',
    });
  });

  it('rejects a result that a double cannot represent', async () => {
    const { exchange } = recordingTransport({
      status: 200,
      headers: ['Content-Type', 'application/json'],
      body: '{"jsonrpc":"2.0","id":0,"result":{"block":9007199254740993}}',
    });
    const call = rpcOperation<RpcCallOf<readonly [client: never], unknown, Ended>>({
      id: 'block',
      method: 'POST',
      path: ['/'],
      input: 'none',
      outcomes: [{ status: 200, respond: 'result' }],
      rpc: { method: 'block', params: 'by-name' },
    });
    const client = connect(api, { transport: exchange });
    expect(await call.result(client as never)).toMatchObject({ kind: 'invalid-response' });
  });
});

describe('client with bigint', () => {
  it.each([
    ['9007199254740991', 9007199254740991n],
    ['9007199254740992', 9007199254740992n],
    ['9007199254740993', 9007199254740993n],
    ['-9223372036854775808', -9223372036854775808n],
    ['9223372036854775807', 9223372036854775807n],
    ['9223372036854775808', 9223372036854775808n],
    ['-0', 0n],
    ['1.0', 1n],
    ['1e3', 1000n],
    ['900719925474099.3e1', 9007199254740993n],
    ['1.5', 1.5],
    ['999999999999999.99', Number('999999999999999.99')],
    ['[1,[9007199254740993],{"a":2}]', [1n, [9007199254740993n], { a: 2n }]],
    ['"9007199254740993"', '9007199254740993'],
  ])('reads %s', async (text, value) => {
    const outcome = await received(text, { integers: everything });
    expect(outcome).toMatchObject({ kind: 'success' });
    expect(outcome.value).toEqual(value);
  });

  it('keeps other numbers, and rejects those that a double cannot represent', async () => {
    const integers = { places: {}, at: { properties: { id: true } } } as const;
    const body = (count: string): string => `{"id":9007199254740993,"count":${count}}`;
    expect((await received(body('1e23'), { integers })).value).toEqual({
      id: 9007199254740993n,
      count: 1e23,
    });
    for (const count of ['9007199254740993', '1e400'])
      expect(await received(body(count), { integers })).toMatchObject({ kind: 'invalid-response' });
  });

  it.each(['1e400', '123456789012345678901', '1e-400000000'])(
    'does not convert %s',
    async (text) => {
      const outcome = await received(text, { integers: everything });
      expect(typeof outcome.value).not.toBe('bigint');
    },
  );

  it('follows properties, patterns, positions and branches, and keeps __proto__', async () => {
    const integers: IntegersDescriptor = {
      places: {
        Node: {
          properties: { id: true, count: null, next: 'Node' },
          patterns: [['^x-', true]],
          additional: { prefix: [null, true], items: true },
          also: [{ when: ['kind', ['big']], at: { properties: { size: true } } }],
        },
      },
      at: 'Node',
    };
    const text = `{"id":1,"count":2,"next":{"id":3,"kind":"big","size":4},"size":5,"x-a":6,
      "list":[7,8,9],"__proto__":[1,2]}`;
    const { value } = await received(text, { integers });
    expect(value).toEqual(
      JSON.parse(text, (key, inner: unknown) => {
        if (['id', 'x-a'].includes(key)) return BigInt(inner as number);
        if (Array.isArray(inner))
          return inner.map((item: number, at) => (at === 0 ? item : BigInt(item)));
        return inner !== null && typeof inner === 'object' && 'kind' in inner
          ? { ...inner, size: 4n }
          : inner;
      }),
    );
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });
});
