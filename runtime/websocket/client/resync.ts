import { compilePointer } from '../../core/pointer.js';
import type { Channel } from '../feed.js';
import { sequenceNumber, type SequenceTracker } from '../sequence.js';
import { fullJitter } from '../../core/back-off.js';
import type { ResetReason } from './events.js';
import { type Join, joinSnapshot } from './join-snapshot.js';
import { type ReceivedMessage, ReceivedMessages } from './received-messages.js';
import type { ResyncScheduler, ResyncMethod } from './resync-scheduler.js';
import type { KeyStream } from './key-stream.js';

/** Number of messages whose copies are recognised after a snapshot. */
const rememberedMessages = 16;

/**
 * Resynchronises one stream: requests snapshots or new subscriptions until the stream is complete. The pauses grow with
 * each attempt, and with each resynchronisation that follows another closely.
 */
export class Resync {
  /** Method by which the stream can be resynchronised, if any. */
  readonly method: ResyncMethod | undefined;
  /** Method of the resynchronisation in progress, if any. */
  active: ResyncMethod | undefined;
  readonly #scheduler: ResyncScheduler;
  readonly #stream: KeyStream;
  readonly #tracker: SequenceTracker | undefined;
  readonly #received: ReceivedMessages;
  readonly #baseOf: ((snapshot: unknown) => number | undefined) | undefined;
  /** Counter of resynchronisations. Results of an earlier one are ignored. */
  #run = 0;
  /** Number of resynchronisations in close succession. */
  #streak = 0;
  #lastStart = -Infinity;
  /** Last number before the anomaly. */
  #before: number | undefined;
  #resumesAfter: number | undefined;
  /** A snapshot that the next message will confirm or reject, and the number of inconclusive joins. */
  #pending: { readonly snapshot: unknown; readonly base: number | undefined } | undefined;
  #unclear = 0;
  #onSnapshot: (() => void) | undefined;

  constructor(
    scheduler: ResyncScheduler,
    stream: KeyStream,
    tracker: SequenceTracker | undefined,
    canRepair: boolean,
  ) {
    const { channel } = stream;
    this.#scheduler = scheduler;
    this.#stream = stream;
    this.#tracker = tracker;
    this.#received = new ReceivedMessages(scheduler.settings.buffer);
    this.#baseOf = baseReader(channel);
    this.method = canRepair ? scheduler.methodFor(channel) : undefined;
  }

  /** True if the resynchronisation ends with a snapshot. */
  get restores(): boolean {
    return this.method === 'operation' || this.method === 'resubscribe';
  }

  /**
   * Starts a resynchronisation, unless one is in progress or there
   * is no method. `before` is the last number before the anomaly.
   */
  begin(reason: ResetReason, before?: number, resumesAfter?: number): boolean {
    if (this.active !== undefined || this.method === undefined) return false;
    this.#before = before ?? this.#tracker?.last;
    this.#resumesAfter = resumesAfter;
    this.active = this.method;
    this.start(reason, false);
    return true;
  }

  /**
   * Starts a resynchronisation that is already marked as active. `isAsked` is true if the subscription that provides
   * the snapshot has been requested.
   */
  start(reason: ResetReason, isRequested: boolean): void {
    this.#run += 1;
    if (!isRequested) {
      const now = this.#scheduler.timers.now();
      const isClose = now - this.#lastStart < this.#scheduler.settings.maxDelay;
      this.#streak = isClose ? this.#streak + 1 : 0;
      this.#lastStart = now;
    }
    const { channel, key } = this.#stream;
    this.#scheduler.emit({ kind: 'resync', channel: channel.key, key, reason });
    if (reason !== 'reconnect') this.#stream.notifyReset(reason);
    void this.#attempt(this.#run, isRequested);
  }

  /** Stores a message until the snapshot arrives. */
  keep(message: ReceivedMessage): void {
    this.#received.add(message);
    if (this.#pending !== undefined) this.#join(false);
  }

  /** Completes the resynchronisation. `apply` completes the stream. */
  finish(apply?: () => void): void {
    this.#onSnapshot?.();
    this.#clear();
    apply?.();
    const { channel, key } = this.#stream;
    // Applying the messages may have revealed another anomaly.
    if (this.active === undefined) {
      this.#scheduler.emit({ kind: 'resynced', channel: channel.key, key });
    }
  }

  /** Reports that the snapshot from the feed is unusable. */
  refuse(): void {
    this.#onSnapshot?.();
  }

  /** Cancels the resynchronisation in progress. */
  cancel(): void {
    const arrived = this.#onSnapshot;
    this.#clear();
    this.#before = undefined;
    arrived?.();
  }

  #clear(): void {
    this.#run += 1;
    this.active = undefined;
    this.#received.clear();
    this.#pending = undefined;
    this.#unclear = 0;
    this.#onSnapshot = undefined;
  }

  /** Makes attempts until the stream is complete or the resynchronisation is cancelled. Pauses are random and their limit grows. */
  async #attempt(run: number, isRequested: boolean): Promise<void> {
    const { settings, random, emit, limited } = this.#scheduler;
    for (let failed = isRequested ? 0 : this.#streak; run === this.#run; failed += 1) {
      if (failed > 0) {
        const pause = fullJitter(settings, failed, random);
        await this.#scheduler.pause(
          this.#pending === undefined ? pause : Math.max(pause, 4 * settings.delay),
        );
      }
      if (run !== this.#run) return;
      try {
        const isDone = await limited(() => this.#once(run, isRequested && failed === 0));
        if (isDone) return;
      } catch (error) {
        if (run !== this.#run) return;
        const { channel, key } = this.#stream;
        emit({ kind: 'resync-failed', channel: channel.key, key, error });
      }
    }
  }

  /** Makes one attempt. Resolves to true if no other is needed. */
  async #once(run: number, isRequested: boolean): Promise<boolean> {
    if (run !== this.#run) return true;
    switch (this.active) {
      case 'operation':
        return await this.#fetch(run);
      case 'resubscribe':
        return await this.#awaitSnapshot(run, isRequested);
      default:
        return await this.#renew(run);
    }
  }

  async #fetch(run: number): Promise<boolean> {
    const { channel, key } = this.#stream;
    const snapshot = await this.#scheduler.fetchSnapshot(channel, key);
    if (run !== this.#run) return true;
    this.#pending = { snapshot, base: this.#baseOf?.(snapshot) };
    return this.#join(this.#unclear > 0);
  }

  /** Requests a snapshot over the connection, and waits for it. */
  async #awaitSnapshot(run: number, isRequested: boolean): Promise<boolean> {
    this.#tracker?.reset();
    const onSnapshot = new AbortController();
    this.#onSnapshot = () => onSnapshot.abort();
    if (!isRequested) await this.#scheduler.resubscribe(this.#stream);
    if (!onSnapshot.signal.aborted)
      await this.#scheduler.pause(this.#scheduler.settings.timeout, onSnapshot.signal);
    return run !== this.#run;
  }

  /** Subscribes again without a snapshot: the stream continues with any number. */
  async #renew(run: number): Promise<boolean> {
    await this.#scheduler.resubscribe(this.#stream);
    if (run !== this.#run) return true;
    this.finish();
    this.#stream.rejoined();
    return true;
  }

  /** Joins the pending snapshot with the stored messages, if they fit. */
  #join(isLast: boolean): boolean {
    const pending = this.#pending;
    const mode = this.#stream.channel.descriptor.sequence?.mode ?? 'none';
    if (pending === undefined) return false;
    const join: Join =
      this.#tracker === undefined || mode === 'none'
        ? uncounted(this.#received.arrived)
        : joinSnapshot({
            base: pending.base,
            received: this.#received,
            before: this.#before,
            mode,
            isLast,
          });
    if (join.kind === 'joined') {
      this.#apply(pending.snapshot, pending.base, join);
      return true;
    }
    if (join.kind === 'stale') this.#pending = undefined;
    else this.#unclear += 1;
    return false;
  }

  #apply(
    snapshot: unknown,
    base: number | undefined,
    join: Extract<Join, { kind: 'joined' }>,
  ): void {
    const before = join.restart === undefined ? this.#before : undefined;
    this.#tracker?.reset(join.last, join.wire, base === undefined ? undefined : before);
    for (const { number, value } of this.#received.arrived.slice(-rememberedMessages)) {
      if (number !== undefined) this.#tracker?.remember(number, value);
    }
    this.#report(join);
    this.finish(() => {
      this.#stream.deliverSnapshot(snapshot);
      for (const { value, message } of join.messages) this.#stream.deliver(value, message);
    });
  }

  /** Reports the cause of the anomaly, unless it was reported when it occurred. */
  #report({ outliers, restart }: Extract<Join, { kind: 'joined' }>): void {
    const { channel, key } = this.#stream;
    const expected = (this.#before ?? -1) + 1;
    const resumesAfter = this.#resumesAfter;
    const target = { channel: channel.key, key };
    if (restart !== undefined && resumesAfter !== undefined && restart > resumesAfter) {
      const received = this.#before;
      this.#scheduler.emit({ kind: 'outlier', ...target, expected: resumesAfter + 1, received });
    } else if (restart !== undefined) {
      this.#scheduler.emit({ kind: 'restart', ...target, expected, received: restart });
    }
    for (const { number, isReported } of outliers) {
      if (!isReported) {
        this.#scheduler.emit({ kind: 'outlier', ...target, expected, received: number });
      }
    }
  }
}

function uncounted(messages: readonly ReceivedMessage[]): Join {
  return {
    kind: 'joined',
    messages,
    last: undefined,
    wire: undefined,
    outliers: [],
    restart: undefined,
  };
}

/** Reads the number that a snapshot includes; `undefined` if it is invalid. */
function baseReader({
  descriptor,
}: Channel): ((snapshot: unknown) => number | undefined) | undefined {
  const pointer = descriptor.book?.snapshot.sequence;
  if (pointer === undefined) return undefined;
  const get = compilePointer(pointer);
  return (snapshot) => {
    const number = sequenceNumber(get(snapshot));
    return Number.isNaN(number) ? undefined : number;
  };
}
