import type { CountedConnection } from '../../core/server/connection-counter.js';
import { conflator, PendingMessages } from '../conflate.js';
import type { SlowConsumerDescriptor } from '../descriptor.js';
import type { Channel } from '../feed.js';
import { frameOf } from '../frame.js';
import type { Frame, Socket, SocketRequest } from '../socket.js';
import type { RoomAddress } from '../room-address.js';
import { compileTemplate } from '../template.js';
import { clippedReason, type CloseReason, closeReasons } from './close-reasons.js';
import { DeferredMessages, type Turn } from './deferred-messages.js';
import type { Member, Publication } from './hub.js';
import type { MessageCopy } from './message-copy.js';
import type { Room } from './rooms.js';
import type { ServerSettings } from './options.js';
import type { TokenBucket } from './token-bucket.js';

/** A client's connection to a server. */
export class FeedConnection {
  readonly id: number;
  readonly socket: Socket;
  readonly request: SocketRequest;
  /** Parameters of the connection's address. */
  readonly address: RoomAddress;
  readonly room: Room;
  /** Time of the connection in milliseconds since the epoch. */
  readonly since: number;
  /** Subscriptions by channel and key. The key is empty for the whole channel. */
  readonly members: Map<Channel, Map<string, Member>> = new Map();
  /** Keys that authenticated requests of the connection. */
  readonly keys: Set<string> = new Set();
  isOpen = true;
  /** The connection as other servers count it, after its credentials were verified. */
  counted: CountedConnection | undefined;
  hasSubscribed = false;
  wasActive = true;
  wasPinged = false;
  /** Number of requests that are waiting for earlier ones. */
  waiting = 0;
  /** Number of messages that were dropped because the client was too slow. */
  dropped = 0;
  readonly inbound: TokenBucket | undefined;
  /** Number of consecutive requests above the rate limit. */
  excess = 0;
  readonly #settings: ServerSettings;
  /** Messages that wait for snapshots, by channel. */
  readonly #awaitingSnapshot = new Map<Channel, DeferredMessages>();
  /** Messages that wait for a slow client, by channel. */
  readonly #awaitingClient = new Map<Channel, PendingMessages>();
  /** The newest copy for several channels that was sent. */
  #lastCopy: MessageCopy | undefined;
  /** Time at which the closing handshake was started. */
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
   * Sends a message that other connections receive as well, subject to the policy for slow clients.
   *
   * It is queued behind snapshots that are still being created,
   * and behind messages that wait for the client to catch up. A copy that
   * was just sent for another channel is not sent again.
   */
  deliver(publication: Publication): void {
    if (this.closingSince !== undefined) return;
    const { channel } = publication;
    const queue =
      this.#awaitingSnapshot.size === 0 ? undefined : this.#awaitingSnapshot.get(channel);
    if (queue?.defer(publication) === true) {
      if (queue.size > maxAwaitingSnapshot) this.close(closeReasons.noSnapshot);
    } else this.#sendOrQueue(publication, publication.copy);
  }

  /**
   * Registers a new subscription, whose snapshot is still being created. Later messages are sent after the snapshot.
   */
  expectSnapshot(channel: Channel, key: string, member: Member): void {
    const queue = this.#awaitingSnapshot.get(channel) ?? new DeferredMessages();
    this.#awaitingSnapshot.set(channel, queue);
    queue.addSnapshotTurn(key, member);
  }

  /** Sends the snapshot of a subscription in order, with the messages that waited for it. */
  sendSnapshot(channel: Channel, member: Member, messages: readonly unknown[]): void {
    this.#proceed(channel, (queue) => queue.ready(member, messages));
  }

  /**
   * Discards queued messages of subscriptions that have ended, unless another subscription of the client includes them.
   */
  discardQueued(channel: Channel, ended: ReadonlySet<Member>): void {
    const members = this.members.get(channel);
    const isUnsubscribed = (key: string): boolean =>
      members === undefined || (key !== '' && !members.has('') && !members.has(key));
    this.#awaitingClient.get(channel)?.discard(isUnsubscribed);
    this.#proceed(channel, (queue) =>
      queue.discard((turn) =>
        'member' in turn ? ended.has(turn.member) : isUnsubscribed(turn.key),
      ),
    );
  }

  #proceed(channel: Channel, next: (queue: DeferredMessages) => readonly Turn[]): void {
    const queue = this.#awaitingSnapshot.get(channel);
    if (queue === undefined) return;
    const turns = next(queue);
    if (queue.size === 0) this.#awaitingSnapshot.delete(channel);
    for (const turn of turns) {
      if (!('member' in turn)) this.#sendOrQueue(turn);
      else
        for (const message of turn.messages ?? [])
          this.#sendOrQueueFixed(channel, turn.key, message);
    }
  }

  #sendOrQueueFixed(channel: Channel, key: string, message: unknown): void {
    const queue = this.#awaitingClient.get(channel);
    if (queue === undefined) this.send(frameOf(message, channel.writeJson));
    else queue.addFixed(key, message);
  }

  #sendOrQueue(publication: Publication, copy?: MessageCopy): void {
    if (this.closingSince !== undefined) return;
    const { channel, shared } = publication;
    const queue = this.#awaitingClient.size === 0 ? undefined : this.#awaitingClient.get(channel);
    if (queue !== undefined) {
      this.#queue(queue, publication);
      return;
    }
    if (copy !== undefined && copy === this.#lastCopy) return;
    const { buffered } = this.socket;
    if (buffered > (this.#policy(channel).limit ?? defaultLimit)) {
      this.#handleSlowClient(publication, buffered);
      return;
    }
    this.#lastCopy = copy;
    this.socket.sendShared(shared);
  }

  /** Sends queued messages as far as the client keeps up. */
  catchUp(): void {
    for (const [channel, queue] of this.#awaitingClient) {
      const limit = (this.#policy(channel).limit ?? defaultLimit) / 2;
      for (;;) {
        if (this.socket.buffered > limit) return;
        const next = queue.take();
        if (next === undefined) break;
        this.send(frameOf(next.value, channel.writeJson));
      }
      this.#awaitingClient.delete(channel);
    }
  }

  /**
   * Closes the connection, after an optional notice. A client that
   * does not complete the handshake is terminated by a later check.
   */
  close({ code, reason }: CloseReason, notice?: string): void {
    if (!this.isOpen || this.closingSince !== undefined) return;
    if (notice !== undefined) this.socket.send(notice);
    this.closingSince = this.#settings.timers.now();
    this.#awaitingClient.clear();
    this.#awaitingSnapshot.clear();
    this.socket.close(code, clippedReason(reason));
  }

  #policy(channel: Channel): SlowConsumerDescriptor {
    return channel.descriptor.slowConsumer ?? this.#settings.slowConsumer;
  }

  #handleSlowClient(publication: Publication, buffered: number): void {
    const { channel } = publication;
    const { policy } = this.#policy(channel);
    if (this.dropped === 0 || policy !== 'drop') {
      const { id } = this;
      this.#settings.emit({
        kind: 'slow',
        connection: id,
        channel: channel.key,
        policy,
        buffered,
      });
    }
    if (policy === 'disconnect') this.#disconnectSlow(channel);
    else if (policy === 'drop') this.dropped += 1;
    else {
      const queue = new PendingMessages(conflator(channel), maxAwaitingClient);
      this.#awaitingClient.set(channel, queue);
      this.#queue(queue, publication);
    }
  }

  /**
   * Queues a message for a slow client. If the queue overflows,
   * because its messages cannot be combined, the connection is closed.
   */
  #queue(queue: PendingMessages, { channel, key, message, value }: Publication): void {
    if (queue.add(message, key, value) > 0) this.#disconnectSlow(channel);
  }

  #disconnectSlow(channel: Channel): void {
    const { code = closeReasons.slowConsumer.code, notice } = {
      ...this.#settings.slowConsumer,
      ...this.#policy(channel),
    };
    const text = notice === undefined ? undefined : compileTemplate(notice.template);
    const notification = text?.render((placeholder) =>
      placeholder === 'channel' ? channel.descriptor.name : undefined,
    );
    const { reason } = closeReasons.slowConsumer;
    this.close(
      { code, reason },
      notification === undefined ? undefined : JSON.stringify(notification),
    );
  }
}

const defaultLimit = 1_048_576;

/** Maximum number of messages of one channel that wait for a slow client. */
const maxAwaitingClient = 10_000;

/** Maximum number of messages of one channel that wait for snapshots. More of them indicate that a snapshot will never arrive. */
const maxAwaitingSnapshot = 10_000;
