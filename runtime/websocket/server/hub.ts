import { conflator, PendingMessages, type DequeuedMessage } from '../conflate.js';
import type { Timers } from '../../core/clock.js';
import type { Channel } from '../feed.js';
import { frameOf } from '../frame.js';
import type { SharedFrame } from '../socket.js';
import type { FeedConnection } from './connection.js';
import type { MessageCopy } from './message-copy.js';
import type { Subscriber } from './options.js';

/** A connection's subscription to one key of one channel. */
export interface Member {
  readonly connection: FeedConnection;
  subscriber: Subscriber;
  /**
   * Number of messages that had been published for batches when it
   * subscribed. They are not for this member, or have been sent to it.
   */
  since: number;
}

/** A published message. */
export interface Publication {
  readonly channel: Channel;
  /** Empty if the message concerns every key. */
  readonly key: string;
  readonly message: string;
  readonly value: unknown;
  readonly shared: SharedFrame;
  /** Set if other channels carry the same copy at the same time. A connection receives it once. */
  readonly copy?: MessageCopy;
}

/**
 * Subscribers of one channel, by key and for the channel as a whole.
 *
 * Each connection receives the messages of a key, and those that concern every key, in the order of publication,
 * whatever their audience.
 */
export class Hub {
  readonly #channel: Channel;
  readonly #byKey = new Map<string, Set<Member>>();
  readonly #wholeChannel = new Set<Member>();
  /**
   * Connections subscribed to a key, without duplicates; all connections
   * under `''`. Cleared whenever a subscription begins or ends.
   */
  readonly #connections = new Map<string, readonly FeedConnection[]>();
  readonly #timers: Timers;
  readonly #batch: PendingMessages | undefined;
  readonly #setActive: (hasSubscribers: boolean) => void;
  #timer: unknown;
  /** True if a subscription has begun since the start of the batch. */
  #hasJoined = false;

  /** Creates the hub. `occupied` is called when the channel gets its first subscriber or loses its last. */
  constructor(
    channel: Channel,
    timers: Timers,
    setActive: (hasSubscribers: boolean) => void = () => undefined,
  ) {
    this.#channel = channel;
    this.#timers = timers;
    this.#setActive = setActive;
    const { interval } = channel.descriptor;
    if (interval !== undefined) this.#batch = new PendingMessages(conflator(channel), Infinity);
  }

  /** Adds a subscription. Queued messages of the current batch for the same connection are sent before its snapshot. */
  join(connection: FeedConnection, key: string, subscriber: Subscriber): Member {
    this.#sendBatched(connection, key);
    const member = { connection, subscriber, since: this.#batch?.count ?? 0 };
    if (key === '') this.#wholeChannel.add(member);
    else {
      const members = this.#byKey.get(key) ?? new Set<Member>();
      this.#byKey.set(key, members);
      members.add(member);
    }
    this.#connections.clear();
    this.#hasJoined = true;
    // Later messages must not be combined with those published before.
    this.#batch?.seal();
    this.#setActive(true);
    return member;
  }

  remove(key: string, member: Member): void {
    this.#wholeChannel.delete(member);
    const members = this.#byKey.get(key);
    members?.delete(member);
    if (members?.size === 0) this.#byKey.delete(key);
    this.#connections.clear();
    if (this.#byKey.size + this.#wholeChannel.size === 0) this.#setActive(false);
  }

  /** Keys with at least one subscriber. */
  keys(): readonly string[] {
    return [...this.#byKey.keys()];
  }

  /** Number of subscriptions to a key, or to anything in the channel. */
  count(key: string | undefined): number {
    if (key !== undefined) return this.#wholeChannel.size + (this.#byKey.get(key)?.size ?? 0);
    let count = this.#wholeChannel.size;
    for (const members of this.#byKey.values()) count += members.size;
    return count;
  }

  /**
   * Sends a message to all connections subscribed to its key, or to those selected by `isFor` at this moment. It is
   * sent immediately or with its batch. An empty key means all subscribers of the channel.
   */
  publish(
    key: string,
    message: string,
    value: unknown,
    isFor: ((subscriber: Subscriber) => boolean) | undefined,
  ): void {
    const audience = isFor === undefined ? undefined : this.#audience(key, isFor);
    this.#send(key, message, value, audience);
  }

  /** Sends a copy of a message to all connections subscribed to its key, or to those of an audience. */
  publishCopy(
    key: string,
    message: string,
    copy: MessageCopy,
    audience?: ReadonlySet<FeedConnection>,
  ): void {
    this.#send(key, message, copy.value, audience, copy);
  }

  /**
   * Groups the connections subscribed to a key by the conditions that their subscribers satisfy: the key of a group
   * lists the indexes of the conditions, and is empty for connections that satisfy none.
   */
  audiences(
    key: string,
    conditions: readonly ((subscriber: Subscriber) => boolean)[],
  ): ReadonlyMap<string, ReadonlySet<FeedConnection>> {
    const satisfied = new Map<FeedConnection, Set<number>>();
    for (const { connection, subscriber } of this.#members(key)) {
      const indexes = satisfied.get(connection) ?? new Set<number>();
      satisfied.set(connection, indexes);
      for (const [index, isSatisfied] of conditions.entries()) {
        if (!indexes.has(index) && isSatisfied(subscriber)) indexes.add(index);
      }
    }
    const groups = new Map<string, Set<FeedConnection>>();
    for (const [connection, indexes] of satisfied) {
      const group = [...indexes].sort((a, b) => a - b).join();
      const connections = groups.get(group);
      if (connections === undefined) groups.set(group, new Set([connection]));
      else connections.add(connection);
    }
    return groups;
  }

  #send(
    key: string,
    message: string,
    value: unknown,
    audience: ReadonlySet<FeedConnection> | undefined,
    copy?: MessageCopy,
  ): void {
    const connections = audience ?? this.#subscribed(key);
    if (this.#batch === undefined) {
      let publication: Publication | undefined;
      for (const connection of connections) {
        publication ??=
          copy === undefined
            ? this.#publication(key, message, value)
            : { channel: this.#channel, key, message, value, shared: copy.shared, copy };
        connection.deliver(publication);
      }
      return;
    }
    // Without subscribers the message is dropped. Those who subscribe later receive a snapshot.
    if ((audience?.size ?? this.#subscribed(key).length) === 0) return;
    if (this.#batch.size === 0) this.#hasJoined = false;
    this.#batch.add(message, key, value, audience);
    this.#timer ??= this.#timers.setTimeout(
      () => this.flush(),
      this.#channel.descriptor.interval ?? 0,
    );
  }

  /** Discards the current batch. */
  close(): void {
    this.#timers.clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#batch?.clear();
  }

  /** Sends the current batch. */
  flush(): void {
    this.#timers.clearTimeout(this.#timer);
    this.#timer = undefined;
    const batch: DequeuedMessage[] = [];
    for (let next = this.#batch?.take(); next !== undefined; next = this.#batch?.take()) {
      batch.push(next);
    }
    const isForAll = !this.#hasJoined && batch.every(({ audience }) => audience === undefined);
    if (isForAll) for (const batched of batch) this.#sendToAll(batched);
    else this.#sendToEach(batch);
  }

  #sendToAll({ channelKey, message, value }: DequeuedMessage): void {
    const publication = this.#publication(channelKey, message, value);
    for (const connection of this.#subscribed(channelKey)) connection.deliver(publication);
  }

  /** Sends a batch with different content for different connections. Its messages are combined once for each distinct selection. */
  #sendToEach(batch: readonly DequeuedMessage[]): void {
    const bySelection = new Map<string, readonly Publication[]>();
    const byValue = new Map<unknown, Publication>();
    const indexes = new Map<string, number[]>();
    for (const [index, { channelKey }] of batch.entries()) {
      const sameKey = indexes.get(channelKey);
      if (sameKey === undefined) indexes.set(channelKey, [index]);
      else sameKey.push(index);
    }
    const all = [...batch.keys()];
    for (const connection of this.#subscribed('')) {
      const keys = connection.members.get(this.#channel);
      const candidates =
        keys === undefined || keys.has('')
          ? all
          : ['', ...keys.keys()].flatMap((key) => indexes.get(key) ?? []).sort((a, b) => a - b);
      const batched = candidates.flatMap((index) => {
        const message = batch[index];
        return message !== undefined && this.#isFor(connection, message)
          ? [{ index, one: message }]
          : [];
      });
      const selection = batched.map(({ index }) => index).join();
      const publications =
        bySelection.get(selection) ??
        this.#conflate(
          batched.map(({ one }) => one),
          byValue,
        );
      bySelection.set(selection, publications);
      for (const publication of publications) connection.deliver(publication);
    }
  }

  #conflate(
    batched: readonly DequeuedMessage[],
    byValue: Map<unknown, Publication>,
  ): readonly Publication[] {
    const pending = new PendingMessages(conflator(this.#channel), Infinity);
    for (const { message, channelKey, value } of batched) pending.add(message, channelKey, value);
    const publications: Publication[] = [];
    for (let next = pending.take(); next !== undefined; next = pending.take()) {
      const { channelKey, message, value } = next;
      const cached = byValue.get(value);
      const isSame = cached?.key === channelKey && cached.message === message;
      const publication = isSame ? cached : this.#publication(channelKey, message, value);
      byValue.set(value, publication);
      publications.push(publication);
    }
    return publications;
  }

  /** Sends a connection its queued messages, if any of them concerns a key that it is about to subscribe to. */
  #sendBatched(connection: FeedConnection, key: string): void {
    const members = connection.members.get(this.#channel);
    if (this.#batch === undefined || this.#batch.size === 0 || members === undefined) return;
    const waiting = this.#batch.waiting().filter((batched) => this.#isFor(connection, batched));
    if (!waiting.some(({ channelKey }) => key === '' || channelKey === '' || channelKey === key)) {
      return;
    }
    for (const publication of this.#conflate(waiting, new Map())) connection.deliver(publication);
    for (const member of members.values()) member.since = this.#batch.count;
  }

  /**
   * True if a batched message is for a connection that was subscribed to its key when it was published, and still is.
   */
  #isFor(connection: FeedConnection, { audience, channelKey, count }: DequeuedMessage): boolean {
    if (audience instanceof Set && !audience.has(connection)) return false;
    const members = connection.members.get(this.#channel);
    if (members === undefined) return false;
    const wasSubscribed = (member: Member | undefined): boolean =>
      member !== undefined && member.since < count;
    if (channelKey === '') return [...members.values()].some(wasSubscribed);
    return wasSubscribed(members.get('')) || wasSubscribed(members.get(channelKey));
  }

  #publication(key: string, message: string, value: unknown): Publication {
    const shared = { frame: frameOf(value, this.#channel.writeJson) };
    return { channel: this.#channel, key, message, value, shared };
  }

  /** Connections subscribed to a key; all subscribers if the key is empty. */
  #subscribed(key: string): readonly FeedConnection[] {
    const cached = this.#connections.get(key);
    if (cached !== undefined) return cached;
    const connections = [...new Set(this.#members(key).map(({ connection }) => connection))];
    this.#connections.set(key, connections);
    return connections;
  }

  /** Connections with a selected subscriber. Called before anything is sent, because the selection may throw. */
  #audience(key: string, isFor: (subscriber: Subscriber) => boolean): Set<FeedConnection> {
    const audience = new Set<FeedConnection>();
    for (const { connection, subscriber } of this.#members(key)) {
      if (!audience.has(connection) && isFor(subscriber)) audience.add(connection);
    }
    return audience;
  }

  #members(key: string): readonly Member[] {
    const others = key === '' ? [...this.#byKey.values()] : [this.#byKey.get(key) ?? []];
    return [...this.#wholeChannel, ...others.flatMap((members) => [...members])];
  }
}
