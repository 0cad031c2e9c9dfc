import { afterEach, describe, expect, test } from 'vitest';
import {
  deferred,
  type StreamHandlers,
  type StreamFixture,
  createStreamFixture,
  streamWays,
} from './stream-fixture.js';

const taken: StreamFixture[] = [];
afterEach(() => Promise.all(taken.splice(0).map((fixture) => fixture.close())));

async function createFixture(
  name: string,
  handlers: StreamHandlers,
  options: object = {},
): Promise<StreamFixture> {
  const fixture = await createStreamFixture(name, handlers, options);
  taken.push(fixture);
  return fixture;
}

describe.each(streamWays)('streamed items %s', (name) => {
  test('are read one after another', async () => {
    let count = 0;
    const { stream } = await createFixture(name, {
      rows: (_, respond) =>
        respond['ok']?.(
          (async function* () {
            for (; count < 3; count += 1) yield { n: count };
          })(),
        ),
    });
    const read: unknown[] = [];
    for await (const item of stream('rows')) read.push(item);
    expect(read).toEqual([{ n: 0 }, { n: 1 }, { n: 2 }]);
  });

  test('are generated only as fast as they are read', async () => {
    let count = 0;
    const { stream } = await createFixture(name, {
      rows: (_, respond) =>
        respond['ok']?.(
          (async function* () {
            for (; ; count += 1) yield { n: count, text: 'x'.repeat(100_000) };
          })(),
        ),
    });
    let read = 0;
    let ahead = 0;
    for await (const { n } of stream('rows')) {
      expect(n).toBe(read);
      read += 1;
      // A slow reader.
      await new Promise((resolve) => setImmediate(resolve));
      ahead = Math.max(ahead, count - read);
      if (read === 900) break;
    }
    // Buffers on the way, of which the system's alone may take 36 MB, out of 90 MB; each item has 0.1 MB.
    expect(ahead).toBeLessThan(450);
  });

  test('end the request and the generator when the reader stops', async () => {
    const stopped = deferred();
    const { stream } = await createFixture(name, {
      ticks: (_, respond) =>
        respond['ok']?.(
          (async function* () {
            try {
              for (let n = 0; ; n += 1) yield { data: { n } };
            } finally {
              stopped.resolve();
            }
          })(),
        ),
    });
    for await (const { data } of stream('ticks')) {
      expect(data).toEqual({ n: 0 });
      break;
    }
    await stopped.promise;
  });

  test('can be left while the reader or the source waits', async () => {
    const left = deferred();
    const waiting = deferred();
    const { stream } = await createFixture(name, {
      ticks: (_, respond) => {
        const source: AsyncIterator<unknown> = {
          next: () => {
            waiting.resolve();
            return new Promise(() => undefined);
          },
          return: () => {
            left.resolve();
            return Promise.resolve({ done: true, value: undefined });
          },
        };
        return respond['ok']?.({ [Symbol.asyncIterator]: () => source });
      },
    });
    const iterator = stream('ticks')[Symbol.asyncIterator]();
    const next = iterator.next();
    await waiting.promise;
    await iterator.return?.();
    expect(await next).toEqual({ done: true, value: undefined });
    await left.promise;
  });

  test('throw an abort to the reader', async () => {
    const stopped = deferred();
    const controller = new AbortController();
    const { stream } = await createFixture(name, {
      ticks: ({ signal }, respond) =>
        respond['ok']?.(
          (async function* () {
            try {
              yield { data: { n: 1 } };
              await new Promise((resolve) => signal.addEventListener('abort', resolve));
            } finally {
              stopped.resolve();
            }
          })(),
        ),
    });
    const read = async (): Promise<void> => {
      for await (const { data } of stream('ticks', { signal: controller.signal })) {
        expect(data).toEqual({ n: 1 });
        setImmediate(() => controller.abort(new Error('enough')));
      }
    };
    await expect(read()).rejects.toMatchObject({
      code: 'aborted',
      outcome: { kind: 'aborted', reason: new Error('enough') },
    });
    if (name !== 'in memory') await stopped.promise;
  });

  test('throw an error if the generator fails, and the server logs it', async () => {
    const { stream, log } = await createFixture(name, {
      rows: (_, respond) =>
        respond['ok']?.(
          (async function* () {
            yield { n: 1 };
            throw new Error('the database has gone');
          })(),
        ),
    });
    const read: unknown[] = [];
    const all = async (): Promise<void> => {
      for await (const item of stream('rows')) read.push(item);
    };
    await expect(all()).rejects.toMatchObject({ code: 'network', outcome: { kind: 'network' } });
    expect(read.length).toBeLessThanOrEqual(1);
    expect(log).toMatchObject([
      {
        reason: 'stream-failed',
        method: 'GET',
        operation: 'rows',
        cause: { message: 'the database has gone' },
      },
    ]);
  });

  test('throw a declared failure with its status and value', async () => {
    const { stream } = await createFixture(name, {
      rows: (_, respond) => respond['notFound']?.({ gone: true }),
    });
    await expect(stream('rows')[Symbol.asyncIterator]().next()).rejects.toMatchObject({
      status: 404,
      outcome: { kind: 'failure', value: { gone: true } },
    });
  });

  test('are uploaded as they are generated, before the response', async () => {
    const seen: unknown[] = [];
    const { call } = await createFixture(name, {
      load: async ({ body }, respond) => {
        for await (const item of body) seen.push(item);
        return respond['ok']?.(seen.length);
      },
    });
    const items = (async function* () {
      for (let n = 0; n < 5; n += 1) {
        yield { n };
        await new Promise((resolve) => setImmediate(resolve));
      }
    })();
    expect(await call('load', items)).toMatchObject({ ok: true, value: 5 });
    expect(seen).toEqual([0, 1, 2, 3, 4].map((n) => ({ n })));
  });

  test('are rejected at the position of an invalid uploaded item', async () => {
    const seen: unknown[] = [];
    const { call } = await createFixture(name, {
      load: async ({ body }, respond) => {
        for await (const item of body) seen.push(item);
        return respond['ok']?.(seen.length);
      },
    });
    const outcome = await call('load', [{ n: 1 }, { n: 'two' }, { n: 3 }]);
    expect(outcome).toMatchObject({
      status: 400,
      body: { violations: [{ path: 'body/1/n' }] },
    });
    expect(seen).toEqual([{ n: 1 }]);
  });
});

describe('stream of items', () => {
  test('is requested with its first item, and read once', async () => {
    let count = 0;
    const { stream } = await createFixture('in memory', {
      rows: (_, respond) => {
        count += 1;
        return respond['ok']?.([{ n: 1 }]);
      },
    });
    const rows = stream('rows');
    expect(count).toBe(0);
    const iterator = rows[Symbol.asyncIterator]();
    expect(await iterator.next()).toEqual({ done: false, value: { n: 1 } });
    expect(count).toBe(1);
    expect(() => rows[Symbol.asyncIterator]()).toThrow('read once');
  });

  test.each([
    ['an item', { maxItemBytes: 1000 }],
    ['all items', { maxBytes: 1000 }],
  ])('with too many bytes in %s is rejected', async (_, options) => {
    const { stream } = await createFixture('in memory', {
      rows: (__, respond) => respond['ok']?.([{ n: 1 }, { n: 2, text: 'x'.repeat(1000) }]),
    });
    const iterator = stream('rows', options)[Symbol.asyncIterator]();
    expect(await iterator.next()).toMatchObject({ value: { n: 1 } });
    await expect(iterator.next()).rejects.toMatchObject({
      outcome: { kind: 'invalid-response', message: expect.stringContaining('1000 bytes') },
    });
  });

  test('may have uploaded items up to the size of a body', async () => {
    const { call } = await createFixture(
      'in memory',
      {
        load: async ({ body }, respond) => {
          let count = 0;
          for await (const item of body) count += item === undefined ? 0 : 1;
          return respond['ok']?.(count);
        },
      },
      { server: { limits: { body: 100 } } },
    );
    const rows = Array.from({ length: 50 }, (_, n) => ({ n }));
    expect(await call('load', rows.values())).toMatchObject({ value: 50 });
    const long = [{ n: 1, text: 'x'.repeat(100) }];
    expect(await call('load', long.values())).toMatchObject({ status: 413 });
  });

  test('with an event that cannot be encoded breaks off, and the server logs it', async () => {
    const { stream, log } = await createFixture('in memory', {
      ticks: (_, respond) => respond['ok']?.([{ data: { n: 1 }, event: 'a\nb' }]),
    });
    await expect(stream('ticks')[Symbol.asyncIterator]().next()).rejects.toMatchObject({
      code: 'network',
    });
    expect(log).toMatchObject([{ reason: 'stream-failed' }]);
  });
});
