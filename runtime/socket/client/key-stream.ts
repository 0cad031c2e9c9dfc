import type { JsonValue } from '../../core/descriptor.js';
import type { FeedError } from '../errors.js';
import type { Carrier, Channel } from '../feed.js';
import { compilePointer } from '../../core/pointer.js';
import { sequenceNumber, type SequenceTracker, sequenceTracker } from '../sequence.js';
import { jittered } from './back-off.js';
import type { ResetReason } from './events.js';
import type { RepairShop } from './repair-shop.js';

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

interface Buffered {
  readonly value: unknown;
  readonly message: string;
  readonly carrier: Carrier;
  readonly sequence: number | undefined;
}

/**
 * The messages of one key of one channel, in order and without gaps: what comes twice is dropped; where something is missing the key is
 * repaired, and what comes meanwhile is kept or, where a snapshot will follow on the wire, dropped.
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
  /** How it can be repaired. */
  readonly #way: 'operation' | 'resubscribe' | undefined;
  #repairing: 'operation' | 'resubscribe' | undefined;
  /** Counts repairs: an older one is void. */
  #run = 0;
  /** Repairs that came close upon each other. */
  #streak = 0;
  #lastRepair = -Infinity;
  #buffer: Buffered[] = [];
  #hasStarted = false;
  #snapshotCame: (() => void) | undefined;

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
    this.#tracker = mode === 'none' || !isByKey ? undefined : sequenceTracker(mode);
    this.#way = canRepair ? shop.wayFor(channel) : undefined;
  }

  get isRepairing(): boolean {
    return this.#repairing !== undefined;
  }

  receive(value: unknown, message: string, carrier: Carrier): void {
    const sequence = carrier.sequenceOf?.(value);
    if (this.#repairing === 'operation') {
      this.#keep({ value, message, carrier, sequence: sequenceNumber(sequence) });
      return;
    }
    if (this.#repairing === 'resubscribe') {
      if (message !== this.channel.descriptor.book?.snapshot.message) return;
      this.#finish();
      this.#snapshotCame?.();
    }
    if (carrier.sequenceOf !== undefined && this.#tracker !== undefined) {
      const verdict = this.#tracker.take(sequence);
      if (verdict === 'duplicate') {
        this.#shop.announce({ kind: 'duplicate', channel: this.channel.key, key: this.key });
        return;
      }
      if (verdict === 'gap') {
        this.#gap(value, message, carrier, sequenceNumber(sequence) ?? 0);
        return;
      }
    }
    this.#hasStarted = true;
    this.#deliver(value, message);
  }

  /** The request for it is on its way: what comes now belongs to this connection. */
  requested(): void {
    this.wire = 'requested';
    if (this.#way === 'resubscribe' || this.#wantsSnapshot()) this.#repairing = this.#way;
  }

  /** The request was granted. */
  granted(): void {
    this.wire = 'active';
    if (this.#repairing !== undefined)
      this.#start(this.#hasStarted ? 'reconnect' : 'initial', true);
  }

  /** The connection is gone. */
  interrupted(): void {
    this.wire = 'wanted';
    this.#cancel();
    this.#tracker?.reset();
    if (this.#hasStarted) this.#tellReset('reconnect');
  }

  /** Makes it whole anew, unless that is under way. */
  repair(reason: ResetReason): void {
    if (this.#repairing !== undefined || this.#way === undefined || this.wire === 'wanted') return;
    this.#repairing = this.#way;
    this.#start(reason, false);
  }

  /** Nobody listens any more. */
  end(): void {
    this.#cancel();
  }

  /** Messages of the connection are missing; some may have been of this key. */
  missed(expected: number, received: number): void {
    const { channel, key } = this;
    this.#shop.announce({ kind: 'gap', channel: channel.key, key, expected, received });
    this.repair('gap');
    if (this.#repairing === undefined) this.#tellReset('gap');
  }

  #wantsSnapshot(): boolean {
    if (this.#way !== 'operation') return false;
    return this.#hasStarted || [...this.consumers].some((consumer) => consumer.needsSnapshot);
  }

  #gap(value: unknown, message: string, carrier: Carrier, received: number): void {
    const { channel, key } = this;
    const expected = (this.#tracker?.last ?? 0) + 1;
    this.#shop.announce({ kind: 'gap', channel: channel.key, key, expected, received });
    this.repair('gap');
    if (this.#repairing === undefined) {
      this.#tracker?.reset(received);
      this.#tellReset('gap');
      this.#deliver(value, message);
      return;
    }
    if (this.#repairing === 'operation')
      this.#keep({ value, message, carrier, sequence: received });
  }

  #start(reason: ResetReason, isAsked: boolean): void {
    this.#run += 1;
    if (!isAsked) {
      const now = this.#shop.timers.now();
      const isClose = now - this.#lastRepair < this.#shop.settings.maxDelay;
      this.#streak = isClose ? this.#streak + 1 : 0;
      this.#lastRepair = now;
    }
    this.#shop.announce({ kind: 'resync', channel: this.channel.key, key: this.key, reason });
    if (reason !== 'reconnect') this.#tellReset(reason);
    void this.#repair(this.#run, isAsked);
  }

  /** Tries until it is whole, or the repair is void. Every pause is longer than the last, and none is known beforehand. */
  async #repair(run: number, isAsked: boolean): Promise<void> {
    const { settings, random, announce, governed } = this.#shop;
    for (let failed = isAsked ? 0 : this.#streak; run === this.#run; failed += 1) {
      if (failed > 0) await this.#shop.pause(jittered(settings, failed, random));
      if (run !== this.#run) return;
      try {
        const isWhole = await governed(() =>
          this.#repairing === 'operation'
            ? this.#fetch(run)
            : this.#resubscribe(run, isAsked && failed === 0),
        );
        if (isWhole) return;
      } catch (error) {
        if (run !== this.#run) return;
        announce({ kind: 'resync-failed', channel: this.channel.key, key: this.key, error });
      }
    }
  }

  async #fetch(run: number): Promise<boolean> {
    if (run !== this.#run) return true;
    const snapshot = await this.#shop.fetchSnapshot(this.channel, this.key);
    return run !== this.#run || this.#replay(snapshot);
  }

  /** The snapshot comes over the wire: ask for it, and wait. */
  async #resubscribe(run: number, isAsked: boolean): Promise<boolean> {
    if (run !== this.#run) return true;
    this.#tracker?.reset();
    const came = new AbortController();
    this.#snapshotCame = () => came.abort();
    if (!isAsked) await this.#shop.resubscribe(this);
    if (!came.signal.aborted) await this.#shop.pause(this.#shop.settings.timeout, came.signal);
    return came.signal.aborted || run !== this.#run;
  }

  /** Goes on from a snapshot with what was kept; `false` where it is too old for that. */
  #replay(snapshot: unknown): boolean {
    const { sequence } = this.channel.descriptor.book?.snapshot ?? {};
    const base =
      sequence === undefined ? undefined : sequenceNumber(compilePointer(sequence)(snapshot));
    const kept = this.#buffer.toSorted((a, b) => (a.sequence ?? 0) - (b.sequence ?? 0));
    const isContiguous = this.channel.descriptor.sequence?.mode === 'contiguous';
    let last = base;
    for (const { sequence: number } of isContiguous ? kept : []) {
      if (number === undefined || (last !== undefined && number <= last)) continue;
      if (last !== undefined && number > last + 1) return false;
      last = number;
    }
    this.#finish();
    this.#hasStarted = true;
    this.#tracker?.reset(base);
    for (const consumer of this.consumers) consumer.snapshot(snapshot, this.key);
    for (const { value, message, sequence: number } of kept) {
      const isCounted = this.#tracker !== undefined && number !== undefined;
      if (!isCounted || this.#tracker?.take(number) === 'next') this.#deliver(value, message);
    }
    return true;
  }

  #finish(): void {
    this.#repairing = undefined;
    this.#buffer = [];
    this.#run += 1;
    this.#shop.announce({ kind: 'resynced', channel: this.channel.key, key: this.key });
  }

  #cancel(): void {
    this.#run += 1;
    this.#snapshotCame?.();
    this.#repairing = undefined;
    this.#buffer = [];
  }

  /** Keeps a message. Above the limit the oldest half goes: a snapshot that is new enough makes up for it. */
  #keep(message: Buffered): void {
    this.#buffer.push(message);
    if (this.#buffer.length > this.#shop.settings.buffer) {
      this.#buffer.splice(0, Math.ceil(this.#buffer.length / 2));
    }
  }

  #deliver(value: unknown, message: string): void {
    for (const consumer of this.consumers) consumer.message(value, message, this.key);
  }

  #tellReset(reason: ResetReason): void {
    for (const consumer of this.consumers) consumer.reset(this.key, reason);
  }
}
