import type { CallOf } from './http-client-operation.js';
import { describe, expect, it } from 'vitest';
import type {
  ApiDescriptor,
  BodyDescriptor,
  ContentDescriptor,
  Success,
  Unexpected,
  WireRequest,
} from '@tallystick/runtime';
import { type Client, connect } from '@tallystick/runtime/http';
import { countingRandom, recordingTransport } from './http-client-fixture.js';
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

async function send(body: BodyDescriptor, ...args: readonly unknown[]): Promise<unknown> {
  const { exchange, requests } = recordingTransport({ status: 200, headers: [], body: undefined });
  const client = connect(api, { transport: exchange, random: countingRandom() });
  const call: Plain = operation({
    id: 'op',
    method: 'POST',
    path: ['/'],
    input: 'body',
    body,
    outcomes: [{ status: 200, respond: 'ok' }],
  });
  const outcome = await call.result(client, ...args);
  const [request] = requests;
  if (request === undefined) return outcome;
  const at = request.headers.indexOf('Content-Type');
  return [at < 0 ? undefined : request.headers[at + 1], await textOf(request.body)];
}

async function textOf(body: WireRequest['body']): Promise<string | undefined> {
  if (body === undefined || typeof body === 'string') return body;
  if (body instanceof Uint8Array) return new TextDecoder().decode(body);
  let text = '';
  for await (const chunk of body.stream) text += new TextDecoder().decode(chunk);
  return text;
}

async function* pieces(): AsyncGenerator<Uint8Array, void, undefined> {
  yield Uint8Array.of(104);
  yield Uint8Array.of(105);
}

const json: ContentDescriptor = { mediaType: 'application/json', codec: 'json' };
const form: ContentDescriptor = { mediaType: 'application/x-www-form-urlencoded', codec: 'form' };
const multipart: ContentDescriptor = { mediaType: 'multipart/form-data', codec: 'multipart' };
const binary: ContentDescriptor = { mediaType: 'application/octet-stream', codec: 'binary' };

describe('request body', () => {
  it.each<[string, ContentDescriptor, unknown, string, string]>([
    ['JSON', json, { a: undefined, b: null, c: 'é' }, 'application/json', '{"b":null,"c":"é"}'],
    ['JSON null', json, null, 'application/json', 'null'],
    [
      'another JSON media type',
      { mediaType: 'application/merge-patch+json', codec: 'json' },
      [1],
      'application/merge-patch+json',
      '[1]',
    ],
    ['a media range with JSON', { mediaType: '*/*', codec: 'json' }, 1, 'application/json', '1'],
    [
      'a form',
      form,
      { 'a b': 'ü&', n: [1, 2], o: { x: 1 }, skip: undefined },
      form.mediaType,
      'a+b=%C3%BC%26&n=1&n=2&o=%7B%22x%22%3A1%7D',
    ],
    [
      'a form with parts',
      { ...form, parts: { a: { style: 'form', explode: false }, b: { style: 'deepObject' } } },
      { a: [1, 2], b: { c: { d: 'x' } } },
      form.mediaType,
      'a=1,2&b%5Bc%5D%5Bd%5D=x',
    ],
    ['URLSearchParams', form, new URLSearchParams({ a: '1' }), form.mediaType, 'a=1'],
    [
      'text',
      { mediaType: 'text/plain; charset=utf-8', codec: 'text' },
      'hi',
      'text/plain; charset=utf-8',
      'hi',
    ],
    ['a number as text', { mediaType: 'text/plain', codec: 'text' }, 7, 'text/plain', '7'],
    ['bytes', binary, Uint8Array.of(104, 105), binary.mediaType, 'hi'],
    ['a Blob', binary, new Blob(['h', 'i']), binary.mediaType, 'hi'],
    ['a stream', binary, pieces(), binary.mediaType, 'hi'],
    ['XML', { mediaType: 'application/xml', codec: 'xml' }, '<a/>', 'application/xml', '<a/>'],
    [
      'JSON lines',
      { mediaType: 'application/jsonl', codec: 'json-lines' },
      [1, { a: 2 }],
      'application/jsonl',
      '1\n{"a":2}\n',
    ],
    [
      'JSON sequences',
      { mediaType: 'application/json-seq', codec: 'json-seq' },
      [1],
      'application/json-seq',
      '\u001e1\n',
    ],
  ])('is encoded: %s', async (_, content, value, type, text) => {
    expect(await send({ contents: [content] }, value)).toEqual([type, text]);
  });

  it('that is missing sends neither type nor bytes, unless it is required', async () => {
    expect(await send({ contents: [json] })).toEqual([undefined, undefined]);
    expect(await send({ contents: [json], required: true })).toMatchObject({
      kind: 'invalid-request',
      violations: [{ pointer: '/body', keyword: 'required' }],
    });
  });

  it('is encoded with the requested content type', async () => {
    const contents = [json, form, { mediaType: 'image/*', codec: 'binary' }] as const;
    expect(
      await send({ contents }, { a: 1 }, { contentType: 'application/x-www-form-urlencoded' }),
    ).toEqual([form.mediaType, 'a=1']);
    expect(await send({ contents }, 'png', { contentType: 'image/png' })).toEqual([
      'image/png',
      'png',
    ]);
    expect(
      await send(
        { contents },
        { a: 1 },
        { headers: { 'content-type': 'application/x-www-form-urlencoded' } },
      ),
    ).toEqual([form.mediaType, 'a=1']);
    expect(await send({ contents }, 'x', { contentType: 'text/html' })).toMatchObject({
      kind: 'invalid-request',
      message:
        '/body is not of one of the types application/json, application/x-www-form-urlencoded, image/*',
    });
  });

  it.each<[string, ContentDescriptor, unknown]>([
    [
      'a cycle',
      json,
      (() => {
        const a: { self?: unknown } = {};
        a.self = a;
        return a;
      })(),
    ],
    ['a function', json, () => undefined],
    ['an array as a form', form, [1]],
    ['a string as multipart', multipart, 'x'],
    ['an object as bytes', binary, { a: 1 }],
  ])('is rejected: %s', async (_, content, value) => {
    expect(await send({ contents: [content] }, value)).toMatchObject({ kind: 'invalid-request' });
  });
});

describe('multipart body', () => {
  const boundary = 'tallystick-000102030405060708090a0b0c0d0e0f';

  it('contains texts, lists, objects and files', async () => {
    const value = {
      text: 'é',
      list: [1, true],
      object: { a: 1 },
      bytes: Uint8Array.of(104, 105),
      skip: undefined,
    };
    expect(await send({ contents: [multipart] }, value)).toEqual([
      `multipart/form-data; boundary=${boundary}`,
      [
        `--${boundary}`,
        'Content-Disposition: form-data; name="text"',
        '',
        'é',
        `--${boundary}`,
        'Content-Disposition: form-data; name="list"',
        '',
        '1',
        `--${boundary}`,
        'Content-Disposition: form-data; name="list"',
        '',
        'true',
        `--${boundary}`,
        'Content-Disposition: form-data; name="object"',
        'Content-Type: application/json',
        '',
        '{"a":1}',
        `--${boundary}`,
        'Content-Disposition: form-data; name="bytes"; filename="bytes"',
        'Content-Type: application/octet-stream',
        '',
        'hi',
        `--${boundary}--`,
        '',
      ].join('\r\n'),
    ]);
  });

  it('is parsed to the same values', async () => {
    const value = { a: 'x\r\n--y', 'b"\r\n': 'z', file: new Blob(['data'], { type: 'image/png' }) };
    const [type, text] = (await send({ contents: [multipart] }, value)) as readonly [
      string,
      string,
    ];
    const read = await new Response(text, { headers: { 'Content-Type': type } }).formData();
    expect([...read.keys()]).toEqual(['a', 'b"\r\n', 'file']);
    expect(read.get('a')).toBe('x\r\n--y');
    const file = read.get('file');
    expect(file instanceof Blob && [file.type, await file.text()]).toEqual(['image/png', 'data']);
  });

  it('has the content type of a part from the description', async () => {
    const content: ContentDescriptor = {
      ...multipart,
      parts: { meta: { contentType: 'application/ld+json' } },
    };
    const [, text] = (await send({ contents: [content] }, { meta: 'x' })) as readonly [
      string,
      string,
    ];
    expect(text).toContain('Content-Type: application/ld+json\r\n\r\nx\r\n');
  });
});
