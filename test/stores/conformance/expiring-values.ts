import { describe, expect } from 'vitest';
import { minute, start, type Suite } from './suite.js';

/** Tests of stores that keep values until they expire: single-use values and tokens. */
export function testExpiringValues<Transaction>({ name, testing }: Suite<Transaction>): void {
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

    testing('knows a value for as long as a clock that is behind needs it', async (fixture) => {
      const { stores, others } = fixture;
      const until = Date.now() / 1_000 - 1;
      expect(await stores.replay.remember('o', 'v', until, until - 9)).toBe('new');
      await others.prune();
      expect(await stores.replay.remember('o', 'v', until, until - 9)).toBe('seen');
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
}
