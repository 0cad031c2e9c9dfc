import { describe, expect, test } from 'vitest';
import {
  type Asked,
  type Makers,
  type StreamFixture,
  createStreamFixture,
} from './stream-fixture.js';
import { testTime } from './time.js';

/** One answer: events, and how it ends. */
interface Answer {
  readonly status?: number;
  readonly events?: readonly object[];
  readonly ends?: 'broken' | 'ended' | 'silent';
}

/** A server that gives one answer after another, and a clock on which every wait is over at once. */
async function createFixture(
  answers: readonly Answer[],
  options: object = {},
): Promise<
  StreamFixture & { readonly requestedIds: (string | undefined)[]; readonly waits: number[] }
> {
  const requestedIds: (string | undefined)[] = [];
  const waits: number[] = [];
  const time = testTime({ skip: 40_000 });
  const timers = {
    ...time,
    setTimeout(callback: () => void, milliseconds: number): unknown {
      // Idle times are waited for only where nothing comes.
      if (milliseconds === 30_000) return time.setTimeout(callback, 50_000);
      waits.push(milliseconds);
      return time.setTimeout(callback, Math.min(milliseconds, 40_000));
    },
  };
  const fixture = await createStreamFixture(
    'in memory',
    {
      ticks: ({ lastEventId }: Asked, respond: Makers) => {
        requestedIds.push(lastEventId);
        const {
          status = 200,
          events = [],
          ends = 'ended',
        } = answers[requestedIds.length - 1] ?? {};
        if (status === 204) return respond['noContent']?.();
        if (status !== 200) throw new Error('out of order');
        return respond['ok']?.(
          (async function* () {
            yield* events;
            if (ends === 'broken') throw new Error('broken off');
            if (ends === 'silent') await new Promise(() => undefined);
          })(),
        );
      },
    },
    {
      client: {
        timers,
        timeout: Infinity,
        random: (length: number) => new Uint8Array(length),
        ...options,
      },
    },
  );
  return { ...fixture, requestedIds, waits };
}

async function read({ stream }: StreamFixture, options?: object): Promise<readonly unknown[]> {
  const items: unknown[] = [];
  try {
    for await (const { data } of stream('ticks', options)) items.push((data as { n: number }).n);
    items.push('end');
  } catch (error) {
    items.push((error as { readonly code: string }).code);
  }
  return items;
}

const tick = (n: number, more: object = {}): object => ({ data: { n }, ...more });

describe('event stream that breaks off', () => {
  test('continues after the id of its last event', async () => {
    const fixture = await createFixture([
      { events: [tick(1, { id: 'a' }), tick(2, { id: 'bü' })], ends: 'broken' },
      { events: [tick(3)], ends: 'broken' },
      { events: [tick(4)] },
    ]);
    expect(await read(fixture)).toEqual([1, 2, 3, 4, 'end']);
    expect(fixture.requestedIds).toEqual([undefined, 'bü', 'bü']);
    expect(fixture.waits).toEqual([1000, 1000]);
  });

  test('does not reconnect without an id, because events might be lost', async () => {
    const fixture = await createFixture([{ events: [tick(1)], ends: 'broken' }, {}]);
    expect(await read(fixture)).toEqual([1, 'network']);
    expect(fixture.requestedIds).toHaveLength(1);
  });

  test('does not reconnect if reconnect is false', async () => {
    const fixture = await createFixture([{ events: [tick(1, { id: 'a' })], ends: 'broken' }, {}]);
    expect(await read(fixture, { reconnect: false })).toEqual([1, 'network']);
  });

  test('restarts without an id on request', async () => {
    const fixture = await createFixture([
      { events: [tick(1)], ends: 'broken' },
      { events: [tick(2)] },
    ]);
    expect(await read(fixture, { reconnect: {} })).toEqual([1, 2, 'end']);
    expect(fixture.requestedIds).toEqual([undefined, undefined]);
  });

  test('waits for the given time, doubled after each failure, up to a maximum', async () => {
    const fixture = await createFixture([
      { events: [tick(1, { id: 'a', retry: 300 })], ends: 'broken' },
      { ends: 'broken' },
      { ends: 'broken' },
      { events: [tick(2, { retry: 99_000 })], ends: 'broken' },
      {},
    ]);
    expect(await read(fixture, { reconnect: { maxDelay: 20_000 } })).toEqual([1, 2, 'end']);
    expect(fixture.waits).toEqual([300, 600, 1200, 20_000]);
  });

  test('waits longer than its maximum if the server says so, up to a limit', async () => {
    const broken = (retry: number): Answer => ({
      events: [tick(1, { id: 'a', retry })],
      ends: 'broken',
    });
    const fixture = await createFixture([
      broken(90_000),
      { ends: 'broken' },
      broken(9_000_000),
      {},
    ]);
    await read(fixture);
    expect(fixture.waits).toEqual([90_000, 90_000, 3_600_000]);
    const limited = await createFixture([broken(90_000), { ends: 'broken' }, broken(600_000), {}]);
    await read(limited, { reconnect: { maxRetry: 120_000 } });
    expect(limited.waits).toEqual([90_000, 90_000, 120_000]);
  });

  test('ends after a number of failed attempts', async () => {
    const fixture = await createFixture([
      { events: [tick(1, { id: 'a' })], ends: 'broken' },
      { ends: 'broken' },
      { status: 500 },
      {},
    ]);
    expect(await read(fixture, { reconnect: { attempts: 2 } })).toEqual([1, 'undeclared']);
    expect(fixture.requestedIds).toHaveLength(3);
  });

  test('ends with a permanent failure status', async () => {
    const fixture = await createFixture([{ events: [tick(1, { id: 'a' })], ends: 'broken' }], {
      interceptors: [
        async (request: { headers: readonly string[] }, next: (request: unknown) => unknown) =>
          request.headers.includes('Last-Event-ID')
            ? { status: 401, headers: [], body: undefined }
            : next(request),
      ],
    });
    expect(await read(fixture)).toEqual([1, 'undeclared']);
  });

  test('reconnects after a timeout too', async () => {
    const time = testTime();
    const requests: unknown[] = [];
    const { stream } = await createStreamFixture(
      'in memory',
      {
        ticks: ({ lastEventId }, respond) => {
          requests.push(lastEventId);
          return respond['ok']?.(
            (async function* () {
              yield tick(requests.length, { id: 'a' });
              if (requests.length === 1) await new Promise(() => undefined);
            })(),
          );
        },
      },
      { client: { timers: time, timeout: Infinity } },
    );
    const iterator = stream('ticks', { idleTimeout: 500 })[Symbol.asyncIterator]();
    expect(await iterator.next()).toMatchObject({ value: { data: { n: 1 } } });
    const next = iterator.next();
    await time.waiter(500);
    await time.advance(500);
    await time.waiter(1250);
    await time.advance(1250);
    expect(await next).toMatchObject({ value: { data: { n: 2 } } });
    expect(requests).toEqual([undefined, 'a']);
  });

  test('throws at once if it never started', async () => {
    const fixture = await createFixture([{ status: 500 }, {}]);
    expect(await read(fixture, { reconnect: {} })).toEqual(['undeclared']);
    expect(fixture.requestedIds).toHaveLength(1);
  });
});

describe('event stream that ends', () => {
  test('is over, unless the caller continues until 204', async () => {
    const answers = [
      { events: [tick(1, { id: 'a' })] },
      { events: [tick(2, { id: 'b' })] },
      {},
      { status: 204 },
    ];
    expect(await read(await createFixture(answers))).toEqual([1, 'end']);
    const fixture = await createFixture(answers);
    expect(await read(fixture, { reconnect: { after: 'ended' } })).toEqual([1, 2, 'end']);
    expect(fixture.requestedIds).toEqual([undefined, 'a', 'b', 'b']);
  });

  test.each([
    ['ended', { after: 'ended', delay: 1 }],
    ['broken off', { delay: 1 }],
  ])('after it was %s is over with 204, even if undeclared', async (how, reconnect) => {
    let count = 0;
    const fixture = await createStreamFixture(
      'in memory',
      {},
      {
        client: {
          transport: async () => {
            count += 1;
            if (count > 1) return { status: 204, headers: [], body: undefined };
            const stream = (async function* () {
              yield new TextEncoder().encode('id: a\ndata: {"n":1}\n\n');
              if (how === 'broken off') throw new Error(how);
            })();
            return {
              status: 200,
              headers: ['Content-Type', 'text/event-stream'],
              body: { stream },
            };
          },
        },
      },
    );
    const items: unknown[] = [];
    for await (const { data } of fixture.stream('beats', { reconnect })) items.push(data);
    expect(items).toEqual([{ n: 1 }]);
    expect(count).toBe(2);
  });

  test('may be requested from a known id', async () => {
    const fixture = await createFixture([{ events: [tick(1, { id: 'z' }), tick(2)] }]);
    const items = fixture.stream('ticks', { lastEventId: 'y' });
    const ids: string[] = [];
    for await (const _ of items) ids.push(items.lastEventId);
    expect(fixture.requestedIds).toEqual(['y']);
    expect(ids).toEqual(['z', 'z']);
  });

  test('has the id of the last event that was read', async () => {
    const fixture = await createFixture([{ events: [tick(1, { id: 'a' }), tick(2, { id: 'b' })] }]);
    const items = fixture.stream('ticks');
    const ids: string[] = [];
    for await (const _ of items) ids.push(items.lastEventId);
    expect(ids).toEqual(['a', 'b']);
  });
});

test('can be left while it waits to reconnect', async () => {
  const time = testTime();
  const { stream } = await createStreamFixture(
    'in memory',
    {
      ticks: (_, respond) =>
        respond['ok']?.(
          (async function* () {
            yield tick(1, { id: 'a' });
            throw new Error('broken off');
          })(),
        ),
    },
    { client: { timers: time, timeout: Infinity } },
  );
  const iterator = stream('ticks')[Symbol.asyncIterator]();
  expect(await iterator.next()).toMatchObject({ value: { data: { n: 1 } } });
  const next = iterator.next();
  await time.waiter(2000);
  await iterator.return?.();
  expect(await next).toEqual({ done: true, value: undefined });
});

test('is kept alive by comments of the server', async () => {
  const time = testTime();
  const { close, ...fixture } = await createStreamFixture(
    'in memory',
    {
      ticks: (_, respond) =>
        respond['ok']?.(
          (async function* () {
            yield tick(1);
            await new Promise(() => undefined);
          })(),
        ),
    },
    { server: { keepAlive: 100, clock: time }, client: { timers: time, timeout: Infinity } },
  );
  const iterator = fixture.stream('ticks', { idleTimeout: 250 })[Symbol.asyncIterator]();
  expect(await iterator.next()).toMatchObject({ value: { data: { n: 1 } } });
  let isOver = false;
  const next = iterator.next().finally(() => {
    isOver = true;
  });
  for (let index = 0; index < 20; index += 1) {
    await time.waiter(100);
    await time.advance(100);
  }
  expect(isOver).toBe(false);
  await iterator.return?.();
  expect(await next).toEqual({ done: true, value: undefined });
  await close();
});
