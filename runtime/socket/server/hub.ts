import { conflator, PendingMessages, type Taken } from '../conflate.js';
import type { Timers } from '../../core/clock.js';
import type { Channel } from '../feed.js';
import { frameOf } from '../frame.js';
import type { SharedFrame } from '../socket.js';
import type { FeedConnection } from './connection.js';
import type { Subscriber } from './options.js';

/** One key of one channel on one connection. */
export interface Member {
  readonly connection: FeedConnection;
  subscriber: Subscriber;
  /** Messages that had been published for batches when it subscribed: they are not for it, or it has them. */
  since: number;
}

/** A message that was published. */
export interface Publication {
  readonly channel: Channel;
  /** Empty where the message concerns every key. */
  readonly key: string;
  readonly message: string;
  readonly value: unknown;
  readonly shared: SharedFrame;
}

/**
 * Who takes one channel: by key, and as a whole. Each connection gets the messages of a key, and those that concern every key, in the order in
 * which they were published, whoever else they are for.
 */
export class Hub {
  readonly #channel: Channel;
  readonly #byKey = new Map<string, Set<Member>>();
  readonly #whole = new Set<Member>();
  /** Connections that take a key, each once; those that take anything under `''`. Emptied when somebody comes or goes. */
  readonly #connections = new Map<string, readonly FeedConnection[]>();
  readonly #timers: Timers;
  readonly #batch: PendingMessages | undefined;
  readonly #occupied: (isTaken: boolean) => void;
  #alarm: unknown;
  /** Somebody has subscribed since the batch was begun. */
  #hasJoined = false;

  /** `occupied` is told when somebody takes the channel, and when nobody does any more. */
  constructor(
    channel: Channel,
    timers: Timers,
    occupied: (isTaken: boolean) => void = () => undefined,
  ) {
    this.#channel = channel;
    this.#timers = timers;
    this.#occupied = occupied;
    const { interval, conflate } = channel.descriptor;
    if (interval !== undefined) this.#batch = new PendingMessages(conflator(conflate), Infinity);
  }

  /** Enters a subscription. What the connection still has to get of the batch that waits comes before its snapshot. */
  join(connection: FeedConnection, key: string, subscriber: Subscriber): Member {
    this.#settle(connection, key);
    const member = { connection, subscriber, since: this.#batch?.count ?? 0 };
    if (key === '') this.#whole.add(member);
    else {
      const members = this.#byKey.get(key) ?? new Set<Member>();
      this.#byKey.set(key, members);
      members.add(member);
    }
    this.#connections.clear();
    this.#hasJoined = true;
    // What comes later must not bring along what was published before.
    this.#batch?.seal();
    this.#occupied(true);
    return member;
  }

  remove(key: string, member: Member): void {
    this.#whole.delete(member);
    const members = this.#byKey.get(key);
    members?.delete(member);
    if (members?.size === 0) this.#byKey.delete(key);
    this.#connections.clear();
    if (this.#byKey.size + this.#whole.size === 0) this.#occupied(false);
  }

  /** Keys that somebody takes. */
  keys(): readonly string[] {
    return [...this.#byKey.keys()];
  }

  /** How many take a key, or anything of the channel. */
  count(key: string | undefined): number {
    if (key !== undefined) return this.#whole.size + (this.#byKey.get(key)?.size ?? 0);
    let count = this.#whole.size;
    for (const members of this.#byKey.values()) count += members.size;
    return count;
  }

  /**
   * Sends a message to everybody who takes its key (anything of the channel, where that is empty), or to those of them whom `isFor` picks now: at once, or with the batch that it belongs
   * to.
   */
  publish(
    key: string,
    message: string,
    value: unknown,
    isFor: ((subscriber: Subscriber) => boolean) | undefined,
  ): void {
    const audience = isFor === undefined ? undefined : this.#audience(key, isFor);
    const takers = audience ?? this.#takers(key);
    if (this.#batch === undefined) {
      let publication: Publication | undefined;
      for (const connection of takers) {
        publication ??= this.#publication(key, message, value);
        connection.deliver(publication);
      }
      return;
    }
    // What nobody takes need not wait; who subscribes meanwhile gets a snapshot.
    if ((audience?.size ?? this.#takers(key).length) === 0) return;
    if (this.#batch.size === 0) this.#hasJoined = false;
    this.#batch.add(message, key, value, audience);
    this.#alarm ??= this.#timers.setTimeout(
      () => this.flush(),
      this.#channel.descriptor.interval ?? 0,
    );
  }

  /** Forgets the batch that waits. */
  close(): void {
    this.#timers.clearTimeout(this.#alarm);
    this.#alarm = undefined;
    this.#batch?.clear();
  }

  /** Sends the batch that waits. */
  flush(): void {
    this.#timers.clearTimeout(this.#alarm);
    this.#alarm = undefined;
    const batch: Taken[] = [];
    for (let next = this.#batch?.take(); next !== undefined; next = this.#batch?.take()) {
      batch.push(next);
    }
    const isForAll = !this.#hasJoined && batch.every(({ audience }) => audience === undefined);
    if (isForAll) for (const taken of batch) this.#sendToAll(taken);
    else this.#sendToEach(batch);
  }

  #sendToAll({ channelKey, message, value }: Taken): void {
    const publication = this.#publication(channelKey, message, value);
    for (const connection of this.#takers(channelKey)) connection.deliver(publication);
  }

  /** Sends a batch some of which is not for everybody: it is made fewer for each connection, once for all that get the same of it. */
  #sendToEach(batch: readonly Taken[]): void {
    const made = new Map<string, readonly Publication[]>();
    const byValue = new Map<unknown, Publication>();
    const indexes = new Map<string, number[]>();
    for (const [index, { channelKey }] of batch.entries()) {
      const own = indexes.get(channelKey);
      if (own === undefined) indexes.set(channelKey, [index]);
      else own.push(index);
    }
    const all = [...batch.keys()];
    for (const connection of this.#takers('')) {
      const keys = connection.members.get(this.#channel);
      const candidates =
        keys === undefined || keys.has('')
          ? all
          : ['', ...keys.keys()].flatMap((key) => indexes.get(key) ?? []).sort((a, b) => a - b);
      const taken = candidates.flatMap((index) => {
        const one = batch[index];
        return one !== undefined && this.#isFor(connection, one) ? [{ index, one }] : [];
      });
      const same = taken.map(({ index }) => index).join();
      const publications =
        made.get(same) ??
        this.#conflate(
          taken.map(({ one }) => one),
          byValue,
        );
      made.set(same, publications);
      for (const publication of publications) connection.deliver(publication);
    }
  }

  #conflate(taken: readonly Taken[], byValue: Map<unknown, Publication>): readonly Publication[] {
    const pending = new PendingMessages(conflator(this.#channel.descriptor.conflate), Infinity);
    for (const { message, channelKey, value } of taken) pending.add(message, channelKey, value);
    const publications: Publication[] = [];
    for (let next = pending.take(); next !== undefined; next = pending.take()) {
      const { channelKey, message, value } = next;
      const known = byValue.get(value);
      const isSame = known?.key === channelKey && known.message === message;
      const publication = isSame ? known : this.#publication(channelKey, message, value);
      byValue.set(value, publication);
      publications.push(publication);
    }
    return publications;
  }

  /** Sends a connection what waits for it, if any of that concerns a key that it is about to subscribe to. */
  #settle(connection: FeedConnection, key: string): void {
    const members = connection.members.get(this.#channel);
    if (this.#batch === undefined || this.#batch.size === 0 || members === undefined) return;
    const waiting = this.#batch.waiting().filter((taken) => this.#isFor(connection, taken));
    if (!waiting.some(({ channelKey }) => key === '' || channelKey === '' || channelKey === key)) {
      return;
    }
    for (const publication of this.#conflate(waiting, new Map())) connection.deliver(publication);
    for (const member of members.values()) member.since = this.#batch.count;
  }

  /** True if a message of a batch is for a connection that takes its key, and did when it was published. */
  #isFor(connection: FeedConnection, { audience, channelKey, count }: Taken): boolean {
    if (audience instanceof Set && !audience.has(connection)) return false;
    const members = connection.members.get(this.#channel);
    if (members === undefined) return false;
    const isEarly = (member: Member | undefined): boolean =>
      member !== undefined && member.since < count;
    if (channelKey === '') return [...members.values()].some(isEarly);
    return isEarly(members.get('')) || isEarly(members.get(channelKey));
  }

  #publication(key: string, message: string, value: unknown): Publication {
    const shared = { frame: frameOf(value) };
    return { channel: this.#channel, key, message, value, shared };
  }

  /** Connections that take a key, or anything of the channel where it is empty. */
  #takers(key: string): readonly FeedConnection[] {
    const known = this.#connections.get(key);
    if (known !== undefined) return known;
    const takers = [...new Set(this.#members(key).map(({ connection }) => connection))];
    this.#connections.set(key, takers);
    return takers;
  }

  /** Those of them with a subscriber that is picked. Nothing was sent yet if picking throws. */
  #audience(key: string, isFor: (subscriber: Subscriber) => boolean): Set<FeedConnection> {
    const audience = new Set<FeedConnection>();
    for (const { connection, subscriber } of this.#members(key)) {
      if (!audience.has(connection) && isFor(subscriber)) audience.add(connection);
    }
    return audience;
  }

  #members(key: string): readonly Member[] {
    const others = key === '' ? [...this.#byKey.values()] : [this.#byKey.get(key) ?? []];
    return [...this.#whole, ...others.flatMap((members) => [...members])];
  }
}
