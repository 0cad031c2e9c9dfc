import {
  BrokerError,
  type AddressSyntax,
  type Broker,
  type BrokerAbility,
  type BrokerSubscription,
  type Delivery,
  type OutgoingMessage,
  type Settlement,
  type SubscribeOptions,
} from './broker.js';
import { checkAddress } from './check-address.js';
import { brokerError } from './client-errors.js';
import { BrokerEvents } from './events.js';
import { matchesPattern } from './pattern.js';

/** Options of a broker in memory. Probabilities are from 0 to 1; by default everything arrives once and in order. */
export interface MemoryBrokerOptions {
  /** Start of the random numbers that decide about the faults below. Equal seeds give equal faults. Default: 1. */
  readonly seed?: number;
  /** Probability that a message that was acknowledged is delivered again. */
  readonly duplicates?: number;
  /** Probability that a message overtakes the one that waits before it. */
  readonly reordering?: number;
  /** Probability that a message is not confirmed: `publish` throws, and half of these messages are lost. */
  readonly loss?: number;
}

/** A broker within this process. */
export interface MemoryBroker extends Broker<BrokerAbility> {
  /** Number of messages that wait for a consumer or are in flight. */
  readonly waiting: number;
  /** Resolves when no message waits for a consumer or is in flight. */
  idle(): Promise<void>;
}

const syntax: AddressSyntax = {
  separator: '.',
  one: '*',
  rest: '>',
  reserved: /[.*>\s\p{Cc}]/u,
  escape: true,
  maxBytes: 1024,
};

/** White space, and levels that are wildcards. */
const illegalAddress = /\s|(?:^|\.)[*>](?:\.|$)/;

/** A message that waits for a consumer of a queue. */
interface Waiting {
  readonly message: OutgoingMessage;
  readonly redeliveries: number;
}

/** Messages for one group of consumers, or for a single subscription. */
interface Queue {
  readonly pattern: string;
  readonly isDurable: boolean;
  readonly waiting: Waiting[];
  readonly consumers: Consumer[];
}

interface Consumer {
  readonly maxInFlight: number;
  readonly handler: (delivery: Delivery) => Promise<Settlement>;
  readonly running: Set<Promise<void>>;
}

/**
 * Creates a broker in memory, for tests: with acknowledgements, headers, replies, groups and the addresses of NATS. A group keeps its messages after its
 * last consumer has gone, as a durable consumer does. Faults are seeded, so that a failing test can be repeated.
 */
export function memoryBroker(options: MemoryBrokerOptions = {}): MemoryBroker {
  const { seed = 1, duplicates = 0, reordering = 0, loss = 0 } = options;
  const chance = createChance(seed);
  const events = new BrokerEvents();
  const queues = new Set<Queue>();
  const groups = new Map<string, Queue>();
  const idlers: (() => void)[] = [];
  let isClosed = false;
  let inboxes = 0;

  const countWaiting = (): number =>
    [...queues].reduce(
      (sum, { waiting, consumers }) =>
        sum + waiting.length + consumers.reduce((running, each) => running + each.running.size, 0),
      0,
    );
  const enqueue = (queue: Queue, waiting: Waiting): void => {
    const overtakes = queue.waiting.length > 0 && chance(reordering);
    queue.waiting.splice(overtakes ? -1 : queue.waiting.length, 0, waiting);
    deliver(queue);
  };
  const deliver = (queue: Queue): void => {
    while (queue.waiting.length > 0) {
      const [first, ...others] = queue.consumers.filter(
        ({ maxInFlight, running }) => running.size < maxInFlight,
      );
      if (first === undefined) return;
      const next = queue.waiting.shift();
      if (next === undefined) return;
      const least = others.reduce(
        (best, each) => (each.running.size < best.running.size ? each : best),
        first,
      );
      const run: Promise<void> = settle(queue, least, next).finally(() => {
        least.running.delete(run);
        deliver(queue);
        if (countWaiting() === 0) for (const resolve of idlers.splice(0)) resolve();
      });
      least.running.add(run);
    }
  };
  const settle = async (queue: Queue, consumer: Consumer, waiting: Waiting): Promise<void> => {
    const { message, redeliveries } = waiting;
    const again = { message, redeliveries: redeliveries + 1 };
    let settlement: Settlement = 'retry';
    // A task of its own, as for a message from the network.
    await new Promise<void>((resolve) => {
      globalThis.setTimeout(resolve, 0);
    });
    try {
      settlement = await consumer.handler(deliveryOf(message, redeliveries));
    } catch (error) {
      const reason = `The handler of ${JSON.stringify(message.address)} failed`;
      events.emit({ kind: 'error', error: brokerError('invalid-message', reason, error) });
    }
    if (settlement === 'retry' || (settlement === 'ack' && chance(duplicates))) {
      if (queue.isDurable || queue.consumers.length > 0) enqueue(queue, again);
    }
  };

  return {
    protocol: 'memory',
    abilities: { acknowledgements: true, headers: true, replies: true, wildcards: true },
    addresses: syntax,
    inbox: () => `_INBOX.${(inboxes += 1)}`,
    on: events.on,
    get waiting() {
      return countWaiting();
    },
    idle: () =>
      new Promise((resolve) => {
        if (countWaiting() === 0) resolve();
        else idlers.push(resolve);
      }),
    publish: async (message) => {
      if (isClosed) throw new BrokerError('closed', 'The broker is closed');
      message.signal?.throwIfAborted();
      checkAddress(message.address, syntax, illegalAddress);
      const isUnconfirmed = chance(loss);
      if (!isUnconfirmed || chance(0.5))
        for (const queue of queues)
          if (matchesPattern(queue.pattern, message.address, syntax))
            enqueue(queue, { message, redeliveries: 0 });
      if (isUnconfirmed) throw new BrokerError('not-sent', 'The message was not confirmed');
    },
    async subscribe(pattern, { group, maxInFlight }: SubscribeOptions, handler) {
      if (isClosed) throw new BrokerError('closed', 'The broker is closed');
      checkAddress(pattern, syntax, /\s/);
      const id = group === undefined ? undefined : JSON.stringify([group, pattern]);
      const queue = (id === undefined ? undefined : groups.get(id)) ?? {
        pattern,
        isDurable: id !== undefined,
        waiting: [],
        consumers: [],
      };
      if (id !== undefined) groups.set(id, queue);
      queues.add(queue);
      const consumer: Consumer = { maxInFlight, handler, running: new Set() };
      queue.consumers.push(consumer);
      deliver(queue);
      const subscription: BrokerSubscription = {
        async close() {
          const at = queue.consumers.indexOf(consumer);
          if (at >= 0) queue.consumers.splice(at, 1);
          if (!queue.isDurable) queues.delete(queue);
          await Promise.all(consumer.running);
        },
      };
      return subscription;
    },
    async close() {
      const wasClosed = isClosed;
      isClosed = true;
      const running = [...queues].flatMap((queue) => queue.consumers.splice(0));
      await Promise.all(running.flatMap((each) => [...each.running]));
      if (!wasClosed) events.emit({ kind: 'closed' });
    },
  };
}

function deliveryOf(message: OutgoingMessage, redeliveries: number): Delivery {
  const { address, payload, headers, contentType, id, key, replyTo, correlationId } = message;
  return {
    address,
    payload,
    headers,
    redeliveries,
    ...(contentType === undefined ? {} : { contentType }),
    ...(id === undefined ? {} : { id }),
    ...(key === undefined ? {} : { key }),
    ...(replyTo === undefined ? {} : { replyTo }),
    ...(correlationId === undefined ? {} : { correlationId }),
  };
}

/** Returns a function that is true with a probability. The sequence depends on the seed alone (xorshift32). */
function createChance(seed: number): (probability: number) => boolean {
  let state = Math.trunc(seed) || 1;
  return (probability) => {
    if (probability <= 0) return false;
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32 < probability;
  };
}
