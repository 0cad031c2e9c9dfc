import { describe, expect } from 'vitest';
import { minute, start, type Suite } from './suite.js';

/** Tests of stores that count: rate limits and connections. */
export function testLimits<Transaction>({ name, testing }: Suite<Transaction>): void {
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
}
