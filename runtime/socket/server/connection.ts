import { conflator, PendingMessages } from '../conflate.js';
import type { SlowConsumerDescriptor } from '../descriptor.js';
import type { Channel } from '../feed.js';
import { frameOf } from '../frame.js';
import type { Frame, Socket, SocketRequest } from '../socket.js';
import type { RoomAddress } from '../room-address.js';
import { compileTemplate } from '../template.js';
import { clippedReason, type CloseReason, closeReasons } from './close-reasons.js';
import { HeldMessages, type Turn } from './held-messages.js';
import type { Member, Publication } from './hub.js';
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
  /** What waits for snapshots that are being made, by channel. */
  readonly #held = new Map<Channel, HeldMessages>();
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

  /**
   * Sends a message that others get too, unless the client is too slow for it: behind the snapshots that are being made, and behind what
   * waits for the client to catch up.
   */
  deliver(publication: Publication): void {
    if (this.closingSince !== undefined) return;
    const { channel } = publication;
    const held = this.#held.size === 0 ? undefined : this.#held.get(channel);
    if (held?.keeps(publication) === true) {
      if (held.size > mostHeld) this.close(closeReasons.noSnapshot);
    } else this.#pass(publication);
  }

  /** A subscription has begun, whose snapshot is being made: what is published meanwhile follows it. */
  begin(channel: Channel, key: string, member: Member): void {
    const held = this.#held.get(channel) ?? new HeldMessages();
    this.#held.set(channel, held);
    held.begin(key, member);
  }

  /** Sends the snapshot of a subscription in its turn, and what has waited for it. */
  sendSnapshot(channel: Channel, member: Member, messages: readonly unknown[]): void {
    this.#proceed(channel, (held) => held.ready(member, messages));
  }

  /** Forgets what waits for subscriptions that are over, unless the client takes it by another. */
  forget(channel: Channel, over: ReadonlySet<Member>): void {
    const members = this.members.get(channel);
    const isLeft = (key: string): boolean =>
      members === undefined || (key !== '' && !members.has('') && !members.has(key));
    this.#late.get(channel)?.discard(isLeft);
    this.#proceed(channel, (held) =>
      held.discard((turn) => ('member' in turn ? over.has(turn.member) : isLeft(turn.key))),
    );
  }

  #proceed(channel: Channel, next: (held: HeldMessages) => readonly Turn[]): void {
    const held = this.#held.get(channel);
    if (held === undefined) return;
    const turns = next(held);
    if (held.size === 0) this.#held.delete(channel);
    for (const turn of turns) {
      if (!('member' in turn)) this.#pass(turn);
      else for (const message of turn.messages ?? []) this.#passFixed(channel, turn.key, message);
    }
  }

  #passFixed(channel: Channel, key: string, message: unknown): void {
    const late = this.#late.get(channel);
    if (late === undefined) this.send(frameOf(message));
    else late.addFixed(key, message);
  }

  #pass(publication: Publication): void {
    if (this.closingSince !== undefined) return;
    const { channel, shared } = publication;
    const late = this.#late.size === 0 ? undefined : this.#late.get(channel);
    if (late !== undefined) {
      this.#hold(late, publication);
      return;
    }
    const { buffered } = this.socket;
    if (buffered <= (this.#policy(channel).limit ?? defaultLimit)) this.socket.sendShared(shared);
    else this.#slow(publication, buffered);
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
  close({ code, reason }: CloseReason, notice?: string): void {
    if (!this.isOpen || this.closingSince !== undefined) return;
    if (notice !== undefined) this.socket.send(notice);
    this.closingSince = this.#settings.timers.now();
    this.#late.clear();
    this.#held.clear();
    this.socket.close(code, clippedReason(reason));
  }

  #policy(channel: Channel): SlowConsumerDescriptor {
    return channel.descriptor.slowConsumer ?? this.#settings.slowConsumer;
  }

  #slow(publication: Publication, buffered: number): void {
    const { channel } = publication;
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
      this.#hold(late, publication);
    }
  }

  /** Messages that can not be made fewer grow without end for a client that stays slow. */
  #hold(late: PendingMessages, { channel, key, message, value }: Publication): void {
    if (late.add(message, key, value) > 0) this.#dismiss(channel);
  }

  #dismiss(channel: Channel): void {
    const { code = closeReasons.slowConsumer.code, notice } = {
      ...this.#settings.slowConsumer,
      ...this.#policy(channel),
    };
    const text = notice === undefined ? undefined : compileTemplate(notice.template);
    const said = text?.render((hole) => (hole === 'channel' ? channel.descriptor.name : undefined));
    const { reason } = closeReasons.slowConsumer;
    this.close({ code, reason }, said === undefined ? undefined : JSON.stringify(said));
  }
}

const defaultLimit = 1_048_576;

/** Messages of one channel that wait for one client. */
const longestWait = 10_000;

/** Messages of one channel that wait for snapshots of one client; more means that these never will be there. */
const mostHeld = 10_000;
