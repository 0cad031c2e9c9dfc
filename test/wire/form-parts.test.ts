import { connect } from '@tallystick/runtime/http';
import { afterEach, describe, expect, test } from 'vitest';
import { authority } from './suite/document.js';
import { generateTopic } from './suite/generated.js';
import { ways, type Way } from './suite/mounts.js';

const generated = await generateTopic({
  name: 'form-parts',
  title: 'Parts of forms',
  operations: {
    upload: {
      method: 'post',
      requestBody: {
        required: true,
        content: {
          'multipart/form-data': {
            'x-stream-parts': true,
            schema: {
              type: 'object',
              required: ['title', 'film'],
              properties: {
                title: { type: 'string', maxLength: 10 },
                year: { type: 'integer' },
                tags: { type: 'array', items: { type: 'string' } },
                film: { type: 'string', format: 'binary' },
                poster: { type: 'string', format: 'binary', maxLength: 5 },
              },
            },
          },
        },
      },
      responses: { '200': { description: 'ok', content: { 'application/json': { schema: {} } } } },
    },
  },
});

interface Part {
  readonly name: string;
  readonly value?: unknown;
  readonly filename?: string;
  readonly contentType?: string;
  readonly bytes?: AsyncIterable<Uint8Array>;
}

type Makers = Readonly<Record<string, (body: unknown) => unknown>>;

/** Reads every part, of files their length. */
async function readAll({ body }: { readonly body: AsyncIterable<Part> }): Promise<unknown[]> {
  const seen: unknown[] = [];
  for await (const { name, value, filename, contentType, bytes } of body) {
    let size = 0;
    if (bytes !== undefined) for await (const piece of bytes) size += piece.length;
    seen.push(bytes === undefined ? [name, value] : [name, filename, contentType, size]);
  }
  return seen;
}

const taken: Way[] = [];
afterEach(() => Promise.all(taken.splice(0).map((way) => way.close())));

async function uploading(
  name: string,
  read: (request: { readonly body: AsyncIterable<Part> }) => Promise<unknown>,
  options: object = {},
): Promise<(body: unknown) => Promise<Readonly<Record<string, unknown>>>> {
  const handle = generated.createServer(
    {
      upload: async (request: { readonly body: AsyncIterable<Part> }, respond: Makers) =>
        respond['ok']?.(await read(request)),
    },
    { trustHost: true, ...options },
  );
  const way = await ways[name]?.(handle);
  if (way === undefined) throw new Error(`there is a way "${name}"`);
  taken.push(way);
  const { transport, baseUrl = `https://${authority}` } = way;
  const client = connect(generated.description, { transport, baseUrl, retry: false });
  return (body) => generated.call('upload').result(client, body);
}

const piece = new Uint8Array(65_536);

describe.each(['in memory', 'fetch, to node:http', 'node:http, to node:http', 'web requests'])(
  'streamed form parts %s',
  (name) => {
    test('arrive as sent, with decoded values and files as bytes', async () => {
      const upload = await uploading(name, readAll);
      const film = new File(['abc'], 'f.bin', { type: 'video/mp4' });
      const outcome = await upload({ title: 'x', year: 1999, tags: ['a', 'b'], film });
      expect(outcome['value']).toEqual([
        ['title', 'x'],
        ['year', 1999],
        ['tags', 'a'],
        ['tags', 'b'],
        ['film', 'f.bin', 'video/mp4', 3],
      ]);
    });

    test('are not buffered', async () => {
      let given = 0;
      let ahead = 0;
      // 96 MB, of which sockets alone may hold 36 MB, as Linux grows their buffers.
      const pieces = 1536;
      const stream = (async function* () {
        for (; given < pieces; given += 1) yield piece;
      })();
      const upload = await uploading(name, async ({ body }) => {
        let size = 0;
        for await (const { bytes } of body) {
          if (bytes === undefined) continue;
          for await (const each of bytes) {
            size += each.length;
            ahead = Math.max(ahead, given - size / piece.length);
            await new Promise((resolve) => setImmediate(resolve));
          }
        }
        return size;
      });
      expect(await upload({ title: 'x', film: { stream } })).toMatchObject({
        value: pieces * piece.length,
      });
      expect(ahead).toBeLessThan(pieces / 2);
    });
  },
);

describe('streamed form parts', () => {
  test('are skipped if a handler does not read them', async () => {
    const upload = await uploading('in memory', async ({ body }) => {
      const names: string[] = [];
      for await (const { name, bytes } of body) {
        names.push(name);
        if (name === 'film' && bytes !== undefined) for await (const _ of bytes) break;
      }
      return names;
    });
    const film = new Uint8Array(300_000);
    expect(await upload({ film, poster: Uint8Array.of(1), title: 'x' })).toMatchObject({
      value: ['film', 'poster', 'title'],
    });
  });

  test.each([
    ['a value that violates its schema', { title: 'much too long', film: '' }, ['body/title']],
    ['a value of another type', { title: 'x', year: 'soon', film: '' }, ['body/year']],
    ['a missing property', { title: 'x' }, ['body']],
    [
      'a file that is too long',
      { title: 'x', film: Uint8Array.of(1), poster: new Uint8Array(6) },
      ['body/poster'],
    ],
  ])('are rejected with %s', async (_, body, at) => {
    const upload = await uploading('in memory', readAll);
    const { status, body: fault } = await upload(body);
    expect(status).toBe(400);
    const { violations } = fault as { readonly violations: readonly { readonly path: string }[] };
    expect(violations.map(({ path }) => path)).toEqual(at);
  });

  test('have the limit of bodies for each value, and that of streams in total', async () => {
    const upload = await uploading('in memory', readAll, { limits: { body: 100, stream: 2000 } });
    const film = Uint8Array.of(1);
    expect(await upload({ film, title: 'x', tags: ['x'.repeat(101)] })).toMatchObject({
      status: 413,
    });
    expect(await upload({ title: 'x', film: new Uint8Array(1000) })).toMatchObject({ status: 200 });
    expect(await upload({ title: 'x', film: new Uint8Array(2000) })).toMatchObject({ status: 413 });
  });
});
