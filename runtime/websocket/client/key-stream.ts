import type { FeedError } from '../errors.js';
import type { Carrier, Channel } from '../feed.js';
import { sequenceNumber, SequenceTracker, type SequenceVerdict } from '../sequence.js';
import type { TemplateMembers } from '../template.js';
import type { ResetReason, SequenceAnomaly } from './events.js';
import type { ResyncScheduler } from './resync-scheduler.js';
import { Resync } from './resync.js';

/** Receiver of a stream's messages. Its functions never throw. */
export interface Consumer {
  /** True if the consumer must start with a snapshot, because it maintains a book. */
  readonly needsSnapshot: boolean;
  readonly message: (value: unknown, message: string, key: string) => void;
  /** Receives the response of an operation, which replaces all previous messages. */
  readonly snapshot: (value: unknown, key: string) => void;
  /** Reports that the state of a key is no longer valid. A snapshot follows if there is a way to obtain one. */
  readonly reset: (key: string, reason: ResetReason) => void;
  /** Ends the stream, with an error or at the program's request. */
  readonly fail: (error?: FeedError) => void;
}

/** State of a stream's subscription on the current connection: not requested, requested, or granted. */
export type WireState = 'wanted' | 'requested' | 'active';

/**
 * The messages of one key of one channel, in order and without gaps. Duplicates are dropped.
 *
 * If a number is missing, implausible or goes back, the stream is resynchronised: from a snapshot if the channel has
 * one, otherwise by a new subscription.
 */
export class KeyStream {
  readonly channel: Channel;
  /** Key; empty for the whole channel. */
  readonly key: string;
  readonly consumers: Set<Consumer>;
  wire: WireState = 'wanted';
  /** Subscription options of the first consumer. */
  options: TemplateMembers | undefined;
  readonly #scheduler: ResyncScheduler;
  readonly #tracker: SequenceTracker | undefined;
  readonly #resync: Resync;
  #hasStarted = false;
  /** A message with a number below the last one. Without snapshots, the next message determines its meaning. */
  #deferred: DeferredMessage | undefined;
  /**
   * The deferred message at the time of a new subscription, and the
   * last number before. The next message determines its meaning.
   */
  #deferredBefore: { readonly deferred: DeferredMessage; readonly last: number } | undefined;
  /** Such a number in a stream whose snapshot arrives over the connection. The number of the snapshot determines its meaning. */
  #unexplained: { readonly expected: number; readonly received: number } | undefined;
  /** Last message whose connection number caused the stream to be resynchronised. */
  #anomalousMessage: unknown;

  constructor(
    channel: Channel,
    key: string,
    scheduler: ResyncScheduler,
    consumers: Set<Consumer> = new Set<Consumer>(),
    canRepair: boolean = true,
  ) {
    this.channel = channel;
    this.key = key;
    this.consumers = consumers;
    this.#scheduler = scheduler;
    const mode = channel.descriptor.sequence?.mode ?? 'none';
    const isByKey = channel.descriptor.sequence?.scope === 'key';
    this.#tracker = mode === 'none' || !isByKey ? undefined : new SequenceTracker(mode);
    this.#resync = new Resync(scheduler, this, this.#tracker, canRepair);
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
      const verdict = this.#tracker.check(sequence, value);
      if (verdict !== 'next') {
        this.#handleVerdict(verdict, { value, message, sequence, last: last ?? -1 });
        return;
      }
      if (this.#deferred !== undefined && sequenceNumber(sequence) !== undefined)
        this.#dropDeferred();
      if (this.#deferredBefore !== undefined) this.#resolveDeferredBefore(sequence);
      if (this.#unexplained !== undefined) this.#explain(sequence);
    }
    this.#hasStarted = true;
    if (restores) this.#resync.finish(() => this.deliver(value, message));
    else this.deliver(value, message);
  }

  /**
   * Handles a message that cannot be delivered. An implausible number is reported; otherwise the key misses a message
   * and is resynchronised.
   */
  markLost(value: unknown, message: string, carrier: Carrier): void {
    if (this.#anomalousMessage === value) return;
    const { active } = this.#resync;
    if (active === 'resubscribe') {
      if (message === this.channel.descriptor.book?.snapshot.message) this.#resync.refuse();
      return;
    }
    const sequence = carrier.sequenceOf?.(value);
    if (this.#tracker !== undefined && Number.isNaN(sequenceNumber(sequence))) {
      if (active === 'operation') {
        this.#keep(value, message, sequence);
        return;
      }
      const last = this.#tracker.last ?? -1;
      const verdict = this.#tracker.check(sequence, value);
      if (verdict !== 'next')
        this.#handleVerdict(verdict, { value, message, sequence, last, isLost: true });
      return;
    }
    // A snapshot in progress may lack the message as well.
    if (active === 'operation') this.#resync.cancel();
    this.repair('unreadable');
  }

  /** Reports that the subscription has been requested. Messages from now on belong to this connection. */
  requested(): void {
    this.wire = 'requested';
    const { method } = this.#resync;
    if (method === 'resubscribe' || this.#wantsSnapshot()) this.#resync.active = method;
  }

  /** Reports that the subscription has been granted. */
  granted(): void {
    this.wire = 'active';
    if (this.#resync.active !== undefined)
      this.#resync.start(this.#hasStarted ? 'reconnect' : 'initial', true);
  }

  /** Reports that the connection is lost. */
  interrupted(): void {
    this.wire = 'wanted';
    this.#resetState();
    if (this.#hasStarted) this.notifyReset('reconnect');
  }

  /** Reports that the channel was unsubscribed and subscribed again. Its messages may start with any number. */
  rejoined(): void {
    if (this.#resync.active !== undefined) return;
    const deferred = this.#deferred;
    const last = this.#tracker?.last;
    this.#resetState();
    if (deferred?.isReported === false && last !== undefined)
      this.#deferredBefore = { deferred, last };
  }

  /** Resynchronises the stream, unless that is in progress or there are no snapshots. */
  repair(reason: ResetReason): void {
    if (this.#resync.restores) this.#begin(reason);
  }

  /** Ends the stream, because it has no consumers. */
  end(): void {
    this.#resync.cancel();
  }

  /**
   * Handles a message whose connection number is out of order: messages of this key may be missing. `wasDoubted` is
   * true if {@link repair} has been called for the same anomaly.
   */
  missed(anomaly: SequenceAnomaly, wasDoubted: boolean, value: unknown): void {
    this.#emit(anomaly);
    const { active } = this.#resync;
    if (active === 'operation' || active === 'resubscribe') return;
    if (this.#resync.restores && wasDoubted) return;
    this.#anomalousMessage = value;
    if (this.#resync.restores || anomaly.kind !== 'gap') this.#begin(anomaly.kind);
    else this.notifyReset('gap');
  }

  notifyReset(reason: ResetReason): void {
    for (const consumer of this.consumers) consumer.reset(this.key, reason);
  }

  deliver(value: unknown, message: string): void {
    for (const consumer of this.consumers) consumer.message(value, message, this.key);
  }

  /** Passes the snapshot of an operation to all consumers. */
  deliverSnapshot(snapshot: unknown): void {
    this.#hasStarted = true;
    for (const consumer of this.consumers) consumer.snapshot(snapshot, this.key);
  }

  #wantsSnapshot(): boolean {
    if (this.#resync.method !== 'operation') return false;
    return this.#hasStarted || [...this.consumers].some((consumer) => consumer.needsSnapshot);
  }

  /** Starts a resynchronisation. If there is no method, only reports the anomaly. */
  #begin(reason: ResetReason, before?: number, resumesAfter?: number): void {
    if (this.wire !== 'wanted' && this.#resync.begin(reason, before, resumesAfter)) return;
    if (!this.#resync.restores || this.wire === 'wanted') this.notifyReset(reason);
  }

  #handleVerdict(
    verdict: Exclude<SequenceVerdict, 'next'>,
    { value, message, sequence, last, isLost = false }: UnexpectedMessage,
  ): void {
    const number = sequenceNumber(sequence) ?? NaN;
    if (verdict === 'duplicate') {
      this.#dropDeferred();
      this.#reportDuplicate();
      this.#deferred = { value, message, number, isReported: true };
      return;
    }
    if (verdict === 'gap') this.#emit({ kind: 'gap', expected: last + 1, received: number });
    if (verdict === 'outlier') {
      this.#emit({ kind: 'outlier', expected: last + 1, received: sequence });
    }
    if (!this.#resync.restores || this.wire === 'wanted') {
      this.#continueWithout(verdict, { value, message, sequence, last, isLost });
      return;
    }
    if (this.#resync.active === 'resubscribe') {
      // The number of the snapshot itself is an outlier, so another one is requested.
      this.#resync.refuse();
      return;
    }
    const isBack = verdict !== 'gap' && verdict !== 'outlier';
    const { method } = this.#resync;
    const resumesAfter = isBack ? this.#tracker?.resumesAfter : undefined;
    if (isBack && method === 'resubscribe') {
      this.#unexplained =
        resumesAfter === undefined
          ? { expected: last + 1, received: number }
          : { expected: resumesAfter + 1, received: last };
    }
    this.#deferred = undefined;
    this.#begin(isBack ? 'restart' : verdict, last, resumesAfter);
    if (method === 'operation') this.#keep(value, message, sequence, verdict === 'outlier');
  }

  /** Continues a stream without snapshots. */
  #continueWithout(
    verdict: Exclude<SequenceVerdict, 'next' | 'duplicate'>,
    { value, message, sequence, last, isLost = false }: UnexpectedMessage,
  ): void {
    const deferred = this.#deferred;
    const number = sequenceNumber(sequence) ?? NaN;
    if (verdict === 'back') {
      this.#dropDeferred();
      this.#deferred = { value, message, number, isReported: false };
      return;
    }
    if (verdict === 'resumed') {
      const expected = (this.#tracker?.resumesAfter ?? -1) + 1;
      this.#emit({ kind: 'outlier', expected, received: last });
    } else if (verdict === 'restart') {
      const received = deferred?.number ?? number;
      this.#emit({ kind: 'restart', expected: last + 1, received });
    } else this.#dropDeferred();
    this.#deferred = undefined;
    if (verdict === 'gap') this.notifyReset('gap');
    else this.#begin(verdict === 'restart' ? 'restart' : 'outlier');
    this.#hasStarted = true;
    if (verdict !== 'gap' && verdict !== 'outlier' && deferred !== undefined)
      this.deliver(deferred.value, deferred.message);
    if (!isLost) this.deliver(value, message);
  }

  #keep(value: unknown, message: string, sequence: unknown, isReported: boolean = false): void {
    const number = this.#tracker === undefined ? undefined : sequenceNumber(sequence);
    if (!Number.isNaN(number)) this.#resync.keep({ value, message, number, isReported });
    else if (!isReported) {
      const expected = (this.#tracker?.last ?? -1) + 1;
      this.#emit({ kind: 'outlier', expected, received: sequence });
    }
  }

  /** Drops the deferred message, because it did not begin a new numbering. */
  #dropDeferred(): void {
    if (this.#deferred === undefined) return;
    if (!this.#deferred.isReported) this.#reportDuplicate();
    this.#deferred = undefined;
  }

  /** The numbering went back before the new subscription if this number continues the deferred one. */
  #resolveDeferredBefore(sequence: unknown): void {
    const number = sequenceNumber(sequence);
    if (this.#deferredBefore === undefined || number === undefined) return;
    const { deferred, last } = this.#deferredBefore;
    this.#deferredBefore = undefined;
    if (number > deferred.number && number <= last) {
      this.#emit({ kind: 'restart', expected: last + 1, received: deferred.number });
      this.deliver(deferred.value, deferred.message);
    } else this.#reportDuplicate();
  }

  #reportDuplicate(): void {
    this.#scheduler.emit({ kind: 'duplicate', channel: this.channel.key, key: this.key });
  }

  /** The first number after a new subscription shows if the numbering has restarted. */
  #explain(sequence: unknown): void {
    const number = sequenceNumber(sequence);
    if (this.#unexplained === undefined || number === undefined) return;
    const { expected, received } = this.#unexplained;
    this.#unexplained = undefined;
    if (number < expected) this.#emit({ kind: 'restart', expected, received: number });
    else this.#emit({ kind: 'outlier', expected, received });
  }

  #resetState(): void {
    this.#resync.cancel();
    this.#tracker?.reset();
    this.#deferred = undefined;
    this.#deferredBefore = undefined;
    this.#unexplained = undefined;
  }

  #emit(anomaly: SequenceAnomaly): void {
    this.#scheduler.emit({ ...anomaly, channel: this.channel.key, key: this.key });
  }
}

/** A message whose meaning the next message determines. */
interface DeferredMessage {
  readonly value: unknown;
  readonly message: string;
  readonly number: number;
  /** True if an event has reported it as a duplicate. */
  readonly isReported: boolean;
}

/** A message whose number is not the successor of the last one. */
interface UnexpectedMessage {
  readonly value: unknown;
  readonly message: string;
  readonly sequence: unknown;
  readonly last: number;
  /** True if the message cannot be delivered. */
  readonly isLost?: boolean;
}
