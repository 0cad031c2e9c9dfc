import type { InFlight } from '../adapter/in-flight.js';
import type { Lifecycle } from '../adapter/lifecycle.js';
import type { Settlement } from '../broker.js';
import type { KafkaBatch, KafkaClient, KafkaConsumer, KafkaMessage } from './client.js';
import { readMessage } from './messages.js';

/** What a subscription to a topic needs. */
export interface TopicParts {
  readonly client: KafkaClient;
  readonly lifecycle: Lifecycle;
  readonly inFlight: InFlight;
  readonly address: string;
  readonly topic: string;
  readonly groupId: string;
  /** True if the group is deleted with the subscription. */
  readonly isTemporary: boolean;
  readonly startWith: 'new' | 'all';
  readonly maxInFlight: number;
  readonly options: object;
}

/** Milliseconds between signs of life while handlers run, and between commits. */
const interval = 1_000;

/** A member of a consumer group. Offsets are committed up to the lowest message of a partition that is not settled. */
export class TopicConsumer {
  readonly #parts: TopicParts;
  readonly #consumer: KafkaConsumer;
  readonly #stop = new AbortController();
  #positioned: Promise<void> | undefined;

  constructor(parts: TopicParts) {
    const { client, groupId, options, lifecycle } = parts;
    this.#parts = parts;
    this.#consumer = client.consumer({
      maxWaitTimeInMs: 500,
      ...options,
      groupId,
      retry: {
        restartOnFailure: async () => !this.#stop.signal.aborted && this.#positioned !== undefined,
      },
    });
    this.#consumer.on('consumer.crash', ({ payload }) => {
      if (!this.#stop.signal.aborted)
        lifecycle.fail(`The consumer of ${JSON.stringify(parts.address)} failed`, payload.error);
    });
  }

  /** Joins the group, and resolves when messages that are sent from now on will be delivered. */
  async start(): Promise<void> {
    const { topic, maxInFlight } = this.#parts;
    const consumer = this.#consumer;
    try {
      await consumer.connect();
      // A partition without an offset is read from its beginning, because it may have been added after the group; see #position.
      await consumer.subscribe({ topics: [topic], fromBeginning: true });
      await new Promise<void>((resolve, reject) => {
        consumer.on('consumer.group_join', ({ payload }) => {
          this.#positioned ??= this.#position(payload.memberAssignment[topic] ?? []);
          this.#positioned.then(resolve, reject);
        });
        consumer.on('consumer.crash', ({ payload }) => reject(payload.error));
        consumer
          .run({
            autoCommitInterval: interval,
            eachBatchAutoResolve: false,
            partitionsConsumedConcurrently: Math.min(maxInFlight, 16),
            eachBatch: (batch) => this.#handleBatch(batch),
          })
          .catch(reject);
      });
    } catch (error) {
      this.#stop.abort();
      await consumer.disconnect().catch(() => undefined);
      throw error;
    }
  }

  async close(): Promise<void> {
    const { client, groupId, inFlight, isTemporary } = this.#parts;
    this.#stop.abort();
    await this.#consumer.disconnect();
    await inFlight.settled();
    if (isTemporary)
      await administer(client, (admin) => admin.deleteGroups([groupId])).catch(() => undefined);
  }

  /** A new group starts at the end of the partitions that exist when it is created. */
  async #position(partitions: readonly number[]): Promise<void> {
    const { client, topic, groupId, startWith } = this.#parts;
    if (startWith === 'all') return;
    await administer(client, async (admin) => {
      const [known] = await admin.fetchOffsets({ groupId, topics: [topic] });
      const ends = await admin.fetchTopicOffsets(topic);
      for (const { partition, high } of ends) {
        const offset =
          known?.partitions.find((each) => each.partition === partition)?.offset ?? '-1';
        if (offset === '-1' && partitions.includes(partition))
          this.#consumer.seek({ topic, partition, offset: high });
      }
    });
  }

  async #handleBatch(payload: KafkaBatch): Promise<void> {
    await this.#positioned?.catch(() => undefined);
    const { inFlight } = this.#parts;
    const isOver = (): boolean =>
      this.#stop.signal.aborted || !payload.isRunning() || payload.isStale();
    const alive = setInterval(() => void signOfLife(payload), interval);
    const settled = new Set<string>();
    const offsets = payload.batch.messages.map(({ offset }) => offset);
    let lowest = 0;
    const running: Promise<void>[] = [];
    try {
      for (const message of payload.batch.messages) {
        if (isOver()) break;
        await inFlight.enter();
        if (isOver()) {
          inFlight.leave();
          break;
        }
        const handled = this.#handle(message, isOver).then((isSettled) => {
          if (!isSettled) return;
          settled.add(message.offset);
          const before = lowest;
          while (lowest < offsets.length && settled.delete(offsets[lowest] ?? '')) lowest++;
          const last = offsets[lowest - 1];
          if (lowest > before && last !== undefined && !payload.isStale())
            payload.resolveOffset(last);
        });
        running.push(handled);
      }
      await Promise.all(running);
    } finally {
      clearInterval(alive);
    }
  }

  /** Resolves to false if the message is to be delivered again by the broker. */
  async #handle(message: KafkaMessage, isOver: () => boolean): Promise<boolean> {
    const { inFlight, address } = this.#parts;
    const read = readMessage(address, message);
    for (let redeliveries = 0; ; redeliveries++) {
      let result: Settlement = 'retry';
      await inFlight.handle({ ...read, redeliveries }, (settlement) => void (result = settlement));
      if (result !== 'retry') return true;
      if (isOver()) return false;
      await inFlight.enter();
      await new Promise(setImmediate);
    }
  }
}

/** Keeps the member in its group and commits what is settled. If it fails, the consumer joins again, which it reports itself. */
async function signOfLife({ heartbeat, commitOffsetsIfNecessary }: KafkaBatch): Promise<void> {
  try {
    await heartbeat();
    await commitOffsetsIfNecessary();
  } catch {
    // See above.
  }
}

async function administer(
  client: KafkaClient,
  work: (admin: ReturnType<KafkaClient['admin']>) => Promise<unknown>,
): Promise<void> {
  const admin = client.admin();
  try {
    await admin.connect();
    await work(admin);
  } finally {
    await admin.disconnect();
  }
}
