import { compilePointer } from '../../core/pointer.js';
import type { Channel } from '../feed.js';
import { sequenceNumber, type SequenceTracker } from '../sequence.js';
import { jittered } from './back-off.js';
import type { ResetReason } from './events.js';
import { type Join, joinSnapshot } from './join-snapshot.js';
import { type KeptMessage, KeptMessages } from './kept-messages.js';
import type { RepairShop, ResyncWay } from './repair-shop.js';
import type { KeyStream } from './key-stream.js';

/** Messages whose copies are recognised after a snapshot. */
const rememberedMessages = 16;

/**
 * Resynchronises one stream: asks for a snapshot or subscribes again until the stream is complete, with pauses that grow from attempt to
 * attempt and from one resynchronisation to the next.
 */
export class Resync {
  /** How the stream can be resynchronised, if at all. */
  readonly way: ResyncWay | undefined;
  /** How it is being resynchronised now. */
  active: ResyncWay | undefined;
  readonly #shop: RepairShop;
  readonly #stream: KeyStream;
  readonly #tracker: SequenceTracker | undefined;
  readonly #kept: KeptMessages;
  readonly #baseOf: ((snapshot: unknown) => number | undefined) | undefined;
  /** Counts resynchronisations: an older one is void. */
  #run = 0;
  /** Resynchronisations that came close upon each other. */
  #streak = 0;
  #lastStart = -Infinity;
  /** Last number before the doubt. */
  #before: number | undefined;
  #resumesAfter: number | undefined;
  /** A snapshot about which the next message decides, and how many there were. */
  #pending: { readonly snapshot: unknown; readonly base: number | undefined } | undefined;
  #unclear = 0;
  #snapshotCame: (() => void) | undefined;

  constructor(
    shop: RepairShop,
    stream: KeyStream,
    tracker: SequenceTracker | undefined,
    canRepair: boolean,
  ) {
    const { channel } = stream;
    this.#shop = shop;
    this.#stream = stream;
    this.#tracker = tracker;
    this.#kept = new KeptMessages(shop.settings.buffer);
    this.#baseOf = baseReader(channel);
    this.way = canRepair ? shop.wayFor(channel) : undefined;
  }

  /** True if it ends with a snapshot. */
  get restores(): boolean {
    return this.way === 'operation' || this.way === 'resubscribe';
  }

  /** Starts, unless one is under way or there is no way to. `before` is the last number before the doubt. */
  begin(reason: ResetReason, before?: number, resumesAfter?: number): boolean {
    if (this.active !== undefined || this.way === undefined) return false;
    this.#before = before ?? this.#tracker?.last;
    this.#resumesAfter = resumesAfter;
    this.active = this.way;
    this.start(reason, false);
    return true;
  }

  /** Starts one that is marked as active. `isAsked`: the subscription that brings the snapshot was requested already. */
  start(reason: ResetReason, isAsked: boolean): void {
    this.#run += 1;
    if (!isAsked) {
      const now = this.#shop.timers.now();
      const isClose = now - this.#lastStart < this.#shop.settings.maxDelay;
      this.#streak = isClose ? this.#streak + 1 : 0;
      this.#lastStart = now;
    }
    const { channel, key } = this.#stream;
    this.#shop.announce({ kind: 'resync', channel: channel.key, key, reason });
    if (reason !== 'reconnect') this.#stream.tellReset(reason);
    void this.#attempt(this.#run, isAsked);
  }

  /** Keeps a message until the snapshot has come. */
  keep(message: KeptMessage): void {
    this.#kept.add(message);
    if (this.#pending !== undefined) this.#join(false);
  }

  /** The stream is complete once `apply` has run. */
  finish(apply?: () => void): void {
    this.#snapshotCame?.();
    this.#clear();
    apply?.();
    const { channel, key } = this.#stream;
    // What was applied may have shown that it is not.
    if (this.active === undefined) {
      this.#shop.announce({ kind: 'resynced', channel: channel.key, key });
    }
  }

  /** The snapshot that came over the wire cannot be used. */
  refuse(): void {
    this.#snapshotCame?.();
  }

  /** Gives up what is under way. */
  cancel(): void {
    const came = this.#snapshotCame;
    this.#clear();
    this.#before = undefined;
    came?.();
  }

  #clear(): void {
    this.#run += 1;
    this.active = undefined;
    this.#kept.clear();
    this.#pending = undefined;
    this.#unclear = 0;
    this.#snapshotCame = undefined;
  }

  /** Tries until the stream is complete, or the attempt is void. Every pause is longer than the last, and none is known beforehand. */
  async #attempt(run: number, isAsked: boolean): Promise<void> {
    const { settings, random, announce, governed } = this.#shop;
    for (let failed = isAsked ? 0 : this.#streak; run === this.#run; failed += 1) {
      if (failed > 0) {
        const pause = jittered(settings, failed, random);
        await this.#shop.pause(
          this.#pending === undefined ? pause : Math.max(pause, 4 * settings.delay),
        );
      }
      if (run !== this.#run) return;
      try {
        const isDone = await governed(() => this.#once(run, isAsked && failed === 0));
        if (isDone) return;
      } catch (error) {
        if (run !== this.#run) return;
        const { channel, key } = this.#stream;
        announce({ kind: 'resync-failed', channel: channel.key, key, error });
      }
    }
  }

  /** One attempt; `true` if no other is needed. */
  async #once(run: number, isAsked: boolean): Promise<boolean> {
    if (run !== this.#run) return true;
    switch (this.active) {
      case 'operation':
        return await this.#fetch(run);
      case 'resubscribe':
        return await this.#awaitSnapshot(run, isAsked);
      default:
        return await this.#renew(run);
    }
  }

  async #fetch(run: number): Promise<boolean> {
    const { channel, key } = this.#stream;
    const snapshot = await this.#shop.fetchSnapshot(channel, key);
    if (run !== this.#run) return true;
    this.#pending = { snapshot, base: this.#baseOf?.(snapshot) };
    return this.#join(this.#unclear > 0);
  }

  /** The snapshot comes over the wire: ask for it, and wait. */
  async #awaitSnapshot(run: number, isAsked: boolean): Promise<boolean> {
    this.#tracker?.reset();
    const came = new AbortController();
    this.#snapshotCame = () => came.abort();
    if (!isAsked) await this.#shop.resubscribe(this.#stream);
    if (!came.signal.aborted) await this.#shop.pause(this.#shop.settings.timeout, came.signal);
    return run !== this.#run;
  }

  /** There are no snapshots: a new subscription begins with whatever number it likes. */
  async #renew(run: number): Promise<boolean> {
    await this.#shop.resubscribe(this.#stream);
    if (run !== this.#run) return true;
    this.finish();
    this.#stream.rejoined();
    return true;
  }

  /** Goes on from the pending snapshot with what was kept, if the two fit. */
  #join(isLast: boolean): boolean {
    const pending = this.#pending;
    const mode = this.#stream.channel.descriptor.sequence?.mode ?? 'none';
    if (pending === undefined) return false;
    const join: Join =
      this.#tracker === undefined || mode === 'none'
        ? uncounted(this.#kept.arrived)
        : joinSnapshot({
            base: pending.base,
            kept: this.#kept,
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
    for (const { number, value } of this.#kept.arrived.slice(-rememberedMessages)) {
      if (number !== undefined) this.#tracker?.remember(number, value);
    }
    this.#report(join);
    this.finish(() => {
      this.#stream.deliverSnapshot(snapshot);
      for (const { value, message } of join.messages) this.#stream.deliver(value, message);
    });
  }

  /** Tells what the doubt was, unless that was told when it arose. */
  #report({ outliers, restart }: Extract<Join, { kind: 'joined' }>): void {
    const { channel, key } = this.#stream;
    const expected = (this.#before ?? -1) + 1;
    const resumesAfter = this.#resumesAfter;
    const where = { channel: channel.key, key };
    if (restart !== undefined && resumesAfter !== undefined && restart > resumesAfter) {
      const received = this.#before;
      this.#shop.announce({ kind: 'outlier', ...where, expected: resumesAfter + 1, received });
    } else if (restart !== undefined) {
      this.#shop.announce({ kind: 'restart', ...where, expected, received: restart });
    }
    for (const { number, isReported } of outliers) {
      if (!isReported) {
        this.#shop.announce({ kind: 'outlier', ...where, expected, received: number });
      }
    }
  }
}

function uncounted(messages: readonly KeptMessage[]): Join {
  return {
    kind: 'joined',
    messages,
    last: undefined,
    wire: undefined,
    outliers: [],
    restart: undefined,
  };
}

/** Reads the number that a snapshot includes; what cannot be a number is none. */
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
