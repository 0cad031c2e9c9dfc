import type { Check } from '../core/check.js';
import type { AddressValues } from './address-value.js';

/**
 * Types of one channel, generated in addition to the descriptor.
 *
 * - `keys`: whether a subscription lists keys.
 * - `message`: union of the messages that the channel carries.
 * - `snapshot`: response of the operation from which the channel's book is recovered, if there is one.
 * - `options`: options of a subscription.
 */
export interface ChannelTypes {
  readonly keys: 'required' | 'optional' | 'none';
  readonly message: unknown;
  readonly snapshot?: unknown;
  readonly options?: object;
  /** Properties that a program supplies for the channel's heartbeat, if it has one. */
  readonly heartbeat?: unknown;
  /** Set if the channel maintains a book. */
  readonly book?: 'levels' | 'orders';
  /** Parameters of the address, which identify a room; absent if there are none. Equal for all channels of a feed. */
  readonly parameters?: object;
  /** Parameters of the address's query; absent if there are none. */
  readonly query?: object;
}

/** Address parameters of a channel's feed; empty if there are none. */
export type ParametersOf<Types extends ChannelTypes> = Types extends {
  readonly parameters: infer Parameters extends object;
}
  ? Parameters
  : AddressValues;

/** Query parameters of a channel's feed; empty if there are none. */
export type QueryOf<Types extends ChannelTypes> = Types extends {
  readonly query: infer Query extends object;
}
  ? Query
  : AddressValues;

/** Types of a feed: its channels by their keys in the descriptor. Interfaces are assignable. */
export type FeedTypes<Types> = { readonly [Channel in keyof Types]: ChannelTypes };

/** Names of a feed's channels. */
export type ChannelOf<Types> = keyof Types & string;

/** Properties that a program supplies for a channel's heartbeat; `never` if it has none. */
export type HeartbeatOf<Types extends ChannelTypes> = 'heartbeat' extends keyof Types
  ? Types['heartbeat']
  : never;

/** Names of the channels with a book of the given kind. */
export type BookChannelOf<Types extends FeedTypes<Types>, Kind extends 'levels' | 'orders'> = {
  readonly [Channel in keyof Types]: Types[Channel]['book'] extends Kind ? Channel : never;
}[keyof Types] &
  string;

/** Checks of messages by their keys in the descriptor, from a package's `validators`. */
export interface MessageChecks {
  readonly [message: string]: Check;
}

/** Fraction of messages that are validated: none, one of many, or all. */
export type Validation = 'off' | 'sampled' | 'full';

/** A message whose `Id` may be omitted, because the feed's client or server adds it. */
export type IdOptional<Message, Id extends string> = Message extends unknown
  ? {
      readonly [Member in keyof Message as Member extends Id ? never : Member]: Message[Member];
    } & {
      readonly [Member in keyof Message as Member extends Id ? Member : never]?: Message[Member];
    }
  : never;

/**
 * The messages that a channel carries: those of each type that have the given properties with the given types. Nested
 * objects describe the properties of a property.
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
