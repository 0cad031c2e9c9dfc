import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { FeedClient } from '@tallystick/runtime/websocket';
import { feedServer, type Subscriber } from '@tallystick/runtime/websocket/server';
import { serveFeed, wsSocket } from '@tallystick/runtime/websocket/node';
import { describe, expect, test, vi } from 'vitest';
import { randomFrom, rounds, seed } from '../rounds.js';
import {
  type ChannelForm,
  entriesFeed,
  createEntriesFixture,
  type Entry,
  type EntryTypes,
  type Listener,
  type Snapshot,
  update,
} from './socket-order-fixture.js';

const seqs = ({ received }: Listener): readonly number[] => received.map(({ seq }) => seq);
const batched: ChannelForm = { interval: 50 };
const latest: ChannelForm = { interval: 50, conflate: { mode: 'latest' } };
const merged: ChannelForm = {
  interval: 50,
  conflate: { mode: 'merge', list: '/rows', row: ['/0'] },
};

describe('batched channel', () => {
  test('sends a targeted message in order', async () => {
    const { server, timers, connect } = createEntriesFixture(batched);
    const [one, other] = [connect(), connect()];
    for (const each of [one, other]) await each.say('subscribe', ['A']);
    server.publish('entries', 'A', update('A', 1));
    server.publish('entries', 'A', update('A', 2));
    server.publish('entries', 'A', update('A', 3), {
      to: ({ connection }) => connection === one.id,
    });
    expect(one.received).toEqual([]);
    await timers.advance(60);
    expect([seqs(one), seqs(other)]).toEqual([
      [1, 2, 3],
      [1, 2],
    ]);
  });

  test('sends each client its latest message', async () => {
    const { server, timers, connect } = createEntriesFixture(latest);
    const [one, other] = [connect(), connect()];
    for (const each of [one, other]) await each.say('subscribe', ['A']);
    server.publish('entries', 'A', update('A', 1));
    for (let seq = 2; seq < 100; seq += 1) {
      const mine = seq % 2 === 0;
      server.publish('entries', 'A', update('A', seq), {
        to: ({ connection }) => (connection === one.id) === mine,
      });
    }
    await timers.advance(50);
    expect([seqs(one), seqs(other)]).toEqual([[98], [99]]);
  });

  test('merges the messages of each client', async () => {
    const { server, timers, connect } = createEntriesFixture(merged);
    const [one, other] = [connect(), connect()];
    for (const each of [one, other]) await each.say('subscribe', ['A']);
    server.publish('entries', 'A', update('A', 1, 'p', ['r', 's']));
    server.publish('entries', 'A', update('A', 2, 'p', ['r']), {
      to: ({ connection }) => connection === one.id,
    });
    server.publish('entries', 'A', update('A', 3, 'p', ['t']));
    await timers.advance(50);
    const rows = ({ received }: Listener): unknown =>
      received.map((entry) => ('rows' in entry ? entry.rows : undefined));
    expect(rows(one)).toEqual([
      [
        ['r', 2],
        ['s', 1],
        ['t', 3],
      ],
    ]);
    expect(rows(other)).toEqual([
      [
        ['r', 1],
        ['s', 1],
        ['t', 3],
      ],
    ]);
  });

  test('sends messages for all keys between earlier and later ones', async () => {
    const { server, timers, connect } = createEntriesFixture(latest);
    const one = connect();
    await one.say('subscribe', ['A']);
    server.publish('entries', 'A', update('A', 1));
    server.publish('entries', undefined, { type: 'clearAll', seq: 2 });
    server.publish('entries', 'A', update('A', 3));
    await timers.advance(50);
    expect(seqs(one)).toEqual([2, 3]);
  });

  test('keeps values of different keys apart', async () => {
    const { server, timers, connect } = createEntriesFixture({
      interval: 50,
      conflate: { mode: 'latest', key: '/part' },
    });
    const one = connect();
    await one.say('subscribe', ['A']);
    const other = connect();
    await other.say('subscribe', ['B']);
    server.publish('entries', 'A', update('A', 1));
    server.publish('entries', 'B', update('B', 2));
    await timers.advance(50);
    expect([seqs(one), seqs(other)]).toEqual([[1], [2]]);
  });

  test('omits messages published before a subscription', async () => {
    const { server, timers, connect } = createEntriesFixture(batched, (key = '') => [
      { type: 'snapshot', key, seq: 2, rows: [] },
    ]);
    const early = connect();
    await early.say('subscribe', ['A']);
    server.publish('entries', 'A', update('A', 1));
    server.publish('entries', 'A', update('A', 2), { to: () => true });
    const late = connect();
    await late.say('subscribe', ['A']);
    server.publish('entries', 'A', update('A', 3), { to: () => true });
    await timers.advance(50);
    expect(seqs(early)).toEqual([2, 1, 2, 3]);
    expect(seqs(late)).toEqual([2, 3]);
  });

  test('omits messages for clients that have left, even if they return', async () => {
    const { server, timers, connect } = createEntriesFixture(batched);
    const [left, back] = [connect(), connect()];
    for (const each of [left, back]) await each.say('subscribe', ['A']);
    server.publish('entries', 'A', update('A', 1), { to: () => true });
    server.publish('entries', 'A', update('A', 2));
    for (const each of [left, back]) await each.say('unsubscribe', ['A']);
    await back.say('subscribe', ['A']);
    server.publish('entries', 'A', update('A', 3));
    await timers.advance(50);
    expect([seqs(left), seqs(back)]).toEqual([[], [3]]);
  });

  test('sends waiting messages in order before it closes', async () => {
    const { server, connect } = createEntriesFixture(latest);
    const one = connect();
    await one.say('subscribe', ['A']);
    server.publish('entries', 'A', update('A', 1));
    server.publish('entries', 'A', update('A', 2), { to: () => true });
    await server.drain();
    expect(seqs(one)).toEqual([2]);
    expect(one.closed).toEqual({ code: 1001, reason: 'going away' });
  });

  test('sends nothing of a message whose `to` throws', async () => {
    for (const form of [batched, {}]) {
      const { server, timers, connect } = createEntriesFixture(form);
      const listeners = [connect(), connect()];
      for (const each of listeners) await each.say('subscribe', ['A']);
      let count = 0;
      const to = (): boolean => {
        count += 1;
        if (count === 2) throw new Error('no such account');
        return true;
      };
      expect(() => server.publish('entries', 'A', update('A', 1), { to })).toThrow(
        'no such account',
      );
      server.publish('entries', 'A', update('A', 2));
      await timers.advance(50);
      expect(listeners.map(seqs)).toEqual([[2], [2]]);
    }
  });
});

test('keeps the order of targeted and batched messages on real sockets', async () => {
  const descriptor = entriesFeed(merged);
  const server = feedServer<EntryTypes>(descriptor, { entries: {} });
  const http = createServer();
  serveFeed(http, server.accept);
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  const { port } = http.address() as AddressInfo;
  const url = `ws://127.0.0.1:${port}/`;
  const feed = new FeedClient<EntryTypes>(descriptor, { url, open: wsSocket() });
  const received: Entry[] = [];
  await feed.subscribe('entries', { keys: ['A'], onMessage: (entry) => received.push(entry) });
  for (const seq of [1, 2]) server.publish('entries', 'A', update('A', seq));
  server.publish('entries', 'A', update('A', 3), { to: () => true });
  await vi.waitFor(() => expect(received).not.toEqual([]));
  server.publish('entries', 'A', update('A', 4));
  await vi.waitFor(() => expect(received.at(-1)?.seq).toBe(4));
  expect(received).toMatchObject([{ seq: 3, rows: [['r', 3]] }, { seq: 4 }]);
  await feed.close();
  await server.drain();
  http.close();
});

describe('channel', () => {
  test('calls `to` for every subscription of a connection until one matches', async () => {
    const { server, connect } = createEntriesFixture({});
    const one = connect();
    await one.say('subscribe', []);
    await one.say('subscribe', ['A']);
    const requests: unknown[] = [];
    const second = (): boolean => requests.push(undefined) === 2;
    server.publish('entries', 'A', update('A', 1), { to: second });
    expect(seqs(one)).toEqual([1]);
  });

  test('keeps messages of a slow client from its next subscription', async () => {
    let seq = 0;
    const { server, connect } = createEntriesFixture(
      { slowConsumer: { policy: 'conflate', limit: 100 } },
      (key = '') => [{ type: 'snapshot', key, seq, rows: [] }],
    );
    const one = connect();
    await one.say('subscribe', ['A']);
    one.stuck = 1000;
    for (seq = 1; seq < 4; seq += 1) server.publish('entries', 'A', update('A', seq));
    await one.say('unsubscribe', ['A']);
    await one.say('subscribe', ['A']);
    one.stuck = 0;
    one.events.drained();
    server.publish('entries', 'A', update('A', 5));
    expect(seqs(one)).toEqual([0, 4, 5]);
  });
});

/** Conflation and batches as descriptions may have them. */
const forms: readonly ChannelForm[] = [undefined, 50].flatMap((interval) =>
  [
    undefined,
    { mode: 'latest' } as const,
    { mode: 'latest', key: '/part' } as const,
    { mode: 'merge', list: '/rows', row: ['/0'] } as const,
    { mode: 'merge', list: '/rows', row: ['/0'], key: '/part' } as const,
  ].map((conflate) => ({
    ...(interval === undefined ? {} : { interval }),
    ...(conflate === undefined ? {} : { conflate }),
    slowConsumer: { policy: 'conflate', limit: 100 } as const,
  })),
);

describe('published messages', () => {
  test.each(forms.map((form, index) => ({ form, index })))(
    'arrive in one order for each key (%j)',
    async ({ form, index }) => {
      for (let round = 0; round < rounds(100); round += 1) {
        await mixture(form, randomFrom(seed + round * forms.length + index));
      }
    },
    60_000,
  );
});

const keys = ['A', 'B', 'C'];

/** The client's state of each key: rows, or parts for messages that replace others. */
type State = Map<string, Map<string, number>>;

/** Rows that later rows replace. */
type RowOf = (part: string, row: string) => string;

/** Random messages to random clients that come, go, and are slow. Each has to end with what was for it, and never see it go back. */
async function mixture(form: ChannelForm, random: () => number): Promise<void> {
  const pick = <Item>(items: readonly Item[]): Item =>
    items[Math.floor(random() * items.length)] as Item;
  const { mode, key: by } = form.conflate ?? {};
  const rowOf = (part: string, row: string): string =>
    `${by === undefined ? '' : part}${mode === 'latest' ? '' : row}`;
  const published: { readonly entry: Entry; readonly isFor: (id: number) => boolean }[] = [];
  const truth = (id: number): State => {
    const state: State = new Map();
    for (const { entry, isFor } of published) if (isFor(id)) apply(state, entry, rowOf);
    return state;
  };
  const snapshotOf = (id: number, key: string): Entry => ({
    type: 'snapshot',
    key,
    seq: published.length,
    rows: [...(truth(id).get(key) ?? [])],
  });
  const pending: (() => void)[] = [];
  const snapshot: Snapshot = (key, { connection }) => {
    const messages = (key === undefined ? keys : [key]).map((each) => snapshotOf(connection, each));
    if (random() < 0.5) return messages;
    return new Promise((resolve) => pending.push(() => resolve(messages)));
  };
  const { server, timers, connect } = createEntriesFixture(form, snapshot);

  const faults: string[] = [];
  const clients = [['', 'A'], ['A', 'B'], keys, ['', ...keys]].map((may) => {
    const state: State = new Map();
    const wanted = new Set<string>();
    const last = new Map<string, number>();
    const listener: Listener = connect((entry) => {
      const { id } = listener;
      const check = (isRight: boolean, fault: string): void => {
        if (!isRight) faults.push(`${id}: ${fault}: ${JSON.stringify(entry)}`);
      };
      for (const key of entry.type === 'clearAll' ? keys : [entry.key]) {
        if (entry.type !== 'clearAll') check(wanted.has('') || wanted.has(key), 'not wanted');
        const before = last.get(key) ?? 0;
        check(entry.seq > before || (entry.type === 'snapshot' && entry.seq === before), 'back');
        last.set(key, entry.seq);
      }
      const rows = 'rows' in entry ? entry.rows.map(([, seq]) => seq) : [];
      for (const seq of entry.type === 'snapshot' ? rows : [entry.seq, ...rows]) {
        check(published[seq - 1]?.isFor(id) === true, 'of somebody else');
      }
      apply(state, entry, rowOf);
    });
    return { may, listener, state, wanted, last };
  });

  for (let step = 0; step < 80; step += 1) {
    const choice = random();
    const { may, listener, wanted, state, last } = pick(clients);
    if (choice < 0.65) {
      const seq = published.length + 1;
      const key = pick(keys);
      const rows = mode === 'latest' ? ['r'] : ['r', 's', 't'].filter(() => random() < 0.5);
      const kind = random();
      const entry: Entry =
        kind < 0.85
          ? update(key, seq, pick(['p', 'q']), rows)
          : kind < 0.95
            ? { type: 'clear', key, seq }
            : { type: 'clearAll', seq };
      const group = random() < 0.5 ? undefined : pick([[1], [2], [1, 2], [2, 3, 4], [3, 4], []]);
      const isFor = (id: number): boolean => group === undefined || group.includes(id);
      published.push({ entry, isFor });
      const to = ({ connection }: Subscriber): boolean => isFor(connection);
      const options = group === undefined ? {} : { to };
      server.publish('entries', 'key' in entry ? entry.key : undefined, entry, options);
    } else if (choice < 0.75) {
      const key = pick(may);
      if (wanted.has(key)) continue;
      wanted.add(key);
      await listener.say('subscribe', key === '' ? [] : [key]);
    } else if (choice < 0.8) {
      const key = pick(may);
      if (key === '') wanted.clear();
      else wanted.delete(key);
      for (const each of keys) {
        if (wanted.has('') || wanted.has(each)) continue;
        state.delete(each);
        last.delete(each);
      }
      await listener.say('unsubscribe', key === '' ? [] : [key]);
    } else if (choice < 0.86) {
      pending.splice(Math.floor(random() * pending.length), 1)[0]?.();
      await timers.advance(0);
    } else if (choice < 0.92) {
      listener.stuck = listener.stuck === 0 ? 1000 : 0;
      if (listener.stuck === 0) listener.events.drained();
    } else await timers.advance(25);
  }
  for (const resolve of pending) resolve();
  for (const { listener } of clients) listener.stuck = 0;
  await timers.advance(1000);
  expect(faults).toEqual([]);
  for (const { listener, wanted, state } of clients) {
    expect(listener.closed).toBeUndefined();
    const right = truth(listener.id);
    for (const key of keys) {
      if (!wanted.has('') && !wanted.has(key)) continue;
      expect([listener.id, key, sorted(state.get(key))]).toEqual([
        listener.id,
        key,
        sorted(right.get(key)),
      ]);
    }
  }
}

function apply(state: State, entry: Entry, rowOf: RowOf): void {
  if (entry.type === 'clearAll') {
    state.clear();
    return;
  }
  const { key } = entry;
  if (entry.type === 'clear') {
    state.delete(key);
    return;
  }
  const known = (entry.type === 'update' ? state.get(key) : undefined) ?? new Map<string, number>();
  state.set(key, known);
  if (entry.type === 'snapshot') for (const [row, seq] of entry.rows) known.set(row, seq);
  else for (const [row, seq] of entry.rows) known.set(rowOf(entry.part, row), seq);
}

function sorted(known: ReadonlyMap<string, number> | undefined): readonly unknown[] {
  return [...(known ?? [])].sort();
}
