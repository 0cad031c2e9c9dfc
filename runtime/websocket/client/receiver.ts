import type { Carrier, Feed } from '../feed.js';
import { exactMessage, type ReadText, readText } from '../../core/read-text.js';
import type { SequenceTracker } from '../sequence.js';
import type { Frame } from '../socket.js';
import type { PendingRequests } from './pending-requests.js';
import { connectionOrder } from './connection-order.js';
import type { FeedEvent } from './events.js';
import type { ClientSettings } from './options.js';
import { type SubscriptionProtocol, textOfError } from './subscription-protocol.js';
import type { ChannelStreams } from './streams.js';

/** Dependencies of a receiver. */
export interface ReceiverParts {
  readonly feed: Feed;
  readonly settings: ClientSettings;
  readonly emit: (event: FeedEvent) => void;
  /** Streams by index of the channel. */
  readonly channels: readonly (ChannelStreams | undefined)[];
  /** Tracker of the connection's sequence number, if the description has one. */
  readonly count: SequenceTracker | undefined;
  readonly requests: SubscriptionProtocol | undefined;
  readonly calls: PendingRequests;
}

/**
 * Creates the receiver of frames. It parses each frame once, determines its type once, validates it if required, and
 * passes it to the consumers.
 *
 * A message with a number that a double cannot represent is not delivered.
 */
export function createReceiver(parts: ReceiverParts): (frame: Frame) => void {
  const { feed, settings, emit, channels, requests, calls } = parts;
  const { routeOf } = feed;
  const { checks, checkEvery } = settings;
  const replies = new Set(
    Object.values(feed.descriptor.operations ?? {}).flatMap(({ reply = [] }) => reply),
  );
  const order = connectionOrder(parts);
  let unchecked = 0;

  const isValid = (message: string, value: unknown): boolean => {
    unchecked += 1;
    if (unchecked < checkEvery) return true;
    unchecked = 0;
    const check = Object.hasOwn(checks, message) ? checks[message] : undefined;
    if (check === undefined || check.is(value)) return true;
    emit({ kind: 'invalid-message', message, value, violations: check.check(value) });
    return settings.onInvalidMessage === 'deliver';
  };

  const deliver = (value: unknown, message: string, carriers: readonly Carrier[]): void => {
    if (replies.size > 0 && replies.has(message)) calls.receiveReply(message, value);
    for (const carrier of carriers) {
      const streams = channels[carrier.channel.index];
      if (streams === undefined) continue;
      if (carrier.matches === undefined || carrier.matches(value)) {
        streams.receive(value, message, carrier);
      }
    }
  };

  /** Informs the streams of a message that it cannot be delivered. */
  const lose = (value: unknown, message: string, carriers: readonly Carrier[]): void => {
    for (const carrier of carriers) {
      if (carrier.matches === undefined || carrier.matches(value))
        channels[carrier.channel.index]?.markLost(value, message, carrier);
    }
  };

  const receiveBytes = (frame: Uint8Array): void => {
    const route = feed.binary.toClient;
    if (route === undefined) {
      emit({ kind: 'wrong-frame', expected: 'text', frame });
      return;
    }
    if (checkEvery > 0 && !isValid(route.message, frame)) return;
    deliver(frame, route.message, route.carriers);
  };

  const pass = (read: ReadText): void => {
    const route = routeOf(read.value);
    if (route === undefined) {
      emit({ kind: 'unknown-message', value: read.value });
      return;
    }
    const { message, role, integers, carriers } = route;
    const exact = exactMessage(read, integers);
    if ('violation' in exact) {
      const violations = [exact.violation];
      emit({ kind: 'invalid-message', message, value: read.value, violations });
      lose(read.value, message, carriers);
      return;
    }
    const { value } = exact;
    if (checkEvery > 0 && !isValid(message, value)) return;
    if (role !== undefined) {
      const isAnswer = requests?.receiveReply(role, message, value) ?? false;
      if (role === 'error' && !isAnswer) {
        const pointers = feed.errorText(value);
        emit({ kind: 'error', message: textOfError(...pointers), answer: value });
      }
    }
    deliver(value, message, carriers);
  };

  return (frame) => {
    if (typeof frame !== 'string') {
      receiveBytes(frame);
      return;
    }
    if (!feed.hasText.toClient) {
      emit({ kind: 'wrong-frame', expected: 'binary', frame });
      return;
    }
    const read = readText(frame);
    if (read === undefined) emit({ kind: 'malformed-frame', frame });
    else order(read, pass);
  };
}
