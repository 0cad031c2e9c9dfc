import type { InFlight } from '../adapter/in-flight.js';
import type { Lifecycle } from '../adapter/lifecycle.js';
import type { Settlement } from '../broker.js';
import { blockTime, BlockingReader } from './blocking-reader.js';
import type { RedisClient } from './client.js';
import { type Entry, readEntries, readEntry } from './entries.js';

/** What a subscription to a stream needs. */
export interface StreamParts {
  readonly client: RedisClient;
  readonly lifecycle: Lifecycle;
  readonly inFlight: InFlight;
  readonly address: string;
}

/** A subscription without a group: reads the entries that are added after it started. */
export class StreamReader {
  readonly #parts: StreamParts;
  readonly #reader: BlockingReader;
  #last = '0-0';

  constructor(parts: StreamParts) {
    this.#parts = parts;
    this.#reader = new BlockingReader(parts.client, parts.lifecycle, parts.address);
  }

  async start(): Promise<void> {
    const { client, address } = this.#parts;
    const newest = await client.sendCommand(['XREVRANGE', address, '+', '-', 'COUNT', '1']);
    this.#last = readEntries(newest)[0]?.id ?? this.#last;
    await this.#reader.start(() => this.#read());
  }

  async close(): Promise<void> {
    await this.#reader.close();
    await this.#parts.inFlight.settled();
  }

  async #read(): Promise<void> {
    const { inFlight, address } = this.#parts;
    await inFlight.available();
    const count = ['COUNT', String(inFlight.free), 'BLOCK', String(blockTime)];
    const entries = await this.#reader.read(['XREAD', ...count, 'STREAMS', address, this.#last]);
    for (const entry of entries) {
      this.#last = entry.id;
      await inFlight.enter();
      void this.#handle(entry);
    }
  }

  async #handle(entry: Entry): Promise<void> {
    const { inFlight, address } = this.#parts;
    const message = readEntry(address, entry);
    for (let redeliveries = 0; ; redeliveries++) {
      let result: Settlement = 'retry';
      await inFlight.handle(
        { ...message, redeliveries },
        (settlement) => void (result = settlement),
      );
      if (result !== 'retry' || this.#reader.signal.aborted) return;
      await inFlight.enter();
      await new Promise(setImmediate);
    }
  }
}
