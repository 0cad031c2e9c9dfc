import type { MemoryTransaction } from '../../core/server/memory-transaction.js';
import type { Delivery } from '../delivery.js';
import type { Outbox, OutboxEntry } from './outbox.js';

/** Limits of an outbox in memory. */
export interface MemoryOutboxOptions {
  /** Number of finished deliveries and dead letters to keep; the oldest are removed first. Default: 1,000. */
  readonly finished?: number;
}

interface Stored extends OutboxEntry {
  /** Place in the order in which deliveries were stored. */
  readonly place: number;
  delivery: Delivery;
  dueAt: number;
  claim: string | undefined;
  leaseUntil: number;
}

/**
 * Creates an outbox in the memory of one process, for tests and for programs that do not need persistence.
 *
 * @throws {TypeError} if `finished` is not a number from zero on.
 */
export function memoryOutbox(options: MemoryOutboxOptions = {}): Outbox<MemoryTransaction> {
  const { finished = 1_000 } = options;
  if (!(finished >= 0)) throw new TypeError('"finished" must be a non-negative number');
  const unfinished = new Map<string, Stored>();
  const done = new Map<string, Stored>();
  let places = 0;
  const isRunning = ({ claim, leaseUntil }: Stored, now: number): boolean =>
    claim !== undefined && leaseUntil > now;
  const add = ({ delivery, receiver, order }: OutboxEntry): void => {
    if (unfinished.has(delivery.id) || done.has(delivery.id)) return;
    unfinished.set(delivery.id, {
      place: places++,
      delivery,
      receiver,
      ...(order === undefined ? {} : { order }),
      dueAt: delivery.nextAttemptAt ?? delivery.createdAt,
      claim: undefined,
      leaseUntil: 0,
    });
  };
  const held = (id: string, claim: string): Stored | undefined => {
    const stored = unfinished.get(id);
    return stored?.claim === claim ? stored : undefined;
  };
  return {
    enqueue(entries, transaction) {
      const store = (): void => entries.forEach(add);
      if (transaction === undefined) store();
      else transaction.onCommit(store);
    },
    claim({ claim, now, leaseUntil, limit, perReceiver, total }) {
      const running = new Map<string, number>();
      let room = total;
      for (const stored of unfinished.values()) {
        if (!isRunning(stored, now)) continue;
        running.set(stored.receiver, (running.get(stored.receiver) ?? 0) + 1);
        room -= 1;
      }
      const claimed: Delivery[] = [];
      const due = heads([...unfinished.values()], (stored) => isRunning(stored, now))
        .filter((stored) => stored.dueAt <= now && !isRunning(stored, now))
        .sort((left, right) => left.dueAt - right.dueAt || left.place - right.place);
      for (const stored of due) {
        if (claimed.length >= Math.min(limit, room)) break;
        const { receiver } = stored;
        const count = running.get(receiver) ?? 0;
        if (count >= perReceiver) continue;
        running.set(receiver, count + 1);
        Object.assign(stored, { claim, leaseUntil });
        stored.delivery = { ...stored.delivery, state: 'processing' };
        claimed.push(stored.delivery);
      }
      return claimed;
    },
    renew(ids, claim, { leaseUntil }) {
      return ids.filter((id) => {
        const stored = held(id, claim);
        if (stored !== undefined) stored.leaseUntil = leaseUntil;
        return stored === undefined;
      });
    },
    settle(delivery, claim, now) {
      const stored = held(delivery.id, claim);
      if (stored === undefined) return false;
      Object.assign(stored, { delivery, claim: undefined, leaseUntil: 0 });
      stored.dueAt = delivery.nextAttemptAt ?? now;
      if (delivery.state !== 'succeeded' && delivery.state !== 'failed') return true;
      unfinished.delete(delivery.id);
      done.set(delivery.id, stored);
      for (const id of done.keys()) {
        if (done.size <= finished) break;
        done.delete(id);
      }
      return true;
    },
    list({ state, receiver, after, limit = 100 } = {}) {
      const all = [...done.values(), ...unfinished.values()]
        .filter((each) => state === undefined || each.delivery.state === state)
        .filter((each) => receiver === undefined || each.receiver === receiver)
        .map(({ delivery }) => delivery)
        .sort((left, right) => left.createdAt - right.createdAt || (left.id < right.id ? -1 : 1));
      const start = after === undefined ? 0 : all.findIndex(({ id }) => id === after) + 1;
      return all.slice(start, start + limit);
    },
    redrive({ ids, receiver }, now) {
      const chosen = [...done.values()].filter(
        (each) =>
          each.delivery.state === 'failed' &&
          (ids === undefined || ids.includes(each.delivery.id)) &&
          (receiver === undefined || each.receiver === receiver),
      );
      for (const stored of chosen) {
        const { id } = stored.delivery;
        stored.delivery = { ...stored.delivery, state: 'pending', attempts: [] };
        stored.dueAt = now;
        done.delete(id);
        unfinished.set(id, stored);
      }
      return chosen.length;
    },
    stats(now) {
      const all = [...unfinished.values()];
      const running = all.filter((each) => isRunning(each, now)).length;
      const due = all.filter((each) => !isRunning(each, now) && each.dueAt <= now);
      const dead = [...done.values()].filter(({ delivery }) => delivery.state === 'failed');
      return {
        waiting: all.length - running,
        due: due.length,
        running,
        dead: dead.length,
        lag: Math.max(0, ...due.map(({ dueAt }) => now - dueAt)),
      };
    },
  };
}

/** Deliveries without an order, and of each order the first, unless one of it is being sent. */
function heads(all: readonly Stored[], isRunning: (stored: Stored) => boolean): Stored[] {
  const first = new Map<string, Stored>();
  const busy = new Set<string>();
  for (const stored of all) {
    const { order, place } = stored;
    if (order === undefined) continue;
    if (isRunning(stored)) busy.add(order);
    if (place < (first.get(order)?.place ?? Infinity)) first.set(order, stored);
  }
  return all.filter(
    (stored) =>
      stored.order === undefined || (first.get(stored.order) === stored && !busy.has(stored.order)),
  );
}
