import type { Timers } from '@tallystick/runtime';
import type { Engine, Entry, Outcome } from '../domain/engine.js';
import type { CommandType, CommandTypes } from '../domain/subject.js';
import type { Instant } from '../domain/time.js';
import { millisecond } from '../domain/time.js';
import { type Journal, readEntry, storedEntry, type StoredEntry } from '../journal/journal.js';
import { snapshotInParts } from '../journal/snapshot.js';

/** Where a command comes from. */
export interface CommandOrigin {
  /** Name of the surface: `platform`, `control`. */
  readonly surface: string;
  /** Identifies the caller. */
  readonly caller: string;
}

/** Result of a command, by the type of the command. */
export type ResultOf<Command extends CommandType> = Outcome<Command['result'], Command['refusal']>;

/** Options of {@link Loop}. */
export interface LoopOptions {
  readonly journal: Journal;
  /** Digest of the last entry of the journal. */
  readonly digest: string;
  /** The sandbox's time. */
  readonly now: () => Instant;
  readonly timers: Timers;
  /** Called when a commit has failed. The process must end: its state is ahead of the journal (journal-5). */
  readonly onFailure: (error: unknown) => void;
  /** Number of entries between snapshots (journal-6). */
  readonly snapshotInterval: number;
  /** Characters that the text of a snapshot may have. Default: what the engine can hold in one text. */
  readonly maxSnapshotLength?: number;
  /** True if another process decides: entries are applied until {@link Loop.lead} is called. Default: false. */
  readonly follows?: boolean;
  /** Resolves if this process still decides. Default: it always does. */
  readonly confirm?: () => Promise<void>;
}

/** A state that is about to be written. */
interface Captured {
  readonly number: number;
  readonly digest: string;
  readonly parts: Iterable<string>;
}

/** Number of intervals until a snapshot is tried again after the state was too large for one. */
const pauseIfTooLarge = 10;

/** Entries that are committed together. */
interface Batch {
  readonly entries: Entry[];
  readonly done: Promise<void>;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Runs the state machine: commands of surfaces, and what is due. The entries of one turn of the event loop are one batch and one commit;
 * while it is being made durable, the next one fills (journal-2).
 */
export class Loop<State, Commands extends CommandTypes<Commands>> {
  readonly #engine: LoopEngine<State>;
  readonly #options: LoopOptions;
  readonly #listeners = new Set<(entries: readonly Entry[]) => void>();
  #digest: string;
  #batch: Batch = newBatch();
  #isSealing = false;
  #storing: Batch | undefined;
  /** The snapshot that is being written. */
  #saving: Promise<unknown> | undefined;
  /** Number of the entry before which no snapshot is taken by itself. */
  #noSnapshotBefore = 0;
  #failure: { readonly error: unknown } | undefined;
  #timer: unknown;
  #timerAt: Instant | undefined;
  #isClosed = false;
  #isLeading: boolean;

  constructor(engine: LoopEngine<State>, options: LoopOptions) {
    this.#engine = engine;
    this.#isLeading = options.follows !== true;
    this.#options = options;
    this.#digest = options.digest;
  }

  /** The state after the latest entry, which may not be durable yet: wait for {@link settled} before anything of it is sent. */
  get state(): State {
    return this.#engine.state;
  }

  /** Number of the latest entry. */
  get number(): number {
    return this.#engine.number;
  }

  /** The sandbox's time. */
  get now(): Instant {
    return this.#options.now();
  }

  /** Time of the first thing that is due. */
  get nextDue(): Instant | undefined {
    return this.#engine.nextDue?.at;
  }

  /** Canonical text of the state. */
  encode(): string {
    return this.#engine.encode();
  }

  /** The same in parts, see {@link Engine.capture}. */
  capture(): Iterable<string> {
    return this.#engine.capture();
  }

  /**
   * Identifies the open batch. What is executed while it has the same value is committed together: a program that executes two commands
   * without waiting for anything but resolved promises has them in one batch.
   */
  get batch(): object {
    return this.#batch;
  }

  /** Executes a command. What was due before it is executed first. */
  execute<Name extends keyof Commands & string>(
    type: Name,
    data: Commands[Name]['data'],
    { surface, caller }: CommandOrigin,
  ): ResultOf<Commands[Name]> {
    this.#requireRunning();
    const { now } = this;
    this.#runDue(now);
    const outcome = this.#engine.execute({ surface, caller, now, command: { type, data } });
    if (outcome.ok && outcome.entry !== undefined) this.#add(outcome.entry);
    this.#schedule();
    // The engine returns what the decision of this command returned.
    return outcome as ResultOf<Commands[Name]>;
  }

  /** Executes everything that is due by now. It is called when the next thing is due, and must be called when the clock was set. */
  runDue(): void {
    if (this.#isClosed || this.#failure !== undefined || !this.#isLeading) return;
    this.#runDue(this.now);
    // The clock may have been set since the timer was.
    this.#timerAt = undefined;
    this.#schedule();
  }

  /**
   * Resolves when everything that was executed or remembered until now is durable, and this process is known to decide still. Rejects if
   * that failed: nothing may be sent then.
   */
  settled(): Promise<void> {
    if (this.#failure !== undefined) return Promise.reject(this.#failure.error);
    if (this.#batch.entries.length > 0 || !this.#options.journal.isFlushed) {
      this.#seal();
      return this.#batch.done;
    }
    const stored = this.#storing?.done ?? Promise.resolve();
    const { confirm } = this.#options;
    return confirm === undefined || !this.#isLeading ? stored : stored.then(confirm);
  }

  /**
   * Applies the next entry of the process that decides.
   *
   * @throws {JournalError} `altered` or `gap` if it is not the entry that was stored after the previous one
   */
  apply(stored: StoredEntry): void {
    const entry = readEntry(stored, this.number + 1, this.#digest);
    this.#engine.apply(entry);
    this.#digest = stored.digest;
    for (const listener of this.#listeners) listener([entry]);
  }

  /** Begins to decide, after all entries of the process that did were applied. */
  lead(): void {
    this.#isLeading = true;
    this.#schedule();
  }

  /** Ends execution: the process must end, because its state may not be that of the journal. */
  fail(error: unknown): void {
    if (this.#failure !== undefined || this.#isClosed) return;
    this.#failure = { error };
    this.#options.timers.clearTimeout(this.#timer);
    this.#batch.reject(error);
    this.#options.onFailure(error);
  }

  /** Calls the listener with entries when they are durable, in order. Returns a function that ends this. */
  onCommitted(listener: (entries: readonly Entry[]) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /**
   * Stores a snapshot of the state after the latest entry. Resolves to its number; to `undefined` if the state is too large for one: a start
   * then applies more entries.
   */
  async snapshot(): Promise<number | undefined> {
    await this.settled();
    // Entries may have been added in the meantime, so the state is taken where a batch ends.
    if (this.#batch.entries.length > 0) return this.snapshot();
    return this.#save(this.#captured(this.#engine.number, this.#digest), () => false);
  }

  /** Stops what is due, stores what was executed, and takes a snapshot. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#options.timers.clearTimeout(this.#timer);
    await this.#saving;
    if (this.#failure !== undefined || !this.#isLeading) return;
    await this.snapshot();
  }

  #captured(number: number, digest: string): Captured {
    return { number, digest, parts: this.#engine.capture() };
  }

  /** Writes a snapshot while other work goes on. */
  async #save(
    { number, digest, parts }: Captured,
    isStopped: () => boolean,
  ): Promise<number | undefined> {
    const { journal, snapshotInterval, maxSnapshotLength: maxLength } = this.#options;
    const snapshot = await snapshotInParts(number, digest, { parts, isStopped, maxLength });
    if (snapshot === undefined) return undefined;
    if (snapshot === 'too-large') {
      this.#noSnapshotBefore = number + pauseIfTooLarge * snapshotInterval;
      return undefined;
    }
    await journal.saveSnapshot(snapshot);
    return number;
  }

  /** The same for one at an interval, of which a closing loop finishes none. */
  async #saveAside(captured: Captured): Promise<void> {
    try {
      await this.#save(captured, () => this.#isClosed || this.#failure !== undefined);
    } catch (error) {
      this.fail(error);
    }
    this.#saving = undefined;
  }

  #requireRunning(): void {
    if (this.#failure !== undefined) throw this.#failure.error;
    if (this.#isClosed) throw new Error('The sandbox was stopped.');
    if (!this.#isLeading) throw new Error('A follower executes no commands.');
  }

  #runDue(until: Instant): void {
    for (;;) {
      const entry = this.#engine.executeDue(until);
      if (entry === undefined) return;
      this.#add(entry);
    }
  }

  #add(entry: Entry): void {
    this.#batch.entries.push(entry);
    this.#seal();
  }

  /** Commits the open batch at the end of this turn, or of the one in which the batch before it is durable. */
  #seal(): void {
    if (this.#isSealing || this.#storing !== undefined) return;
    this.#isSealing = true;
    setImmediate(() => {
      this.#isSealing = false;
      void this.#store();
    });
  }

  async #store(): Promise<void> {
    const batch = this.#batch;
    this.#batch = newBatch();
    this.#storing = batch;
    const { journal, snapshotInterval } = this.#options;
    try {
      const stored = batch.entries.map((entry) => {
        const each = storedEntry(entry, this.#digest);
        this.#digest = each.digest;
        return each;
      });
      const [first, last] = [stored.at(0), stored.at(-1)];
      const isSnapshotDue =
        first !== undefined &&
        last !== undefined &&
        this.#saving === undefined &&
        last.number >= this.#noSnapshotBefore &&
        Math.floor(last.number / snapshotInterval) >
          Math.floor((first.number - 1) / snapshotInterval);
      const captured = isSnapshotDue ? this.#captured(last.number, last.digest) : undefined;
      await journal.append(stored);
      this.#storing = undefined;
      batch.resolve();
      if (batch.entries.length > 0) for (const listener of this.#listeners) listener(batch.entries);
      if (this.#batch.entries.length > 0 || !journal.isFlushed) this.#seal();
      else this.#release();
      if (captured !== undefined && this.#saving === undefined)
        this.#saving = this.#saveAside(captured);
    } catch (error) {
      batch.reject(error);
      this.fail(error);
    }
  }

  /** Resolves the open batch, which is empty: whoever waits for it waited for a value that the last commit has stored. */
  #release(): void {
    const batch = this.#batch;
    this.#batch = newBatch();
    batch.resolve();
  }

  /** Sets the timer for what is due next. */
  #schedule(): void {
    const next = this.#engine.nextDue?.at;
    if (next === this.#timerAt || this.#isClosed || !this.#isLeading) return;
    const { timers } = this.#options;
    timers.clearTimeout(this.#timer);
    this.#timerAt = next;
    if (next === undefined) return;
    const delay = Math.ceil((next - this.now) / millisecond);
    this.#timer = timers.setTimeout(() => {
      this.#timerAt = undefined;
      this.runDue();
    }, delay);
  }
}

/** The part of {@link Engine} that the loop uses. */
export interface LoopEngine<State> extends Pick<
  Engine<Record<string, never>>,
  'number' | 'nextDue' | 'encode' | 'capture' | 'apply' | 'execute' | 'executeDue'
> {
  readonly state: State;
}

function newBatch(): Batch {
  let resolve: () => void = () => undefined;
  let reject: (error: unknown) => void = () => undefined;
  const done = new Promise<void>((onDone, onFailed) => {
    resolve = onDone;
    reject = onFailed;
  });
  // Those that wait for the batch see the error; there may be none.
  done.catch(() => undefined);
  return { entries: [], done, resolve, reject };
}
