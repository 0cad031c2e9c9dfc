import type { Carrier, Channel } from '../feed.js';
import type { SequenceAnomaly } from './events.js';
import { type Consumer, KeyStream } from './key-stream.js';
import type { ResyncScheduler } from './resync-scheduler.js';

/** The streams of one channel with at least one consumer. */
export class ChannelStreams {
  readonly channel: Channel;
  /** Stream of the whole channel; the only stream of a channel without keys. */
  wholeChannel: KeyStream | undefined;
  readonly keyed: Map<string, KeyStream> = new Map();
  /** Streams by key for a subscription to the whole channel, because numbers are in order for each key only. */
  readonly #parts = new Map<string, KeyStream>();
  readonly #scheduler: ResyncScheduler;

  constructor(channel: Channel, scheduler: ResyncScheduler) {
    this.channel = channel;
    this.#scheduler = scheduler;
  }

  get isEmpty(): boolean {
    return this.wholeChannel === undefined && this.keyed.size === 0;
  }

  /** Streams that are requested from the feed. */
  get requestedStreams(): readonly KeyStream[] {
    return this.wholeChannel === undefined
      ? [...this.keyed.values()]
      : [this.wholeChannel, ...this.keyed.values()];
  }

  /** Adds a consumer to the streams of the given keys, or to that of the whole channel. Returns the streams. */
  join(keys: readonly string[], consumer: Consumer): readonly KeyStream[] {
    const streams =
      keys.length === 0 ? [this.#wholeStream()] : keys.map((key) => this.#keyStream(key));
    for (const stream of streams) stream.consumers.add(consumer);
    return streams;
  }

  /** Removes a consumer. Returns the streams without any consumer, which have been dropped. */
  leave(streams: readonly KeyStream[], consumer: Consumer): readonly KeyStream[] {
    for (const stream of streams) stream.consumers.delete(consumer);
    const empty = streams.filter((stream) => stream.consumers.size === 0 && this.has(stream));
    for (const stream of empty) this.drop(stream);
    return empty;
  }

  has(stream: KeyStream): boolean {
    return this.wholeChannel === stream || this.keyed.get(stream.key) === stream;
  }

  drop(stream: KeyStream): void {
    stream.end();
    if (this.wholeChannel === stream) {
      this.wholeChannel = undefined;
      for (const part of this.#parts.values()) part.end();
      this.#parts.clear();
    } else if (this.keyed.get(stream.key) === stream) this.keyed.delete(stream.key);
  }

  interrupted(): void {
    for (const stream of this.requestedStreams) stream.interrupted();
    for (const part of this.#parts.values()) part.interrupted();
  }

  /** Handles a message whose connection number is out of order. `wasDoubted` is true if {@link doubted} has been called before. */
  missed(anomaly: SequenceAnomaly, wasDoubted: boolean, value: unknown): void {
    for (const stream of this.requestedStreams) stream.missed(anomaly, wasDoubted, value);
  }

  /** Handles a connection number below the last one: streams with snapshots are resynchronised. */
  doubted(): void {
    for (const stream of this.requestedStreams) stream.repair('restart');
  }

  /**
   * Reports that a stream was unsubscribed and subscribed again. For the whole channel, this includes all of its keys.
   */
  rejoined(stream: KeyStream): void {
    if (stream !== this.wholeChannel) return;
    for (const part of this.#parts.values()) part.rejoined();
  }

  receive(value: unknown, message: string, carrier: Carrier): void {
    const { wholeChannel } = this;
    const key = carrier.keyOf?.(value);
    if (key === undefined) {
      // A message without a key concerns all of them.
      wholeChannel?.receive(value, message, carrier);
      for (const stream of this.keyed.values()) stream.receive(value, message, carrier);
      return;
    }
    const text = typeof key === 'string' ? key : String(key);
    this.keyed.get(text)?.receive(value, message, carrier);
    if (wholeChannel !== undefined) this.#part(wholeChannel, text).receive(value, message, carrier);
  }

  /** Handles a message that cannot be delivered. */
  markLost(value: unknown, message: string, carrier: Carrier): void {
    const key = carrier.keyOf?.(value);
    const text = typeof key === 'string' ? key : String(key);
    const streams =
      key === undefined ? this.requestedStreams : [this.keyed.get(text), this.#parts.get(text)];
    for (const stream of streams) stream?.markLost(value, message, carrier);
  }

  #keyStream(key: string): KeyStream {
    const existing = this.keyed.get(key);
    if (existing !== undefined) return existing;
    const stream = new KeyStream(this.channel, key, this.#scheduler);
    this.keyed.set(key, stream);
    return stream;
  }

  #wholeStream(): KeyStream {
    const isDivided = this.channel.descriptor.keys !== undefined;
    this.wholeChannel ??= new KeyStream(this.channel, '', this.#scheduler, new Set(), !isDivided);
    return this.wholeChannel;
  }

  #part(wholeChannel: KeyStream, key: string): KeyStream {
    const existing = this.#parts.get(key);
    if (existing?.wire === 'active') return existing;
    const part =
      existing ?? new KeyStream(this.channel, key, this.#scheduler, wholeChannel.consumers);
    this.#parts.set(key, part);
    part.requested();
    part.granted();
    return part;
  }
}
