import type { Api } from '../../model/api.js';
import type { FeedControl } from '../../model/feed.js';
import { isBinaryMessage } from '../../model/binary-message.js';
import type { Channel, Message } from '../../model/message.js';
import type { Shapes } from '../../model/shape.js';
import { matchMessages } from '../message-match.js';
import { memberSchema } from '../pointer-schema.js';
import { parsePointer } from '../../core/pointer.js';
import type { FeedMessagePlan } from './plan.js';

/** What travels over some channels, by who gets it. */
export interface Directions {
  readonly client: ReadonlySet<string>;
  readonly server: ReadonlySet<string>;
}

/** Which messages of a connection go which way. */
export function directionsOf(api: Api, channels: readonly Channel[]): Directions {
  const client = new Set<string>();
  const server = new Set<string>();
  const keys = new Set(channels.map(({ key }) => key));
  for (const { channel, to, messages, reply } of api.flows) {
    const [there, back] = to === 'client' ? [client, server] : [server, client];
    if (keys.has(channel)) for (const key of messages) there.add(key);
    if (keys.has(reply?.channel ?? channel)) for (const key of reply?.messages ?? []) back.add(key);
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

/** Messages by which one subscribes and leaves. */
export function requestsOf({ subscribe, unsubscribe }: FeedControl): readonly string[] {
  return [subscribe, unsubscribe].flatMap((request) => request?.message ?? []);
}

/** Messages that answer those. */
export function answersOf({ subscribed, unsubscribed, error }: FeedControl): readonly string[] {
  return [subscribed, unsubscribed, error].flatMap((answer) => answer?.message ?? []);
}

/** The messages of a connection, told apart among those that go the same way. */
export function planMessages(
  api: Api,
  shapes: Shapes,
  channels: readonly Channel[],
  { client, server }: Directions,
): readonly FeedMessagePlan[] {
  const place = channels.find(({ feed }) => feed.discriminator !== undefined)?.feed.discriminator;
  const travelling = api.messages.filter(({ key }) => client.has(key) || server.has(key));
  const binary = travelling.filter((message) => isBinaryMessage(api.schemas, message));
  const all = travelling.filter((message) => !binary.includes(message));
  const toClient = all.filter(({ key }) => client.has(key));
  const toServer = all.filter(({ key }) => server.has(key));
  const matched = [
    ...matchMessages(toClient, shapes, place),
    ...matchMessages(toServer, shapes, place).filter(({ message }) => !client.has(message.key)),
  ];
  // What takes whatever is left comes after everything that is told by something.
  const inOrder = [
    ...matched.filter(({ match }) => match.length > 0),
    ...matched.filter(({ match }) => match.length === 0),
    ...binary.map((message) => ({ message, match: [] })),
  ];
  return inOrder.map(({ message, match }): FeedMessagePlan => {
    const { key } = message;
    const correlation = binary.includes(message) ? undefined : correlationOf(message, shapes);
    return {
      message,
      binary: binary.includes(message),
      ...(client.has(key) && server.has(key) ? {} : { to: client.has(key) ? 'client' : 'server' }),
      match,
      ...(correlation === undefined ? {} : { correlation }),
    };
  });
}

/** Over a WebSocket a message has no headers, so that only what stands in a payload is found again. */
function correlationOf(
  { correlation, payload }: Message,
  shapes: Shapes,
): FeedMessagePlan['correlation'] {
  if (correlation?.source !== 'payload' || payload === undefined) return undefined;
  const { pointer } = correlation;
  const path = parsePointer(pointer);
  const schema = path === undefined ? undefined : memberSchema(shapes, payload, path);
  if (pointer === '') return undefined;
  const shape =
    schema === undefined
      ? undefined
      : shapes.of(schema, { direction: 'send', representation: 'wire' });
  const isNumber = shape?.kind === 'number' || shape?.kind === 'bigint';
  return { pointer, type: isNumber ? 'number' : 'string' };
}
