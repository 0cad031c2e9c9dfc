import type { Delivery } from './delivery.js';

/**
 * Records deliveries. A persistent store, shared by several processes, makes delivery at-least-once: a delivery that
 * {@link DeliveryStore.save} has stored can be continued by the sender's `resume`.
 */
export interface DeliveryStore {
  /**
   * Stores a delivery under its `id`, replacing the previous state. Called before the first attempt and whenever the
   * state changes. If it throws, the delivery's call rejects.
   */
  save(delivery: Delivery): void | Promise<void>;
}

/** In-memory store of one process. */
export interface MemoryDeliveryStore extends DeliveryStore {
  get(id: string): Delivery | undefined;
  /** All deliveries, oldest first. */
  list(): readonly Delivery[];
}

/** Limits of an in-memory store. */
export interface MemoryDeliveryStoreOptions {
  /** Number of finished deliveries to keep; the oldest are removed first. Unfinished ones are never removed. Default: 1,000. */
  readonly finished?: number;
}

/**
 * Creates an in-memory store, for tests and for programs that do not need persistence.
 *
 * @throws {TypeError} if `finished` is not a number from zero on.
 */
export function memoryDeliveryStore(options: MemoryDeliveryStoreOptions = {}): MemoryDeliveryStore {
  const { finished = 1_000 } = options;
  if (!(finished >= 0)) throw new TypeError('"finished" must be a non-negative number');
  const unfinished = new Map<string, Delivery>();
  const done = new Map<string, Delivery>();
  return {
    save(delivery) {
      const isDone = delivery.state === 'succeeded' || delivery.state === 'failed';
      if (!isDone) {
        unfinished.set(delivery.id, delivery);
        return;
      }
      unfinished.delete(delivery.id);
      done.set(delivery.id, delivery);
      for (const id of done.keys()) {
        if (done.size <= finished) break;
        done.delete(id);
      }
    },
    get: (id) => unfinished.get(id) ?? done.get(id),
    list: () =>
      [...done.values(), ...unfinished.values()].sort(
        (left, right) => left.createdAt - right.createdAt,
      ),
  };
}
