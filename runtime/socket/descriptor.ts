/**
 * What a generated package says about a feed, as a plain literal: which messages there are and how they are told apart, which channels
 * carry them, how one subscribes and is answered, what is in order and how a gap is repaired. Client and server interpret the same literal.
 *
 * Pointers are JSON Pointers (RFC 6901) into a message; `""` is the message itself and `/0` the first element of an array. Messages,
 * channels and operations are named by their keys in the description. Durations are milliseconds, sizes bytes.
 */
import type { JsonValue } from '../core/descriptor.js';
import type { ConditionDescriptor } from '../core/dispatch.js';
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

/** Everything that shares one connection: channels of one address on one server. */
export interface FeedDescriptor {
  readonly title: string;
  readonly version: string;
  /** Where the feed is; the first is the default. */
  readonly servers: readonly FeedServerDescriptor[];
  readonly variables: {
    readonly [name: string]: { readonly default: string; readonly enum?: readonly string[] };
  };
  /** Values that tell its connections apart; absent if every connection has the same address. */
  readonly address?: AddressDescriptor;
  /** Subprotocols (RFC 6455 section 1.9), most wanted first. */
  readonly protocols?: readonly string[];
  readonly messages: { readonly [message: string]: MessageDescriptor };
  readonly channels: { readonly [channel: string]: ChannelDescriptor };
  /** What a client may ask or tell beside subscribing. */
  readonly operations?: { readonly [operation: string]: FeedOperationDescriptor };
  /** How one subscribes. Without it a channel is everything that comes over the connection. */
  readonly control?: ControlDescriptor;
  /** How the connection as a whole is kept alive, beside what channels say. */
  readonly heartbeat?: FeedHeartbeatDescriptor;
  /** What happens to a client that does not keep up, unless its channel says otherwise. */
  readonly slowConsumer?: SlowConsumerDescriptor;
  readonly limits?: LimitsDescriptor;
}

/** One place where the feed is. */
export interface FeedServerDescriptor {
  /** By what options of a client or a server choose it. */
  readonly name?: string;
  /** `wss://{host}/path`, a template over `variables`; the path of `address` follows it. */
  readonly url: string;
  /** Every channel demands credentials there. */
  readonly auth?: 'required';
  /** What it allows beside, or in place of, what the feed does. */
  readonly limits?: LimitsDescriptor;
}

/** Messages that a client sends, and what answers them. */
export interface FeedOperationDescriptor {
  readonly messages: readonly string[];
  /** Absent: nothing answers. */
  readonly reply?: readonly string[];
}

/** One kind of message. */
export interface MessageDescriptor {
  /** Who may get it; both sides if absent. Messages are told apart among those that go the same way. */
  readonly to?: 'client' | 'server';
  /** Travels as a binary frame; programs hold it as a `Uint8Array`. All other messages are JSON in text frames. */
  readonly binary?: true;
  /** Where a request has what its reply repeats. A client fills in a number or a text where the program left it out. */
  readonly correlation?: { readonly pointer: string; readonly type: 'number' | 'string' };
  /**
   * What tells it from all others: every condition holds. Messages are tried in the order in which they stand; an empty list takes
   * whatever is left. Messages told apart by `/type`, or rows by `/0`, are found by one look-up.
   */
  readonly match: readonly ConditionDescriptor[];
}

/** One logical stream of messages that can be subscribed to. */
export interface ChannelDescriptor {
  /** Its name on the wire, as the client asks for it. */
  readonly name: string;
  /** Other names by which it may be asked for or answered. */
  readonly aliases?: readonly string[];
  /** The name that a server answers with; `name` if absent. */
  readonly echo?: string;
  /** What it carries, by message. A message without a channel of its own goes to every subscribed channel that lists it. */
  readonly messages: { readonly [message: string]: ChannelMessageDescriptor };
  /** What more must hold of a message for it to belong to this channel: `/channel` is `trades`, say. */
  readonly match?: readonly ConditionDescriptor[];
  /** What it is divided into, such as products. Absent: one stream for everybody. */
  readonly keys?: KeysDescriptor;
  readonly auth: 'required' | 'optional' | 'none';
  readonly sequence?: SequenceDescriptor;
  readonly book?: BookDescriptor;
  /** A message that comes at least so often while the channel is subscribed. */
  readonly heartbeat?: {
    readonly message: string;
    readonly interval: number;
    /** What is fixed of it, with the hole `{key}`; without it a server sends only what its program supplies. */
    readonly template?: JsonValue;
    /** It demands members that only a program knows: a server sends none without them. */
    readonly isPartial?: boolean;
  };
  /** A server sends what was published at most so often, in batches. */
  readonly interval?: number;
  /** How messages that wait together become fewer. */
  readonly conflate?: ConflateDescriptor;
  readonly slowConsumer?: SlowConsumerDescriptor;
}

/** How one message stands in one channel. */
export interface ChannelMessageDescriptor {
  /** Where its key is, if not where the channel says; `null` where it has none and concerns every key. */
  readonly key?: string | null;
  /** Where its sequence is, if not where the channel says; `null` where it does not count. */
  readonly sequence?: string | null;
}

/** Division of a channel: by product, by account. */
export interface KeysDescriptor {
  /** What the wire calls them: `product_ids`. Templates and readers know them by this name. */
  readonly name: string;
  /** Where a message of the channel says which key it is about. */
  readonly pointer: string;
  /** A subscription must name some. Otherwise none means all. */
  readonly required?: true;
}

/** What may be said of the order of a channel's messages. */
export interface SequenceDescriptor {
  /** Where a message has its number. */
  readonly pointer: string;
  /** What is counted: each key by itself, or everything on the connection together. */
  readonly scope: 'connection' | 'key';
  /**
   * `contiguous`: each number is one above the last, and anything else is a gap. `increasing`: numbers only grow, and what does not is
   * a duplicate. `none`: nothing is checked.
   */
  readonly mode: 'contiguous' | 'increasing' | 'none';
}

/** How an order book is kept from a channel. */
export type BookDescriptor = LevelsBookDescriptor | OrdersBookDescriptor;

/** How a book is made whole again: by subscribing anew, or from an operation's answer, `book.snapshot` saying how to read it. */
export type ResyncDescriptor = 'resubscribe' | { readonly operation: string };

/** A book of price levels, each with its whole size. */
export interface LevelsBookDescriptor {
  readonly kind: 'levels';
  /** Replaces the whole book. `message` is absent where it is an operation's answer. */
  readonly snapshot: { readonly message?: string; readonly sequence?: string } & SidesDescriptor;
  readonly update: { readonly message: string } & (ChangesDescriptor | SidesDescriptor);
  readonly resync: ResyncDescriptor;
}

/** Two lists of rows. Pointers `price` and `size` (and `id`) go into a row. */
export interface SidesDescriptor {
  readonly bids: string;
  readonly asks: string;
  readonly price: string;
  /** The size of the level, not a difference; zero removes it. */
  readonly size: string;
}

/** One list of rows, each of which names its side. */
export interface ChangesDescriptor {
  readonly changes: string;
  readonly side: string;
  /** What the wire calls the sides. */
  readonly bid: string;
  readonly ask: string;
  readonly price: string;
  readonly size: string;
}

/** A book of single orders. */
export interface OrdersBookDescriptor {
  readonly kind: 'orders';
  /** Replaces the whole book. `message` is absent where it is an operation's answer; `sequence` is the last number that it includes. */
  readonly snapshot: {
    readonly message?: string;
    readonly sequence?: string;
    readonly id: string;
  } & SidesDescriptor;
  /** What each message does to the book; those not named do nothing. */
  readonly updates: { readonly [message: string]: OrderUpdateDescriptor };
  readonly resync: ResyncDescriptor;
}

/** What a message does to the order that it names. Does nothing where the book does not hold it, unless it adds one. */
export type OrderUpdateDescriptor =
  /** A new order rests on the book. */
  | {
      readonly does: 'add';
      readonly id: string;
      readonly side: string;
      readonly bid: string;
      readonly ask: string;
      readonly price: string;
      readonly size: string;
    }
  /** It leaves. */
  | { readonly does: 'remove'; readonly id: string }
  /** It loses so much; at nothing it leaves. */
  | { readonly does: 'reduce'; readonly id: string; readonly size: string }
  /** It has another size, or another price, or both; what the message does not have stays. */
  | {
      readonly does: 'change';
      readonly id: string;
      readonly size?: string;
      readonly price?: string;
    };

/**
 * How messages that wait together become fewer: `latest` keeps the last for each key; `merge` keeps one for each key in whose `list` the
 * rows of all stand, the last for each `row`; `none` keeps all.
 */
export interface ConflateDescriptor {
  readonly mode: 'latest' | 'merge' | 'none';
  /** Where a message has the key that it is kept for; the channel's own if absent. */
  readonly key?: string;
  /** For `merge`: the list whose rows are collected. */
  readonly list?: string;
  /** For `merge`: what in a row says that a later one takes its place. */
  readonly row?: readonly string[];
}

/** What a server does about a client with more than `limit` bytes unsent. */
export interface SlowConsumerDescriptor {
  /** End the connection; leave messages out and count them; keep the latest or merged ones, as `conflate` says, until it catches up. */
  readonly policy: 'disconnect' | 'drop' | 'conflate';
  /** Default 1,048,576. */
  readonly limit?: number;
  /** What it is told first. */
  readonly notice?: { readonly message: string; readonly template: JsonValue };
  /** Close code; 1008 if absent (RFC 6455 section 7.4.1). */
  readonly code?: number;
}

/** What shows that a connection is alive. */
export interface FeedHeartbeatDescriptor {
  /** The server sends something at least so often. */
  readonly interval?: number;
  /** What a client sends where it hears nothing: a template with the hole `{id}`. */
  readonly ping?: { readonly message: string; readonly template: JsonValue };
}

/** What a server allows. Options of the server take precedence. */
export interface LimitsDescriptor {
  /** The first subscription must come so soon after connecting. */
  readonly firstSubscribe?: number;
  /** Subscriptions of one caller to one key of one channel, over all of their connections. */
  readonly subscriptionsPerKey?: number;
  /** Messages that a client may send: a bucket of `burst`, filled with `rate` a second. */
  readonly messages?: {
    readonly rate: number;
    readonly burst: number;
    /** Over all connections of one address together; each connection by itself if absent. */
    readonly per?: 'ip';
  };
  /** Connections from one address. */
  readonly connections?: { readonly rate: number; readonly burst: number };
  /** Most bytes of one message to the server. */
  readonly messageBytes?: number;
}
