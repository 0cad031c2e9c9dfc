import type { CallOf } from './http-client-operation.js';
import { describe, expect, it } from 'vitest';
import type {
  ApiDescriptor,
  OperationDescriptor,
  ParameterDescriptor,
  Success,
  Unexpected,
} from '@tallystick/runtime';
import { type Client, connect } from '@tallystick/runtime/http';
import { recordingTransport, type RecordingTransport } from './http-client-fixture.js';
import { operation } from './http-client-operation.js';

const api: ApiDescriptor = {
  title: 'Kettles',
  version: '1.0.0',
  servers: [{ url: 'https://k.example' }],
  variables: {},
  security: {},
};
type Plain = CallOf<
  [client: Client, ...rest: readonly unknown[]],
  unknown,
  Success<200, unknown> | Unexpected
>;

const base = { id: 'op', method: 'GET', outcomes: [{ status: 200, respond: 'ok' }] } as const;

function calling(descriptor: Partial<OperationDescriptor>): RecordingTransport & {
  readonly call: (...args: readonly unknown[]) => Promise<unknown>;
} {
  const transport = recordingTransport({ status: 200, headers: [], body: undefined });
  const client = connect(api, { transport: transport.exchange });
  const call: Plain = operation({ ...base, path: ['/k'], input: 'none', ...descriptor });
  return { ...transport, call: (...args) => call.result(client, ...args) };
}

const string = { types: ['string'] } as const;
const colours = ['blue', 'bl,ck'];
const rgb = { R: 100, 'G&': 'a b' };

async function inPath(parameter: Partial<ParameterDescriptor>, value: unknown): Promise<unknown> {
  const { call, requests } = calling({
    path: ['/k/', 0],
    parameters: [{ name: 'c', in: 'path', required: true, type: string, ...parameter }],
  });
  const outcome = await call(value);
  return requests[0]?.target ?? outcome;
}

async function inQuery(parameter: Partial<ParameterDescriptor>, value: unknown): Promise<unknown> {
  const { call, requests } = calling({
    input: 'query',
    parameters: [{ name: 'c', in: 'query', type: string, ...parameter }],
  });
  const outcome = await call({ c: value });
  return requests[0]?.target ?? outcome;
}

describe('path parameter', () => {
  it.each([
    ['a string', {}, 'a b/ü', '/k/a%20b%2F%C3%BC'],
    ['an apostrophe', {}, "it's!", '/k/it%27s%21'],
    ['a number', {}, 1e21, '/k/1000000000000000000000'],
    ['a big integer', {}, 9007199254740993n, '/k/9007199254740993'],
    ['a Date', {}, new Date(0), '/k/1970-01-01T00%3A00%3A00.000Z'],
    ['dots in a segment', {}, '...', '/k/...'],
    ['a list in style simple', {}, colours, '/k/blue,bl%2Cck'],
    ['an object in style simple', {}, rgb, '/k/R,100,G%26,a%20b'],
    ['an exploded object in style simple', { explode: true }, rgb, '/k/R=100,G%26=a%20b'],
    ['a string in style label', { style: 'label' }, 'red', '/k/.red'],
    ['a list in style label', { style: 'label' }, colours, '/k/.blue,bl%2Cck'],
    [
      'an exploded list in style label',
      { style: 'label', explode: true },
      colours,
      '/k/.blue.bl%2Cck',
    ],
    [
      'an exploded object in style label',
      { style: 'label', explode: true },
      rgb,
      '/k/.R=100.G%26=a%20b',
    ],
    ['a string in style matrix', { style: 'matrix' }, 'red', '/k/;c=red'],
    ['a list in style matrix', { style: 'matrix' }, colours, '/k/;c=blue,bl%2Cck'],
    [
      'an exploded list in style matrix',
      { style: 'matrix', explode: true },
      colours,
      '/k/;c=blue;c=bl%2Cck',
    ],
    ['an object in style matrix', { style: 'matrix' }, rgb, '/k/;c=R,100,G%26,a%20b'],
    [
      'an exploded object in style matrix',
      { style: 'matrix', explode: true },
      rgb,
      '/k/;R=100;G%26=a%20b',
    ],
    ['allowReserved', { allowReserved: true }, 'a:b@c/d?e#f%2Fg%', '/k/a:b@c%2Fd%3Fe%23f%2Fg%25'],
    [
      'content',
      { content: { mediaType: 'application/json', codec: 'json' } },
      { a: 1 },
      '/k/%7B%22a%22%3A1%7D',
    ],
  ] satisfies [string, Partial<ParameterDescriptor>, unknown, string][])(
    'is encoded: %s',
    async (_, parameter, value, want) => {
      expect(await inPath(parameter, value)).toBe(want);
    },
  );

  it.each([
    ['empty', ''],
    ['a dot', '.'],
    ['two dots', '..'],
    ['an encoded dot', '%2e'],
    ['a partly encoded pair of dots', '.%2E'],
    ['missing', undefined],
    ['null', null],
    ['an empty list', []],
    ['a list with an empty string', ['']],
    ['NaN', Number.NaN],
    ['a lone surrogate', '\ud800'],
    ['a nested object', [{ a: 1 }]],
  ])('is rejected if it is %s', async (_, value) => {
    const outcome = await inPath({}, value);
    expect(outcome).toMatchObject({
      kind: 'invalid-request',
      violations: [{ pointer: expect.stringMatching(/^\/path\/c/) }],
    });
  });

  it('is rejected if its style makes it a dot segment', async () => {
    const outcome = await inPath({ style: 'label', explode: true }, ['', '']);
    expect(outcome).toMatchObject({ kind: 'invalid-request' });
  });

  it('is rejected if it imitates the location of a credential', async () => {
    const { call, requests } = calling({
      path: ['/', 0, '/', 1],
      parameters: [
        { name: 'key', in: 'path', type: string, credential: true },
        { name: 'other', in: 'path', type: string },
      ],
    });
    expect(await call('{key}')).toMatchObject({ kind: 'invalid-request' });
    expect(requests).toEqual([]);
  });

  it('leaves the literal text of the path unchanged but encoded', async () => {
    const { call, requests } = calling({ path: ["/a b/ü/{x}/it's/%2F;v=1"] });
    await call();
    expect(requests[0]?.target).toBe("/a%20b/%C3%BC/%7Bx%7D/it's/%2F;v=1");
  });
});

describe('query parameter', () => {
  it.each([
    ['a string', {}, "it's a+b", '/k?c=it%27s%20a%2Bb'],
    ['an empty string', {}, '', '/k?c='],
    ['false and zero', {}, [false, 0], '/k?c=false&c=0'],
    ['a list in style form', {}, colours, '/k?c=blue&c=bl%2Cck'],
    ['a list in style form that is not exploded', { explode: false }, colours, '/k?c=blue,bl%2Cck'],
    ['an object in style form', {}, rgb, '/k?R=100&G%26=a%20b'],
    [
      'an object in style form that is not exploded',
      { explode: false },
      rgb,
      '/k?c=R,100,G%26,a%20b',
    ],
    ['a list in style spaceDelimited', { style: 'spaceDelimited' }, colours, '/k?c=blue%20bl%2Cck'],
    ['a list in style pipeDelimited', { style: 'pipeDelimited' }, colours, '/k?c=blue%7Cbl%2Cck'],
    [
      'an exploded list in style pipeDelimited',
      { style: 'pipeDelimited', explode: true },
      colours,
      '/k?c=blue&c=bl%2Cck',
    ],
    [
      'an object in style deepObject',
      { style: 'deepObject' },
      rgb,
      '/k?c%5BR%5D=100&c%5BG%26%5D=a%20b',
    ],
    [
      'a nested object in style deepObject',
      { style: 'deepObject' },
      { a: { b: [1, 2] } },
      '/k?c%5Ba%5D%5Bb%5D%5B0%5D=1&c%5Ba%5D%5Bb%5D%5B1%5D=2',
    ],
    [
      'allowReserved',
      { allowReserved: true },
      "a:/?[]@!$&'()*+,;=#%20",
      '/k?c=a:/?[]@!$%26%27()*+,;=%23%20',
    ],
    [
      'allowReserved without delimiters',
      { allowReserved: true },
      'a&admin=true',
      '/k?c=a%26admin=true',
    ],
    ['an empty list', {}, [], '/k'],
    ['an empty list with allowEmptyValue', { allowEmptyValue: true }, [], '/k?c='],
    ['undefined', {}, undefined, '/k'],
    ['undefined properties', {}, { a: undefined, b: 1 }, '/k?b=1'],
    ['null', {}, null, '/k'],
    ['null with a nullable type', { type: { types: ['null', 'string'] } }, null, '/k?c=null'],
    ['null with allowEmptyValue', { allowEmptyValue: true }, null, '/k?c='],
    [
      'content',
      { content: { mediaType: 'application/json', codec: 'json' } },
      { a: ['é'] },
      '/k?c=%7B%22a%22%3A%5B%22%C3%A9%22%5D%7D',
    ],
    [
      'the whole query',
      {
        in: 'querystring',
        content: { mediaType: 'application/x-www-form-urlencoded', codec: 'form' },
      },
      { a: [1, 2], 'b ': '~' },
      '/k?a=1&a=2&b+=%7E',
    ],
    ['a property named __proto__', {}, JSON.parse('{"__proto__":"x"}'), '/k?__proto__=x'],
  ] satisfies [string, Partial<ParameterDescriptor>, unknown, string][])(
    'is encoded: %s',
    async (_, parameter, value, want) => {
      expect(await inQuery(parameter, value)).toBe(want);
    },
  );

  it.each([
    ['missing', { required: true as const }, undefined, '/query/c'],
    ['infinite', {}, [1, Infinity], '/query/c/1'],
    ['nested deeper than its style allows', {}, { a: { b: 1 } }, '/query/c/a'],
  ])('is rejected if it is %s', async (_, parameter, value, pointer) => {
    expect(await inQuery(parameter, value)).toMatchObject({
      kind: 'invalid-request',
      violations: [{ pointer }],
    });
  });

  it('is sent in declared order', async () => {
    const { call, requests } = calling({
      input: 'query',
      parameters: [
        { name: 'a', in: 'query', type: string },
        { name: 'b', in: 'query', type: string },
      ],
    });
    await call({ b: '2', a: '1' });
    expect(requests[0]?.target).toBe('/k?a=1&b=2');
  });

  it('is passed in the options if the input is the body', async () => {
    const { call, requests } = calling({
      method: 'POST',
      input: 'body',
      body: { contents: [{ mediaType: 'application/json', codec: 'json' }] },
      parameters: [
        { name: 'dry', in: 'query', type: string },
        { name: 'X-Trace', in: 'header', type: string },
        { name: 'theme', in: 'cookie', type: string },
      ],
    });
    await call(
      { a: 1 },
      { query: { dry: true }, headers: { 'X-Trace': 't' }, cookies: { theme: 'dark' } },
    );
    expect(requests[0]).toMatchObject({
      target: '/k?dry=true',
      headers: ['X-Trace', 't', 'Cookie', 'theme=dark', 'Content-Type', 'application/json'],
      body: '{"a":1}',
    });
  });
});

describe('header and cookie parameters', () => {
  async function sent(
    parameter: Partial<ParameterDescriptor> & Pick<ParameterDescriptor, 'in'>,
    value: unknown,
  ): Promise<unknown> {
    const { call, requests } = calling({
      input: 'parts',
      parameters: [{ name: 'X-C', type: string, ...parameter }],
    });
    const outcome = await call({
      [parameter.in === 'cookie' ? 'cookies' : 'headers']: { 'X-C': value },
    });
    return requests[0]?.headers ?? outcome;
  }

  it.each([
    ['a string without percent-encoding', {}, 'a b%,é', ['X-C', 'a b%,é']],
    ['a list', {}, ['a', 'b'], ['X-C', 'a,b']],
    ['an object', {}, { a: 1, b: 2 }, ['X-C', 'a,1,b,2']],
    ['an exploded object', { explode: true }, { a: 1, b: 2 }, ['X-C', 'a=1,b=2']],
    [
      'content',
      { content: { mediaType: 'application/json', codec: 'json' } },
      { a: 1 },
      ['X-C', '{"a":1}'],
    ],
    ['undefined', {}, undefined, []],
  ] satisfies [string, Partial<ParameterDescriptor>, unknown, readonly string[]][])(
    'are encoded as headers: %s',
    async (_, parameter, value, want) => {
      expect(await sent({ in: 'header', ...parameter }, value)).toEqual(want);
    },
  );

  it.each([
    ['CR', 'a\rb'],
    ['LF', 'a\nb'],
    ['NUL', 'a\0b'],
    ['text beyond Latin-1', 'ключ'],
    ['a trailing space', 'a '],
  ])('are rejected in headers with %s', async (_, value) => {
    expect(await sent({ in: 'header' }, value)).toMatchObject({
      kind: 'invalid-request',
      violations: [{ pointer: '/headers/X-C' }],
    });
  });

  it('reject undeclared headers with an invalid name or value', async () => {
    const { call, requests } = calling({});
    expect(await call({}, { headers: { 'X-A': 'a\r\nX-B: b' } })).toMatchObject({
      kind: 'invalid-request',
    });
    expect(await call({}, { headers: { 'X A': 'a' } })).toMatchObject({ kind: 'invalid-request' });
    expect(requests).toEqual([]);
  });

  it.each([
    ['a string', {}, 'a b;c', ['Cookie', 'X-C=a%20b%3Bc']],
    ['a list', {}, ['a', 'b'], ['Cookie', 'X-C=a; X-C=b']],
    ['a list that is not exploded', { explode: false }, ['a', 'b'], ['Cookie', 'X-C=a,b']],
    ['a string in style cookie', { style: 'cookie' }, 'a%20b', ['Cookie', 'X-C=a%20b']],
  ] satisfies [string, Partial<ParameterDescriptor>, unknown, readonly string[]][])(
    'are encoded as cookies: %s',
    async (_, parameter, value, want) => {
      expect(await sent({ in: 'cookie', ...parameter }, value)).toEqual(want);
    },
  );

  it('reject a second cookie in a value', async () => {
    expect(await sent({ in: 'cookie', style: 'cookie' }, 'a; admin=1')).toMatchObject({
      kind: 'invalid-request',
    });
  });
});
