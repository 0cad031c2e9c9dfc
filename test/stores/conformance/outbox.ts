import type { Delivery, OutboxClaim, OutboxEntry } from '@tallystick/runtime/webhooks';
import { describe, expect } from 'vitest';
import { minute, start, type Suite } from './suite.js';

function delivery(id: string, change: Partial<Delivery> = {}): Delivery {
  const content = {
    input: { at: new Date(0), big: 2n ** 70n, bytes: new Uint8Array([0, 255]), $: 1 },
  };
  const url = 'https://shop.example/hooks';
  return {
    id,
    webhook: 'w',
    url,
    content,
    createdAt: start,
    state: 'pending',
    attempts: [],
    ...change,
  };
}

const entry = (id: string, change: Partial<OutboxEntry> = {}): OutboxEntry => ({
  delivery: delivery(id),
  receiver: 'shop',
  ...change,
});

function wanting(now: number, claim = 'w1', change: Partial<OutboxClaim> = {}): OutboxClaim {
  const limits = { limit: 100, perReceiver: 100, total: 1_000 };
  return { claim, now, leaseUntil: now + minute, ...limits, ...change };
}

const ids = (deliveries: readonly Delivery[]): string[] => deliveries.map(({ id }) => id);

/** Tests of outboxes. */
export function testOutbox<Transaction>({ name, testing, within }: Suite<Transaction>): void {
  describe(`${name} as an outbox`, () => {
    testing('gives each delivery to one of many workers', async ({ stores, others }) => {
      await stores.outbox.enqueue(Array.from({ length: 60 }, (_, index) => entry(`d${index}`)));
      const claimed = await Promise.all(
        Array.from({ length: 10 }, async (_, index) =>
          (index % 2 === 0 ? stores : others).outbox.claim(
            wanting(start, `w${index}`, { limit: 7 }),
          ),
        ),
      );
      const all = claimed.flatMap(ids);
      expect(new Set(all).size).toBe(60);
      expect(all).toHaveLength(60);
    });

    testing('restores the contents of a delivery', async ({ stores, others }) => {
      await stores.outbox.enqueue([entry('d1')]);
      await stores.outbox.enqueue([entry('d1', { receiver: 'twice' })]);
      expect(await others.outbox.claim(wanting(start))).toEqual([
        delivery('d1', { state: 'processing' }),
      ]);
    });

    testing('gives a delivery to another worker after the lease', async ({ stores, others }) => {
      await stores.outbox.enqueue([entry('d1'), entry('d2')]);
      await stores.outbox.claim(wanting(start, 'w1'));
      const renewed = { now: start, leaseUntil: start + 3 * minute };
      expect(await stores.outbox.renew(['d2'], 'w1', renewed)).toEqual([]);
      expect(ids(await others.outbox.claim(wanting(start + minute - 1, 'w2')))).toEqual([]);
      expect(ids(await others.outbox.claim(wanting(start + minute, 'w2')))).toEqual(['d1']);
      expect(await stores.outbox.renew(['d1', 'd2'], 'w1', renewed)).toEqual(['d1']);
      const done = delivery('d1', { state: 'succeeded' });
      expect(await stores.outbox.settle(done, 'w1', start)).toBe(false);
      expect(await others.outbox.settle(done, 'w2', start)).toBe(true);
      expect(await others.outbox.settle(done, 'w2', start)).toBe(false);
    });

    testing('waits until a delivery is due again', async ({ stores }) => {
      await stores.outbox.enqueue([entry('d1')]);
      await stores.outbox.claim(wanting(start));
      const nextAttemptAt = start + 5_000;
      const attempts = [{ number: 1, startedAt: start, endedAt: start, ended: 'timeout' as const }];
      const retrying = delivery('d1', { state: 'retrying', nextAttemptAt, attempts });
      expect(await stores.outbox.settle(retrying, 'w1', start)).toBe(true);
      expect(await stores.outbox.claim(wanting(start + 4_999))).toEqual([]);
      const [again] = await stores.outbox.claim(wanting(start + 5_000));
      expect(again).toMatchObject({ id: 'd1', attempts });
    });

    testing('limits deliveries per receiver and in total', async ({ stores, others }) => {
      const receivers = ['a', 'b', 'c'];
      await stores.outbox.enqueue(
        receivers.flatMap((receiver) =>
          Array.from({ length: 5 }, (_, index) => entry(`${receiver}${index}`, { receiver })),
        ),
      );
      const first = await stores.outbox.claim(wanting(start, 'w1', { perReceiver: 2 }));
      expect(ids(first).sort()).toEqual(['a0', 'a1', 'b0', 'b1', 'c0', 'c1']);
      expect(await others.outbox.claim(wanting(start, 'w2', { perReceiver: 2 }))).toEqual([]);
      const more = await others.outbox.claim(wanting(start, 'w2', { perReceiver: 3, total: 8 }));
      expect(more).toHaveLength(2);
      for (const each of first)
        await stores.outbox.settle({ ...each, state: 'succeeded' }, 'w1', start);
      const last = await others.outbox.claim(wanting(start, 'w3', { perReceiver: 2, limit: 3 }));
      expect(last).toHaveLength(3);
    });

    testing('starves no receiver behind one with much work', async ({ stores }) => {
      const busy = Array.from({ length: 300 }, (_, index) => entry(`busy${index}`));
      await stores.outbox.enqueue([...busy, entry('quiet', { receiver: 'quiet' })]);
      const claimed = await stores.outbox.claim(
        wanting(start, 'w1', { limit: 20, perReceiver: 4 }),
      );
      expect(ids(claimed)).toContain('quiet');
      expect(claimed).toHaveLength(5);
    });

    testing('keeps the order that was requested', async ({ stores, others }) => {
      const order = 'shop';
      for (let index = 0; index < 4; index++)
        await stores.outbox.enqueue([entry(`d${index}`, { order }), entry(`u${index}`)]);
      const unordered = ['u0', 'u1', 'u2', 'u3'];
      const first = await stores.outbox.claim(wanting(start));
      expect(ids(first).sort()).toEqual(['d0', ...unordered]);
      expect(await others.outbox.claim(wanting(start, 'w2'))).toEqual([]);
      const nextAttemptAt = start + 1_000;
      const retrying = delivery('d0', { state: 'retrying', nextAttemptAt });
      await stores.outbox.settle(retrying, 'w1', start);
      expect(await others.outbox.claim(wanting(start, 'w2'))).toEqual([]);
      expect(ids(await others.outbox.claim(wanting(nextAttemptAt, 'w2')))).toEqual(['d0']);
      await others.outbox.settle(delivery('d0', { state: 'failed' }), 'w2', start);
      expect(ids(await others.outbox.claim(wanting(nextAttemptAt, 'w2')))).toEqual(['d1']);
      await others.outbox.settle(delivery('d1', { state: 'succeeded' }), 'w2', start);
      expect(ids(await others.outbox.claim(wanting(nextAttemptAt, 'w2')))).toEqual(['d2']);
    });

    testing('lists dead letters and sends them again', async ({ stores }) => {
      const names = ['d1', 'd2', 'd3', 'd4'];
      await stores.outbox.enqueue(
        names.map((id, index) => ({
          ...entry(id, { receiver: index === 3 ? 'other' : 'shop' }),
          delivery: delivery(id, { createdAt: start + index }),
        })),
      );
      for (const each of await stores.outbox.claim(wanting(start + 10)))
        await stores.outbox.settle({ ...each, state: 'failed' }, 'w1', start + 10);
      expect(await stores.outbox.stats(start + 10)).toMatchObject({ dead: 4, waiting: 0, due: 0 });
      const dead = { state: 'failed' } as const;
      expect(ids(await stores.outbox.list(dead))).toEqual(names);
      expect(ids(await stores.outbox.list({ ...dead, limit: 2 }))).toEqual(['d1', 'd2']);
      expect(ids(await stores.outbox.list({ ...dead, after: 'd2' }))).toEqual(['d3', 'd4']);
      expect(ids(await stores.outbox.list({ ...dead, receiver: 'other' }))).toEqual(['d4']);
      expect(await stores.outbox.redrive({ ids: ['d2', 'none'] }, start + 10)).toBe(1);
      expect(await stores.outbox.redrive({ receiver: 'other' }, start + 10)).toBe(1);
      const [first] = await stores.outbox.claim(wanting(start + 10, 'w2', { limit: 1 }));
      expect(first?.attempts).toEqual([]);
      expect(await stores.outbox.redrive({}, start + 10)).toBe(2);
      expect(await stores.outbox.stats(start + 20)).toEqual({
        waiting: 3,
        due: 3,
        running: 1,
        dead: 0,
        lag: 10,
      });
    });

    within('enqueues with the transaction', async ({ stores, transaction }) => {
      const failing = transaction(async (each) => {
        await stores.outbox.enqueue([entry('d1')], each);
        throw new Error('rolled back');
      });
      await expect(failing).rejects.toThrow('rolled back');
      expect(await stores.outbox.claim(wanting(start))).toEqual([]);
      await transaction(async (each) => stores.outbox.enqueue([entry('d2')], each));
      expect(ids(await stores.outbox.claim(wanting(start)))).toEqual(['d2']);
    });
  });
}
