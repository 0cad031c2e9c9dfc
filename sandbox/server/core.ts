import { systemTimers, type Timers } from '@tallystick/runtime';
import type { IdempotencyOptions } from '@tallystick/runtime/http/server';
import { timeOf } from '../domain/clock/queries.js';
import type { ClockSetting } from '../domain/clock/state.js';
import { Engine } from '../domain/engine.js';
import { deriveKey } from '../domain/random.js';
import {
  type Commands,
  type DomainState,
  type SandboxSubjects,
  subjects,
} from '../domain/subjects.js';
import { type Instant, millisecond } from '../domain/time.js';
import { JournalError } from '../journal/error.js';
import { HistoryCheck } from '../journal/history.js';
import { isShared, type Journal, type StoredEntry } from '../journal/journal.js';
import { loadJournal } from '../journal/load.js';
import { settings } from '../settings.js';
import { Loop } from './loop.js';
import { ManualTimers } from './manual-timers.js';
import { onceOptions } from './once-store.js';

/** The loop of the sandbox. */
export type SandboxLoop = Loop<DomainState, Commands>;

/** Options of {@link openCore}. */
export interface CoreOptions {
  readonly journal: Journal;
  /** Everything secret and every identifier follows from it. */
  readonly seed: Uint8Array;
  /** With `manual`, the control plane alone moves every clock. */
  readonly time: 'real' | 'manual';
  /** Number of entries before the snapshot that are checked first. Default: {@link settings}. */
  readonly checkedFirst?: number;
  /** Called when a commit has failed, or a damaged entry was found. The process must end (journal-4, journal-5). */
  readonly onFailure: (error: unknown) => void;
  /** The system's clock and timers. */
  readonly timers?: Timers;
}

/** A running state machine with its journal and clocks: what surfaces are built on. */
export class Core {
  readonly loop: SandboxLoop;
  readonly journal: Journal;
  /** Clock of credentials and connections: the system's, or the sandbox's with `--time manual`. */
  readonly timers: Timers;
  readonly isManual: boolean;
  readonly #seed: Uint8Array;
  readonly #manual: ManualTimers | undefined;
  readonly #history: HistoryCheck;
  readonly #once = new Map<string, IdempotencyOptions>();

  constructor(
    loop: SandboxLoop,
    { journal, seed, timers = systemTimers }: CoreOptions,
    {
      manual,
      history,
    }: { readonly manual: ManualTimers | undefined; readonly history: HistoryCheck },
  ) {
    this.loop = loop;
    this.journal = journal;
    this.timers = manual ?? timers;
    this.isManual = manual !== undefined;
    this.#manual = manual;
    this.#history = history;
    this.#seed = seed;
  }

  /** A secret text for one purpose, the same in every process of the deployment. */
  secret(purpose: string): string {
    return Buffer.from(deriveKey(this.#seed, purpose)).toString('base64url');
  }

  /** A secret key of 32 bytes for one purpose. */
  secretKey(purpose: string): Uint8Array {
    return deriveKey(this.#seed, purpose);
  }

  /** The idempotency of a surface, which all servers of it share. */
  once(surface: string): IdempotencyOptions {
    const known = this.#once.get(surface) ?? onceOptions(this.loop, surface);
    this.#once.set(surface, known);
    return known;
  }

  /**
   * Applies the next entry of the process that decides.
   *
   * @throws {JournalError} `altered` or `gap` for a damaged journal, `version` for another seed
   */
  apply(stored: StoredEntry): void {
    this.loop.apply(stored);
    this.requireSeed();
    this.#manual?.moveTo(Math.floor(this.loop.now / millisecond));
  }

  /** Begins to execute commands and what is due. */
  async lead(): Promise<void> {
    const { loop } = this;
    loop.lead();
    if (loop.state.deployment.deployment.get() === null) {
      const fingerprint = this.#fingerprint();
      loop.execute('deployment.create', { fingerprint }, { surface: 'control', caller: '' });
    }
    if (this.#manual !== undefined && loop.state.clock.setting.get().mode === 'running')
      this.setClock({ mode: 'frozen', at: this.#manual.now() * millisecond }, '');
    loop.runDue();
    await loop.settled();
  }

  /** Sets the sandbox's clock, and executes what is due by then. */
  setClock(setting: ClockSetting, caller: string): void {
    this.loop.execute('clock.set', setting, { surface: 'control', caller });
    this.loop.runDue();
    this.#manual?.moveTo(Math.floor(this.loop.now / millisecond));
  }

  /** Checks the entries that were not checked before. If one is damaged, nothing is reported any more (journal-4). */
  checkHistory(): void {
    this.#history.start((error) => this.loop.fail(error));
  }

  /**
   * Checks entries that are about to be shown. If one is damaged, nothing is reported any more.
   *
   * @throws {JournalError} `altered` or `gap`
   */
  async requireIntact(from: number, to: number): Promise<void> {
    try {
      await this.#history.requireIntact(from, to);
    } catch (error) {
      this.loop.fail(error);
      throw error;
    }
  }

  /** Resolves when all entries were checked. */
  historyChecked(): Promise<void> {
    return this.#history.done();
  }

  /** Stops what is due, stores everything and takes a snapshot. */
  async close(): Promise<void> {
    await this.#history.close();
    await this.loop.close();
    await this.journal.close();
  }

  #fingerprint(): string {
    return Buffer.from(deriveKey(this.#seed, 'fingerprint')).toString('base64url');
  }

  /**
   * Refuses a journal of another seed, whose secrets would all be different.
   *
   * @throws {JournalError} `version`
   */
  requireSeed(): void {
    const known = this.loop.state.deployment.deployment.get();
    if (known !== null && known.fingerprint !== this.#fingerprint())
      throw new JournalError('version', 'The journal belongs to another seed.');
  }
}

/**
 * Loads the state from a journal. It executes nothing before {@link Core.lead} is called.
 *
 * @throws {JournalError} `altered` or `gap` for a damaged journal, `version` for another seed
 */
export async function openCore(options: CoreOptions): Promise<Core> {
  const { journal, seed, time, timers = systemTimers, onFailure } = options;
  const { checkedFirst = settings['journal-4'].checkedFirst } = options;
  const engine = new Engine<SandboxSubjects>(subjects, deriveKey(seed, 'entries'));
  const { digest, unchecked } = await loadJournal(journal, engine, checkedFirst);
  const now = (): Instant => timeOf(engine.state.clock, timers.now());
  const manual =
    time === 'manual'
      ? new ManualTimers(Math.floor(Math.max(now(), engine.at) / millisecond))
      : undefined;
  const { snapshotInterval } = settings['journal-6'];
  const loop: SandboxLoop = new Loop<DomainState, Commands>(engine, {
    journal,
    digest,
    now,
    timers,
    onFailure,
    snapshotInterval,
    follows: true,
    ...(isShared(journal) ? { confirm: () => journal.confirm() } : {}),
  });
  const history = new HistoryCheck(journal, unchecked);
  const core = new Core(loop, options, { manual, history });
  core.requireSeed();
  return core;
}
