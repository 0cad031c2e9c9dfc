import type { Origin } from '../core/origin.js';
import type { NameKey } from './api.js';
import type { Json } from './schema.js';

/**
 * Feed extensions of a channel: subscriptions, sequence numbers, order books. Pointers are JSON Pointers (RFC 6901) into a message,
 * durations are milliseconds, sizes are bytes. Reference: `docs/guide/extensions.md`.
 */
export interface ChannelFeed {
  readonly control?: FeedControl;
  readonly subscription?: FeedSubscription;
  readonly sequence?: FeedSequence;
  readonly book?: FeedBook;
  readonly heartbeat?: FeedHeartbeat;
  readonly interval?: number;
  readonly conflate?: FeedConflate;
  readonly slowConsumer?: FeedSlowConsumer;
  /** `x-rate-limit` of a channel with `x-control`; applies to every connection. */
  readonly rates?: FeedRates;
  /** `x-discriminator` of the channel or of the document: the pointer to the value that distinguishes messages. */
  readonly discriminator?: string;
}

/** A condition on a message. */
export type FeedCondition =
  | { readonly pointer: string; readonly const: null | boolean | number | string }
  | { readonly pointer: string; readonly enum: readonly (null | boolean | number | string)[] }
  | { readonly pointer: string; readonly present: boolean };

/** `x-subscription`: name, keys and authentication for subscribing to a channel. */
export interface FeedSubscription {
  /** Name on the wire; default: the name of the channel. */
  readonly name?: string;
  readonly aliases: readonly string[];
  /** Name that the server uses in its replies. */
  readonly echo?: string;
  readonly keys?: { readonly name: string; readonly pointer: string; readonly required: boolean };
  /** If absent, the security of the channel's operations and servers decides. */
  readonly auth?: 'required' | 'optional' | 'none';
  readonly match: readonly FeedCondition[];
  /** Pointers to the key in messages that differ from the channel; `null` for a message without a key. */
  readonly messageKeys: readonly (readonly [message: NameKey, pointer: string | null])[];
  readonly origin: Origin;
}

/** `x-sequence`: order guarantees of a channel's messages. */
export interface FeedSequence {
  readonly pointer: string;
  readonly scope: 'connection' | 'key';
  readonly mode: 'contiguous' | 'increasing' | 'none';
  /** Pointers to the sequence number in messages that differ from the channel; `null` for a message that is not counted. */
  readonly messages: readonly (readonly [message: NameKey, pointer: string | null])[];
  readonly origin: Origin;
}

/** Pointers to two lists of rows; `price` and `size` are relative to a row. */
export interface BookSides {
  readonly bids: string;
  readonly asks: string;
  readonly price: string;
  readonly size: string;
}

/** Pointer to one list of rows, each of which names its side. */
export interface BookChanges {
  readonly changes: string;
  readonly side: string;
  readonly bid: string;
  readonly ask: string;
  readonly price: string;
  readonly size: string;
}

/** Snapshot of a book: a message, or the response of an operation. */
export interface BookSnapshot extends BookSides {
  readonly message?: NameKey;
  /** Pointer to the last sequence number that the snapshot includes. */
  readonly sequence?: string;
  /** Pointer to the id of an order, relative to a row; only for a book of single orders. */
  readonly id?: string;
}

/** Effect of a message on the order that it names. */
export interface BookOrderUpdate {
  readonly message: NameKey;
  readonly does: 'add' | 'remove' | 'reduce' | 'change';
  /** Pointers, and the wire names of the sides, by the names of the extension. */
  readonly values: { readonly [name: string]: string };
}

/** `x-book`: how to maintain an order book from a channel. */
export type FeedBook = {
  readonly snapshot: BookSnapshot;
  readonly resync: 'resubscribe' | BookResync;
  readonly origin: Origin;
} & (
  | {
      readonly kind: 'levels';
      readonly update: { readonly message: NameKey } & (BookChanges | BookSides);
    }
  | { readonly kind: 'orders'; readonly updates: readonly BookOrderUpdate[] }
);

/** The operation whose response is a snapshot of the book, possibly of another document of the package. */
export interface BookResync {
  readonly operation: string;
  /** Values of its parameters by name; `{key}` is replaced by the key. */
  readonly parameters: { readonly [name: string]: string | number | boolean };
  readonly origin: Origin;
}

/** `x-heartbeat`: a periodic message of a channel, or the liveness check of a connection (on the channel with `x-control`). */
export type FeedHeartbeat = { readonly origin: Origin } & (
  | { readonly message: NameKey; readonly interval: number }
  | {
      readonly interval?: number;
      readonly ping?: { readonly message: NameKey; readonly template: Json };
    }
);

/** `x-conflate`: how queued messages are combined. */
export interface FeedConflate {
  readonly mode: 'latest' | 'merge' | 'none';
  readonly key?: string;
  readonly list?: string;
  readonly row?: readonly string[];
  readonly origin: Origin;
}

/** `x-slow-consumer`: how the server treats a client that does not keep up. */
export interface FeedSlowConsumer {
  readonly policy: 'disconnect' | 'drop' | 'conflate';
  readonly limit?: number;
  readonly notice?: { readonly message: NameKey; readonly template: Json };
  readonly code?: number;
  readonly origin: Origin;
}

/** A token bucket: `rate` tokens are added each second, up to `burst`. */
export interface FeedRate {
  readonly rate: number;
  readonly burst: number;
}

/** `x-rate-limit` of a server, or of the channel with `x-control`. */
export interface FeedRates {
  /** Connections from one IP address. */
  readonly connections?: FeedRate;
  /** Messages to the server over one connection, or from one IP address. */
  readonly messages?: FeedRate & { readonly per: 'connection' | 'ip' };
}

/** `x-control`: the control messages for subscriptions. */
export interface FeedControl {
  readonly subscribe: ControlRequest;
  readonly unsubscribe?: ControlRequest;
  readonly subscribed?: ControlAnswer;
  readonly unsubscribed?: ControlAnswer;
  readonly error?: ControlError;
  readonly limits: {
    readonly firstSubscribe?: number;
    readonly subscriptionsPerKey?: number;
    readonly messageBytes?: number;
  };
  readonly origin: Origin;
}

/** `x-events`: something that happens in the program, with the messages that report it. */
export interface FeedEvent {
  readonly name: string;
  readonly description?: string;
  /** Messages in the order in which a subscriber receives them. */
  readonly messages: readonly EventMessage[];
  readonly origin: Origin;
}

/** A message of an event, with the channels on which it is sent. */
export interface EventMessage {
  readonly message: NameKey;
  readonly channels: readonly NameKey[];
  /** True if not every event has the message. */
  readonly optional: boolean;
  readonly origin: Origin;
}

/** Pointers by name. */
export interface Pointers {
  readonly [name: string]: string;
}

/** A control request: the template that a client sends, and the pointers that a server reads. */
export interface ControlRequest {
  readonly message: NameKey;
  readonly template: Json;
  readonly read: {
    readonly entries?: string;
    readonly channel: string;
    readonly keys?: Pointers;
    readonly sharedKeys?: Pointers;
    readonly auth?: Pointers;
    readonly id?: string;
    readonly options?: Pointers;
  };
  readonly origin: Origin;
}

/** Reply to a request that succeeded. */
export interface ControlAnswer {
  readonly message: NameKey;
  readonly match?: { readonly [pointer: string]: Json };
  readonly list?: { readonly items: string; readonly channel: string; readonly keys?: Pointers };
  readonly template: Json;
  readonly item?: Json;
  readonly each?: 'request' | 'channel' | 'key';
  readonly origin: Origin;
}

/** Reply to a request that failed. */
export interface ControlError {
  readonly message: NameKey;
  readonly match?: { readonly [pointer: string]: Json };
  readonly text: string;
  readonly reason?: string;
  readonly code?: string;
  readonly template: Json;
  readonly origin: Origin;
}
