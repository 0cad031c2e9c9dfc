import type { FixStore, FixStores } from '@tallystick/runtime/fix';
import type { IdempotencyClaim, StoredAnswer } from '@tallystick/runtime/http/server';
import type { Delivery, OutboxClaim, OutboxEntry } from '@tallystick/runtime/webhooks';
import { describe, expect, test } from 'vitest';
import type { Stores } from '../../stores/core/stores.js';
import { commit } from '../fix/commit.js';
import { testReceivedDeliveryStore } from './received-deliveries.js';

/** Empty stores to be tested. */
export interface StoresFixture<Transaction> {
  readonly stores: Stores<Transaction>;
  /** Stores of another process on the same database. */
  readonly others: Stores<Transaction>;
  /** Runs a transaction, which commits if `run` resolves and is rolled back if it throws; none where there are no transactions. */
  readonly transaction?: (run: (transaction: Transaction) => Promise<void>) => Promise<void>;
  close?(): Promise<void>;
}

const start = Date.UTC(2026, 0, 1);
const minute = 60_000;
const day = 86_400_000;
const answer: StoredAnswer = { status: 201, headers: ['A', 'b'], body: '{"a":"ü"}' };

function claimAt(
  now: number,
  claim: string,
  change: Partial<IdempotencyClaim> = {},
): IdempotencyClaim {
  const times = { now, leaseUntil: now + minute, expires: now + day };
  return { claim, digest: 'd', owner: 'o', ...times, ...change };
}

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

/** Tests that all stores have to pass. `make` creates empty ones for each test. */
export function testStores<Transaction>(
  name: string,
  make: () => StoresFixture<Transaction> | Promise<StoresFixture<Transaction>>,
  transactions: 'with transactions' | 'without transactions',
): void {
  type Body = (fixture: Required<StoresFixture<Transaction>>) => Promise<void>;
  const testing = (title: string, body: Body): void =>
    test(`${title}`, async () => {
      const fixture = await make();
      const transaction = fixture.transaction ?? (() => Promise.reject(new Error('unsupported')));
      try {
        await body({ close: async () => undefined, ...fixture, transaction });
      } finally {
        await fixture.close?.();
      }
    });
  const within = (title: string, body: Body): void => {
    if (transactions === 'with transactions') testing(title, body);
  };

  testReceivedDeliveryStore(
    name,
    async () => {
      const { stores, transaction, close } = await make();
      return {
        store: stores.received,
        transaction: transaction ?? (() => Promise.reject(new Error('unsupported'))),
        ...(close === undefined ? {} : { close }),
      };
    },
    transactions,
  );

  describe(`${name} as a store of idempotency keys`, () => {
    testing('gives a key to one of many that claim it at once', async ({ stores, others }) => {
      const results = await Promise.all(
        Array.from({ length: 50 }, async (_, index) =>
          (index % 2 === 0 ? stores : others).idempotency.begin('k', claimAt(start, `c${index}`)),
        ),
      );
      expect(results.filter(({ state }) => state === 'new')).toHaveLength(1);
      expect(results.filter(({ state }) => state === 'running')).toHaveLength(49);
    });

    testing('returns the stored response, text or bytes', async ({ stores, others }) => {
      const bodies = [answer.body, new Uint8Array([0, 1, 255]), undefined];
      for (const [index, body] of bodies.entries()) {
        const key = `k${index}`;
        const stored = { ...answer, body };
        expect(await stores.idempotency.begin(key, claimAt(start, 'c1'))).toEqual({ state: 'new' });
        expect(await stores.idempotency.finish(key, 'c1', stored)).not.toBe(false);
        const again = await others.idempotency.begin(key, claimAt(start + 1, 'c2'));
        expect(again).toEqual({ state: 'finished', digest: 'd', answer: stored });
      }
    });

    testing('frees the key of a dead process after the lease', async ({ stores, others }) => {
      await stores.idempotency.begin('k', claimAt(start, 'c1'));
      const early = await others.idempotency.begin('k', claimAt(start + minute - 1, 'c2'));
      expect(early).toEqual({ state: 'running', digest: 'd' });
      const late = await others.idempotency.begin('k', claimAt(start + minute, 'c2'));
      expect(late).toEqual({ state: 'new' });
      expect(await stores.idempotency.finish('k', 'c1', answer)).toBe(false);
      const lease = { now: start + minute, leaseUntil: start + 3 * minute };
      expect(await stores.idempotency.renew('k', 'c1', lease)).toBe(false);
      await stores.idempotency.release('k', 'c1');
      const running = await others.idempotency.begin('k', claimAt(start + minute, 'c3'));
      expect(running).toMatchObject({ state: 'running' });
    });

    testing('holds a claim that is renewed', async ({ stores }) => {
      await stores.idempotency.begin('k', claimAt(start, 'c1'));
      const lease = { now: start, leaseUntil: start + 10 * minute };
      expect(await stores.idempotency.renew('k', 'c1', lease)).toBe(true);
      const later = await stores.idempotency.begin('k', claimAt(start + 9 * minute, 'c2'));
      expect(later).toMatchObject({ state: 'running' });
    });

    testing('forgets a response after its expiry, and not before', async ({ stores }) => {
      await stores.idempotency.begin('k', claimAt(start, 'c1'));
      await stores.idempotency.finish('k', 'c1', answer);
      await stores.idempotency.release('k', 'c1');
      const kept = await stores.idempotency.begin('k', claimAt(start + day - 1, 'c2'));
      expect(kept).toMatchObject({ state: 'finished' });
      const gone = await stores.idempotency.begin('k', claimAt(start + day, 'c2'));
      expect(gone).toEqual({ state: 'new' });
    });

    testing('frees a key that is released', async ({ stores }) => {
      await stores.idempotency.begin('k', claimAt(start, 'c1'));
      await stores.idempotency.release('k', 'c1');
      expect(await stores.idempotency.begin('k', claimAt(start, 'c2'))).toEqual({ state: 'new' });
    });

    within('stores the response with the transaction', async ({ stores, transaction }) => {
      await stores.idempotency.begin('k', claimAt(start, 'c1'));
      const failing = transaction(async (each) => {
        expect(await stores.idempotency.finish('k', 'c1', answer, each)).not.toBe(false);
        throw new Error('rolled back');
      });
      await expect(failing).rejects.toThrow('rolled back');
      const running = await stores.idempotency.begin('k', claimAt(start, 'c2'));
      expect(running).toMatchObject({ state: 'running' });
      await transaction(async (each) => {
        await stores.idempotency.finish('k', 'c1', answer, each);
      });
      const finished = await stores.idempotency.begin('k', claimAt(start, 'c2'));
      expect(finished).toMatchObject({ state: 'finished' });
    });

    within('claims with the transaction', async ({ stores, transaction }) => {
      const failing = transaction(async (each) => {
        const claimed = await stores.idempotency.begin('k', claimAt(start, 'c1'), each);
        expect(claimed).toEqual({ state: 'new' });
        throw new Error('rolled back');
      });
      await expect(failing).rejects.toThrow('rolled back');
      await transaction(async (each) => {
        const claimed = await stores.idempotency.begin('k', claimAt(start, 'c2'), each);
        expect(claimed).toEqual({ state: 'new' });
        await stores.idempotency.finish('k', 'c2', answer, each);
      });
      const finished = await stores.idempotency.begin('k', claimAt(start, 'c3'));
      expect(finished).toMatchObject({ state: 'finished' });
    });
  });

  describe(`${name} as a store of rate limits`, () => {
    const spend = { key: 'a', rate: 1, burst: 3 };

    testing('takes from all buckets or from none', async ({ stores, others }) => {
      const small = { key: 'b', rate: 1, burst: 1 };
      expect(await stores.rateLimits.take([spend, small], start)).toBe(0);
      expect(await others.rateLimits.take([spend, small], start)).toBe(1_000);
      expect(await stores.rateLimits.take([spend], start)).toBe(0);
      expect(await others.rateLimits.take([spend], start)).toBe(0);
      expect(await stores.rateLimits.take([spend], start)).toBe(1_000);
    });

    testing('refills by the rate, and not above the burst', async ({ stores }) => {
      for (let index = 0; index < 3; index++) await stores.rateLimits.take([spend], start);
      expect(await stores.rateLimits.take([spend], start + 500)).toBe(500);
      expect(await stores.rateLimits.take([spend], start + 1_000)).toBe(0);
      const later = start + minute;
      for (let index = 0; index < 3; index++)
        expect(await stores.rateLimits.take([spend], later)).toBe(0);
      expect(await stores.rateLimits.take([spend], later)).toBe(1_000);
    });

    testing('gives nobody more after the clock is set back', async ({ stores }) => {
      for (let index = 0; index < 3; index++) await stores.rateLimits.take([spend], start);
      expect(await stores.rateLimits.take([spend], start - minute)).toBeGreaterThan(0);
    });

    testing('gives away each token once to many at once', async ({ stores, others }) => {
      const waits = await Promise.all(
        Array.from({ length: 40 }, async (_, index) =>
          (index % 2 === 0 ? stores : others).rateLimits.take([{ ...spend, burst: 7 }], start),
        ),
      );
      expect(waits.filter((wait) => wait === 0)).toHaveLength(7);
    });
  });

  describe(`${name} as a store of connections`, () => {
    const limits = [{ key: 'profile', limit: 7 }];
    const lease = { now: start, leaseUntil: start + minute };

    testing('counts no more than the limit of many at once', async ({ stores, others }) => {
      const opened = await Promise.all(
        Array.from({ length: 20 }, async (_, index) =>
          (index % 2 === 0 ? stores : others).connections.open(`c${index}`, limits, lease),
        ),
      );
      expect(opened.filter((each) => each)).toHaveLength(7);
      expect(await stores.connections.count('profile', start)).toBe(7);
      const first = opened.indexOf(true);
      await stores.connections.close(`c${first}`);
      expect(await others.connections.open('next', limits, lease)).toBe(true);
      expect(await others.connections.open('another', limits, lease)).toBe(false);
    });

    testing('counts under all keys or under none', async ({ stores }) => {
      const both = [...limits, { key: 'user', limit: 1 }];
      expect(await stores.connections.open('c1', both, lease)).toBe(true);
      expect(await stores.connections.open('c2', both, lease)).toBe(false);
      expect(await stores.connections.count('profile', start)).toBe(1);
    });

    testing('counts connections of dead processes until their lease', async ({ stores }) => {
      await stores.connections.open('c1', limits, lease);
      await stores.connections.open('c2', limits, lease);
      const later = start + minute - 1;
      expect(
        await stores.connections.renew(['c1', 'c0'], { now: later, leaseUntil: later + minute }),
      ).toEqual(['c0']);
      expect(await stores.connections.count('profile', start + minute)).toBe(1);
    });
  });

  describe(`${name} as a memory of single-use values`, () => {
    const now = start / 1_000;

    testing('knows a value until its expiry', async ({ stores, others }) => {
      expect(await stores.replay.remember('o', 'v', now + 60, now)).toBe('new');
      expect(await others.replay.remember('o', 'v', now + 60, now)).toBe('seen');
      expect(await stores.replay.remember('p', 'v', now + 60, now)).toBe('new');
      expect(await stores.replay.remember('o', 'v', now + 200, now + 120)).toBe('new');
    });

    testing('accepts a value from one of many at once', async ({ stores, others }) => {
      const results = await Promise.all(
        Array.from({ length: 40 }, async (_, index) =>
          (index % 2 === 0 ? stores : others).replay.remember('o', 'v', now + 60, now),
        ),
      );
      expect(results.filter((each) => each === 'new')).toHaveLength(1);
    });

    testing('refuses nothing new', async ({ stores }) => {
      const results = await Promise.all(
        Array.from({ length: 500 }, async (_, index) =>
          stores.replay.remember('o', `v${index}`, now + (index % 300), now),
        ),
      );
      expect(new Set(results)).toEqual(new Set(['new']));
    });
  });

  describe(`${name} as a cache of tokens`, () => {
    testing('returns a token until its expiry', async ({ stores, others }) => {
      await stores.tokens.set('k', { text: 't1', until: start + minute });
      expect(await others.tokens.get('k', start)).toEqual({ text: 't1', until: start + minute });
      expect(await others.tokens.get('k', start + minute)).toBeUndefined();
      await stores.tokens.set('k', { text: 't2', until: start + 2 * minute });
      await others.tokens.delete('k', 't1');
      expect(await stores.tokens.get('k', start)).toMatchObject({ text: 't2' });
      await others.tokens.delete('k', 't2');
      expect(await stores.tokens.get('k', start)).toBeUndefined();
    });
  });

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

  describe(`${name} as a store of FIX sessions`, () => {
    const identity = { beginString: 'FIX.4.2', senderCompId: 'A', targetCompId: 'B' };
    const opened = async (fix: FixStores): Promise<FixStore> => {
      const store = await fix(identity);
      await store.load();
      return store;
    };
    const texts = async (store: FixStore, from = 1, to = 100, limit = 100): Promise<string[]> =>
      (await store.read(from, to, limit)).map(
        ([number, bytes]) => `${number} ${Buffer.from(bytes)}`,
      );

    testing('keeps numbers and messages', async ({ stores, others }) => {
      const first = await opened(stores.fix);
      expect([first.nextOutgoing, first.nextIncoming]).toEqual([1, 1]);
      const commits = [1, 2, 3].map((number) =>
        commit(first, { sent: { [number]: `m${number}` }, expected: number }),
      );
      expect(await texts(first)).toEqual(['1 m1', '2 m2', '3 m3']);
      await Promise.all(commits);
      await first.close();
      const second = await opened(others.fix);
      expect([second.nextOutgoing, second.nextIncoming]).toEqual([4, 3]);
      expect(await texts(second, 2, 3)).toEqual(['2 m2', '3 m3']);
      expect(await texts(second, 1, 9, 1)).toEqual(['1 m1']);
      await commit(second, { sent: { 5: 'm5' } });
      expect(await texts(second, 3)).toEqual(['3 m3', '5 m5']);
      await commit(second, { isReset: true, sent: { 1: 'new' } });
      expect(await texts(second)).toEqual(['1 new']);
      const [listed] = await stores.fix.list();
      expect(listed).toMatchObject({ identity, nextOutgoing: 2, nextIncoming: 1 });
      await second.close();
    });

    testing('gives a session to one owner', async ({ stores, others }) => {
      const first = await opened(stores.fix);
      await expect((async () => others.fix(identity))()).rejects.toMatchObject({ code: 'in-use' });
      await first.close();
      await (await opened(others.fix)).close();
    });

    within('commits with the transaction', async ({ stores, transaction }) => {
      const store = await opened(stores.fix);
      const change = { isReset: false, nextIncoming: 2, nextOutgoing: 2 };
      const messages = [[1, Buffer.from('m1')] as const];
      const failing = transaction(async (each) => {
        await store.commit({ ...change, messages }, each);
        throw new Error('rolled back');
      });
      await expect(failing).rejects.toThrow('rolled back');
      await store.load();
      expect(store.nextOutgoing).toBe(1);
      await transaction(async (each) => {
        await store.commit({ ...change, messages }, each);
      });
      await store.load();
      expect([store.nextOutgoing, store.nextIncoming]).toEqual([2, 2]);
      expect(await texts(store)).toEqual(['1 m1']);
      await store.close();
    });
  });

  test('reports its health, and can be migrated again', async () => {
    const fixture = await make();
    try {
      await Promise.all([fixture.stores.migrate(), fixture.others.migrate()]);
      expect(await fixture.stores.health()).toMatchObject({ ok: true });
      expect(await fixture.stores.prune()).toBeGreaterThanOrEqual(0);
    } finally {
      await fixture.close?.();
    }
  });
}
