import { FeedError } from '../errors.js';
import type { Channel } from '../feed.js';
import type { ChannelTypes, ParametersOf, QueryOf } from '../types.js';
import type { Subscriber } from './options.js';

/** What may be said of a message that is published. */
export interface PublishOptions<Types extends ChannelTypes = ChannelTypes, Principal = unknown> {
  /** Picks among the subscribers: an account's own, say. */
  readonly to?: (subscriber: Subscriber<Principal, ParametersOf<Types>, QueryOf<Types>>) => boolean;
}

/**
 * Arguments of `publish` after the channel. The key comes before the message, `undefined` for what concerns every key. If addresses have
 * parameters the room comes first, and the key is left out for channels that have none.
 */
export type PublishArguments<Types extends ChannelTypes, Principal> = Types extends {
  readonly parameters: infer Parameters extends object;
}
  ? Types['keys'] extends 'none'
    ? [room: Parameters, message: Types['message'], options?: PublishOptions<Types, Principal>]
    : [
        room: Parameters,
        key: string | undefined,
        message: Types['message'],
        options?: PublishOptions<Types, Principal>,
      ]
  : [
      key: string | undefined,
      message: Types['message'],
      options?: PublishOptions<Types, Principal>,
    ];

/** Arguments of `subscribers` after the channel. */
export type CountArguments<Types extends ChannelTypes> = Types extends {
  readonly parameters: infer Parameters extends object;
}
  ? [room: Parameters, key?: string]
  : [key?: string];

/** Arguments of `publish` by what they mean. */
export interface Published {
  /** Empty if addresses have no parameters. */
  readonly room: object;
  readonly key: string | undefined;
  readonly message: unknown;
  readonly to: ((subscriber: Subscriber) => boolean) | undefined;
}

/** @throws {FeedError} `usage` for a room that is none */
export function readPublished(
  channel: Channel,
  hasRooms: boolean,
  given: readonly unknown[],
): Published {
  const rest = hasRooms ? given.slice(1) : given;
  const hasKey = !hasRooms || channel.descriptor.keys !== undefined;
  const [key, message, options] = hasKey ? rest : [undefined, ...rest];
  return {
    room: hasRooms ? roomOf(given[0]) : {},
    key: typeof key === 'string' ? key : undefined,
    message,
    to: (options as PublishOptions | undefined)?.to,
  };
}

/** @throws {FeedError} `usage` for a value that is no object */
export function roomOf(given: unknown): object {
  if (typeof given === 'object' && given !== null) return given;
  throw new FeedError('usage', "The room is named by an object, such as { room: 'kitchen' }");
}
