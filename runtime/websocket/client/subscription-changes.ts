import type { JsonValue } from '../../core/descriptor.js';
import type { FeedServerDescriptor } from '../descriptor.js';
import { FeedError } from '../errors.js';
import type { Channel } from '../feed.js';
import { serverAuth } from '../server-selection.js';
import type { KeyStream } from './key-stream.js';
import type { ClientSettings } from './options.js';
import type { ReconnectingSocket } from './reconnecting-socket.js';
import type { ChannelStreams } from './streams.js';
import type { SubscriptionProtocol } from './subscription-protocol.js';

/** Dependencies of changes to subscriptions. */
export interface ChangeSenderParts {
  readonly settings: ClientSettings;
  readonly server: FeedServerDescriptor | undefined;
  readonly connection: ReconnectingSocket;
  /** Absent if the feed has no subscription requests. */
  readonly protocol: SubscriptionProtocol | undefined;
}

/**
 * Sends a request to subscribe or unsubscribe streams, with credentials if the channel takes any. Resolves when the
 * server has acknowledged it. Nothing is sent if the connection of the given generation was lost, or no stream is left.
 */
export type SendChange = (
  kind: 'subscribe' | 'unsubscribe',
  streams: ChannelStreams,
  requested: readonly KeyStream[],
  generation: number,
) => Promise<void>;

/** Creates the sender of a client's changes. */
export function createChangeSender({
  settings,
  server,
  connection,
  protocol,
}: ChangeSenderParts): SendChange {
  const credentials = async (
    channel: Channel,
  ): Promise<Readonly<Record<string, JsonValue>> | undefined> => {
    const auth = serverAuth(server, channel.descriptor);
    if (auth === 'none' || settings.credentials === undefined) return undefined;
    try {
      return await settings.credentials({
        channel: channel.key,
        now: settings.timers.now(),
        variables: settings.variables,
      });
    } catch (cause) {
      throw new FeedError('credentials', 'The credential could not be created', { cause });
    }
  };

  return async (kind, streams, requested, generation) => {
    const { channel } = streams;
    const auth = kind === 'subscribe' ? await credentials(channel) : undefined;
    const isLate = generation !== connection.generation;
    // Consumers may have left while the credential was created.
    const remaining =
      kind === 'subscribe' ? requested.filter((stream) => streams.has(stream)) : requested;
    if (isLate || protocol === undefined || remaining.length === 0) return;
    await protocol.send({
      kind,
      channel,
      keys: keysOf(remaining),
      ...(auth === undefined ? {} : { auth }),
      ...(remaining[0]?.options === undefined ? {} : { options: remaining[0].options }),
    });
  };
}

/** Keys of streams, without the streams of whole channels. */
export function keysOf(streams: readonly KeyStream[]): readonly string[] {
  return streams.filter((stream) => !isWholeChannel(stream)).map(({ key }) => key);
}

/** True for the stream of a whole channel. */
export function isWholeChannel({ key }: KeyStream): boolean {
  return key === '';
}
