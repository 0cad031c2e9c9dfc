import { memoryTokenCache } from '@tallystick/runtime/auth/oauth2';
import { replayMemory } from '@tallystick/runtime/auth/jwt';
import {
  memoryFixStore,
  type FixStore,
  FixStoreError,
  type FixStores,
} from '@tallystick/runtime/fix';
import {
  memoryConnectionStore,
  memoryIdempotencyStore,
  memoryRateLimitStore,
  type MemoryTransaction,
} from '@tallystick/runtime/http/server';
import { memoryOutbox } from '@tallystick/runtime/webhooks';
import { memoryReceivedDeliveryStore } from '@tallystick/runtime/webhooks/server';
import type { Stores } from '../core/stores.js';

export { StoreError, type StoreErrorCode } from '../core/error.js';
export type { Health, Stores } from '../core/stores.js';
export type { MemoryTransaction } from '@tallystick/runtime/http/server';

/** Creates all stores in the memory of one process, for tests. Their data ends with the process. */
export function memoryStores(): Stores<MemoryTransaction> {
  return {
    idempotency: memoryIdempotencyStore(),
    rateLimits: memoryRateLimitStore(),
    connections: memoryConnectionStore(),
    replay: replayMemory(),
    received: memoryReceivedDeliveryStore(),
    outbox: memoryOutbox(),
    tokens: memoryTokenCache(),
    fix: memoryFixStores(),
    migrate: async () => undefined,
    health: async () => ({ ok: true, latency: 0 }),
    prune: async () => 0,
    close: async () => undefined,
  };
}

/** Runs a transaction in memory: its effects are executed if `run` resolves. */
export async function memoryTransaction<Result>(
  run: (transaction: MemoryTransaction) => Promise<Result>,
): Promise<Result> {
  const effects: (() => void)[] = [];
  const reversals: (() => void)[] = [];
  const transaction: MemoryTransaction = {
    onCommit: (effect) => void effects.push(effect),
    onRollback: (effect) => void reversals.push(effect),
  };
  try {
    const result = await run(transaction);
    for (const effect of effects) effect();
    return result;
  } catch (error) {
    for (const reverse of reversals.reverse()) reverse();
    throw error;
  }
}

/** Sessions in memory, of which each can be open once. */
function memoryFixStores(): FixStores {
  const sessions = new Map<string, { readonly store: FixStore; isOpen: boolean }>();
  const open = (identity: Parameters<FixStores>[0]): FixStore => {
    const { beginString, senderCompId, targetCompId } = identity;
    const key = JSON.stringify([beginString, senderCompId, targetCompId]);
    const session = sessions.get(key) ?? { store: memoryFixStore(), isOpen: false };
    if (session.isOpen) throw new FixStoreError('in-use', `The FIX session ${key} is open`);
    sessions.set(key, session);
    session.isOpen = true;
    const { store } = session;
    return {
      get nextOutgoing() {
        return store.nextOutgoing;
      },
      get nextIncoming() {
        return store.nextIncoming;
      },
      isKeptOnReturn: true,
      load: () => store.load(),
      commit(change, transaction) {
        if (transaction === undefined) return store.commit(change);
        (transaction as MemoryTransaction).onCommit(() => void store.commit(change));
        return undefined;
      },
      read: (from, to, limit) => store.read(from, to, limit),
      close() {
        session.isOpen = false;
      },
    };
  };
  return Object.assign(open, {
    list: () =>
      [...sessions].map(([key, { store }]) => {
        const [beginString = '', senderCompId = '', targetCompId = ''] = JSON.parse(
          key,
        ) as string[];
        const { nextOutgoing, nextIncoming } = store;
        return {
          identity: { beginString, senderCompId, targetCompId },
          nextOutgoing,
          nextIncoming,
        };
      }),
  });
}
