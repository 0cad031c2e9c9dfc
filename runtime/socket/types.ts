import type { Check } from '../core/check.js';
import type { AddressValues } from './address-value.js';

/**
 * What TypeScript knows of one channel; generated beside the descriptor.
 *
 * `keys` says whether a subscription names keys; `message` is the union of what the channel carries; `snapshot` is what an operation
 * answers from which its book is made whole, where the description names one; `options` are further wishes of a subscription.
 */
export interface ChannelTypes {
  readonly keys: 'required' | 'optional' | 'none';
  readonly message: unknown;
  readonly snapshot?: unknown;
  readonly options?: object;
  /** What a program supplies of the message that shows that the channel lives, where there is one. */
  readonly heartbeat?: unknown;
  /** Present where the channel keeps a book. */
  readonly book?: 'levels' | 'orders';
  /** Parameters of the address, which name a room; present if it has any. All channels of a feed have the same. */
  readonly parameters?: object;
  /** Parameters of the address's query; present if it has any. */
  readonly query?: object;
}

/** Parameters of the address of a channel's feed; empty if it has none. */
export type ParametersOf<Types extends ChannelTypes> = Types extends {
  readonly parameters: infer Parameters extends object;
}
  ? Parameters
  : AddressValues;

/** Parameters of the query of a channel's feed; empty if it has none. */
export type QueryOf<Types extends ChannelTypes> = Types extends {
  readonly query: infer Query extends object;
}
  ? Query
  : AddressValues;

/** What TypeScript knows of a feed: its channels, by the keys of the descriptor. An interface fits. */
export type FeedTypes<Types> = { readonly [Channel in keyof Types]: ChannelTypes };

/** Names of a feed's channels. */
export type ChannelOf<Types> = keyof Types & string;

/** What a program supplies of a channel's heartbeat; `never` where the description has none. */
export type HeartbeatOf<Types extends ChannelTypes> = 'heartbeat' extends keyof Types
  ? Types['heartbeat']
  : never;

/** Names of the channels that keep a book of that kind. */
export type BookChannelOf<Types extends FeedTypes<Types>, Kind extends 'levels' | 'orders'> = {
  readonly [Channel in keyof Types]: Types[Channel]['book'] extends Kind ? Channel : never;
}[keyof Types] &
  string;

/** Checks of messages, by their keys in the descriptor; from a package's `validators`. */
export interface MessageChecks {
  readonly [message: string]: Check;
}

/** How many messages are held against their schemas: none, one of many, or all. */
export type Validation = 'off' | 'sampled' | 'full';

/** A message whose `Id` may be left out, because the client, or the server of a feed, fills it in. */
export type IdOptional<Message, Id extends string> = Message extends unknown
  ? {
      readonly [Member in keyof Message as Member extends Id ? never : Member]: Message[Member];
    } & {
      readonly [Member in keyof Message as Member extends Id ? Member : never]?: Message[Member];
    }
  : never;

/**
 * The messages that a channel carries: of each type, those that have the given properties, of the given types. Objects say the same of
 * the properties of a property.
 *
 * @example Carried<Match, { profile_id: unknown }> // a match whose `profile_id` is present
 */
export type Carried<Message, Properties> = Message extends unknown
  ? Message & {
      readonly [Name in keyof Properties]: Name extends keyof Message
        ? Present<Message[Name], Properties[Name]>
        : Properties[Name];
    }
  : never;

type Present<Value, Type> = Type extends object
  ? Carried<Exclude<Value, undefined>, Type>
  : Exclude<Value, undefined> & Type;
