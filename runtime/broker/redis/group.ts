import { randomUuid, systemRandom } from '../../core/random.js';
import type { Settlement } from '../broker.js';
import { blockTime, BlockingReader } from './blocking-reader.js';
import { asBytes, type Entry, readEntries, readEntry } from './entries.js';
import type { StreamParts } from './reader.js';
import type { RedisStreamOptions } from './streams.js';

interface GroupParts extends StreamParts {
  readonly group: string;
  readonly options: RedisStreamOptions;
}

/** A subscription with a group: a consumer of a consumer group, which also takes over the messages of consumers that do not respond. */
export class StreamGroup {
  readonly #parts: GroupParts;
  readonly #reader: BlockingReader;
  readonly #name = randomUuid(systemRandom);
  readonly #idle: number;
  /** Ids of entries that are being handled. */
  readonly #handling = new Set<string>();
  /** Ids of entries to be acknowledged, and the acknowledgement. */
  readonly #settled: string[] = [];
  #acknowledged: Promise<unknown> | undefined;
  #keepAlive: ReturnType<typeof setInterval> | undefined;
  #nextClaim = 0;
  #cursor = '0-0';

  constructor(parts: GroupParts) {
    this.#parts = parts;
    this.#idle = parts.options.idle ?? 30_000;
    this.#reader = new BlockingReader(parts.client, parts.lifecycle, parts.address);
  }

  async start(): Promise<void> {
    await this.#create();
    await this.#reader.start(() => this.#turn());
    this.#keepAlive = setInterval(() => this.#renew(), this.#idle / 3);
  }

  async close(): Promise<void> {
    await this.#reader.close();
    await this.#parts.inFlight.settled();
    clearInterval(this.#keepAlive);
    if (!this.#parts.client.isReady) return;
    const mine = await this.#send('XPENDING', ['-', '+', '1', this.#name]);
    // The messages of a consumer that is deleted would be lost.
    if (Array.isArray(mine) && mine.length === 0) await this.#group('DELCONSUMER', [this.#name]);
  }

  async #create(): Promise<void> {
    const start = this.#parts.options.startWith === 'all' ? '0' : '$';
    try {
      await this.#group('CREATE', [start, 'MKSTREAM']);
    } catch (error) {
      if (!String(error).includes('BUSYGROUP')) throw error;
    }
  }

  async #turn(): Promise<void> {
    const { inFlight, address, group } = this.#parts;
    await inFlight.available();
    if (this.#reader.signal.aborted) return;
    if (performance.now() >= this.#nextClaim) await this.#claim();
    if (inFlight.free <= 0) return;
    const wait = Math.max(1, Math.min(blockTime, Math.floor(this.#idle / 2)));
    const count = ['COUNT', String(inFlight.free), 'BLOCK', String(wait)];
    try {
      const entries = await this.#reader.read([
        'XREADGROUP',
        'GROUP',
        group,
        this.#name,
        ...count,
        'STREAMS',
        address,
        '>',
      ]);
      for (const entry of entries) await this.#take(entry, 0);
    } catch (error) {
      // The stream has been deleted, and the group with it.
      if (String(error).includes('NOGROUP')) await this.#create();
      throw error;
    }
  }

  /** Takes over messages whose consumers have not responded for a time. */
  async #claim(): Promise<void> {
    const { inFlight } = this.#parts;
    const limit = String(inFlight.free);
    const reply = await this.#send('XAUTOCLAIM', [
      this.#name,
      String(this.#idle),
      this.#cursor,
      'COUNT',
      limit,
    ]);
    const [cursor, claimed] = Array.isArray(reply) ? reply : [];
    this.#cursor = String(cursor ?? '0-0');
    // The whole list of pending messages is searched, then there is a pause.
    if (this.#cursor === '0-0') this.#nextClaim = performance.now() + this.#idle / 2;
    for (const entry of readEntries(claimed))
      if (!this.#handling.has(entry.id)) await this.#take(entry, await this.#deliveries(entry.id));
  }

  /** Number of earlier deliveries. */
  async #deliveries(id: string): Promise<number> {
    const reply = await this.#send('XPENDING', [id, id, '1']);
    const [pending]: readonly unknown[] = Array.isArray(reply) ? reply : [];
    return Math.max(1, (Array.isArray(pending) ? Number(pending[3]) : 2) - 1);
  }

  async #take(entry: Entry, redeliveries: number): Promise<void> {
    await this.#parts.inFlight.enter();
    void this.#handle(entry, redeliveries);
  }

  async #handle(entry: Entry, earlier: number): Promise<void> {
    const { inFlight, address } = this.#parts;
    const message = readEntry(address, entry);
    this.#handling.add(entry.id);
    for (let redeliveries = earlier; ; redeliveries++) {
      let result: Settlement = 'retry';
      await inFlight.handle({ ...message, redeliveries }, async (settlement) => {
        result = settlement;
        if (settlement !== 'retry') await this.#acknowledge(entry.id);
        // Another consumer may claim it now.
        else if (this.#reader.signal.aborted)
          await this.#send('XCLAIM', [
            this.#name,
            '0',
            entry.id,
            'IDLE',
            String(this.#idle),
            'JUSTID',
          ]);
        // Counts the delivery.
        else await this.#send('XCLAIM', [this.#name, '0', entry.id]);
      });
      if (result !== 'retry' || this.#reader.signal.aborted) break;
      await inFlight.enter();
      await new Promise(setImmediate);
    }
    this.#handling.delete(entry.id);
  }

  /** Acknowledges all messages that are settled in this turn together. */
  #acknowledge(id: string): Promise<unknown> {
    this.#settled.push(id);
    return (this.#acknowledged ??= new Promise(setImmediate).then(() => {
      this.#acknowledged = undefined;
      return this.#send('XACK', this.#settled.splice(0));
    }));
  }

  /** Shows the other consumers that this one responds. */
  #renew(): void {
    if (this.#handling.size === 0) return;
    this.#send('XCLAIM', [this.#name, '0', ...this.#handling, 'JUSTID']).catch((error: unknown) =>
      this.#parts.lifecycle.fail('Messages may be delivered to another process as well', error),
    );
  }

  /** Sends a command about the group. */
  #send(command: string, parameters: readonly string[]): Promise<unknown> {
    const { client, address, group } = this.#parts;
    return client.sendCommand([command, address, group, ...parameters], asBytes);
  }

  #group(command: string, parameters: readonly string[]): Promise<unknown> {
    const { client, address, group } = this.#parts;
    return client.sendCommand(['XGROUP', command, address, group, ...parameters]);
  }
}
