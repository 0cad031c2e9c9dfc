import type {
  DeliveryClaim,
  DeliveryClaimResult,
  ReceivedDeliveryStore,
} from '@tallystick/runtime/webhooks/server';
import { describe, expect, test } from 'vitest';
import { randomFrom, rounds, seed } from '../rounds.js';

/** A store to be tested, with nothing in it, and how programs make transactions on its database. */
export interface ReceivedDeliveryFixture<Transaction> {
  readonly store: ReceivedDeliveryStore<Transaction>;
  /** Runs a transaction, which commits if `run` resolves and is rolled back if it throws. */
  transaction(run: (transaction: Transaction) => Promise<void>): Promise<void>;
  close?(): Promise<void>;
}

const start = Date.UTC(2026, 0, 1);
const minute = 60_000;
const day = 86_400_000;

/** A claim of one minute, made at a time; what it claims may be forgotten a day later. */
function claimAt(now: number, token: string, change: Partial<DeliveryClaim> = {}): DeliveryClaim {
  return { token, owner: 'shop', now, leaseUntil: now + minute, forgetAt: now + day, ...change };
}

/** Tests that every {@link ReceivedDeliveryStore} has to pass. `make` gives an empty one for each test. */
export function testReceivedDeliveryStore<Transaction>(
  name: string,
  make: () => ReceivedDeliveryFixture<Transaction> | Promise<ReceivedDeliveryFixture<Transaction>>,
  transactions: 'with transactions' | 'without transactions' = 'with transactions',
): void {
  const testing = (
    title: string,
    body: (fixture: ReceivedDeliveryFixture<Transaction>) => Promise<void>,
  ): void =>
    test(`${title}`, async () => {
      const fixture = await make();
      try {
        await body(fixture);
      } finally {
        await fixture.close?.();
      }
    });

  const within: typeof testing = (title, body) => {
    if (transactions === 'with transactions') testing(title, body);
  };

  describe(`${name} as a store of received deliveries`, () => {
    testing('gives a delivery to one of many that claim it at once', async ({ store }) => {
      const results: Promise<DeliveryClaimResult>[] = Array.from({ length: 50 }, async (_, index) =>
        store.claim('a', claimAt(start, `t${index}`)),
      );
      const states = (await Promise.all(results)).map(({ state }) => state).sort();
      expect(states).toEqual(['claimed', ...Array<string>(49).fill('running')]);
    });

    testing('says since when a delivery is being handled', async ({ store }) => {
      await store.claim('a', claimAt(start, 't1'));
      expect(await store.claim('a', claimAt(start + 5_000, 't2'))).toEqual({
        state: 'running',
        since: start,
      });
      expect(await store.claim('b', claimAt(start, 't3'))).toEqual({ state: 'claimed' });
    });

    testing('knows a delivery that was handled until it may be forgotten', async ({ store }) => {
      await store.claim('a', claimAt(start, 't1'));
      expect(await store.complete('a', 't1', { forgetAt: start + day })).toBe(true);
      for (const now of [start, start + minute, start + day - 1_000])
        expect(await store.claim('a', claimAt(now, 't2', { forgetAt: start + day }))).toEqual({
          state: 'handled',
        });
      const later = start + 2 * day;
      expect(await store.claim('a', claimAt(later, 't3'))).toEqual({ state: 'claimed' });
    });

    testing('remembers a repetition that is accepted for longer for as long', async ({ store }) => {
      await store.claim('a', claimAt(start, 't1'));
      await store.complete('a', 't1', { forgetAt: start + day });
      const repeated = start + day - minute;
      expect(await store.claim('a', claimAt(repeated, 't2'))).toEqual({ state: 'handled' });
      const after = start + day + 10 * minute;
      expect(await store.claim('a', claimAt(after, 't3'))).toEqual({ state: 'handled' });
    });

    testing('gives a delivery to the next once it was released', async ({ store }) => {
      await store.claim('a', claimAt(start, 't1'));
      await store.release('a', 'another');
      expect(await store.claim('a', claimAt(start, 't2'))).toMatchObject({ state: 'running' });
      await store.release('a', 't1');
      expect(await store.claim('a', claimAt(start, 't3'))).toEqual({ state: 'claimed' });
    });

    testing('gives a delivery to the next once its claim ran out', async ({ store }) => {
      await store.claim('a', claimAt(start, 't1'));
      expect(await store.claim('a', claimAt(start + minute - 1, 't2'))).toMatchObject({
        state: 'running',
      });
      expect(await store.claim('a', claimAt(start + minute, 't3'))).toEqual({ state: 'claimed' });
      // The first one has lost it.
      expect(await store.renew('a', 't1', start + 2 * minute)).toBe(false);
      expect(await store.complete('a', 't1', { forgetAt: start + day })).toBe(false);
      await store.release('a', 't1');
      expect(await store.claim('a', claimAt(start + minute, 't4'))).toMatchObject({
        state: 'running',
      });
      expect(await store.complete('a', 't3', { forgetAt: start + day })).toBe(true);
    });

    testing('holds a claim that is renewed', async ({ store }) => {
      await store.claim('a', claimAt(start, 't1'));
      expect(await store.renew('a', 't1', start + 10 * minute)).toBe(true);
      expect(await store.claim('a', claimAt(start + 9 * minute, 't2'))).toMatchObject({
        state: 'running',
      });
    });

    testing('forgets nothing that was handled for a release', async ({ store }) => {
      await store.claim('a', claimAt(start, 't1'));
      await store.complete('a', 't1', { forgetAt: start + day });
      await store.release('a', 't1');
      expect(await store.renew('a', 't1', start + minute)).toBe(false);
      expect(await store.claim('a', claimAt(start, 't2'))).toEqual({ state: 'handled' });
    });

    within('records with the transaction of a program', async ({ store, transaction }) => {
      await store.claim('a', claimAt(start, 't1'));
      await transaction(async (each) => {
        expect(await store.complete('a', 't1', { forgetAt: start + day }, each)).toBe(true);
      });
      expect(await store.claim('a', claimAt(start, 't2'))).toEqual({ state: 'handled' });
    });

    within('records nothing if the transaction is rolled back', async ({ store, transaction }) => {
      await store.claim('a', claimAt(start, 't1'));
      const failing = transaction(async (each) => {
        await store.complete('a', 't1', { forgetAt: start + day }, each);
        throw new Error('the write failed');
      });
      await expect(failing).rejects.toThrow('the write failed');
      await store.release('a', 't1');
      expect(await store.claim('a', claimAt(start, 't2'))).toEqual({ state: 'claimed' });
    });

    within('tells a transaction that its claim is lost', async ({ store, transaction }) => {
      await store.claim('a', claimAt(start, 't1'));
      await store.claim('a', claimAt(start + minute, 't2'));
      await transaction(async (each) => {
        expect(await store.complete('a', 't1', { forgetAt: start + day }, each)).toBe(false);
      });
      expect(await store.claim('a', claimAt(start + minute, 't3'))).toMatchObject({
        state: 'running',
      });
    });

    testing('lists the claims that are held', async ({ store }) => {
      for (const [index, key] of ['a', 'b', 'c', 'd'].entries())
        await store.claim(key, claimAt(start + index, `t${key}`, { owner: `o${key}` }));
      await store.release('b', 'tb');
      await store.complete('c', 'tc', { forgetAt: start + day });
      expect(await store.claims()).toEqual([
        { key: 'a', owner: 'oa', since: start, leaseUntil: start + minute },
        { key: 'd', owner: 'od', since: start + 3, leaseUntil: start + 3 + minute },
      ]);
      expect(await store.claims({ before: start + 1 })).toMatchObject([{ key: 'a' }]);
      expect(await store.claims({ limit: 1 })).toMatchObject([{ key: 'a' }]);
    });

    testing(
      'hands no delivery to a second one after the first has handled it',
      async ({ store }) => {
        const random = randomFrom(seed);
        const pick = (length: number): number => Math.floor(random() * length);
        const handled = new Set<string>();
        const held = new Map<string, { readonly token: string; readonly until: number }>();
        let now = start;
        for (let step = 0; step < rounds(5_000); step += 1) {
          now += pick(20_000);
          const key = `k${pick(20)}`;
          const token = `t${step}`;
          const known = held.get(key);
          switch (pick(4)) {
            case 0:
            case 1: {
              const { state } = await store.claim(
                key,
                claimAt(now, token, { forgetAt: start + 400 * day }),
              );
              if (handled.has(key)) expect(state).toBe('handled');
              else
                expect(state).toBe(
                  known === undefined || known.until <= now ? 'claimed' : 'running',
                );
              if (state === 'claimed') held.set(key, { token, until: now + minute });
              break;
            }
            case 2:
              if (known === undefined || known.until <= now) break;
              expect(await store.complete(key, known.token, { forgetAt: start + 400 * day })).toBe(
                true,
              );
              held.delete(key);
              handled.add(key);
              break;
            default:
              if (known === undefined) break;
              await store.release(key, known.token);
              held.delete(key);
          }
          if (handled.size === 20) break;
        }
      },
    );
  });
}
