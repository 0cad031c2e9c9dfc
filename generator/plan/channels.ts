import type { Api, ServerVariable } from '../model/api.js';
import type { Channel, Connection, Message } from '../model/message.js';
import type { Shapes } from '../model/shape.js';
import { exported } from './exported.js';
import { matchMessages, type MatchedMessage } from './message-match.js';
import { chooseNames, type Wish } from './names.js';
import type { Identifier } from './plan.js';
import { lowerFirst, pascalCase, wordsOf } from './words.js';

/** One WebSocket connection: a client and a server of everything that comes over it. */
export interface FeedPlan {
  readonly connection: Connection;
  /** `kettlesFeedDescriptor`. */
  readonly descriptor: Identifier;
  /** `KettlesFeedChannels`: what TypeScript knows of each channel. */
  readonly channelsType: Identifier;
  /** `KettlesFeed`, the client. */
  readonly client: Identifier;
  /** `createKettlesFeedServer`. */
  readonly server: Identifier;
  /** `kettlesFeedChecks`: the checks of its messages. */
  readonly checks: Identifier;
  readonly urls: readonly string[];
  readonly variables: readonly ServerVariable[];
  readonly messages: readonly MatchedMessage[];
  readonly channels: readonly FeedChannelPlan[];
}

export interface FeedChannelPlan {
  readonly channel: Channel;
  /** What a client gets over it. */
  readonly messages: readonly Message[];
}

/** The connections over WebSockets that bring something to a client, with their names. */
export function planFeeds(
  api: Api,
  shapes: Shapes,
  base: string,
  taken: Set<string>,
): readonly FeedPlan[] {
  const found = api.connections.flatMap((connection) => {
    const channels = channelsOf(api, connection);
    const isFeed = connection.protocol === 'websocket' && channels.length > 0;
    return isFeed ? [{ connection, channels }] : [];
  });
  const names = chooseNames(
    found.flatMap(({ connection }) => wishes(base, connection)),
    taken,
  );
  return found.map(({ connection, channels }): FeedPlan => {
    const { key } = connection;
    const messages = new Set(channels.flatMap((each) => each.messages));
    return {
      connection,
      descriptor: exported(names, `descriptor ${key}`, 'feed.ts', 'value'),
      channelsType: exported(names, `channels ${key}`, 'feed.ts', 'type'),
      client: exported(names, `client ${key}`, 'feed.ts', 'value'),
      server: exported(names, `server ${key}`, 'feed-server.ts', 'value'),
      checks: exported(names, `checks ${key}`, 'feed-checks.ts', 'value'),
      ...placesOf(api, connection, channels),
      messages: matchMessages([...messages], shapes),
      channels,
    };
  });
}

/** Channels of a connection over which a client is sent something. */
function channelsOf(api: Api, { channels }: Connection): readonly FeedChannelPlan[] {
  return channels.flatMap((key) => {
    const channel = api.channels.find((each) => each.key === key);
    const keys = new Set(
      api.flows.flatMap(({ channel: own, to, messages, reply }) => [
        ...(own === key && to === 'client' ? messages : []),
        ...((reply?.channel ?? own) === key && to === 'server' ? (reply?.messages ?? []) : []),
      ]),
    );
    const messages = api.messages.filter((message) => keys.has(message.key));
    return channel === undefined || messages.length === 0 ? [] : [{ channel, messages }];
  });
}

function wishes(base: string, { key, address }: Connection): readonly Wish[] {
  const literal = (address?.parts ?? []).filter((part) => typeof part === 'string').join('/');
  const [first, ...rest] = wordsOf(literal);
  const short = base + pascalCase(first === base.toLowerCase() ? rest : wordsOf(literal));
  const whole = base + pascalCase(wordsOf(address?.text ?? ''));
  const wish = (part: string, name: (base: string) => string): Wish => ({
    key: `${part} ${key}`,
    candidates: [name(short), name(whole), name(`${whole}Socket`)],
  });
  return [
    wish('descriptor', (name) => `${lowerFirst(name)}FeedDescriptor`),
    wish('channels', (name) => `${name}FeedChannels`),
    wish('client', (name) => `${name}Feed`),
    wish('server', (name) => `create${name}FeedServer`),
    wish('checks', (name) => `${lowerFirst(name)}FeedChecks`),
  ];
}

/** Where a feed is to be had: the address below each of its servers, and what fills in both. */
function placesOf(
  api: Api,
  { servers, address }: Connection,
  channels: readonly FeedChannelPlan[],
): Pick<FeedPlan, 'urls' | 'variables'> {
  const used = api.messageServers.filter(({ name }) => servers.includes(name));
  const path = address?.text ?? '';
  const parameters = channels.flatMap(({ channel }) => channel.parameters);
  const variables = [
    ...used.flatMap((server) => server.variables),
    ...parameters.map(({ name, default: fallback, enum: values }) => ({
      name,
      default: fallback ?? values?.[0] ?? '',
      ...(values === undefined ? {} : { enum: values }),
    })),
  ];
  return {
    urls: used.map(({ url }) => below(url, path)),
    variables: [...new Map(variables.map((variable) => [variable.name, variable])).values()],
  };
}

function below(url: string, path: string): string {
  if (path === '' || path === '/') return url;
  return `${url.replace(/\/$/u, '')}/${path.replace(/^\//u, '')}`;
}
