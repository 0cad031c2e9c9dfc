import {
  FeedClient,
  type FeedClientOptions,
  type FeedEvent,
  memorySocket,
} from '@tallystick/runtime/websocket';
import { afterEach, describe, expect, test } from 'vitest';
import {
  VaultClient,
  VaultFeed,
  vaultFeedSnapshots,
  type AskMessage,
  type NoteMessage,
  type TransferMessage,
  type VaultFeedChannels,
  vaultFeedDescriptor,
} from '../../cases/big-integers-in-feeds/output/src/index.js';
import { vaultFeedChecks } from '../../cases/big-integers-in-feeds/output/src/feed-checks.js';
import {
  createVaultFeedServer,
  type VaultFeedOperations,
} from '../../cases/big-integers-in-feeds/output/src/feed-server.js';
import { createVaultServer } from '../../cases/big-integers-in-feeds/output/src/server.js';
import { manualTimers } from '../../runtime/http-client-fixture.js';

/** Beyond the safe integers. */
const big = 9007199254740993n;

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** A client of a feed that counts everything on the connection together. */
class CountedVaultFeed extends FeedClient<VaultFeedChannels, AskMessage | NoteMessage> {
  constructor(options: FeedClientOptions) {
    const { transfers } = vaultFeedDescriptor.channels;
    const sequence = { pointer: '/number', scope: 'connection', mode: 'contiguous' } as const;
    if (transfers === undefined) throw new Error('the description has transfers');
    super({ ...vaultFeedDescriptor, channels: { transfers: { ...transfers, sequence } } }, options);
  }
}

/** A generated client and a generated server that check everything, and the texts between them. */
function createFixture(operations: Partial<VaultFeedOperations> = {}) {
  const timers = manualTimers();
  const events: FeedEvent[] = [];
  const sent: string[] = [];
  const received: string[] = [];
  const wire: { change: (text: string) => readonly string[] } = { change: (text) => [text] };
  const calls: unknown[] = [];
  const server = createVaultFeedServer(
    {
      transfers: {
        authorize: ({ options }) => {
          calls.push(options);
          return options['from'] === 13n ? { message: 'unlucky' } : undefined;
        },
      },
      totals: {},
      batches: {},
      levels: {
        snapshot: () => [
          { type: 'whole', account: 'A', bids: [[big, 2n]], asks: [[big + 2n, 3n]] },
        ],
      },
      orders: {},
    },
    {
      checks: vaultFeedChecks,
      timers,
      operations: {
        ask: ({ id, account }) => ({ type: 'answer', id, amount: account * 2n }),
        note: () => undefined,
        ...operations,
      },
    },
  );
  const rest = createVaultServer(
    {
      getOrders: (_, respond) =>
        respond.ok({ number: 7n, bids: [{ id: big, price: 5n, size: big }], asks: [] }),
    },
    { authorities: ['vault.example'] },
  );
  const options: FeedClientOptions = {
    open: memorySocket(server.accept, {
      toClient: (text) => {
        received.push(text);
        return wire.change(text);
      },
      toServer: (text) => {
        sent.push(text);
        return [text];
      },
    }),
    snapshots: vaultFeedSnapshots(
      new VaultClient({ baseUrl: 'https://vault.example', transport: rest }),
    ),
    checks: vaultFeedChecks,
    validate: 'full',
    timers,
    onEvent: (event) => events.push(event),
  };
  const client = new VaultFeed(options);
  closing.push(() => client.close());
  const of = (kind: FeedEvent['kind']): FeedEvent[] => events.filter((each) => each.kind === kind);
  return { timers, server, client, options, sent, received, wire, of, asked: calls };
}

function transfer(number: bigint, amount: bigint): TransferMessage & { readonly version: 2n } {
  return { type: 'transfer', version: 2n, account: big, number, amount, count: 3 };
}

describe('published message with bigint', () => {
  test('keeps every digit on the wire and in the client', async () => {
    const { client, server, timers, received, of } = createFixture();
    const seen: unknown[] = [];
    await client.subscribe('transfers', {
      keys: [String(big)],
      onMessage: (message) => seen.push(message),
    });
    for (const message of [transfer(1n, big), transfer(2n, 5n), transfer(3n, -big)]) {
      server.publish('transfers', String(big), message);
      await timers.advance(1);
    }
    expect(seen).toEqual([transfer(1n, big), transfer(2n, 5n), transfer(3n, -big)]);
    expect(received.at(-3)).toBe(
      '{"type":"transfer","version":2,"account":9007199254740993,"number":1,"amount":9007199254740993,"count":3}',
    );
    for (const kind of ['invalid-message', 'gap', 'outlier', 'restart', 'error'] as const)
      expect(of(kind)).toEqual([]);
  });

  test('is rejected by the server if it contains a number instead of a bigint', () => {
    const { server } = createFixture();
    expect(() =>
      server.publish('transfers', 'A', { ...transfer(1n, 1n), amount: 1 } as never),
    ).toThrow('"transfer" is invalid: /amount');
  });

  test.each(['key', 'connection'] as const)(
    'is counted exactly in a sequence per %s',
    async (scope) => {
      const { client: usual, options, server, timers, wire, of } = createFixture();
      const client = scope === 'key' ? usual : new CountedVaultFeed(options);
      closing.push(() => client.close());
      const seen: unknown[] = [];
      await client.subscribe('transfers', {
        keys: [String(big)],
        onMessage: ({ number }) => seen.push(number),
      });
      const publish = async (number: bigint): Promise<void> => {
        server.publish('transfers', String(big), transfer(number, 5n));
        await timers.advance(1);
      };
      wire.change = (text) => [text, text];
      await publish(1n);
      await publish(2n);
      wire.change = (text) => [text];
      await publish(4n);
      expect(seen).toEqual([1n, 2n, 4n]);
      expect(of('duplicate').length).toBe(2);
      expect(of('gap')).toMatchObject([{ expected: 3, received: 4 }]);
    },
  );

  test('is rejected by the client if another number loses digits', async () => {
    const { client, server, timers, wire, of } = createFixture();
    const seen: unknown[] = [];
    await client.subscribe('transfers', {
      keys: [String(big)],
      onMessage: (message) => seen.push(message),
    });
    wire.change = (text) => [text.replace('"count":3', `"count":${big}`)];
    server.publish('transfers', String(big), transfer(1n, big));
    await timers.advance(1);
    expect(seen).toEqual([]);
    expect(of('invalid-message')).toMatchObject([{ violations: [{ found: String(big) }] }]);
  });
});

test('conflates waiting messages by exact keys', async () => {
  const { client, server, timers } = createFixture();
  const totals: unknown[] = [];
  const batches: unknown[] = [];
  await client.subscribe('totals', { onMessage: (message) => totals.push(message) });
  await client.subscribe('batches', { onMessage: (message) => batches.push(message) });
  const rows = (account: bigint, amount: bigint) => ({
    type: 'batch' as const,
    rows: [{ account, amount }],
  });
  for (const amount of [1n, 2n]) {
    for (const account of [big, big - 1n]) {
      server.publish('totals', undefined, { type: 'total', account, amount });
      server.publish('batches', undefined, rows(account, amount));
    }
  }
  await timers.advance(1000);
  expect(totals).toEqual([
    { type: 'total', account: big, amount: 2n },
    { type: 'total', account: big - 1n, amount: 2n },
  ]);
  expect(batches).toEqual([
    {
      type: 'batch',
      rows: [
        { account: big, amount: 2n },
        { account: big - 1n, amount: 2n },
      ],
    },
  ]);
});

describe('book with bigint', () => {
  test('of levels keeps every digit', async () => {
    const { client, server, timers } = createFixture();
    const { book } = await client.levelBook('levels', 'A');
    expect(book.bestBid).toEqual({ price: String(big), size: '2' });
    server.publish('levels', 'A', {
      type: 'changed',
      account: 'A',
      rows: [
        { side: 'b', price: big, size: 0n },
        { side: 'b', price: big - 1n, size: big },
      ],
    });
    await timers.advance(1);
    expect(book.levels('bid')).toEqual([{ price: String(big - 1n), size: String(big) }]);
  });

  test('of orders is fetched by an operation, and continues from its number', async () => {
    const { client, server, timers, of } = createFixture();
    const { book } = await client.orderBook('orders', 'A');
    expect(book.order(String(big))).toMatchObject({ price: '5', size: String(big) });
    const order = { account: 'A', id: big + 2n } as const;
    server.publish('orders', 'A', {
      type: 'placed',
      ...order,
      number: 8n,
      side: 'b',
      price: 6n,
      size: 1n,
    });
    await timers.advance(1);
    expect(book.bestBid).toEqual({ price: '6', size: '1' });
    server.publish('orders', 'A', { type: 'gone', ...order, number: 9n });
    await timers.advance(1);
    expect(book.bestBid).toEqual({ price: '5', size: String(big) });
    expect(of('gap')).toEqual([]);
  });
});

describe('message of a client with bigint', () => {
  test('keeps every digit on the wire and in the server', async () => {
    const received: NoteMessage[] = [];
    const { client, timers, sent } = createFixture({
      note: (message) => void received.push(message),
    });
    client.connect();
    await timers.advance(1);
    client.note({ type: 'note', account: big });
    client.note({ type: 'note', account: 5n });
    await timers.advance(1);
    expect(sent).toEqual([
      '{"type":"note","account":9007199254740993}',
      '{"type":"note","account":5}',
    ]);
    expect(received).toEqual([
      { type: 'note', account: big },
      { type: 'note', account: 5n },
    ]);
  });

  test('is answered by the reply with its id', async () => {
    const received: AskMessage[] = [];
    const { client, timers } = createFixture({
      ask: (message) => {
        received.push(message);
        return { type: 'answer', id: message.id, amount: message.account * 2n };
      },
    });
    const replies = [
      client.ask({ type: 'ask', account: big }),
      client.ask({ type: 'ask', id: big, account: 4n }),
    ];
    await timers.advance(1);
    expect(await Promise.all(replies)).toEqual([
      { type: 'answer', id: 1n, amount: big * 2n },
      { type: 'answer', id: big, amount: 8n },
    ]);
    expect(received).toEqual([
      { type: 'ask', id: 1n, account: big },
      { type: 'ask', id: big, account: 4n },
    ]);
  });
});

describe('subscription request with bigint', () => {
  test('is acknowledged and rejected by id', async () => {
    const { client, sent, received, asked: calls } = createFixture();
    await client.subscribe('transfers', { keys: ['A'], options: { from: big } as never });
    await expect(
      client.subscribe('transfers', { keys: ['B'], options: { from: 13n } as never }),
    ).rejects.toMatchObject({ code: 'refused' });
    expect(sent).toEqual([
      '{"type":"subscribe","id":1,"what":"transfers","keys":["A"],"from":9007199254740993}',
      '{"type":"subscribe","id":2,"what":"transfers","keys":["B"],"from":13}',
    ]);
    expect(received).toEqual([
      '{"type":"subscribed","id":1,"what":"transfers"}',
      '{"type":"error","id":2,"says":"unlucky"}',
    ]);
    expect(calls).toEqual([{ from: big }, { from: 13n }]);
  });
});
