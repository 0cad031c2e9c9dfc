import type { LevelBookView } from '@tallystick/runtime/websocket';
import { describe, expect, test } from 'vitest';
import { settled } from './http-client-fixture.js';
import { type Counting, createCountedFixture, type Tick } from './sequence-fixture.js';
import { serve } from './socket-server-fixture.js';

const textOf = (book: LevelBookView): string => {
  const side = (name: 'bid' | 'ask'): string =>
    book
      .levels(name)
      .map(({ price, size }) => `${price}x${size}`)
      .sort()
      .join(' ');
  return `${side('bid')} | ${side('ask')}`;
};

/** Numbers that a double does not hold, as they stand in JSON. */
const inexact = ['9007199254740993', '-9007199254740993', '9007199254740993.0', '1e999'];

/** Numbers that it can represent, and values that are not numbers. */
const exact = ['9007199254740992', '9007199254740991', '1e23', '0.1234567890123456789', '"1e999"'];

describe('feed client', () => {
  async function ticking(more: Partial<Counting> = {}) {
    let member = '';
    const fixture = createCountedFixture(
      { mode: 'contiguous', way: 'none', ...more },
      {
        toClient: (text) => [
          text.includes('"tick"') ? text.replace(/"price":"[^"]*"/, `"price":${member}`) : text,
        ],
      },
    );
    const seen: unknown[] = [];
    await fixture.client.subscribe('ticks', {
      keys: ['A'],
      onMessage: ({ price }: Tick) => seen.push(price),
    });
    return {
      ...fixture,
      seen,
      async tick(sequence: number, price: string) {
        member = price;
        fixture.server.publish('ticks', 'A', { type: 'tick', key: 'A', sequence, price: '' });
        await settled();
      },
    };
  }

  test.each(inexact)('rejects a message with the number %s', async (number) => {
    const { tick, seen, of } = await ticking();
    await tick(1, number);
    expect(seen).toEqual([]);
    expect(of('invalid-message')).toEqual([
      {
        kind: 'invalid-message',
        message: 'tick',
        value: { type: 'tick', key: 'A', sequence: 1, price: number },
        violations: [
          {
            pointer: '',
            keyword: 'syntax',
            expected: 'numbers that a double can represent',
            found: number,
            schema: '',
          },
        ],
      },
    ]);
  });

  test.each(exact)('accepts the number %s', async (number) => {
    const { tick, seen, of } = await ticking();
    await tick(1, number);
    expect(seen).toEqual([JSON.parse(number)]);
    expect(of('invalid-message')).toEqual([]);
  });

  test('reports a gap after a rejected message', async () => {
    const { tick, seen, of } = await ticking();
    await tick(1, '1');
    await tick(2, '9007199254740993');
    await tick(3, '3');
    expect(seen).toEqual([1, 3]);
    expect(of('gap')).toMatchObject([{ expected: 2, received: 3 }]);
  });

  test('rejects a frame that is nested too deeply to be checked', async () => {
    const { tick, seen, of } = await ticking();
    const nested = `${'['.repeat(2000)}9007199254740993${']'.repeat(2000)}`;
    await tick(1, nested);
    expect(seen).toEqual([]);
    expect(of('malformed-frame').length).toBe(1);
    await tick(1, nested.replace('9007199254740993', '1'));
    expect(seen.length).toBe(1);
  });
});

test('treats a sequence number that a double cannot represent as an outlier', async () => {
  let isReplaced = false;
  const { client, server, of, timers } = createCountedFixture(
    { mode: 'contiguous', way: 'none' },
    {
      toClient: (text) => [
        isReplaced ? text.replace(/(?<="sequence":)\d+/, '9007199254740993') : text,
      ],
    },
  );
  const seen: number[] = [];
  await client.subscribe('ticks', {
    keys: ['A'],
    onMessage: ({ sequence }: Tick) => seen.push(sequence),
  });
  for (const sequence of [1, 2, 3, 4, 5]) {
    isReplaced = sequence === 3;
    server.publish('ticks', 'A', { type: 'tick', key: 'A', sequence, price: '1' });
    await settled();
    isReplaced = false;
    await timers.advance(1000);
  }
  expect(seen).toEqual([1, 2, 4, 5]);
  expect(of('outlier')).toEqual([
    { kind: 'outlier', channel: 'ticks', key: 'A', expected: 3, received: '9007199254740993' },
  ]);
  expect(of('gap')).toEqual([]);
});

const ways: readonly Counting[] = [
  { mode: 'contiguous', way: 'operation' },
  { mode: 'contiguous', way: 'resubscribe' },
  { mode: 'increasing', way: 'operation' },
  { mode: 'increasing', way: 'resubscribe' },
  { mode: 'none', way: 'operation' },
  { mode: 'none', way: 'resubscribe' },
  { mode: 'contiguous', way: 'operation', scope: 'connection' },
  { mode: 'contiguous', way: 'resubscribe', scope: 'connection' },
];

describe.each(ways)('book of a feed ($mode, $way, $scope)', (counting) => {
  test('is resynced after a change with a number that a double cannot represent', async () => {
    let isReplaced = false;
    const fixture = createCountedFixture(counting, {
      toClient: (text) => [
        isReplaced && text.includes('"change"')
          ? text.replace('"key":"A"', '"key":"A","id":9007199254740993')
          : text,
      ],
    });
    const { truth, server, client, timers, snapshots, of } = fixture;
    const change = async (): Promise<void> => {
      server.publish('book', 'A', truth.next());
      await settled();
    };
    const stale: string[] = [];
    const followed = await client.levelBook('book', 'A', { onStale: (why) => stale.push(why) });
    for (let count = 0; count < 5; count += 1) await change();
    await timers.advance(60_000);
    const before = snapshots();
    isReplaced = true;
    await change();
    isReplaced = false;
    expect(followed.isLive && textOf(followed.book) !== truth.text()).toBe(false);
    await timers.advance(10_000);
    expect(followed.isLive).toBe(true);
    expect(textOf(followed.book)).toBe(truth.text());
    for (let count = 0; count < 5; count += 1) await change();
    expect(textOf(followed.book)).toBe(truth.text());
    expect(stale).toEqual(['unreadable']);
    expect(snapshots()).toBe(before + 1);
    expect(of('invalid-message').length).toBe(1);
  });
});

test('keeps a change that arrives during a snapshot', async () => {
  let isReplaced = false;
  const pending: (() => void)[] = [];
  const { truth, server, client, timers } = createCountedFixture(
    { mode: 'none', way: 'operation' },
    {
      toClient: (text) => [
        isReplaced ? text.replace('"key":"A"', '"key":"A","id":9007199254740993') : text,
      ],
      async snapshot(state) {
        const whole = state.whole();
        await new Promise<void>((resolve) => pending.push(resolve));
        return whole;
      },
    },
  );
  const opening = client.levelBook('book', 'A');
  await settled();
  isReplaced = true;
  server.publish('book', 'A', truth.next());
  await settled();
  isReplaced = false;
  for (let count = 0; count < 5; count += 1) {
    for (const answer of pending.splice(0)) answer();
    await settled();
    await timers.advance(5000);
  }
  const followed = await opening;
  expect(followed.isLive).toBe(true);
  expect(textOf(followed.book)).toBe(truth.text());
});

describe('feed server', () => {
  const received: unknown[] = [];
  async function say(text: string): Promise<readonly unknown[]> {
    received.length = 0;
    const peer = serve({ onMessage: (message) => void received.push(message) }).connect();
    await peer.say(text);
    return peer.received;
  }

  test.each(inexact)('rejects a message with the number %s', async (number) => {
    const answers = await say(`["noop",${number}]`);
    expect(answers).toMatchObject([{ message: 'Invalid message', reason: 'noop' }]);
    expect(received).toEqual([]);
  });

  test.each(exact)('accepts the number %s', async (number) => {
    expect(await say(`["noop",${number}]`)).toEqual([]);
    expect(received).toEqual([['noop', JSON.parse(number)]]);
  });

  test('rejects a subscription with a number that a double cannot represent', async () => {
    const answers = await say(
      '{"type":"subscribe","since":9007199254740993,"channels":["status"]}',
    );
    expect(answers).toMatchObject([{ message: 'Invalid message', reason: 'subscribe' }]);
  });
});
