import type { Delivery, Outbox, OutboxClaim, OutboxEntry } from '@tallystick/runtime/webhooks';
import { describe, expect, test } from 'vitest';

/** Outboxes of two processes on one database. */
interface BacklogFixture {
  readonly stores: { readonly outbox: Outbox<never> };
  readonly others: { readonly outbox: Outbox<never> };
  close?(): Promise<void>;
}

const start = Date.UTC(2026, 0, 1);
const minute = 60_000;

const entry = (id: string, receiver: string, order?: string): OutboxEntry => ({
  delivery: {
    id,
    webhook: 'w',
    url: 'https://shop.example/hooks',
    content: {},
    createdAt: start,
    state: 'pending',
    attempts: [],
  },
  receiver,
  ...(order === undefined ? {} : { order }),
});

function wanting(claim: string, change: Partial<OutboxClaim> = {}): OutboxClaim {
  const times = { now: start, leaseUntil: start + minute };
  return { claim, ...times, limit: 100, perReceiver: 100, total: 10_000, ...change };
}

const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, at) => at);
const ids = (deliveries: readonly Delivery[]): string[] => deliveries.map(({ id }) => id).sort();

/** Tests of outboxes in which much is waiting. `make` creates empty ones for each test. */
export function testBacklog(
  name: string,
  make: () => BacklogFixture | Promise<BacklogFixture>,
): void {
  const testing = (title: string, body: (fixture: BacklogFixture) => Promise<void>): void =>
    test(`${title}`, async () => {
      const fixture = await make();
      try {
        await body(fixture);
      } finally {
        await fixture.close?.();
      }
    });

  describe(`${name} as an outbox with a backlog`, () => {
    testing('sends one of an order at a time, and others past them', async (fixture) => {
      const { outbox } = fixture.stores;
      const backlog = numbers(1_200).map((at) => entry(`a${at}`, 'shop', 'a'));
      await outbox.enqueue([...backlog, entry('b0', 'shop', 'b'), entry('u0', 'shop')]);
      expect(ids(await outbox.claim(wanting('w1', { limit: 20 })))).toEqual(['a0', 'b0', 'u0']);
      for (const at of numbers(20)) {
        expect(await fixture.others.outbox.claim(wanting('w2'))).toEqual([]);
        const { delivery } = entry(`a${at}`, 'shop');
        expect(await outbox.settle({ ...delivery, state: 'succeeded' }, 'w1', start)).toBe(true);
        expect(ids(await outbox.claim(wanting('w1')))).toEqual([`a${at + 1}`]);
      }
    });

    testing('returns a dead letter to its place in the order', async ({ stores, others }) => {
      const { outbox } = stores;
      await outbox.enqueue(numbers(5).map((at) => entry(`a${at}`, 'shop', 'a')));
      const settle = async (claimed: string, state: Delivery['state'], at = start) => {
        const { delivery } = entry(claimed, 'shop');
        const retry = state === 'retrying' ? { nextAttemptAt: at } : {};
        return outbox.settle({ ...delivery, state, ...retry }, 'w1', at);
      };
      for (const dead of ['a0', 'a1']) {
        expect(ids(await outbox.claim(wanting('w1')))).toEqual([dead]);
        expect(await settle(dead, 'failed')).toBe(true);
      }
      expect(ids(await outbox.claim(wanting('w1')))).toEqual(['a2']);
      expect(await outbox.redrive({}, start)).toBe(2);
      // One is still being sent.
      expect(await others.outbox.claim(wanting('w2'))).toEqual([]);
      expect(await settle('a2', 'retrying')).toBe(true);
      for (const next of ['a0', 'a1', 'a2', 'a3', 'a4']) {
        expect(ids(await outbox.claim(wanting('w1')))).toEqual([next]);
        expect(await others.outbox.claim(wanting('w2'))).toEqual([]);
        expect(await settle(next, 'succeeded')).toBe(true);
      }
      expect(await outbox.stats(start)).toMatchObject({ waiting: 0, running: 0, dead: 0 });
    });

    testing('goes on with a dead letter after the lease of a later one', async ({ stores }) => {
      const { outbox } = stores;
      await outbox.enqueue(numbers(3).map((at) => entry(`a${at}`, 'shop', 'a')));
      await outbox.claim(wanting('w1'));
      const { delivery } = entry('a0', 'shop');
      await outbox.settle({ ...delivery, state: 'failed' }, 'w1', start);
      expect(ids(await outbox.claim(wanting('w1')))).toEqual(['a1']);
      await outbox.redrive({ ids: ['a0'] }, start);
      expect(await outbox.claim(wanting('w2'))).toEqual([]);
      const late = { now: start + minute, leaseUntil: start + 2 * minute };
      expect(ids(await outbox.claim(wanting('w2', late)))).toEqual(['a0']);
    });

    testing('reaches each of 1,200 receivers', async ({ stores, others }) => {
      const receivers = numbers(1_200).map((at) => `r${at}`);
      await stores.outbox.enqueue(receivers.map((receiver) => entry(receiver, receiver)));
      const claimed: string[] = [];
      for (const at of numbers(50)) {
        const { outbox } = at % 2 === 0 ? stores : others;
        claimed.push(...ids(await outbox.claim(wanting(`w${at}`, { limit: 32 }))));
      }
      expect(claimed.sort()).toEqual([...receivers].sort());
    });

    testing('reaches a receiver behind 700 that are busy', async ({ stores }) => {
      const receivers = numbers(700).map((at) => `r${at}`);
      const { outbox } = stores;
      await outbox.enqueue(
        receivers.flatMap((receiver) =>
          numbers(2).map((at) => entry(`${receiver}-${at}`, receiver)),
        ),
      );
      const claimed = await outbox.claim(wanting('w1', { limit: 5_000, perReceiver: 1 }));
      const more = await outbox.claim(wanting('w1', { limit: 5_000, perReceiver: 1 }));
      expect(claimed.length + more.length).toBe(700);
      await outbox.enqueue([entry('quiet', 'zzz')]);
      const found: string[] = [];
      for (const _ of numbers(3))
        found.push(...ids(await outbox.claim(wanting('w1', { perReceiver: 1 }))));
      expect(found).toEqual(['quiet']);
    });
  });
}
