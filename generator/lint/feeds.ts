import { flowsOver, messagesWith } from '../model/analysis/channel-flows.js';
import type { Api } from '../model/api.js';
import type { FeedControl } from '../model/feed.js';
import type { Channel, Connection, Message } from '../model/message.js';
import type { HmacScheme } from '../model/security.js';

/** One connection with the data that feed rules need. */
export interface LintedFeed {
  readonly connection: Connection;
  readonly channels: readonly Channel[];
  /** Control messages of the first channel with `x-control`. */
  readonly control: FeedControl | undefined;
  /** Schemes that sign messages on the connection, by key. */
  readonly signed: ReadonlyMap<string, HmacScheme>;
}

/** Returns the connections of a description, except FIX sessions. */
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
    ...flowsOver(api, channels).filter(({ channel }) => channels.includes(channel)),
    ...api.messageServers.filter(({ name }) => servers.includes(name)),
  ].flatMap(({ security = [] }) => security);
  const keys = securities.flatMap(({ schemes }) => schemes.map(({ key }) => key));
  return new Map(
    api.securitySchemes.flatMap(({ key, hmac }) =>
      keys.includes(key) && hmac?.place === 'message' ? [[key, hmac]] : [],
    ),
  );
}

/** Returns the messages that the server sends over a channel, without replies. */
export function streamOf(api: Api, { key }: Channel): readonly Message[] {
  const keys = new Set(
    flowsOver(api, [key]).flatMap(({ channel, to, messages }) =>
      channel === key && to === 'client' ? messages : [],
    ),
  );
  return messagesWith(api, keys);
}

/** Returns the message with a key. */
export function messageOf(api: Api, key: string): Message | undefined {
  return messagesWith(api, [key])[0];
}
