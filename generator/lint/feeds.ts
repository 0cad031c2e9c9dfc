import type { Api } from '../model/api.js';
import type { FeedControl } from '../model/feed.js';
import type { Channel, Connection, Message } from '../model/message.js';
import type { HmacScheme } from '../model/security.js';

/** One connection as the rules about feeds look at it. */
export interface LintedFeed {
  readonly connection: Connection;
  readonly channels: readonly Channel[];
  /** The first channel with `x-control`. */
  readonly control: FeedControl | undefined;
  /** Schemes that sign what is sent over it, by their keys. */
  readonly signed: ReadonlyMap<string, HmacScheme>;
}

/** The connections of a description, FIX sessions aside. */
export function feedsOf(api: Api): readonly LintedFeed[] {
  return api.connections.flatMap((connection) => {
    if (connection.protocol === 'fix') return [];
    const channels = connection.channels.flatMap(
      (key) => api.channels.find((channel) => channel.key === key) ?? [],
    );
    const control = channels.find(({ feed }) => feed.control !== undefined)?.feed.control;
    return [{ connection, channels, control, signed: signedOf(api, connection) }];
  });
}

function signedOf(api: Api, { channels, servers }: Connection): ReadonlyMap<string, HmacScheme> {
  const securities = [
    ...api.flows.filter(({ channel }) => channels.includes(channel)),
    ...api.messageServers.filter(({ name }) => servers.includes(name)),
  ].flatMap(({ security = [] }) => security);
  const keys = securities.flatMap(({ schemes }) => schemes.map(({ key }) => key));
  return new Map(
    api.securitySchemes.flatMap(({ key, hmac }) =>
      keys.includes(key) && hmac?.place === 'message' ? [[key, hmac]] : [],
    ),
  );
}

/** What a client is sent over a channel of its own accord. */
export function streamOf(api: Api, { key }: Channel): readonly Message[] {
  const keys = new Set(
    api.flows.flatMap(({ channel, to, messages }) =>
      channel === key && to === 'client' ? messages : [],
    ),
  );
  return api.messages.filter((message) => keys.has(message.key));
}

/** The message with a key, which a reader has found. */
export function messageOf(api: Api, key: string): Message | undefined {
  return api.messages.find((message) => message.key === key);
}
