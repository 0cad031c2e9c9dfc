import { createRevocations, type RevocationStore } from '@tallystick/runtime/http/server';
import { describe, expect, test } from 'vitest';

/** Stores of two processes on one database. */
interface RevocationFixture {
  readonly stores: { readonly revocations: RevocationStore };
  readonly others: { readonly revocations: RevocationStore; prune(): Promise<number> };
  close?(): Promise<void>;
}

/** Tests of stores of revocations. `make` creates empty ones for each test. */
export function testRevocationStore(
  name: string,
  make: () => RevocationFixture | Promise<RevocationFixture>,
): void {
  const testing = (title: string, body: (fixture: RevocationFixture) => Promise<void>): void =>
    test(`${title}`, async () => {
      const fixture = await make();
      try {
        await body(fixture);
      } finally {
        await fixture.close?.();
      }
    });

  describe(`${name} as a store of revocations`, () => {
    testing('tells all processes what any of them publishes', async ({ stores, others }) => {
      const [here, there]: string[][] = [[], []];
      const ends = [
        stores.revocations.subscribe((key) => here?.push(key)),
        others.revocations.subscribe((key) => there?.push(key)),
      ];
      await stores.revocations.publish('ada');
      await others.revocations.publish('grace "ü"');
      for (const heard of [here, there])
        await expect.poll(() => heard).toEqual(['ada', 'grace "ü"']);
      for (const end of ends) end();
      await stores.revocations.publish('eve');
      await others.prune();
      expect([here?.length, there?.length]).toEqual([2, 2]);
    });

    testing('calls each listener, even if another one throws', async ({ stores }) => {
      const heard: string[] = [];
      const failing = createRevocations({ store: stores.revocations });
      failing.watch(() => {
        throw new Error('broken');
      });
      const end = stores.revocations.subscribe((key) => heard.push(key));
      await failing.revoke('ada');
      await expect.poll(() => heard).toEqual(['ada']);
      expect(failing.isRevokedSince('ada', 0)).toBe(true);
      failing.close();
      end();
    });
  });
}
