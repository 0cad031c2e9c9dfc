import { backoff } from '../adapter/backoff.js';
import type { Lifecycle } from '../adapter/lifecycle.js';
import type { RedisClient } from './client.js';
import { asBytes, entriesOf, type Entry } from './entries.js';
import { openReader } from './watch.js';

/** Milliseconds that a read waits for entries. */
export const blockTime = 2_000;

/** Reads in a loop on a connection of its own, which the program's other commands need not wait for. */
export class BlockingReader {
  readonly #client: RedisClient;
  readonly #lifecycle: Lifecycle;
  readonly #address: string;
  readonly #stop = new AbortController();
  #reader: RedisClient | undefined;
  #id: Promise<string> | undefined;
  #ended: Promise<void> = Promise.resolve();

  constructor(client: RedisClient, lifecycle: Lifecycle, address: string) {
    this.#client = client;
    this.#lifecycle = lifecycle;
    this.#address = address;
  }

  /** Aborted when the reading is to end. */
  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  /** Opens the connection and calls `turn` again and again, after a pause if it fails. */
  async start(turn: () => Promise<void>): Promise<void> {
    const reader = await openReader(this.#client);
    this.#reader = reader;
    reader.on('ready', () => (this.#id = undefined));
    this.#ended = this.#loop(turn).finally(() => reader.destroy());
  }

  /** Reads the next entries. */
  async read(command: readonly string[]): Promise<readonly Entry[]> {
    if (this.#reader === undefined) return [];
    const reader = this.#reader;
    this.#id ??= reader.sendCommand(['CLIENT', 'ID']).then(String);
    await this.#id;
    if (this.#stop.signal.aborted) return [];
    return entriesOf(await reader.sendCommand(command, asBytes));
  }

  /** Ends the read that is waiting, and the loop. */
  async close(): Promise<void> {
    this.#stop.abort();
    try {
      const id = await this.#id;
      if (id !== undefined && this.#client.isReady)
        await this.#client.sendCommand(['CLIENT', 'UNBLOCK', id]);
    } catch {
      // Without the right to do so, the read ends by itself.
    }
    if (this.#reader?.isReady === false) this.#reader.destroy();
    await this.#ended;
  }

  async #loop(turn: () => Promise<void>): Promise<void> {
    for (let failures = 0; !this.#stop.signal.aborted;) {
      try {
        await turn();
        failures = 0;
      } catch (error) {
        if (this.#stop.signal.aborted) return;
        failures++;
        this.#id = undefined;
        this.#lifecycle.fail(`Messages of ${JSON.stringify(this.#address)} cannot be read`, error);
        await backoff(failures, this.#stop.signal);
      }
    }
  }
}
