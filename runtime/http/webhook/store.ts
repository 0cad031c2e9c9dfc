import type { Delivery } from './delivery.js';

/**
 * Where deliveries are kept. One that several processes share, and that outlives them, makes deliveries reach their address at least
 * once: what {@link DeliveryStore.save} has taken is taken up again by the sender's `resume`.
 */
export interface DeliveryStore {
  /**
   * Keeps a delivery in place of what was known under its `id`: before its first attempt, and whenever its state changes. What it
   * throws ends the delivery's call.
   */
  save(delivery: Delivery): void | Promise<void>;
}

/** A store in the memory of one process. */
export interface MemoryDeliveryStore extends DeliveryStore {
  get(id: string): Delivery | undefined;
  /** All that it remembers, the oldest first. */
  list(): readonly Delivery[];
}

/** How much a memory holds. */
export interface MemoryDeliveryStoreOptions {
  /** Deliveries that are over, of which the oldest go first. Default 1,000. Those that are not over are never forgotten. */
  readonly finished?: number;
}

/** A memory of one process, for tests and for whoever needs no more. */
export function memoryDeliveryStore(options: MemoryDeliveryStoreOptions = {}): MemoryDeliveryStore {
  const { finished = 1_000 } = options;
  if (!(finished >= 0)) throw new TypeError('"finished" is a number that is not negative');
  const open = new Map<string, Delivery>();
  const over = new Map<string, Delivery>();
  return {
    save(delivery) {
      const isOver = delivery.state === 'succeeded' || delivery.state === 'failed';
      if (!isOver) {
        open.set(delivery.id, delivery);
        return;
      }
      open.delete(delivery.id);
      over.set(delivery.id, delivery);
      for (const id of over.keys()) {
        if (over.size <= finished) break;
        over.delete(id);
      }
    },
    get: (id) => open.get(id) ?? over.get(id),
    list: () =>
      [...over.values(), ...open.values()].sort((left, right) => left.createdAt - right.createdAt),
  };
}
