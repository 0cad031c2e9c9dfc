import type { KafkaClient, KafkaOutgoing, KafkaProducer } from './client.js';

/** A message that waits to be sent. */
interface Waiting {
  readonly topic: string;
  readonly message: KafkaOutgoing;
  resolve(): void;
  reject(error: unknown): void;
}

/** Maximum number of messages, and about the maximum number of bytes, that are sent together. */
const maxMessages = 500;
const maxBytes = 512 * 1_024;

/** Sends one request at a time, so that messages stay in order, with all messages that have come meanwhile. */
export class BatchProducer {
  readonly #client: KafkaClient;
  readonly #options: object;
  readonly #created: (producer: KafkaProducer) => void;
  #producer: Promise<KafkaProducer> | undefined;
  #waiting: Waiting[] = [];
  #isSending = false;

  constructor(client: KafkaClient, options: object, created: (producer: KafkaProducer) => void) {
    this.#client = client;
    this.#options = options;
    this.#created = created;
  }

  /** Resolves when all replicas that are in sync have the message. */
  send(topic: string, message: KafkaOutgoing): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ topic, message, resolve, reject });
      if (!this.#isSending) void this.#sendAll();
    });
  }

  async close(): Promise<void> {
    await (await this.#producer?.catch(() => undefined))?.disconnect();
  }

  async #sendAll(): Promise<void> {
    this.#isSending = true;
    // Messages of this turn are sent together.
    await Promise.resolve();
    while (this.#waiting.length > 0) await this.#sendBatch(this.#next());
    this.#isSending = false;
  }

  #next(): readonly Waiting[] {
    let bytes = 0;
    const end = this.#waiting.findIndex(({ message }, at) => {
      bytes += message.value.byteLength;
      return at > 0 && (at >= maxMessages || bytes > maxBytes);
    });
    return this.#waiting.splice(0, end < 0 ? this.#waiting.length : end);
  }

  async #sendBatch(batch: readonly Waiting[]): Promise<void> {
    const byTopic = new Map<string, KafkaOutgoing[]>();
    for (const { topic, message } of batch) {
      const messages = byTopic.get(topic) ?? [];
      messages.push(message);
      byTopic.set(topic, messages);
    }
    try {
      const producer = await (this.#producer ??= this.#connect());
      const topicMessages = [...byTopic].map(([topic, messages]) => ({ topic, messages }));
      await producer.sendBatch({ acks: -1, topicMessages });
      for (const { resolve } of batch) resolve();
    } catch (error) {
      // One message that the broker refuses does not concern the others.
      if (batch.length > 1 && !isRetriable(error))
        for (const each of batch) await this.#sendBatch([each]);
      else for (const { reject } of batch) reject(error);
    }
  }

  async #connect(): Promise<KafkaProducer> {
    const producer = this.#client.producer(this.#options);
    this.#created(producer);
    try {
      await producer.connect();
      return producer;
    } catch (error) {
      this.#producer = undefined;
      await producer.disconnect().catch(() => undefined);
      throw error;
    }
  }
}

function isRetriable(error: unknown): boolean {
  return (
    typeof error === 'object' && error !== null && 'retriable' in error && error.retriable === true
  );
}
