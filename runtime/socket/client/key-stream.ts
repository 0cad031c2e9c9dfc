import type { JsonValue } from '../../core/descriptor.js';
import type { FeedError } from '../errors.js';
import type { Carrier, Channel } from '../feed.js';
import { sequenceNumber, SequenceTracker, type SequenceVerdict } from '../sequence.js';
import type { ResetReason, SequenceDoubt } from './events.js';
import type { RepairShop } from './repair-shop.js';
import { Resync } from './resync.js';

/** Whoever takes the messages of a stream. Its calls never throw. */
export interface Consumer {
  /** Wants to begin with a snapshot, because it keeps a book. */
  readonly needsSnapshot: boolean;
  readonly message: (value: unknown, message: string, key: string) => void;
  /** What an operation answered: it stands for all messages until now. */
  readonly snapshot: (value: unknown, key: string) => void;
  /** What is known of a key no longer holds; a snapshot follows where there is a way to one. */
  readonly reset: (key: string, reason: ResetReason) => void;
  /** Nothing more will come, because of an error or because that was wished. */
  readonly fail: (error?: FeedError) => void;
}

/** How far the wire is: nothing was asked on this connection, it was asked, it was granted. */
export type WireState = 'wanted' | 'requested' | 'active';

/**
 * The messages of one key of one channel, in order and without gaps. A duplicate is dropped. Where a number is missing, cannot follow or
 * goes back, the stream is in doubt and is resynchronised: from a snapshot if the channel has one, otherwise by a new subscription.
 */
export class KeyStream {
  readonly channel: Channel;
  /** Empty for a channel without keys, and for one that is taken as a whole. */
  readonly key: string;
  readonly consumers: Set<Consumer>;
  wire: WireState = 'wanted';
  /** Further wishes of the first who asked for it. */
  options: Readonly<Record<string, JsonValue>> | undefined;
  readonly #shop: RepairShop;
  readonly #tracker: SequenceTracker | undefined;
  readonly #resync: Resync;
  #hasStarted = false;
  /** A message with a number below the last one. In a stream without snapshots the next message decides about it. */
  #held: Held | undefined;
  /** One that was held when the channel was joined again, and the last number before. The next message decides about it, too. */
  #heldBefore: { readonly held: Held; readonly last: number } | undefined;
  /** Such a number in a stream whose snapshot comes over the wire. The number of the snapshot decides about it. */
  #unsettled: { readonly expected: number; readonly received: number } | undefined;

  constructor(
    channel: Channel,
    key: string,
    shop: RepairShop,
    consumers: Set<Consumer> = new Set<Consumer>(),
    canRepair: boolean = true,
  ) {
    this.channel = channel;
    this.key = key;
    this.consumers = consumers;
    this.#shop = shop;
    const mode = channel.descriptor.sequence?.mode ?? 'none';
    const isByKey = channel.descriptor.sequence?.scope === 'key';
    this.#tracker = mode === 'none' || !isByKey ? undefined : new SequenceTracker(mode);
    this.#resync = new Resync(shop, this, this.#tracker, canRepair);
  }

  receive(value: unknown, message: string, carrier: Carrier): void {
    const sequence = carrier.sequenceOf?.(value);
    const { active } = this.#resync;
    if (active === 'operation') {
      this.#keep(value, message, sequence);
      return;
    }
    const restores = active === 'resubscribe';
    if (restores && message !== this.channel.descriptor.book?.snapshot.message) return;
    if (carrier.sequenceOf !== undefined && this.#tracker !== undefined) {
      const { last } = this.#tracker;
      const verdict = this.#tracker.take(sequence, value);
      if (verdict !== 'next') {
        this.#judge(verdict, { value, message, sequence, last: last ?? -1 });
        return;
      }
      if (this.#held !== undefined && sequenceNumber(sequence) !== undefined) this.#dropHeld();
      if (this.#heldBefore !== undefined) this.#decideHeldBefore(sequence);
      if (this.#unsettled !== undefined) this.#settle(sequence);
    }
    this.#hasStarted = true;
    if (restores) this.#resync.finish(() => this.deliver(value, message));
    else this.deliver(value, message);
  }

  /** The request for it is on its way: what comes now belongs to this connection. */
  requested(): void {
    this.wire = 'requested';
    const { way } = this.#resync;
    if (way === 'resubscribe' || this.#wantsSnapshot()) this.#resync.active = way;
  }

  /** The request was granted. */
  granted(): void {
    this.wire = 'active';
    if (this.#resync.active !== undefined)
      this.#resync.start(this.#hasStarted ? 'reconnect' : 'initial', true);
  }

  /** The connection is gone. */
  interrupted(): void {
    this.wire = 'wanted';
    this.#forget();
    if (this.#hasStarted) this.tellReset('reconnect');
  }

  /** The channel was left and joined again: its messages may begin with any number. */
  rejoined(): void {
    if (this.#resync.active !== undefined) return;
    const held = this.#held;
    const last = this.#tracker?.last;
    this.#forget();
    if (held?.isTold === false && last !== undefined) this.#heldBefore = { held, last };
  }

  /** Makes it whole anew, unless that is under way or it has no snapshots. */
  repair(reason: ResetReason): void {
    if (this.#resync.restores) this.#begin(reason);
  }

  /** Nobody listens any more. */
  end(): void {
    this.#resync.cancel();
  }

  /**
   * A number of the connection is not in order; messages of this key may be missing. `wasDoubted`: {@link repair} was called when the
   * doubt arose.
   */
  missed(doubt: SequenceDoubt, wasDoubted: boolean): void {
    this.#announce(doubt);
    const { active } = this.#resync;
    if (active === 'operation' || active === 'resubscribe') return;
    if (this.#resync.restores && wasDoubted) return;
    if (this.#resync.restores || doubt.kind !== 'gap') this.#begin(doubt.kind);
    else this.tellReset('gap');
  }

  tellReset(reason: ResetReason): void {
    for (const consumer of this.consumers) consumer.reset(this.key, reason);
  }

  deliver(value: unknown, message: string): void {
    for (const consumer of this.consumers) consumer.message(value, message, this.key);
  }

  /** Hands a snapshot of an operation to whoever takes the stream. */
  deliverSnapshot(snapshot: unknown): void {
    this.#hasStarted = true;
    for (const consumer of this.consumers) consumer.snapshot(snapshot, this.key);
  }

  #wantsSnapshot(): boolean {
    if (this.#resync.way !== 'operation') return false;
    return this.#hasStarted || [...this.consumers].some((consumer) => consumer.needsSnapshot);
  }

  /** Starts to resynchronise; where there is no way to, only tells of the doubt. */
  #begin(reason: ResetReason, before?: number, resumesAfter?: number): void {
    if (this.wire !== 'wanted' && this.#resync.begin(reason, before, resumesAfter)) return;
    if (!this.#resync.restores || this.wire === 'wanted') this.tellReset(reason);
  }

  #judge(
    verdict: Exclude<SequenceVerdict, 'next'>,
    { value, message, sequence, last }: Judged,
  ): void {
    const number = sequenceNumber(sequence) ?? NaN;
    if (verdict === 'duplicate') {
      this.#dropHeld();
      this.#tellDuplicate();
      this.#held = { value, message, number, isTold: true };
      return;
    }
    if (verdict === 'gap') this.#announce({ kind: 'gap', expected: last + 1, received: number });
    if (verdict === 'outlier') {
      this.#announce({ kind: 'outlier', expected: last + 1, received: sequence });
    }
    if (!this.#resync.restores || this.wire === 'wanted') {
      this.#goOn(verdict, { value, message, sequence, last });
      return;
    }
    if (this.#resync.active === 'resubscribe') {
      // The snapshot's own number is an outlier: it is asked for again.
      this.#resync.refuse();
      return;
    }
    const isBack = verdict !== 'gap' && verdict !== 'outlier';
    const { way } = this.#resync;
    const resumesAfter = isBack ? this.#tracker?.resumesAfter : undefined;
    if (isBack && way === 'resubscribe') {
      this.#unsettled =
        resumesAfter === undefined
          ? { expected: last + 1, received: number }
          : { expected: resumesAfter + 1, received: last };
    }
    this.#held = undefined;
    this.#begin(isBack ? 'restart' : verdict, last, resumesAfter);
    if (way === 'operation') this.#keep(value, message, sequence, verdict === 'outlier');
  }

  /** Goes on in a stream without snapshots. */
  #goOn(
    verdict: Exclude<SequenceVerdict, 'next' | 'duplicate'>,
    { value, message, sequence, last }: Judged,
  ): void {
    const held = this.#held;
    const number = sequenceNumber(sequence) ?? NaN;
    if (verdict === 'back') {
      this.#dropHeld();
      this.#held = { value, message, number, isTold: false };
      return;
    }
    if (verdict === 'resumed') {
      const expected = (this.#tracker?.resumesAfter ?? -1) + 1;
      this.#announce({ kind: 'outlier', expected, received: last });
    } else if (verdict === 'restart') {
      const received = held?.number ?? number;
      this.#announce({ kind: 'restart', expected: last + 1, received });
    } else this.#dropHeld();
    this.#held = undefined;
    if (verdict === 'gap') this.tellReset('gap');
    else this.#begin(verdict === 'restart' ? 'restart' : 'outlier');
    this.#hasStarted = true;
    if (verdict !== 'gap' && verdict !== 'outlier' && held !== undefined)
      this.deliver(held.value, held.message);
    this.deliver(value, message);
  }

  #keep(value: unknown, message: string, sequence: unknown, isReported: boolean = false): void {
    const number = this.#tracker === undefined ? undefined : sequenceNumber(sequence);
    if (!Number.isNaN(number)) this.#resync.keep({ value, message, number, isReported });
    else if (!isReported) {
      const expected = (this.#tracker?.last ?? -1) + 1;
      this.#announce({ kind: 'outlier', expected, received: sequence });
    }
  }

  /** The message that was held has not shown to be the beginning of another count. */
  #dropHeld(): void {
    if (this.#held === undefined) return;
    if (!this.#held.isTold) this.#tellDuplicate();
    this.#held = undefined;
  }

  /** The numbers went back before the channel was joined again if they go on from the one that was held. */
  #decideHeldBefore(sequence: unknown): void {
    const number = sequenceNumber(sequence);
    if (this.#heldBefore === undefined || number === undefined) return;
    const { held, last } = this.#heldBefore;
    this.#heldBefore = undefined;
    if (number > held.number && number <= last) {
      this.#announce({ kind: 'restart', expected: last + 1, received: held.number });
      this.deliver(held.value, held.message);
    } else this.#tellDuplicate();
  }

  #tellDuplicate(): void {
    this.#shop.announce({ kind: 'duplicate', channel: this.channel.key, key: this.key });
  }

  /** The first number after a new subscription shows whether the numbers have started again. */
  #settle(sequence: unknown): void {
    const number = sequenceNumber(sequence);
    if (this.#unsettled === undefined || number === undefined) return;
    const { expected, received } = this.#unsettled;
    this.#unsettled = undefined;
    if (number < expected) this.#announce({ kind: 'restart', expected, received: number });
    else this.#announce({ kind: 'outlier', expected, received });
  }

  #forget(): void {
    this.#resync.cancel();
    this.#tracker?.reset();
    this.#held = undefined;
    this.#heldBefore = undefined;
    this.#unsettled = undefined;
  }

  #announce(doubt: SequenceDoubt): void {
    this.#shop.announce({ ...doubt, channel: this.channel.key, key: this.key });
  }
}

/** A message that the next one decides about. */
interface Held {
  readonly value: unknown;
  readonly message: string;
  readonly number: number;
  /** An event has reported it as a duplicate. */
  readonly isTold: boolean;
}

/** A message whose number is not the next one. */
interface Judged {
  readonly value: unknown;
  readonly message: string;
  readonly sequence: unknown;
  readonly last: number;
}
