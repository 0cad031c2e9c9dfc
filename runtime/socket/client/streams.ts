import type { Carrier, Channel } from '../feed.js';
import type { SequenceDoubt } from './events.js';
import { type Consumer, KeyStream } from './key-stream.js';
import type { RepairShop } from './repair-shop.js';

/** The streams of one channel that somebody listens to. */
export class ChannelStreams {
  readonly channel: Channel;
  /** Everything of the channel: the only stream where it has no keys. */
  whole: KeyStream | undefined;
  readonly keyed: Map<string, KeyStream> = new Map();
  /** Where the whole of a channel with keys is taken: what is in order is still each key. */
  readonly #parts = new Map<string, KeyStream>();
  readonly #shop: RepairShop;

  constructor(channel: Channel, shop: RepairShop) {
    this.channel = channel;
    this.#shop = shop;
  }

  get isEmpty(): boolean {
    return this.whole === undefined && this.keyed.size === 0;
  }

  /** Those that are asked for on the wire. */
  get asked(): readonly KeyStream[] {
    return this.whole === undefined
      ? [...this.keyed.values()]
      : [this.whole, ...this.keyed.values()];
  }

  /** Lets a consumer take keys, or the whole where there are none; answers the streams. */
  join(keys: readonly string[], consumer: Consumer): readonly KeyStream[] {
    const streams =
      keys.length === 0 ? [this.#wholeStream()] : keys.map((key) => this.#keyStream(key));
    for (const stream of streams) stream.consumers.add(consumer);
    return streams;
  }

  /** Takes a consumer away; answers the streams that nobody listens to any more, which are gone. */
  leave(streams: readonly KeyStream[], consumer: Consumer): readonly KeyStream[] {
    for (const stream of streams) stream.consumers.delete(consumer);
    const empty = streams.filter((stream) => stream.consumers.size === 0 && this.has(stream));
    for (const stream of empty) this.drop(stream);
    return empty;
  }

  has(stream: KeyStream): boolean {
    return this.whole === stream || this.keyed.get(stream.key) === stream;
  }

  drop(stream: KeyStream): void {
    stream.end();
    if (this.whole === stream) {
      this.whole = undefined;
      for (const part of this.#parts.values()) part.end();
      this.#parts.clear();
    } else if (this.keyed.get(stream.key) === stream) this.keyed.delete(stream.key);
  }

  interrupted(): void {
    for (const stream of this.asked) stream.interrupted();
    for (const part of this.#parts.values()) part.interrupted();
  }

  /** A number of the connection is not in order. `wasDoubted`: {@link doubted} was called before. */
  missed(doubt: SequenceDoubt, wasDoubted: boolean): void {
    for (const stream of this.asked) stream.missed(doubt, wasDoubted);
  }

  /** A number of the connection is lower than the last one: what keeps a snapshot is fetched anew. */
  doubted(): void {
    for (const stream of this.asked) stream.repair('restart');
  }

  /** A stream was left and joined again, and with the whole of a channel every key of it. */
  rejoined(stream: KeyStream): void {
    if (stream !== this.whole) return;
    for (const part of this.#parts.values()) part.rejoined();
  }

  receive(value: unknown, message: string, carrier: Carrier): void {
    const { whole } = this;
    const key = carrier.keyOf?.(value);
    if (key === undefined) {
      // Without a key it concerns all of them.
      whole?.receive(value, message, carrier);
      for (const stream of this.keyed.values()) stream.receive(value, message, carrier);
      return;
    }
    const text = typeof key === 'string' ? key : String(key);
    this.keyed.get(text)?.receive(value, message, carrier);
    if (whole !== undefined) this.#part(whole, text).receive(value, message, carrier);
  }

  #keyStream(key: string): KeyStream {
    const known = this.keyed.get(key);
    if (known !== undefined) return known;
    const stream = new KeyStream(this.channel, key, this.#shop);
    this.keyed.set(key, stream);
    return stream;
  }

  #wholeStream(): KeyStream {
    const isDivided = this.channel.descriptor.keys !== undefined;
    this.whole ??= new KeyStream(this.channel, '', this.#shop, new Set(), !isDivided);
    return this.whole;
  }

  #part(whole: KeyStream, key: string): KeyStream {
    const known = this.#parts.get(key);
    if (known?.wire === 'active') return known;
    const part = known ?? new KeyStream(this.channel, key, this.#shop, whole.consumers);
    this.#parts.set(key, part);
    part.requested();
    part.granted();
    return part;
  }
}
