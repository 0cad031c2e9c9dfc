import { flowsOver, messagesWith } from '../../model/analysis/channel-flows.js';
import type { Api } from '../../model/api.js';
import type { FeedControl } from '../../model/feed.js';
import { isBinaryMessage } from '../../model/analysis/binary-schema.js';
import type { Channel, Message } from '../../model/message.js';
import { withoutBrand } from '../../model/shape/algebra.js';
import type { Shapes } from '../../model/shape/shape.js';
import { matchMessages } from '../../plan/message-conditions.js';
import { memberSchema, dereferencedShape } from '../../plan/schemas/pointer-schema.js';
import { parsePointer } from '../../core/pointer.js';
import { ownerOnlyOf, ownerValuesOf } from './feed-events.js';
import type { FeedMessagePlan } from './plan.js';

/** Keys of the messages of some channels, by receiver. */
export interface Directions {
  readonly client: ReadonlySet<string>;
  readonly server: ReadonlySet<string>;
}

/** Collects the messages of a connection by receiver. */
export function directionsOf(api: Api, channels: readonly Channel[]): Directions {
  const client = new Set<string>();
  const server = new Set<string>();
  const keys = new Set(channels.map(({ key }) => key));
  for (const { channel, to, messages, reply } of flowsOver(api, keys)) {
    const [receivers, repliers] = to === 'client' ? [client, server] : [server, client];
    if (keys.has(channel)) for (const key of messages) receivers.add(key);
    if (keys.has(reply?.channel ?? channel))
      for (const key of reply?.messages ?? []) repliers.add(key);
  }
  for (const { feed } of channels) {
    if (feed.control === undefined) continue;
    for (const key of requestsOf(feed.control)) server.add(key);
    for (const key of answersOf(feed.control)) client.add(key);
    if (feed.slowConsumer?.notice !== undefined) client.add(feed.slowConsumer.notice.message);
    if (feed.heartbeat !== undefined && 'ping' in feed.heartbeat && feed.heartbeat.ping) {
      server.add(feed.heartbeat.ping.message);
    }
  }
  return { client, server };
}

/** Messages that a client sends to subscribe and unsubscribe. */
export function requestsOf({ subscribe, unsubscribe }: FeedControl): readonly string[] {
  return [subscribe, unsubscribe].flatMap((request) => request?.message ?? []);
}

/** Messages that a server sends in reply to those requests. */
export function answersOf({ subscribed, unsubscribed, error }: FeedControl): readonly string[] {
  return [subscribed, unsubscribed, error].flatMap((answer) => answer?.message ?? []);
}

/**
 * Plans the messages of a connection, with conditions that distinguish those sent in the same
 * direction.
 */
export function planMessages(
  api: Api,
  shapes: Shapes,
  channels: readonly Channel[],
  { client, server }: Directions,
): readonly FeedMessagePlan[] {
  const discriminator = channels.find(({ feed }) => feed.discriminator !== undefined)?.feed
    .discriminator;
  const exchanged = messagesWith(api, [...client, ...server]);
  const binary = exchanged.filter((message) => isBinaryMessage(api.schemas, message));
  const textual = exchanged.filter((message) => !binary.includes(message));
  const toClient = textual.filter(({ key }) => client.has(key));
  const toServer = textual.filter(({ key }) => server.has(key));
  const matched = [
    ...matchMessages(toClient, shapes, discriminator),
    ...matchMessages(toServer, shapes, discriminator).filter(
      ({ message }) => !client.has(message.key),
    ),
  ];
  // Messages without conditions match anything, so they come last.
  const inOrder = [
    ...matched.filter(({ match }) => match.length > 0),
    ...matched.filter(({ match }) => match.length === 0),
    ...binary.map((message) => ({ message, match: [] })),
  ];
  return inOrder.map(({ message, match }): FeedMessagePlan => {
    const { key } = message;
    const correlation = binary.includes(message) ? undefined : correlationOf(message, shapes);
    const ownerOnly = client.has(key) ? ownerOnlyOf(api, message) : [];
    const ownerValues = client.has(key) ? ownerValuesOf(api, message) : [];
    return {
      message,
      binary: binary.includes(message),
      ...(client.has(key) && server.has(key) ? {} : { to: client.has(key) ? 'client' : 'server' }),
      match,
      ...(ownerOnly === true || ownerOnly.length > 0 ? { ownerOnly } : {}),
      ...(ownerValues.length > 0 ? { ownerValues } : {}),
      ...(correlation === undefined ? {} : { correlation }),
    };
  });
}

/** WebSocket messages have no headers, so only a correlation ID in the payload can be used. */
function correlationOf(
  { correlation, payload }: Message,
  shapes: Shapes,
): FeedMessagePlan['correlation'] {
  if (correlation?.source !== 'payload' || payload === undefined) return undefined;
  const { pointer } = correlation;
  const path = parsePointer(pointer);
  const schema = path === undefined ? undefined : memberSchema(shapes, payload, path);
  if (pointer === '') return undefined;
  const isNumber =
    schema !== undefined && withoutBrand(dereferencedShape(shapes, schema)).kind === 'number';
  return { pointer, type: isNumber ? 'number' : 'string' };
}
