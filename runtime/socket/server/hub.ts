import { conflator, PendingMessages } from '../conflate.js';
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
  /** What was published while its snapshot is being made. */
  held: Publication[] | undefined;
}

/** A message that was published. */
export interface Publication {
  readonly channel: Channel;
  readonly key: string;
  readonly message: string;
  readonly value: unknown;
  readonly shared: SharedFrame;
}

/** Messages of one subscription that are held until its snapshot is there; more means that it never will be. */
const mostHeld = 10_000;

/** Who takes one channel: by key, and as a whole. */
export class Hub {
  readonly #channel: Channel;
  readonly #byKey = new Map<string, Set<Member>>();
  readonly #whole = new Set<Member>();
  readonly #timers: Timers;
  readonly #batch: PendingMessages | undefined;
  readonly #occupied: (isTaken: boolean) => void;
  #alarm: unknown;

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

  add(key: string, member: Member): void {
    if (key === '') this.#whole.add(member);
    else {
      const members = this.#byKey.get(key) ?? new Set<Member>();
      this.#byKey.set(key, members);
      members.add(member);
    }
    this.#occupied(true);
  }

  remove(key: string, member: Member): void {
    this.#whole.delete(member);
    const members = this.#byKey.get(key);
    members?.delete(member);
    if (members?.size === 0) this.#byKey.delete(key);
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

  /** Sends a message to everybody who takes its key, at once or with the batch that it belongs to. */
  publish(
    key: string | undefined,
    message: string,
    value: unknown,
    isFor: ((subscriber: Subscriber) => boolean) | undefined,
  ): void {
    if (this.#batch === undefined || isFor !== undefined) {
      this.#send(key, message, value, isFor);
      return;
    }
    // What nobody takes need not wait; who subscribes meanwhile gets a snapshot.
    if (this.count(key) === 0) return;
    this.#batch.add(message, key ?? '', value);
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
    for (;;) {
      const next = this.#batch?.take();
      if (next === undefined) return;
      const { channelKey, message, value } = next;
      this.#send(channelKey === '' ? undefined : channelKey, message, value, undefined);
    }
  }

  #send(
    key: string | undefined,
    message: string,
    value: unknown,
    isFor: ((subscriber: Subscriber) => boolean) | undefined,
  ): void {
    let publication: Publication | undefined;
    const give = (member: Member): void => {
      if (isFor !== undefined && !isFor(member.subscriber)) return;
      publication ??= {
        channel: this.#channel,
        key: key ?? '',
        message,
        value,
        shared: { frame: frameOf(value) },
      };
      if (member.held === undefined) deliver(member, publication);
      else if (member.held.push(publication) > mostHeld) {
        member.connection.close(1011, 'no snapshot');
      }
    };
    for (const member of this.#whole) give(member);
    if (key === undefined) {
      // Without a key it concerns everybody, each connection once.
      const seen = new Set([...this.#whole].map(({ connection }) => connection));
      for (const members of this.#byKey.values()) {
        for (const member of members) {
          if (seen.has(member.connection)) continue;
          seen.add(member.connection);
          give(member);
        }
      }
    } else {
      const mayHaveIt = this.#whole.size > 0;
      for (const member of this.#byKey.get(key) ?? []) {
        // Who takes the whole has it already.
        if (!mayHaveIt || member.connection.members.get(this.#channel)?.has('') !== true) {
          give(member);
        }
      }
    }
  }
}

/** Sends what was held for a subscription, and from then on everything at once. */
export function release(member: Member): void {
  const held = member.held ?? [];
  member.held = undefined;
  for (const publication of held) deliver(member, publication);
}

function deliver({ connection }: Member, publication: Publication): void {
  const { shared, channel, key, message, value } = publication;
  connection.deliver(shared, channel, key, message, value);
}
