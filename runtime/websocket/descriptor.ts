/**
 * Description of a feed as a literal in generated code: its messages, channels, subscription protocol, order of
 * messages and repair of gaps. Client and server interpret the same literal.
 *
 * Pointers are JSON Pointers (RFC 6901) into a message: `""` is the message itself,
 * `/0` the first item of an array. Messages, channels and operations are identified
 * by their keys in the description. Durations are in milliseconds, sizes in bytes.
 */
import type { IntegersDescriptor, JsonValue } from '../core/descriptor.js';
import type { ConditionDescriptor } from '../core/message-matcher.js';
import type { AddressDescriptor } from './address-descriptor.js';
import type { ControlDescriptor } from './control-descriptor.js';

export type {
  AddressDescriptor,
  AddressParameterDescriptor,
  QueryParameterDescriptor,
} from './address-descriptor.js';
export type {
  AcknowledgementDescriptor,
  ControlDescriptor,
  ErrorMessageDescriptor,
  RequestDescriptor,
  RequestReaderDescriptor,
} from './control-descriptor.js';

/** Everything that shares one connection: the channels of one address on one server. */
export interface FeedDescriptor {
  readonly title: string;
  readonly version: string;
  /** Servers of the feed; the first is the default. */
  readonly servers: readonly FeedServerDescriptor[];
  readonly variables: {
    readonly [name: string]: { readonly default: string; readonly enum?: readonly string[] };
  };
  /** Parameters of the feed's address; absent if every connection has the same address. */
  readonly address?: AddressDescriptor;
  /** Subprotocols (RFC 6455 section 1.9) in order of preference. */
  readonly protocols?: readonly string[];
  readonly messages: { readonly [message: string]: MessageDescriptor };
  readonly channels: { readonly [channel: string]: ChannelDescriptor };
  /** Requests and notifications that a client may send in addition to subscriptions. */
  readonly operations?: { readonly [operation: string]: FeedOperationDescriptor };
  /** Wire format of subscriptions. Without it, a channel receives every message on the connection. */
  readonly control?: ControlDescriptor;
  /** Heartbeat of the connection as a whole, in addition to those of channels. */
  readonly heartbeat?: FeedHeartbeatDescriptor;
  /** Treatment of clients that read too slowly, unless their channel specifies another. */
  readonly slowConsumer?: SlowConsumerDescriptor;
  readonly limits?: LimitsDescriptor;
  /** What happens in the program, with the messages that report it. */
  readonly events?: { readonly [event: string]: FeedEventDescriptor };
}

/** Messages that report one event, in the order in which a subscriber receives them. */
export interface FeedEventDescriptor {
  readonly messages: { readonly [message: string]: EventMessageDescriptor };
}

/** A message of an event. */
export interface EventMessageDescriptor {
  /** Channels that carry it, in the order of the description. Some of them carry only the copies of owners. */
  readonly channels: { readonly [channel: string]: 'all' | 'owners' };
  /** Set if not every event has the message. */
  readonly optional?: true;
}

/** A server of the feed. */
export interface FeedServerDescriptor {
  /** Name by which clients and servers select it in their options. */
  readonly name?: string;
  /** URL as a template over `variables`: `wss://{host}/path`. The path of `address` is appended. */
  readonly url: string;
  /** Set if every channel on this server requires credentials. */
  readonly auth?: 'required';
  /** Alternatives of scopes, of which credentials on this server need all of one. Absent if none are needed. */
  readonly scopes?: readonly (readonly string[])[];
  /** Limits of this server. They override those of the feed. */
  readonly limits?: LimitsDescriptor;
}

/** Messages that a client sends, and their replies. */
export interface FeedOperationDescriptor {
  readonly messages: readonly string[];
  /** Messages that reply to them; absent if there is no reply. */
  readonly reply?: readonly string[];
}

/** One type of message. */
export interface MessageDescriptor {
  /** Recipient; both sides if absent. Message types are distinguished among those of the same direction. */
  readonly to?: 'client' | 'server';
  /** Sent as a binary frame and represented as a `Uint8Array`. All other messages are JSON in text frames. */
  readonly binary?: true;
  /**
   * Location of the identifier that a reply repeats. A client generates a number or a string if the program omits it.
   */
  readonly correlation?: { readonly pointer: string; readonly type: 'number' | 'string' };
  /** Locations of the integers that programs represent as `bigint`. */
  readonly integers?: IntegersDescriptor;
  /** Properties that only owners receive, such as the user of an order; `true` if only owners receive the message. */
  readonly ownerOnly?: true | readonly string[];
  /** Properties of which owners may receive another value than the other subscribers. */
  readonly ownerValues?: readonly string[];
  /**
   * Conditions that identify this type: all of them must hold. Types are tried in the
   * order of declaration; an empty list matches everything that remains. Types that
   * are distinguished by `/type`, or by `/0` in arrays, are found by a single look-up.
   */
  readonly match: readonly ConditionDescriptor[];
}

/** A logical stream of messages that clients can subscribe to. */
export interface ChannelDescriptor {
  /** Name on the wire, as a client sends it. */
  readonly name: string;
  /** Other names that requests and replies may use. */
  readonly aliases?: readonly string[];
  /** Name in a server's replies; `name` if absent. */
  readonly echo?: string;
  /**
   * Messages of the channel. A message that does not identify its
   * channel is delivered to every subscribed channel that lists it.
   */
  readonly messages: { readonly [message: string]: ChannelMessageDescriptor };
  /** Additional conditions for messages of this channel, for example that `/channel` is `trades`. */
  readonly match?: readonly ConditionDescriptor[];
  /** Partition of the channel, for example by product. If absent, there is a single stream. */
  readonly keys?: KeysDescriptor;
  readonly auth: 'required' | 'optional' | 'none';
  /** Alternatives of scopes, of which a subscriber with credentials needs all of one. Absent if none are needed. */
  readonly scopes?: readonly (readonly string[])[];
  readonly sequence?: SequenceDescriptor;
  readonly book?: BookDescriptor;
  /** Message that is sent at this interval at least, while the channel is subscribed. */
  readonly heartbeat?: {
    readonly message: string;
    readonly interval: number;
    /**
     * Constant part of the message, with the placeholder `{key}`. If
     * absent, a server sends only heartbeats that its program supplies.
     */
    readonly template?: JsonValue;
    /** Set if the message has required properties that only the program knows. A server sends none without them. */
    readonly isPartial?: boolean;
  };
  /** Minimum interval between messages: a server collects and sends them in batches. */
  readonly interval?: number;
  /** Combination of queued messages. */
  readonly conflate?: ConflateDescriptor;
  readonly slowConsumer?: SlowConsumerDescriptor;
}

/** Locations in one message type of a channel. */
export interface ChannelMessageDescriptor {
  /** Pointer to the key, if it differs from the channel's; `null` if the message has no key and concerns every key. */
  readonly key?: string | null;
  /** Pointer to the sequence number, if it differs from the channel's; `null` if the message is not counted. */
  readonly sequence?: string | null;
}

/** Partition of a channel, for example by product or account. */
export interface KeysDescriptor {
  /** Name on the wire: `product_ids`. Templates and readers refer to the keys by this name. */
  readonly name: string;
  /** Pointer to the key in messages of the channel. */
  readonly pointer: string;
  /** Set if a subscription must list keys. Otherwise, a subscription without keys means all of them. */
  readonly required?: true;
}

/** Order of a channel's messages. */
export interface SequenceDescriptor {
  /** Pointer to the number of a message. */
  readonly pointer: string;
  /** Scope of the numbering: each key separately, or all messages of the connection. */
  readonly scope: 'connection' | 'key';
  /**
   * Expected numbers.
   *
   * - `contiguous`: each number is the successor of the last; anything else is a gap.
   * - `increasing`: numbers grow; a number that does not is a duplicate.
   * - `none`: numbers are not checked.
   */
  readonly mode: 'contiguous' | 'increasing' | 'none';
}

/** Construction of an order book from a channel. */
export type BookDescriptor = LevelsBookDescriptor | OrdersBookDescriptor;

/** Recovery of a book after a gap: by a new subscription, or from the response of an operation, which `book.snapshot` describes. */
export type ResyncDescriptor = 'resubscribe' | { readonly operation: string };

/** A book of price levels, each with its total size. */
export interface LevelsBookDescriptor {
  readonly kind: 'levels';
  /** Message that replaces the whole book. `message` is absent if the snapshot is the response of an operation. */
  readonly snapshot: { readonly message?: string; readonly sequence?: string } & SidesDescriptor;
  readonly update: { readonly message: string } & (ChangesDescriptor | SidesDescriptor);
  readonly resync: ResyncDescriptor;
}

/** Two lists of rows. The pointers `price` and `size` (and `id`) are relative to a row. */
export interface SidesDescriptor {
  readonly bids: string;
  readonly asks: string;
  readonly price: string;
  /** Total size of the level, not a difference; zero removes the level. */
  readonly size: string;
}

/** One list of rows, each of which contains its side. */
export interface ChangesDescriptor {
  readonly changes: string;
  readonly side: string;
  /** Values that represent the two sides. */
  readonly bid: string;
  readonly ask: string;
  readonly price: string;
  readonly size: string;
}

/** A book of individual orders. */
export interface OrdersBookDescriptor {
  readonly kind: 'orders';
  /**
   * Message that replaces the whole book. `message` is absent if the snapshot is the response of an operation.
   * `sequence` points to the number of the last message that it includes.
   */
  readonly snapshot: {
    readonly message?: string;
    readonly sequence?: string;
    readonly id: string;
  } & SidesDescriptor;
  /** Effect of each message type on the book. Types that are not listed have none. */
  readonly updates: { readonly [message: string]: OrderUpdateDescriptor };
  readonly resync: ResyncDescriptor;
}

/** Effect of a message on the order that it identifies. Unknown orders are ignored, except by `add`. */
export type OrderUpdateDescriptor =
  /** Adds an order to the book. */
  | {
      readonly does: 'add';
      readonly id: string;
      readonly side: string;
      readonly bid: string;
      readonly ask: string;
      readonly price: string;
      readonly size: string;
    }
  /** Removes the order. */
  | { readonly does: 'remove'; readonly id: string }
  /** Reduces the order's size; the order is removed at zero. */
  | { readonly does: 'reduce'; readonly id: string; readonly size: string }
  /** Changes the order's size or price, or both. What the message does not contain stays the same. */
  | {
      readonly does: 'change';
      readonly id: string;
      readonly size?: string;
      readonly price?: string;
    };

/**
 * Combination of queued messages.
 *
 * - `latest` keeps the last message for each key.
 * - `merge` keeps one message for each key. Its `list` contains the rows of all combined messages, the last for each
 *   `row`.
 * - `none` keeps all messages.
 */
export interface ConflateDescriptor {
  readonly mode: 'latest' | 'merge' | 'none';
  /** Pointer to the conflation key of a message; the channel's key if absent. */
  readonly key?: string;
  /** For `merge`: pointer to the list whose rows are merged. */
  readonly list?: string;
  /**
   * For `merge`: pointers into a row whose values together identify
   * it. A later row replaces an earlier one with the same values.
   */
  readonly row?: readonly string[];
}

/** Treatment of a client with more than `limit` unsent bytes. */
export interface SlowConsumerDescriptor {
  /**
   * `disconnect` closes the connection. `drop` omits messages and counts
   * them. `conflate` combines messages until the client catches up.
   */
  readonly policy: 'disconnect' | 'drop' | 'conflate';
  /** Default: 1,048,576. */
  readonly limit?: number;
  /** Message that the client receives first. */
  readonly notice?: { readonly message: string; readonly template: JsonValue };
  /** Close code; 1008 if absent (RFC 6455 section 7.4.1). */
  readonly code?: number;
}

/** Signs that a connection is alive. */
export interface FeedHeartbeatDescriptor {
  /** Maximum interval between messages from the server. */
  readonly interval?: number;
  /** Message that a client sends after silence: a template with the placeholder `{id}`. */
  readonly ping?: { readonly message: string; readonly template: JsonValue };
}

/** Limits of a server. The options of a server override them. */
export interface LimitsDescriptor {
  /** Maximum time from connecting to the first subscription. */
  readonly firstSubscribe?: number;
  /** Maximum number of subscriptions of one caller to one key of a channel, over all of its connections. */
  readonly subscriptionsPerKey?: number;
  /** Rate limit for messages from a client: a token bucket of size `burst`, refilled with `rate` tokens per second. */
  readonly messages?: {
    readonly rate: number;
    readonly burst: number;
    /** `ip`: one bucket for all connections of an IP address. If absent, one bucket per connection. */
    readonly per?: 'ip';
  };
  /** Rate limit for new connections from one IP address. */
  readonly connections?: { readonly rate: number; readonly burst: number };
  /** Maximum size of a message to the server in bytes. */
  readonly messageBytes?: number;
}
