import { type FixClient, FixError } from '@tallystick/runtime/fix';
import { describe, expect, test } from 'vitest';
import { settled } from '../runtime/http-client-fixture.js';
import { report, type SmallTypes } from './pair.js';
import { logon, createRawFixture } from './raw-fixture.js';
import { slowStore, type Transaction } from './slow-store.js';

type Client = FixClient<SmallTypes, string>;
const body = (clOrdId: string): string => `11=${clOrdId}|54=1|55=TEA|`;
const again = (clOrdId: string): string => `43=Y|122=20261121-12:00:00|${body(clOrdId)}`;
const sentReport = (sequence: number, clOrdId: string): string =>
  `35=8|34=${sequence}|11=${clOrdId}|37=E${clOrdId}`;
/** A promise that the test keeps. */
function gate(): { readonly promise: Promise<void>; readonly open: () => void } {
  let open = (): void => undefined;
  const promise = new Promise<void>((resolve) => (open = resolve));
  return { promise, open };
}

/** An acceptor on a slow store, whose peer is logged on. */
async function createFixture(
  slow: ReturnType<typeof slowStore>,
  handle: NonNullable<NonNullable<Parameters<typeof createRawFixture>[1]>['NewOrderSingle']>,
): ReturnType<typeof createRawFixture> {
  const fixture = await createRawFixture(
    { store: () => Promise.resolve(slow.store) },
    { NewOrderSingle: handle },
  );
  expect(fixture.peer.got).toEqual([]);
  slow.keep();
  await settled();
  expect(fixture.peer.got).toEqual(['35=A|34=1|98=0|108=30']);
  fixture.peer.got.length = 0;
  return fixture;
}

describe('asynchronous store', () => {
  test('commits the number of a message and its replies together, and sends nothing before', async () => {
    const slow = slowStore();
    const { peer } = await createFixture(slow, async ({ clOrdId = '' }, client) => {
      await client.send(report(clOrdId));
      await client.send(report(`${clOrdId}2`));
    });
    peer.send('D', 2, body('A'));
    await settled();
    expect(peer.got).toEqual([]);
    expect(decided(slow)).toEqual([{ nextIncoming: 3, nextOutgoing: 4, messages: [2, 3] }]);
    slow.keep();
    await settled();
    expect(peer.got).toEqual([sentReport(2, 'A'), sentReport(3, 'A2')]);
  });

  test.each([
    [false, ['A']],
    [true, ['A', 'B', 'C']],
  ])(
    'delays the next message until the commit unless it returns synchronously (%s)',
    async (isKept, want) => {
      const slow = slowStore(isKept);
      const orders: string[] = [];
      const { peer } = await createFixture(slow, ({ clOrdId = '' }) => void orders.push(clOrdId));
      for (const [index, clOrdId] of ['A', 'B', 'C'].entries()) {
        peer.send('D', index + 2, body(clOrdId));
      }
      await settled();
      expect(orders).toEqual(want);
      for (let turn = 0; turn < 3; turn++) {
        slow.keep();
        await settled();
      }
      expect(orders).toEqual(['A', 'B', 'C']);
      expect(slow.store.nextIncoming).toBe(5);
    },
  );

  test('disconnects after a failed commit, and receives the message again', async () => {
    const slow = slowStore();
    const orders: string[] = [];
    const { peer, events, join } = await createFixture(slow, async ({ clOrdId = '' }, client) => {
      orders.push(clOrdId);
      await client.send(report(clOrdId));
    });
    peer.send('D', 2, body('A'));
    peer.send('D', 3, body('B'));
    await settled();
    slow.fail(new Error('the database is gone'));
    await settled();
    expect(peer.isClosed).toBe(true);
    expect(peer.got).toEqual([]);
    expect(events.map(({ kind }) => kind)).toContain('error');
    const other = join();
    other.send('A', 4, logon);
    await settled();
    slow.keep();
    await settled();
    expect(other.got.slice(0, 2)).toEqual(['35=A|34=2|98=0|108=30', '35=2|34=3|7=2|16=0']);
    other.raw(other.bytes('D', 2, again('A')));
    other.raw(other.bytes('D', 3, again('B')));
    for (let turn = 0; turn < 3; turn++) {
      await settled();
      slow.keep();
    }
    await settled();
    // Messages queued behind it were not handled before it was received again.
    expect(orders).toEqual(['A', 'A', 'B']);
    expect(other.got.slice(2)).toEqual([sentReport(4, 'A'), sentReport(5, 'B')]);
  });

  test('resends messages that are committed or being committed', async () => {
    const slow = slowStore(true);
    const { peer } = await createFixture(slow, ({ clOrdId = '' }, client) =>
      client.send(report(clOrdId)),
    );
    peer.send('D', 2, body('A'));
    await settled();
    slow.keep();
    await settled();
    peer.send('2', 3, '7=1|16=0|');
    await settled();
    slow.keep();
    await settled();
    expect(peer.got).toEqual([
      sentReport(2, 'A'),
      expect.stringMatching(/^35=4\|34=1\|43=Y\|.*36=2\|123=Y$/),
      expect.stringMatching(/^35=8\|34=2\|43=Y\|/),
    ]);
  });

  test('closes a connection after earlier commits', async () => {
    const slow = slowStore();
    const { peer, acceptor } = await createFixture(slow, () => undefined);
    const closed = acceptor.close('bye');
    await settled();
    expect(peer.got).toEqual([]);
    slow.keep();
    await settled();
    expect(peer.got).toEqual(['35=5|34=2|58=bye']);
    peer.send('5', 2);
    await settled();
    slow.keep();
    await closed;
    expect(peer.isClosed).toBe(true);
  });
});

describe('transaction of the program', () => {
  /** A handler that commits in a transaction, which waits before it ends. */
  async function within(end: (transaction: Transaction) => void | Promise<void>): Promise<
    Awaited<ReturnType<typeof createRawFixture>> & {
      readonly slow: ReturnType<typeof slowStore>;
      readonly held: ReturnType<typeof gate>;
      readonly orders: string[];
    }
  > {
    const slow = slowStore();
    const held = gate();
    const orders: string[] = [];
    const fixture = await createFixture(slow, async ({ clOrdId = '' }, client, inbound) => {
      orders.push(clOrdId);
      const transaction = slow.begin();
      await client.send(report(clOrdId));
      await inbound.commit(transaction);
      await held.promise;
      await end(transaction);
    });
    fixture.peer.send('D', 2, body('A'));
    await settled();
    return { ...fixture, slow, held, orders };
  }

  test('contains the number and the replies, which are sent when it ends', async () => {
    const { peer, slow, held } = await within((transaction) => transaction.commit());
    expect(peer.got).toEqual([]);
    // Changes of the session during the transaction are not committed before.
    peer.send('1', 3, '112=still there?|');
    await settled();
    expect(slow.waiting).toEqual([]);
    held.open();
    await settled();
    expect(slow.store.nextIncoming).toBe(3);
    slow.keep();
    await settled();
    expect(peer.got).toEqual([sentReport(2, 'A'), '35=0|34=3|112=still there?']);
    expect([slow.store.nextOutgoing, slow.store.nextIncoming]).toEqual([4, 4]);
  });

  test('discards both if it is rolled back, disconnects, and receives the message again', async () => {
    let isBroken = true;
    const { peer, slow, held, orders, join, events } = await within((transaction) => {
      if (isBroken) throw new Error('serialization failure');
      transaction.commit();
    });
    peer.send('1', 3, '112=still there?|');
    await settled();
    held.open();
    await settled();
    expect(peer.isClosed).toBe(true);
    expect(peer.got).toEqual([]);
    expect(events).toContainEqual({ kind: 'error', error: new Error('serialization failure') });
    expect([slow.store.nextOutgoing, slow.store.nextIncoming]).toEqual([2, 2]);
    isBroken = false;
    const other = join();
    other.send('A', 4, logon);
    await settled();
    slow.keep();
    await settled();
    other.raw(other.bytes('D', 2, again('A')));
    await settled();
    expect(orders).toEqual(['A', 'A']);
    expect(other.got).toEqual(['35=A|34=2|98=0|108=30', '35=2|34=3|7=2|16=0', sentReport(4, 'A')]);
    expect(slow.store.nextIncoming).toBe(3);
  });

  test('is waited for by a resend request', async () => {
    const { peer, slow, held } = await within((transaction) => transaction.commit());
    peer.send('2', 3, '7=2|16=0|');
    await settled();
    held.open();
    await settled();
    slow.keep();
    await settled();
    expect(peer.got).toEqual([sentReport(2, 'A'), expect.stringMatching(/^35=8\|34=2\|43=Y\|/)]);
  });
});

describe('while a handler runs', () => {
  test('other messages are sent at once, and its own when it returns', async () => {
    const held = gate();
    let client: Client | undefined;
    const { peer } = await createRawFixture(undefined, {
      async NewOrderSingle({ clOrdId = '' }, session) {
        client = session;
        await session.send(report(clOrdId));
        await held.promise;
      },
    });
    peer.send('D', 2, body('A'));
    await settled();
    await client?.send(report('other'));
    await settled();
    expect(peer.got.slice(1)).toEqual([sentReport(2, 'other')]);
    held.open();
    await settled();
    expect(peer.got.slice(2)).toEqual([sentReport(3, 'A')]);
  });

  test('its replies can be released early, once', async () => {
    const held = gate();
    const errors: unknown[] = [];
    const { peer } = await createRawFixture(undefined, {
      async NewOrderSingle({ clOrdId = '' }, session, inbound) {
        await session.send(report(clOrdId));
        await inbound.commit();
        try {
          await inbound.commit();
        } catch (error) {
          errors.push(error);
        }
        await held.promise;
        await session.send(report('more'));
      },
    });
    peer.send('D', 2, body('A'));
    await settled();
    expect(peer.got.slice(1)).toEqual([sentReport(2, 'A')]);
    expect(errors).toEqual([expect.any(FixError)]);
    held.open();
    await settled();
    expect(peer.got.slice(2)).toEqual([sentReport(3, 'more')]);
  });

  test('a lost connection keeps its replies for a resend request', async () => {
    const held = gate();
    const slow = slowStore(true);
    const { peer, join } = await createFixture(slow, async ({ clOrdId = '' }, client) => {
      await held.promise;
      await client.send(report(clOrdId));
    });
    peer.send('D', 2, body('A'));
    await settled();
    peer.drop();
    await settled();
    held.open();
    await settled();
    slow.keep();
    await settled();
    const other = join();
    other.send('A', 3, logon);
    await settled();
    slow.keep();
    await settled();
    other.send('2', 4, '7=2|16=2|');
    await settled();
    slow.keep();
    await settled();
    expect(other.got).toEqual([
      '35=A|34=3|98=0|108=30',
      expect.stringMatching(/^35=8\|34=2\|43=Y\|11=A\|/),
    ]);
  });

  test('an error rejects its message, in one commit with the number', async () => {
    const slow = slowStore();
    const { peer } = await createFixture(slow, () => {
      throw new Error('out of tea');
    });
    peer.send('D', 2, body('A'));
    await settled();
    expect(decided(slow)).toEqual([{ nextIncoming: 3, nextOutgoing: 3, messages: [2] }]);
    slow.keep();
    await settled();
    expect(peer.got).toEqual([expect.stringMatching(/^35=j\|34=2\|45=2\|/)]);
  });
});

test('does not reject a Reject above the rate limit', async () => {
  const rate = { messages: { perSecond: 2 } };
  const { peer } = await createRawFixture(undefined, undefined, { rate });
  for (let sequence = 2; sequence < 6; sequence++) {
    peer.send('j', sequence, '45=1|372=8|380=0|');
  }
  await settled();
  expect(peer.got.slice(1)).toEqual([]);
});

/** Changes that wait for a commit, with the numbers of messages. */
function decided({ waiting }: ReturnType<typeof slowStore>): unknown[] {
  return waiting.map(({ change: { nextIncoming, nextOutgoing, messages } }) => ({
    nextIncoming,
    nextOutgoing,
    messages: messages.map(([sequence]) => sequence),
  }));
}
