import type { IdempotencyClaim, StoredAnswer } from '@tallystick/runtime/http/server';
import { describe, expect } from 'vitest';
import { day, minute, start, type Suite } from './suite.js';

const answer: StoredAnswer = { status: 201, headers: ['A', 'b'], body: '{"a":"ü"}' };

function claimAt(
  now: number,
  claim: string,
  change: Partial<IdempotencyClaim> = {},
): IdempotencyClaim {
  const times = { now, leaseUntil: now + minute, expires: now + day };
  return { claim, digest: 'd', owner: 'o', ...times, ...change };
}

/** Tests of stores of idempotency keys. */
export function testIdempotencyKeys<Transaction>({
  name,
  testing,
  within,
}: Suite<Transaction>): void {
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

    within('rolls back a result that is not to be committed', async (fixture) => {
      const { stores, transaction } = fixture;
      await stores.idempotency.begin('k', claimAt(start, 'c1'));
      await transaction(
        async (each) => void (await stores.idempotency.finish('k', 'c1', answer, each)),
        () => false,
      );
      const running = await stores.idempotency.begin('k', claimAt(start, 'c2'));
      expect(running).toMatchObject({ state: 'running' });
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
}
