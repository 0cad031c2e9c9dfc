import { expect, test } from 'vitest';
import { type FixSessionStorage, queuedFixStore } from '../../stores/core/fix-store.js';
import { commit } from '../fix/commit.js';

/** Storage in which other writes wait for the end of the program's transaction, as on SQLite. */
function waitingStorage(): { readonly storage: FixSessionStorage; end(): void } {
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  return {
    storage: {
      load: async () => ({ nextOutgoing: 1, nextIncoming: 1 }),
      write: async (_, transaction) => (transaction === undefined ? ended : undefined),
      read: async () => [],
      renew: async () => undefined,
      release: async () => undefined,
    },
    end: () => end(),
  };
}

const settings = { lease: 60_000, onError: () => undefined };

test('a change within a transaction does not wait for an earlier one', async () => {
  const { storage, end } = waitingStorage();
  const store = queuedFixStore(storage, settings);
  const earlier = commit(store, { sent: { 1: 'm1' } });
  const { nextOutgoing, nextIncoming } = store;
  await store.commit({ isReset: false, nextOutgoing, nextIncoming, messages: [] }, {});
  end();
  await earlier;
  await store.close();
});

test('a transaction during which the session is reset is rejected', async () => {
  const { storage, end } = waitingStorage();
  const store = queuedFixStore(storage, settings);
  const reset = commit(store, { isReset: true });
  const change = { isReset: false, nextOutgoing: 3, nextIncoming: 2, messages: [] };
  const rejected = {
    code: 'lost',
    message: 'The session was reset while the transaction was open',
  };
  await expect(store.commit(change, {})).rejects.toMatchObject(rejected);
  end();
  await reset;
  await store.close();
});
