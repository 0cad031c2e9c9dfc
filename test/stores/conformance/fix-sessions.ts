import type { FixStore, FixStores } from '@tallystick/runtime/fix';
import { commit } from '../../fix/commit.js';
import { describe, expect } from 'vitest';
import { type Suite } from './suite.js';

/** Tests of stores of FIX sessions. */
export function testFixSessions<Transaction>({ name, testing, within }: Suite<Transaction>): void {
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

    const m1 = { isReset: false, nextIncoming: 1, nextOutgoing: 2, messages: [message(1)] };
    const m2 = { isReset: false, nextIncoming: 2, nextOutgoing: 3, messages: [message(2)] };

    within('commits with the transaction while an earlier change waits', async (fixture) => {
      const store = await opened(fixture.stores.fix);
      let earlier: void | Promise<void> = undefined;
      await fixture.transaction(async (each) => {
        earlier = store.commit(m1);
        await store.commit(m2, each);
      });
      await earlier;
      await store.close();
      const second = await opened(fixture.others.fix);
      expect([second.nextOutgoing, second.nextIncoming]).toEqual([3, 2]);
      expect(await texts(second)).toEqual(['1 m1', '2 m2']);
      await second.close();
    });

    within('keeps an earlier change if the transaction is rolled back', async (fixture) => {
      const store = await opened(fixture.stores.fix);
      let earlier: void | Promise<void> = undefined;
      const failing = fixture.transaction(async (each) => {
        earlier = store.commit(m1);
        await store.commit(m2, each);
        throw new Error('rolled back');
      });
      await expect(failing).rejects.toThrow('rolled back');
      await earlier;
      await store.load();
      expect([store.nextOutgoing, store.nextIncoming]).toEqual([2, 1]);
      expect(await texts(store)).toEqual(['1 m1']);
      await store.close();
    });
  });
}

/** A message for {@link FixStore.commit}. */
function message(sequence: number): readonly [number, Uint8Array] {
  return [sequence, Buffer.from(`m${sequence}`)];
}
