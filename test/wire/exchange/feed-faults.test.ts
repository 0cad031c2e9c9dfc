import { describe, expect, test } from 'vitest';
import { seededFraction } from '../../runtime/socket-fixture.js';
import { createMarket, product } from './feed-market.js';
import { createFeedFixture } from './feed-fixture.js';

/** A connection that loses, duplicates and reorders the messages of a channel while faults are enabled. */
function faultyWire(
  fraction: () => number,
  isOfChannel: (text: string) => boolean,
  isFaulty: () => boolean,
): (text: string) => readonly string[] {
  let late: string | undefined;
  return (text) => {
    if (!isOfChannel(text)) return [text];
    const waiting = late;
    late = undefined;
    if (waiting !== undefined) return isFaulty() ? [text, waiting] : [waiting, text];
    const choice = isFaulty() ? fraction() : 1;
    if (choice < 0.01) return [];
    if (choice < 0.02) return [text, text];
    if (choice < 0.03) {
      late = text;
      return [];
    }
    return [text];
  };
}

/** The number of a message in the sequence of its product, if it has one. */
function numberOf(message: object): number | undefined {
  if (Array.isArray(message)) return Number(message[2]);
  return 'sequence' in message ? Number(message.sequence) : undefined;
}

const count = 10_000;

describe.each(['full', 'level3'] as const)('channel %s', (channel) => {
  const isOfChannel = (text: string): boolean =>
    channel === 'full' ? text.includes('"sequence":') : text.startsWith('[');

  test.each([1, 2, 3])(
    'keeps the book correct despite lost, repeated and swapped frames (seed %i)',
    async (seed) => {
      let isFaulty = true;
      const market = createMarket(seededFraction(seed));
      const { feed, server, timers, events } = createFeedFixture({
        wire: { toClient: faultyWire(seededFraction(seed + 100), isOfChannel, () => isFaulty) },
        book: market.orders,
      });
      const got: { readonly number: number; readonly isWhole: boolean }[] = [];
      let waiting = 0;
      const orders = await feed.orderBook(channel, product);
      await feed.subscribe(channel, {
        keys: [product],
        onSnapshot: ({ sequence }) => got.push({ number: sequence, isWhole: true }),
        onMessage: (message) => {
          const number = numberOf(message);
          if (number !== undefined) got.push({ number, isWhole: false });
        },
      });
      const queued = await feed.subscribe(channel, {
        keys: [product],
        queue: { policy: 'fail', limit: 2_000 },
      });
      const taken = (async () => {
        for await (const _ of queued) waiting = Math.max(waiting, queued.waiting);
      })();
      for (let turn = 0; turn < count; turn++) {
        const event = market.next();
        if (channel === 'full') server.publish('full', product, event.full);
        else server.publish('level3', product, event.level3);
        // Slowly enough that most of it comes between repairs.
        if (turn % 20 === 0) await timers.advance(2_000);
      }
      isFaulty = false;
      for (let turn = 0; turn < 20; turn++) {
        const event = market.next();
        if (channel === 'full') server.publish('full', product, event.full);
        else server.publish('level3', product, event.level3);
        await timers.advance(10_000);
      }

      expect(orders.isLive).toBe(true);
      for (const [side, name] of [
        ['bid', 'buy'],
        ['ask', 'sell'],
      ] as const) {
        const kept = orders.book.levels(side).map(({ price, size }) => [price, Number(size)]);
        expect(kept).toEqual(market.levels(name).map(([price, size]) => [price, Number(size)]));
      }
      // Nothing is lost: each message is one above what came before it, or a snapshot stands for what is missing.
      const lost = got.filter(
        ({ number, isWhole }, index) =>
          !isWhole && index > 0 && number !== (got[index - 1]?.number ?? 0) + 1,
      );
      expect(lost).toEqual([]);
      expect(got.at(-1)?.number).toBe(market.sequence());
      const kinds = events.map(({ kind }) => kind);
      expect(kinds.filter((kind) => kind === 'gap').length).toBeGreaterThan(20);
      expect(kinds.filter((kind) => kind === 'duplicate').length).toBeGreaterThan(20);
      // One connection, however much was lost, and a repair for no more than there were gaps.
      expect(kinds.filter((kind) => kind === 'open')).toHaveLength(1);
      expect(waiting).toBeLessThan(2_000);
      await feed.close();
      await taken;
    },
  );
});
