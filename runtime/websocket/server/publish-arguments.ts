import { FeedError } from '../errors.js';
import type { Channel } from '../feed.js';
import type { ChannelTypes, ParametersOf, QueryOf } from '../types.js';
import type { Subscriber } from './options.js';

/** Options of a published message. */
export interface PublishOptions<Types extends ChannelTypes = ChannelTypes, Principal = unknown> {
  /** Selects the subscribers to send the message to, for example those of one account. Default: all. */
  readonly to?: (subscriber: Subscriber<Principal, ParametersOf<Types>, QueryOf<Types>>) => boolean;
}

/**
 * Arguments of `publish` after the channel: the key, then the
 * message. The key is `undefined` if the message concerns every key.
 *
 * For addresses with parameters, the room comes first, and channels without keys have no key argument.
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

/** Parsed arguments of `publish`. */
export interface ParsedPublish {
  /** Empty if addresses have no parameters. */
  readonly room: object;
  readonly key: string | undefined;
  readonly message: unknown;
  readonly to: ((subscriber: Subscriber) => boolean) | undefined;
}

/**
 * Parses the arguments of `publish`.
 *
 * @throws {FeedError} `usage` for an invalid room.
 */
export function parsePublish(
  channel: Channel,
  hasRooms: boolean,
  args: readonly unknown[],
): ParsedPublish {
  const rest = hasRooms ? args.slice(1) : args;
  const hasKey = !hasRooms || channel.descriptor.keys !== undefined;
  const [key, message, options] = hasKey ? rest : [undefined, ...rest];
  return {
    room: hasRooms ? roomOf(args[0]) : {},
    key: typeof key === 'string' ? key : undefined,
    message,
    to: (options as PublishOptions | undefined)?.to,
  };
}

/**
 * Checks the room argument.
 *
 * @throws {FeedError} `usage` for a value that is not an object.
 */
export function roomOf(value: unknown): object {
  if (typeof value === 'object' && value !== null) return value;
  throw new FeedError('usage', "The room is named by an object, such as { room: 'kitchen' }");
}
