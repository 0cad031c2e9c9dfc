import type { OpenResponse } from '@tallystick/runtime';
import { connect } from '@tallystick/runtime/http';
import { afterEach, describe, expect, test } from 'vitest';
import { authority } from './suite/document.js';
import { generateTopic } from './suite/generated.js';
import { ways, type Way } from './suite/mounts.js';
import { testTime } from './time.js';

const bytes = { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } };
const generated = await generateTopic({
  name: 'streams',
  title: 'Streams of bytes',
  operations: {
    download: {
      responses: {
        '200': { description: 'ok', content: bytes },
        '404': {
          description: 'gone',
          content: { 'application/json': { schema: { type: 'object' } } },
        },
      },
    },
    upload: {
      method: 'put',
      requestBody: { required: true, content: bytes },
      responses: { '200': { description: 'ok', content: { 'application/json': { schema: {} } } } },
    },
  },
});

const piece = new Uint8Array(65_536);
/** Sockets alone may hold 36 MB, as Linux grows their buffers. */
const megabytes = 96;
const pieces = megabytes * 16;

/** The items that a source has yielded, and when it was stopped. */
interface Source {
  readonly given: () => number;
  readonly stopped: Promise<void>;
  readonly stream: AsyncIterable<Uint8Array>;
}

function source(count: number): Source {
  const { promise, resolve } = deferred();
  let given = 0;
  const stream = (async function* () {
    try {
      for (; given < count; given++) yield piece;
    } finally {
      resolve();
    }
  })();
  return { given: () => given, stopped: promise, stream };
}

function deferred(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve: () => resolve() };
}

interface Body {
  readonly body: AsyncIterable<Uint8Array>;
}

/** Reads bodies of a megabyte at most, and so does the client: whatever is larger was streamed. */
function serve(download: () => unknown): Parameters<(typeof ways)[string]>[0] {
  const handlers = {
    download: (_: unknown, respond: Makers) => {
      const body = download();
      return body === undefined ? respond['notFound']?.({ gone: true }) : respond['ok']?.(body);
    },
    upload: async ({ body }: Body, respond: Makers) => {
      let length = 0;
      for await (const each of body) length += each.length;
      return respond['ok']?.(length);
    },
  };
  return generated.createServer(handlers, { trustHost: true });
}

type Makers = Readonly<Record<string, (body: unknown) => unknown>>;

type Open = (...args: readonly unknown[]) => Promise<OpenResponse>;

const open: Open = (...args) =>
  (generated.call('download') as unknown as { open: Open }).open(...args);

const taken: Way[] = [];
afterEach(() => Promise.all(taken.splice(0).map((way) => way.close())));

async function connected(
  name: string,
  download: () => unknown,
  more: object = {},
): ReturnType<typeof make> {
  return make(name, download, more);
}
async function make(name: string, download: () => unknown, more: object) {
  const way = await ways[name]?.(serve(download));
  if (way === undefined) throw new Error(`there is a way "${name}"`);
  taken.push(way);
  const { transport, baseUrl = `https://${authority}` } = way;
  return connect(generated.description, {
    transport,
    baseUrl,
    retry: false,
    maxResponseBytes: 1_000_000,
    ...more,
  });
}

describe.each(['in memory', 'fetch, to node:http', 'node:http, to node:http', 'web requests'])(
  'streamed bytes %s',
  (name) => {
    test('are downloaded without buffering, only as fast as they are read', async () => {
      const bytes = source(pieces);
      const client = await connected(name, () => ({ stream: bytes.stream }));
      const { status, contentType, body } = await open(client);
      expect([status, contentType]).toEqual([200, 'application/octet-stream']);
      let length = 0;
      let ahead = 0;
      for await (const each of body) {
        length += each.length;
        ahead = Math.max(ahead, bytes.given() * piece.length - length);
      }
      expect(length).toBe(pieces * piece.length);
      // Sockets and streams keep some; what they keep does not grow with the body.
      expect(ahead).toBeLessThan((pieces * piece.length) / 2);
    });

    test('are uploaded without buffering', async () => {
      const client = await connected(name, () => undefined);
      const { stream } = source(pieces);
      expect(await generated.call('upload')(client, { stream })).toBe(pieces * piece.length);
    });

    test('end their source when the reader stops', async () => {
      const bytes = source(pieces);
      const client = await connected(name, () => ({ stream: bytes.stream }));
      for await (const each of (await open(client)).body) {
        expect(each.length).toBeGreaterThan(0);
        break;
      }
      await bytes.stopped;
      expect(bytes.given()).toBeLessThan(pieces);
    });

    test('end when the caller aborts', async () => {
      const bytes = source(pieces);
      const client = await connected(name, () => ({ stream: bytes.stream }));
      const enough = new AbortController();
      const { body } = await open(client, { signal: enough.signal });
      const reading = (async () => {
        for await (const _ of body) enough.abort('enough');
      })();
      await expect(reading).rejects.toMatchObject({
        outcome: { kind: 'aborted', reason: 'enough' },
      });
      await bytes.stopped;
    });

    test('are limited by maxBytes', async () => {
      const client = await connected(name, () => ({ stream: source(pieces).stream }));
      const { body } = await open(client, { maxBytes: 1_000_000 });
      const reading = (async () => {
        for await (const _ of body) void _;
      })();
      await expect(reading).rejects.toMatchObject({
        outcome: {
          kind: 'invalid-response',
          status: 200,
          message: expect.stringContaining('1000000'),
        },
      });
    });

    test('are limited like any response if they are read as a whole', async () => {
      const client = await connected(name, () => ({ stream: source(pieces).stream }));
      expect(await generated.call('download').result(client)).toMatchObject({
        kind: 'invalid-response',
      });
    });
  },
);

describe('open()', () => {
  test('throws for any other outcome', async () => {
    const client = await connected('in memory', () => undefined);
    await expect(open(client)).rejects.toMatchObject({
      outcome: { kind: 'failure', when: 404, value: { gone: true } },
    });
    await expect(open(client, { headers: { 'X-A': 'a\nb' } })).rejects.toMatchObject({
      outcome: { kind: 'invalid-request' },
    });
  });

  test('returns short bodies too', async () => {
    const client = await connected('node:http, to node:http', () => Uint8Array.of(1, 2));
    const { length, body } = await open(client);
    const all: number[] = [];
    for await (const each of body) all.push(...each);
    expect([length, all]).toEqual([2, [1, 2]]);
  });

  test('throws after a time without bytes', async () => {
    const time = testTime();
    const stream = (async function* () {
      yield piece;
      await new Promise(() => undefined);
    })();
    const client = await connected('in memory', () => ({ stream }), { timers: time });
    const { body } = await open(client, { idleTimeout: 5000 });
    const reading = (async () => {
      for await (const _ of body) void time.waiter(5000).then(() => time.advance(5000));
    })();
    await expect(reading).rejects.toMatchObject({ outcome: { kind: 'timeout', timeout: 5000 } });
  });
});
