import type { Carrier, Feed } from '../feed.js';
import type { SequenceTracker } from '../sequence.js';
import type { Frame } from '../socket.js';
import type { Calls } from './calls.js';
import { connectionOrder } from './connection-order.js';
import type { FeedEvent } from './events.js';
import type { ClientSettings } from './options.js';
import { type Requests, textOfError } from './requests.js';
import type { ChannelStreams } from './streams.js';

/** What a frame may concern. */
export interface ReceiverParts {
  readonly feed: Feed;
  readonly settings: ClientSettings;
  readonly announce: (event: FeedEvent) => void;
  /** By the index of the channel. */
  readonly channels: readonly (ChannelStreams | undefined)[];
  /** Counts everything on the connection, where the description says so. */
  readonly count: SequenceTracker | undefined;
  readonly requests: Requests | undefined;
  readonly calls: Calls;
}

/** Takes frames: parses each once, tells once what it is, checks it if that is wished, and hands it to whoever takes it. */
export function createReceiver(parts: ReceiverParts): (frame: Frame) => void {
  const { feed, settings, announce, channels, requests, calls } = parts;
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
    announce({ kind: 'invalid-message', message, value, violations: check.report(value) });
    return settings.onInvalidMessage === 'deliver';
  };

  const hand = (value: unknown, message: string, carriers: readonly Carrier[]): void => {
    if (replies.size > 0 && replies.has(message)) calls.answer(message, value);
    for (const carrier of carriers) {
      const streams = channels[carrier.channel.index];
      if (streams === undefined) continue;
      if (carrier.holds === undefined || carrier.holds(value)) {
        streams.receive(value, message, carrier);
      }
    }
  };

  const receiveBytes = (frame: Uint8Array): void => {
    const route = feed.binary.toClient;
    if (route === undefined) {
      announce({ kind: 'wrong-frame', expected: 'text', frame });
      return;
    }
    if (checkEvery > 0 && !isValid(route.message, frame)) return;
    hand(frame, route.message, route.carriers);
  };

  const pass = (value: unknown): void => {
    const route = routeOf(value);
    if (route === undefined) {
      announce({ kind: 'unknown-message', value });
      return;
    }
    const { message, role, carriers } = route;
    if (checkEvery > 0 && !isValid(message, value)) return;
    if (role !== undefined) {
      const isAnswer = requests?.answer(role, message, value) ?? false;
      if (role === 'error' && !isAnswer) {
        const pointers = feed.errorText(value);
        announce({ kind: 'error', message: textOfError(...pointers), answer: value });
      }
    }
    hand(value, message, carriers);
  };

  return (frame) => {
    if (typeof frame !== 'string') {
      receiveBytes(frame);
      return;
    }
    if (!feed.hasText.toClient) {
      announce({ kind: 'wrong-frame', expected: 'binary', frame });
      return;
    }
    let value: unknown;
    try {
      value = JSON.parse(frame);
    } catch {
      announce({ kind: 'malformed-frame', frame });
      return;
    }
    order(value, pass);
  };
}
