import { coalesce } from '../journal/coalesce.js';
import { JournalError } from '../journal/error.js';
import type { Following, SharedJournal } from '../journal/journal.js';
import type { LeaderRecord } from '../journal/leader.js';
import { settings } from '../settings.js';
import type { Core } from './core.js';
import type { Forwarder } from './forward.js';

/** Options of {@link Replica}. */
export interface ReplicaOptions {
  readonly journal: SharedJournal;
  /** Where other processes reach this one. */
  readonly address: string;
  /** Called once when this process has become the leader. If it rejects, the process cannot lead, and must end. */
  readonly onLead: () => Promise<void>;
  /** Called when another process has become the leader. */
  readonly onLeader?: () => void;
  /** Sends requests to the leader. Those to a leader that is none any more are ended. */
  readonly forwarder: Pick<Forwarder, 'retire'>;
}

/** One of several processes with the same journal: it follows the leader, and becomes the leader when there is none (journal-10 to 12). */
export class Replica {
  readonly #core: Core;
  readonly #options: ReplicaOptions;
  readonly #poll = coalesce(() => this.#look());
  /** Calls that wait until an entry is applied. */
  readonly #waiting = new Set<() => void>();
  #following: Following | undefined;
  #timer: NodeJS.Timeout | undefined;
  #leader: LeaderRecord = { epoch: 0 };
  #isLeading = false;
  #isClosed = false;

  constructor(core: Core, options: ReplicaOptions) {
    this.#core = core;
    this.#options = options;
  }

  /** True if this process decides. */
  get isLeading(): boolean {
    return this.#isLeading;
  }

  /** The leader, as it was known last. */
  get leader(): LeaderRecord {
    return this.#leader;
  }

  /** Begins to follow. Resolves when this process is the leader, or another one is known to be. */
  async start(): Promise<void> {
    this.#follow();
    await this.#poll();
    if (this.#isLeading || this.#isClosed) return;
    this.#timer = setInterval(() => void this.#poll(), settings['journal-12'].pollInterval);
  }

  /** Looks for the leader again. */
  async lookAgain(): Promise<LeaderRecord> {
    await this.#poll();
    return this.#leader;
  }

  /**
   * Resolves when this process has applied everything that was committed before the call.
   *
   * @throws {JournalError} `unreachable` if the database does not respond
   */
  async caughtUp(): Promise<void> {
    const number = await this.#options.journal.lastNumber();
    const { loop } = this.#core;
    while (loop.number < number) {
      if (this.#isClosed) throw new JournalError('closed', 'The sandbox was stopped.');
      await new Promise<void>((resolve) => {
        this.#waiting.add(resolve);
      });
    }
  }

  /** Ends following and looking for the leader. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#timer);
    this.#wake();
    await this.#poll();
    await this.#following?.close();
  }

  #follow(): void {
    const { journal } = this.#options;
    this.#following = journal.follow(this.#core.loop.number + 1, (entry) => {
      if (this.#isClosed) return;
      try {
        this.#core.apply(entry);
      } catch (error) {
        this.#fail(error);
      }
      this.#wake();
    });
  }

  #wake(): void {
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const resolve of waiting) resolve();
  }

  async #look(): Promise<void> {
    if (this.#isClosed || this.#isLeading) return;
    const { journal, address, forwarder, onLeader } = this.#options;
    try {
      if (await journal.elect(address, (error) => this.#fail(error))) await this.#lead();
      const { epoch } = this.#leader;
      this.#leader = await journal.leader();
      forwarder.retire(this.#leader);
      if (this.#leader.epoch !== epoch && !this.#isLeading) onLeader?.();
    } catch (error) {
      if (error instanceof JournalError && error.code === 'unreachable')
        this.#leader = { epoch: this.#leader.epoch };
      else this.#fail(error);
    }
  }

  /** Takes over: no other process can append any more, so what is read now is all that there is. */
  async #lead(): Promise<void> {
    clearInterval(this.#timer);
    await this.#following?.close();
    const { journal, onLead } = this.#options;
    for await (const entry of journal.read(this.#core.loop.number + 1)) this.#core.apply(entry);
    await this.#core.lead();
    this.#isLeading = true;
    this.#wake();
    await onLead();
  }

  #fail(error: unknown): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    clearInterval(this.#timer);
    this.#core.loop.fail(error);
    this.#wake();
  }
}
