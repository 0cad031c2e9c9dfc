import { createServer, type IncomingMessage } from 'node:http';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import { confluentRegistry, fileRegistry } from '@tallystick/runtime/broker/registry';
import { afterEach, describe, expect, test } from 'vitest';

type Answer = readonly [status: number, body: unknown];

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** Plays a registry: answers by method and path, and remembers what it was asked. */
async function registry(answers: { readonly [request: string]: Answer }) {
  const requests: { readonly text: string; readonly authorization: string | undefined }[] = [];
  const server = createServer(async (request, response) => {
    const key = `${request.method} ${request.url}`;
    requests.push({
      text: `${key} ${await bodyOf(request)}`.trim(),
      authorization: request.headers.authorization,
    });
    const [status, body] = answers[key] ?? [404, { error_code: 40403, message: 'not found' }];
    response.writeHead(status, { 'content-type': 'application/vnd.schemaregistry.v1+json' });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  closing.push(() => new Promise((done) => server.close(done)));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/registry/`;
  return { url, requests };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}

const schema = { type: 'AVRO', text: '"string"' } as const;

describe('a registry of Confluent', () => {
  test('returns schemas with those that they refer to', async () => {
    const { url, requests } = await registry({
      'GET /registry/schemas/ids/7': [
        200,
        { schema: '"a.B"', references: [{ name: 'a.B', subject: 'a/b', version: 2 }] },
      ],
      'GET /registry/subjects/a%2Fb/versions/2': [200, { schema: '"int"', id: 3 }],
    });
    const credentials = { username: 'Aladdin', password: 'open sesame' };
    const found = await confluentRegistry({ url, credentials }).schema(7);
    expect(found).toEqual({
      type: 'AVRO',
      text: '"a.B"',
      references: [{ name: 'a.B', text: '"int"' }],
    });
    expect(requests.map(({ authorization }) => authorization)).toEqual([
      'Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==',
      'Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==',
    ]);
  });

  test('returns ids, and adds schemas if it may', async () => {
    const { url, requests } = await registry({
      'POST /registry/subjects/orders-value': [200, { id: 5 }],
      'POST /registry/subjects/orders-value/versions': [200, { id: 6 }],
    });
    expect(await confluentRegistry({ url }).id('orders-value', schema)).toBe(5);
    expect(await confluentRegistry({ url, register: true }).id('orders-value', schema)).toBe(6);
    expect(requests.map(({ text }) => text.split(' ').at(-1))).toEqual([
      '{"schema":"\\"string\\""}',
      '{"schema":"\\"string\\""}',
    ]);
  });

  test.each<[status: number, body: unknown, code: string]>([
    [404, { error_code: 40403 }, 'unknown-schema'],
    [401, {}, 'refused'],
    [409, {}, 'refused'],
    [500, {}, 'unavailable'],
    [429, {}, 'unavailable'],
    [302, '', 'invalid-response'],
    [200, 'not json', 'invalid-response'],
    [200, '5', 'invalid-response'],
    [200, { schema: 5 }, 'invalid-response'],
    [200, { schema: '"int"', schemaType: 'XML' }, 'invalid-response'],
    [200, { schema: '"int"', references: [{}] }, 'invalid-response'],
    [200, { schema: 'x'.repeat(5_000_000) }, 'invalid-response'],
  ])(
    'that responds with %i and something else is a typed error without credentials',
    async (status, body, code) => {
      const { url } = await registry({ 'GET /registry/schemas/ids/7': [status, body] });
      const credentials = { token: 'tok-secret-123' };
      const error: unknown = await confluentRegistry({ url, credentials })
        .schema(7)
        .catch((reason: unknown) => reason);
      expect(error).toMatchObject({ name: 'SchemaRegistryError', code });
      expect(inspect(error, { depth: 9, showHidden: true })).not.toMatch(/secret/);
    },
  );

  test('that cannot be reached is a typed error without credentials', async () => {
    const failing = (): Promise<never> =>
      Promise.reject(Object.assign(new Error('Bearer tok-secret-123'), { code: 'ECONNREFUSED' }));
    const error: unknown = await confluentRegistry({
      url: 'https://registry.example',
      credentials: { token: 'tok-secret-123' },
      fetch: failing,
    })
      .schema(7)
      .catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'unavailable' });
    expect(inspect(error, { depth: 9, showHidden: true })).not.toMatch(/secret/);
  });

  test.each(['ftp://registry.example', 'nonsense', 'https://user:secret@registry.example'])(
    'has no address %s',
    (url) => {
      expect(() => confluentRegistry({ url })).toThrow(TypeError);
      expect(() => confluentRegistry({ url })).not.toThrow(/secret/);
    },
  );
});

describe('a registry of files', () => {
  test('has the schemas of a folder', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'registry-'));
    closing.push(() => rm(folder, { recursive: true }));
    await writeFile(join(folder, '7.avsc'), '{ "items": "int",\n "type": "array" }');
    await writeFile(join(folder, 'notes.txt'), 'nothing');
    const files = fileRegistry(folder);
    expect(await files.schema(7)).toMatchObject({ type: 'AVRO' });
    expect(await files.id('any', { type: 'AVRO', text: '{"type":"array","items":"int"}' })).toBe(7);
    await expect(files.schema(8)).rejects.toMatchObject({ code: 'unknown-schema' });
    await expect(files.id('any', schema)).rejects.toMatchObject({ code: 'unknown-schema' });
  });

  test('tries again after a folder could not be read', async () => {
    const folder = join(tmpdir(), `registry-${crypto.randomUUID()}`);
    await expect(fileRegistry(folder).schema(7)).rejects.toMatchObject({ code: 'unavailable' });
  });
});
