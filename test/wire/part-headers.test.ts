import { connect } from '@tallystick/runtime/http';
import { afterEach, describe, expect, test } from 'vitest';
import { authority, documentOf } from './suite/document.js';
import { generateFrom, generateTopic } from './suite/generated.js';
import { ways, type Way } from './suite/mounts.js';

const file = { type: 'string', format: 'binary' };
const answer = { '200': { description: 'ok', content: { 'application/json': { schema: {} } } } };
const encoding = {
  photo: {
    headers: {
      'X-Taken-At': { required: true, schema: { type: 'string', format: 'date-time' } },
      'X-Copies': { schema: { type: 'integer', minimum: 1, default: 1 } },
    },
  },
  pages: { headers: { 'X-Number': { required: true, schema: { type: 'integer' } } } },
  note: {
    headers: {
      'X-Languages': { schema: { type: 'array', items: { type: 'string' } } },
      'X-Origin': { content: { 'application/json': { schema: { type: 'object' } } } },
    },
  },
};
const schema = {
  type: 'object',
  required: ['photo'],
  properties: { photo: file, pages: { type: 'array', items: file }, note: { type: 'string' } },
};

const topic = {
  name: 'part-headers',
  title: 'Header lines of parts',
  operations: {
    upload: {
      method: 'post',
      requestBody: { required: true, content: { 'multipart/form-data': { schema, encoding } } },
      responses: answer,
    },
    stream: {
      method: 'post',
      requestBody: {
        required: true,
        content: { 'multipart/form-data': { 'x-stream-parts': true, schema, encoding } },
      },
      responses: answer,
    },
  },
};
const generated = await generateTopic(topic);

type Makers = Readonly<Record<string, (body: unknown) => unknown>>;
interface Received {
  readonly body: AsyncIterable<{ readonly name: string; readonly partHeaders?: object }>;
  readonly partHeaders?: object;
}

const handlers = {
  upload: ({ partHeaders }: Received, respond: Makers) => respond['ok']?.(partHeaders),
  stream: async ({ body }: Received, respond: Makers) => {
    const seen: unknown[] = [];
    for await (const { name, partHeaders } of body) seen.push([name, partHeaders]);
    return respond['ok']?.(seen);
  },
};

const taken: Way[] = [];
afterEach(() => Promise.all(taken.splice(0).map((way) => way.close())));

type Send = (input: unknown) => Promise<Readonly<Record<string, unknown>>>;

async function sending(operation: 'upload' | 'stream', name = 'in memory'): Promise<Send> {
  const way = await ways[name]?.(generated.createServer(handlers, { trustHost: true }));
  if (way === undefined) throw new Error(`there is a way "${name}"`);
  taken.push(way);
  const { transport, baseUrl = `https://${authority}` } = way;
  const client = connect(generated.description, { transport, baseUrl, retry: false });
  return (input) => generated.call(operation).result(client, input);
}

const photo = new File(['abc'], 'a.png', { type: 'image/png' });
const full = {
  body: { photo, pages: [Uint8Array.of(1), Uint8Array.of(2)], note: 'x' },
  partHeaders: {
    photo: { 'X-Taken-At': '2026-01-02T03:04:05Z', 'X-Copies': 3 },
    pages: [{ 'X-Number': 1 }, { 'X-Number': 2 }],
    note: { 'X-Languages': ['de', 'en'], 'X-Origin': { by: 'post' } },
  },
};
const least = {
  body: { photo },
  partHeaders: { photo: { 'X-Taken-At': '2026-01-02T03:04:05Z' } },
};

describe.each(['in memory', 'fetch, to node:http', 'web requests'])(
  'headers of form parts %s',
  (name) => {
    test('are passed to the handler', async () => {
      const upload = await sending('upload', name);
      expect((await upload(full))['value']).toEqual(full.partHeaders);
      expect((await upload(least))['value']).toEqual({
        photo: { 'X-Taken-At': '2026-01-02T03:04:05Z', 'X-Copies': 1 },
      });
    });

    test('are passed with streamed parts', async () => {
      const stream = await sending('stream', name);
      const { photo: first, pages, note } = full.partHeaders;
      expect((await stream(full))['value']).toEqual([
        ['photo', first],
        ['pages', pages[0]],
        ['pages', pages[1]],
        ['note', note],
      ]);
    });
  },
);

test('decodes dates and 64-bit integers in headers of form parts', async () => {
  const typed = await generateFrom(
    topic.name,
    {
      'openapi.json': JSON.stringify(documentOf(topic)).replaceAll(
        '"integer"',
        '"integer","format":"int64"',
      ),
    },
    { dates: 'Date', int64: 'bigint' },
  );
  const seen: unknown[] = [];
  const server = typed.createServer(
    {
      ...handlers,
      upload: ({ partHeaders }: Received, respond: Makers) => (
        seen.push(partHeaders),
        respond['ok']?.(null)
      ),
    },
    { trustHost: true },
  );
  const client = connect(typed.description, { transport: server, baseUrl: `https://${authority}` });
  const given = { photo: { 'X-Taken-At': new Date(0), 'X-Copies': 2n ** 60n } };
  expect(
    await typed.call('upload').result(client, { body: { photo }, partHeaders: given }),
  ).toMatchObject({ ok: true });
  expect(seen).toEqual([given]);
});

describe('client with part headers', () => {
  test.each([
    ['a missing required header', { body: { photo } }, '/partHeaders/photo/X-Taken-At'],
    [
      'a missing header of an item',
      { body: { ...full.body, note: undefined }, partHeaders: { ...least.partHeaders, pages: [] } },
      '/partHeaders/pages/0/X-Number',
    ],
    [
      'headers of a missing part',
      { ...least, partHeaders: full.partHeaders },
      '/partHeaders/pages',
    ],
    [
      'headers of an unknown part',
      { ...least, partHeaders: { ...least.partHeaders, foto: {} } },
      '/partHeaders/foto',
    ],
    [
      'undeclared headers',
      { ...least, partHeaders: { photo: { ...full.partHeaders.photo, 'X-Copys': 1 } } },
      '/partHeaders/photo/X-Copys',
    ],
    [
      'an invalid header value',
      { ...least, partHeaders: { photo: { 'X-Taken-At': '2026\r\nX-Evil: 1' } } },
      '/partHeaders/photo/X-Taken-At',
    ],
  ])('rejects a request with %s', async (_, input, pointer) => {
    const outcome = await (await sending('upload'))(input);
    expect(outcome['kind']).toBe('invalid-request');
    const { violations } = outcome as { readonly violations: readonly { pointer: string }[] };
    expect(violations.map((each) => each.pointer)).toEqual([pointer]);
  });
});

const head = 'Content-Disposition: form-data; name="photo"; filename="a.png"';

describe('server with part headers', () => {
  test.each([
    ['a missing header', '', 'body/photo/header/X-Taken-At'],
    ['a value that violates its schema', 'X-Taken-At: today', 'body/photo/header/X-Taken-At'],
    [
      'a value of another type',
      'X-Taken-At: 2026-01-02T03:04:05Z\r\nX-Copies: many',
      'body/photo/header/X-Copies',
    ],
    [
      'a value below its minimum',
      'x-taken-at: 2026-01-02T03:04:05Z\r\nX-Copies: 0',
      'body/photo/header/X-Copies',
    ],
  ])('returns 400 for %s', async (_, lines, path) => {
    const server = generated.createServer(handlers, { trustHost: true });
    const text = `--b\r\n${head}${lines === '' ? '' : `\r\n${lines}`}\r\n\r\nabc\r\n--b--\r\n`;
    for (const operation of ['upload', 'stream'] as const) {
      const { status, body } = await server({
        method: 'POST',
        scheme: 'https',
        authority,
        target: `/${operation}`,
        headers: ['Content-Type', 'multipart/form-data; boundary=b'],
        body: text,
      });
      expect(status).toBe(400);
      expect(JSON.parse(String(body))).toMatchObject({ violations: [{ path }] });
    }
  });
});
