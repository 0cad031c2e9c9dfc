import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { env } from 'node:process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createWorkbench } from '../conformance/hostile/type-check.js';
import { addSamples, generateDocument, generateText, samplesOf, type Page } from './pages.js';

/** A request as a server reads it. */
interface Received {
  readonly request: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

const text = 'it\'s "$HOME" `id` \\ !x\n@file; <ü> %41 [a]{b}';

/** A document whose examples contain what shells, curl and URLs replace. */
function documentAt(url: string): string {
  const example = { schema: { type: 'string' }, example: text };
  const responses = { 200: { description: 'Done' } };
  const body = (type: string, schema: object, value?: unknown): object => ({
    requestBody: {
      required: true,
      content: { [type]: { schema, ...(value === undefined ? {} : { example: value }) } },
    },
    responses,
  });
  const object = {
    type: 'object',
    required: ['a', 'b'],
    properties: { a: { type: 'string' }, b: { type: 'array', items: { type: 'string' } } },
  };
  return JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Samples', version: '1.0.0' },
    servers: [{ url }],
    paths: {
      '/items/{name}': {
        get: {
          operationId: 'getItem',
          security: [{ header: [], query: [], cookie: [] }],
          parameters: [
            { name: 'name', in: 'path', required: true, ...example },
            { name: 'filter[x]', in: 'query', required: true, ...example },
            {
              name: 'list',
              in: 'query',
              required: true,
              explode: false,
              schema: { type: 'array', items: { type: 'string' } },
              example: ['a b', 'c&d'],
            },
            {
              name: 'deep',
              in: 'query',
              required: true,
              style: 'deepObject',
              explode: true,
              schema: { type: 'object', additionalProperties: { type: 'string' } },
              example: { "it's": '[1]' },
            },
            {
              name: 'X-Trace',
              in: 'header',
              required: true,
              schema: { type: 'string' },
              example: 'it\'s "$1" `x` \\',
            },
            { name: 'crumb', in: 'cookie', required: true, ...example },
          ],
          responses,
        },
        head: {
          operationId: 'headItem',
          parameters: [{ name: 'name', in: 'path', required: true, schema: { type: 'string' } }],
          responses,
        },
      },
      '/json': {
        post: {
          operationId: 'postJson',
          security: [{ basic: [] }],
          ...body('application/json', object, { a: text, b: ['"', '\\', "'"] }),
        },
      },
      '/form': {
        post: {
          operationId: 'postForm',
          security: [{ bearer: [] }],
          ...body('application/x-www-form-urlencoded', object, { a: text, b: ['1', '& ='] }),
        },
      },
      '/text': { put: { operationId: 'putText', ...body('text/plain', { type: 'string' }, text) } },
      '/bytes': {
        put: {
          operationId: 'putBytes',
          ...body('application/octet-stream', { type: 'string', format: 'binary' }),
        },
      },
      '/parts': {
        post: {
          operationId: 'postParts',
          ...body(
            'multipart/form-data',
            {
              type: 'object',
              required: ['file', 'note', 'meta'],
              properties: {
                file: { type: 'string', contentMediaType: 'application/octet-stream' },
                note: { type: 'string' },
                meta: { type: 'object', properties: { q: { type: 'string' } } },
              },
            },
            { file: 'x', note: '@secret;type=x', meta: { q: 'a"b\\c;d' } },
          ),
        },
      },
    },
    components: {
      securitySchemes: {
        header: { type: 'apiKey', in: 'header', name: 'X-Key' },
        query: { type: 'apiKey', in: 'query', name: 'key' },
        cookie: { type: 'apiKey', in: 'cookie', name: 'session' },
        basic: { type: 'http', scheme: 'basic' },
        bearer: { type: 'http', scheme: 'bearer' },
      },
    },
  });
}

const variables = {
  HEADER_CREDENTIAL: 'header "key" $x',
  QUERY_CREDENTIAL: 'query-key',
  COOKIE_CREDENTIAL: 'cookie-key',
  BASIC_USER: 'ada',
  BASIC_PASSWORD: "pass'word $1",
  BEARER_CREDENTIAL: 'token',
};

describe('samples', () => {
  const folder = resolve('.tallystick/reference-samples');
  const received: Received[] = [];
  let server: Server;
  let pages: ReadonlyMap<string, Page>;

  beforeAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    for (const name of ['file.bin', 'body.bin']) writeFileSync(join(folder, name), 'bytes\u0000');
    server = createServer((request, response) => {
      void read(request).then((each) => {
        received.push(each);
        response.end();
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const generated = await generateText({
      'samples.json': documentAt(`http://127.0.0.1:${port}/v1`),
    });
    pages = generated.pages;
  });
  afterAll(() => server?.close());

  /** The request that a program sends. */
  async function sentBy(program: string, words: readonly string[]): Promise<Received> {
    received.length = 0;
    await promisify(execFile)(program, [...words], { cwd: folder, env: { ...env, ...variables } });
    expect(received.length).toBe(1);
    const [request = { request: '', headers: {}, body: '' }] = received;
    return request;
  }

  test('curl and fetch send the same requests, whatever the examples contain', async () => {
    const commands = samplesOf(pages, 'curl');
    const programs = samplesOf(pages, 'fetch');
    expect([...commands.keys()].sort()).toEqual([...programs.keys()].sort());
    expect(commands.size).toBe(7);
    const requests = new Map<string, Received>();
    for (const [path, command] of commands) {
      const byCurl = await sentBy('sh', ['-c', command]);
      const file = join(folder, 'program.mjs');
      writeFileSync(file, programs.get(path) ?? '');
      expect({ path, sent: byCurl }).toEqual({ path, sent: await sentBy('node', [file]) });
      requests.set(path, byCurl);
    }
    expect(requests.get('operations/getItem.html')).toMatchObject({
      request: expect.stringContaining('&list=a%20b,c%26d&deep%5Bit%27s%5D=%5B1%5D&key=query-key'),
      headers: {
        'x-key': 'header "key" $x',
        'x-trace': 'it\'s "$1" `x` \\',
        cookie: expect.stringContaining('session=cookie-key'),
      },
    });
    expect(requests.get('operations/postJson.html')).toMatchObject({
      headers: { authorization: `Basic ${btoa("ada:pass'word $1")}` },
      body: { a: text, b: ['"', '\\', "'"] },
    });
    expect(requests.get('operations/postForm.html')).toMatchObject({
      headers: { authorization: 'Bearer token' },
      body: [
        ['a', text],
        ['b', '1'],
        ['b', '& ='],
      ],
    });
    expect(requests.get('operations/putText.html')?.body).toBe(text);
    expect(requests.get('operations/putBytes.html')?.body).toBe('bytes\u0000');
    expect(requests.get('operations/postParts.html')?.body).toEqual([
      ['file', 'bytes\u0000'],
      ['note', '@secret;type=x'],
      ['meta', '{"q":"a\\"b\\\\c;d"}'],
    ]);
  });
});

async function read(request: IncomingMessage): Promise<Received> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const bytes = Buffer.concat(chunks);
  const names = ['x-key', 'x-trace', 'cookie', 'authorization'];
  const type = request.headers['content-type'] ?? '';
  const headers = Object.fromEntries(
    names.flatMap((name) =>
      request.headers[name] === undefined ? [] : [[name, request.headers[name]]],
    ),
  );
  return { request: `${request.method} ${request.url}`, headers, body: await bodyOf(bytes, type) };
}

async function bodyOf(bytes: Buffer, type: string): Promise<unknown> {
  if (type.startsWith('multipart/form-data')) {
    const form = await new Response(new Uint8Array(bytes), {
      headers: { 'content-type': type },
    }).formData();
    const texts: unknown[] = [];
    for (const [name, value] of form)
      texts.push([name, typeof value === 'string' ? value : await value.text()]);
    return texts;
  }
  const written = bytes.toString('utf8');
  if (type === 'application/json') return JSON.parse(written);
  return type === 'application/x-www-form-urlencoded' ? [...new URLSearchParams(written)] : written;
}

test('samples compile with the generated client, server and feeds', async () => {
  const cases = ['mcp/openapi.yaml', 'feeds/feed.yaml', 'rooms/chat.yaml'];
  const bench = createWorkbench('reference-samples-compiled');
  let count = 0;
  for (const name of cases)
    count += addSamples(bench, await generateDocument(resolve('test/cases', name)), name);
  expect(count).toBeGreaterThan(20);
  expect(bench.check()).toEqual([]);
});
