import { describe, expect, it } from 'vitest';
import type {
  ApiDescriptor,
  Call,
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
type Plain = Call<
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

describe('a path parameter', () => {
  it.each([
    ['text', {}, 'a b/ü', '/k/a%20b%2F%C3%BC'],
    ['an apostrophe', {}, "it's!", '/k/it%27s%21'],
    ['a number', {}, 1e21, '/k/1000000000000000000000'],
    ['a big integer', {}, 9007199254740993n, '/k/9007199254740993'],
    ['a date', {}, new Date(0), '/k/1970-01-01T00%3A00%3A00.000Z'],
    ['dots within', {}, '...', '/k/...'],
    ['simple', {}, colours, '/k/blue,bl%2Cck'],
    ['simple, object', {}, rgb, '/k/R,100,G%26,a%20b'],
    ['simple, object, explode', { explode: true }, rgb, '/k/R=100,G%26=a%20b'],
    ['label', { style: 'label' }, 'red', '/k/.red'],
    ['label, list', { style: 'label' }, colours, '/k/.blue,bl%2Cck'],
    ['label, list, explode', { style: 'label', explode: true }, colours, '/k/.blue.bl%2Cck'],
    ['label, object, explode', { style: 'label', explode: true }, rgb, '/k/.R=100.G%26=a%20b'],
    ['matrix', { style: 'matrix' }, 'red', '/k/;c=red'],
    ['matrix, list', { style: 'matrix' }, colours, '/k/;c=blue,bl%2Cck'],
    ['matrix, list, explode', { style: 'matrix', explode: true }, colours, '/k/;c=blue;c=bl%2Cck'],
    ['matrix, object', { style: 'matrix' }, rgb, '/k/;c=R,100,G%26,a%20b'],
    ['matrix, object, explode', { style: 'matrix', explode: true }, rgb, '/k/;R=100;G%26=a%20b'],
    ['allowReserved', { allowReserved: true }, 'a:b@c/d?e#f%2Fg%', '/k/a:b@c%2Fd%3Fe%23f%2Fg%25'],
    [
      'content',
      { content: { mediaType: 'application/json', codec: 'json' } },
      { a: 1 },
      '/k/%7B%22a%22%3A1%7D',
    ],
  ] satisfies [string, Partial<ParameterDescriptor>, unknown, string][])(
    '%s',
    async (_, parameter, value, want) => {
      expect(await inPath(parameter, value)).toBe(want);
    },
  );

  it.each([
    ['empty', ''],
    ['a dot', '.'],
    ['two dots', '..'],
    ['an encoded dot', '%2e'],
    ['a mixture', '.%2E'],
    ['missing', undefined],
    ['null', null],
    ['an empty list', []],
    ['a list of nothing', ['']],
    ['not a number', Number.NaN],
    ['half a surrogate pair', '\ud800'],
    ['nested', [{ a: 1 }]],
  ])('that is %s is refused and nothing is sent', async (_, value) => {
    const outcome = await inPath({}, value);
    expect(outcome).toMatchObject({
      kind: 'invalid-request',
      violations: [{ pointer: expect.stringMatching(/^\/path\/c/) }],
    });
  });

  it('can not become a dot segment by its style', async () => {
    const outcome = await inPath({ style: 'label', explode: true }, ['', '']);
    expect(outcome).toMatchObject({ kind: 'invalid-request' });
  });

  it('can not pose as the place of a credential', async () => {
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

  it('keeps literal text as the description has it, made fit for a URL', async () => {
    const { call, requests } = calling({ path: ["/a b/ü/{x}/it's/%2F;v=1"] });
    await call();
    expect(requests[0]?.target).toBe("/a%20b/%C3%BC/%7Bx%7D/it's/%2F;v=1");
  });
});

describe('a query parameter', () => {
  it.each([
    ['text', {}, "it's a+b", '/k?c=it%27s%20a%2Bb'],
    ['empty text', {}, '', '/k?c='],
    ['false and zero', {}, [false, 0], '/k?c=false&c=0'],
    ['form, list', {}, colours, '/k?c=blue&c=bl%2Cck'],
    ['form, list, joined', { explode: false }, colours, '/k?c=blue,bl%2Cck'],
    ['form, object', {}, rgb, '/k?R=100&G%26=a%20b'],
    ['form, object, joined', { explode: false }, rgb, '/k?c=R,100,G%26,a%20b'],
    ['spaces', { style: 'spaceDelimited' }, colours, '/k?c=blue%20bl%2Cck'],
    ['pipes', { style: 'pipeDelimited' }, colours, '/k?c=blue%7Cbl%2Cck'],
    ['pipes, explode', { style: 'pipeDelimited', explode: true }, colours, '/k?c=blue&c=bl%2Cck'],
    ['deepObject', { style: 'deepObject' }, rgb, '/k?c%5BR%5D=100&c%5BG%26%5D=a%20b'],
    [
      'deepObject, nested',
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
      'allowReserved, no pair of its own',
      { allowReserved: true },
      'a&admin=true',
      '/k?c=a%26admin=true',
    ],
    ['an empty list', {}, [], '/k'],
    ['an empty list that may be empty', { allowEmptyValue: true }, [], '/k?c='],
    ['undefined', {}, undefined, '/k'],
    ['undefined members', {}, { a: undefined, b: 1 }, '/k?b=1'],
    ['null', {}, null, '/k'],
    ['null that is declared', { type: { types: ['null', 'string'] } }, null, '/k?c=null'],
    ['null that may be empty', { allowEmptyValue: true }, null, '/k?c='],
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
    ['a member called __proto__', {}, JSON.parse('{"__proto__":"x"}'), '/k?__proto__=x'],
  ] satisfies [string, Partial<ParameterDescriptor>, unknown, string][])(
    '%s',
    async (_, parameter, value, want) => {
      expect(await inQuery(parameter, value)).toBe(want);
    },
  );

  it.each([
    ['missing', { required: true as const }, undefined, '/query/c'],
    ['infinite', {}, [1, Infinity], '/query/c/1'],
    ['nested deeper than its style can carry', {}, { a: { b: 1 } }, '/query/c/a'],
  ])('that is %s is refused', async (_, parameter, value, pointer) => {
    expect(await inQuery(parameter, value)).toMatchObject({
      kind: 'invalid-request',
      violations: [{ pointer }],
    });
  });

  it('keeps to declared order', async () => {
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

  it('travels in the options where the input is the body', async () => {
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
    ['text, nothing encoded', {}, 'a b%,é', ['X-C', 'a b%,é']],
    ['a list', {}, ['a', 'b'], ['X-C', 'a,b']],
    ['an object', {}, { a: 1, b: 2 }, ['X-C', 'a,1,b,2']],
    ['an object, explode', { explode: true }, { a: 1, b: 2 }, ['X-C', 'a=1,b=2']],
    [
      'content',
      { content: { mediaType: 'application/json', codec: 'json' } },
      { a: 1 },
      ['X-C', '{"a":1}'],
    ],
    ['undefined', {}, undefined, []],
  ] satisfies [string, Partial<ParameterDescriptor>, unknown, readonly string[]][])(
    'header: %s',
    async (_, parameter, value, want) => {
      expect(await sent({ in: 'header', ...parameter }, value)).toEqual(want);
    },
  );

  it.each([
    ['CR', 'a\rb'],
    ['LF', 'a\nb'],
    ['NUL', 'a\0b'],
    ['text beyond Latin-1', 'ключ'],
    ['a space at its end', 'a '],
  ])('a header with %s is refused', async (_, value) => {
    expect(await sent({ in: 'header' }, value)).toMatchObject({
      kind: 'invalid-request',
      violations: [{ pointer: '/headers/X-C' }],
    });
  });

  it('so is an undeclared header, by name and by value', async () => {
    const { call, requests } = calling({});
    expect(await call({}, { headers: { 'X-A': 'a\r\nX-B: b' } })).toMatchObject({
      kind: 'invalid-request',
    });
    expect(await call({}, { headers: { 'X A': 'a' } })).toMatchObject({ kind: 'invalid-request' });
    expect(requests).toEqual([]);
  });

  it.each([
    ['text', {}, 'a b;c', ['Cookie', 'X-C=a%20b%3Bc']],
    ['a list', {}, ['a', 'b'], ['Cookie', 'X-C=a; X-C=b']],
    ['a list, joined', { explode: false }, ['a', 'b'], ['Cookie', 'X-C=a,b']],
    ['style cookie', { style: 'cookie' }, 'a%20b', ['Cookie', 'X-C=a%20b']],
  ] satisfies [string, Partial<ParameterDescriptor>, unknown, readonly string[]][])(
    'cookie: %s',
    async (_, parameter, value, want) => {
      expect(await sent({ in: 'cookie', ...parameter }, value)).toEqual(want);
    },
  );

  it('a cookie can not smuggle another', async () => {
    expect(await sent({ in: 'cookie', style: 'cookie' }, 'a; admin=1')).toMatchObject({
      kind: 'invalid-request',
    });
  });
});
