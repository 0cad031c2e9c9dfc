import { conflator, PendingMessages } from '../conflate.js';
import type { SlowConsumerDescriptor } from '../descriptor.js';
import type { Channel } from '../feed.js';
import { frameOf } from '../frame.js';
import type { Frame, SharedFrame, Socket, SocketRequest } from '../socket.js';
import type { RoomAddress } from '../room-address.js';
import { compileTemplate } from '../template.js';
import type { Member } from './hub.js';
import type { Room } from './rooms.js';
import type { ServerSettings } from './options.js';
import type { TokenBucket } from './token-bucket.js';

/** One client of a server. */
export class FeedConnection {
  readonly id: number;
  readonly socket: Socket;
  readonly request: SocketRequest;
  /** What its address says. */
  readonly address: RoomAddress;
  readonly room: Room;
  /** Milliseconds since the epoch. */
  readonly since: number;
  /** What it has subscribed to: by channel and by key, which is empty for the whole. */
  readonly members: Map<Channel, Map<string, Member>> = new Map();
  isOpen = true;
  hasAsked = false;
  wasHeard = true;
  wasPinged = false;
  /** Requests that wait for those before them. */
  waiting = 0;
  /** Messages that were left out because it was slow. */
  dropped = 0;
  readonly inbound: TokenBucket | undefined;
  /** Requests in a row that were more than its rate allows. */
  excess = 0;
  readonly #settings: ServerSettings;
  /** What waits for it to catch up, by channel. */
  readonly #late = new Map<Channel, PendingMessages>();
  /** When the closing handshake was begun. */
  closingSince: number | undefined;

  constructor(
    id: number,
    request: SocketRequest,
    socket: Socket,
    settings: ServerSettings,
    inbound: TokenBucket | undefined,
    address: RoomAddress,
    room: Room,
  ) {
    this.id = id;
    this.address = address;
    this.room = room;
    this.socket = socket;
    this.request = request;
    this.since = settings.timers.now();
    this.#settings = settings;
    this.inbound = inbound;
  }

  get subscriptionCount(): number {
    let count = 0;
    for (const members of this.members.values()) count += members.size;
    return count;
  }

  send(frame: Frame): void {
    if (this.isOpen && this.closingSince === undefined) this.socket.send(frame);
  }

  /** Sends a message that others get too, unless the client is too slow for it. */
  deliver(
    shared: SharedFrame,
    channel: Channel,
    key: string,
    message: string,
    value: unknown,
  ): void {
    if (this.closingSince !== undefined) return;
    const late = this.#late.get(channel);
    const { buffered } = this.socket;
    const limit = this.#policy(channel).limit ?? defaultLimit;
    if (late !== undefined) this.#hold(late, channel, key, message, value);
    else if (buffered <= limit) this.socket.sendShared(shared);
    else this.#slow(channel, key, message, value, buffered);
  }

  /** Sends what was held back, as far as the client keeps up. */
  catchUp(): void {
    for (const [channel, late] of this.#late) {
      const limit = (this.#policy(channel).limit ?? defaultLimit) / 2;
      for (;;) {
        if (this.socket.buffered > limit) return;
        const next = late.take();
        if (next === undefined) break;
        this.send(frameOf(next.value));
      }
      this.#late.delete(channel);
    }
  }

  /** Tells it goodbye and closes; one that does not answer is broken off by a later look. */
  close(code: number, reason: string, notice?: string): void {
    if (!this.isOpen || this.closingSince !== undefined) return;
    if (notice !== undefined) this.socket.send(notice);
    this.closingSince = this.#settings.timers.now();
    this.#late.clear();
    this.socket.close(code, reason);
  }

  #policy(channel: Channel): SlowConsumerDescriptor {
    return channel.descriptor.slowConsumer ?? this.#settings.slowConsumer;
  }

  #slow(channel: Channel, key: string, message: string, value: unknown, buffered: number): void {
    const { policy } = this.#policy(channel);
    if (this.dropped === 0 || policy !== 'drop') {
      const { id } = this;
      this.#settings.announce({
        kind: 'slow',
        connection: id,
        channel: channel.key,
        policy,
        buffered,
      });
    }
    if (policy === 'disconnect') this.#dismiss(channel);
    else if (policy === 'drop') this.dropped += 1;
    else {
      const late = new PendingMessages(conflator(channel.descriptor.conflate), longestWait);
      this.#late.set(channel, late);
      this.#hold(late, channel, key, message, value);
    }
  }

  /** Messages that can not be made fewer grow without end for a client that stays slow. */
  #hold(
    late: PendingMessages,
    channel: Channel,
    key: string,
    message: string,
    value: unknown,
  ): void {
    if (late.add(message, key, value) > 0) this.#dismiss(channel);
  }

  #dismiss(channel: Channel): void {
    const { code = 1008, notice } = {
      ...this.#settings.slowConsumer,
      ...this.#policy(channel),
    };
    const text = notice === undefined ? undefined : compileTemplate(notice.template);
    const said = text?.render((hole) => (hole === 'channel' ? channel.descriptor.name : undefined));
    this.close(code, 'slow consumer', said === undefined ? undefined : JSON.stringify(said));
  }
}

const defaultLimit = 1_048_576;

/** Messages of one channel that wait for one client. */
const longestWait = 10_000;
