import { memoryTokenCache } from '@tallystick/runtime/auth/oauth2';
import { replayMemory, type ReplayMemoryOptions } from '@tallystick/runtime/auth/jwt';
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
  memoryRevocationStore,
  type MemoryTransaction,
} from '@tallystick/runtime/http/server';
import { memoryOutbox } from '@tallystick/runtime/webhooks';
import {
  type MemoryReceivedDeliveryOptions,
  memoryReceivedDeliveryStore,
} from '@tallystick/runtime/webhooks/server';
import type { Stores } from '../core/stores.js';

export { StoreError, type StoreErrorCode } from '../core/error.js';
export type { Health, Stores } from '../core/stores.js';
export type { MemoryTransaction } from '@tallystick/runtime/http/server';

/** Options of {@link memoryStores}. */
export interface MemoryStoreOptions {
  /** Limits of `replay`. */
  readonly replay?: ReplayMemoryOptions;
  /** Limits of `received`. */
  readonly received?: MemoryReceivedDeliveryOptions;
}

/** Creates all stores in the memory of one process, for tests. Their data ends with the process. */
export function memoryStores(options: MemoryStoreOptions = {}): Stores<MemoryTransaction> {
  return {
    idempotency: memoryIdempotencyStore(),
    rateLimits: memoryRateLimitStore(),
    connections: memoryConnectionStore(),
    replay: replayMemory(options.replay),
    received: memoryReceivedDeliveryStore(options.received),
    outbox: memoryOutbox(),
    tokens: memoryTokenCache(),
    revocations: memoryRevocationStore(),
    fix: memoryFixStores(),
    migrate: async () => undefined,
    health: async () => ({ ok: true, latency: 0 }),
    prune: async () => 0,
    close: async () => undefined,
  };
}

/**
 * Runs a transaction in memory: its effects are executed if `run` resolves.
 *
 * @param commits returns false for a result with which the transaction is rolled back.
 */
export async function memoryTransaction<Result>(
  run: (transaction: MemoryTransaction) => Promise<Result>,
  commits: (result: Result) => boolean = () => true,
): Promise<Result> {
  const effects: (() => void)[] = [];
  const reversals: (() => void)[] = [];
  const transaction: MemoryTransaction = {
    onCommit: (effect) => void effects.push(effect),
    onRollback: (effect) => void reversals.push(effect),
  };
  const rollBack = (): void => {
    for (const reverse of reversals.splice(0).reverse()) reverse();
  };
  try {
    const result = await run(transaction);
    if (commits(result)) for (const effect of effects) effect();
    else rollBack();
    return result;
  } catch (error) {
    rollBack();
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
