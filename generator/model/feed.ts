import type { Origin } from '../core/origin.js';
import type { NameKey } from './api.js';
import type { Json } from './schema.js';

/**
 * What our extensions say of channels as feeds: how one subscribes, what is in order, how a book is kept. Pointers are JSON Pointers
 * (RFC 6901) into a message, durations milliseconds, sizes bytes. `docs/guide/extensions.md` is the reference.
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
  /** `x-rate-limit` of a channel with `x-control`: of every connection. */
  readonly rates?: FeedRates;
  /** `x-discriminator` of the channel or of the document: the place that tells its messages apart. */
  readonly discriminator?: string;
}

/** Something that holds of a message. */
export type FeedCondition =
  | { readonly pointer: string; readonly const: null | boolean | number | string }
  | { readonly pointer: string; readonly enum: readonly (null | boolean | number | string)[] }
  | { readonly pointer: string; readonly present: boolean };

/** `x-subscription`: how a channel is asked for. */
export interface FeedSubscription {
  /** Its name on the wire; the channel's own if absent. */
  readonly name?: string;
  readonly aliases: readonly string[];
  /** The name that a server answers with. */
  readonly echo?: string;
  readonly keys?: { readonly name: string; readonly pointer: string; readonly required: boolean };
  /** Absent: what the security of its operations and servers comes to. */
  readonly auth?: 'required' | 'optional' | 'none';
  readonly match: readonly FeedCondition[];
  /** Where a message has its key, if not where the channel says; `null` where it has none. */
  readonly messageKeys: readonly (readonly [message: NameKey, pointer: string | null])[];
  readonly origin: Origin;
}

/** `x-sequence`: what may be said of the order of a channel's messages. */
export interface FeedSequence {
  readonly pointer: string;
  readonly scope: 'connection' | 'key';
  readonly mode: 'contiguous' | 'increasing' | 'none';
  /** Where a message has its number, if not where the channel says; `null` where it does not count. */
  readonly messages: readonly (readonly [message: NameKey, pointer: string | null])[];
  readonly origin: Origin;
}

/** Two lists of rows; the other pointers go into a row. */
export interface BookSides {
  readonly bids: string;
  readonly asks: string;
  readonly price: string;
  readonly size: string;
}

/** One list of rows, each of which names its side. */
export interface BookChanges {
  readonly changes: string;
  readonly side: string;
  readonly bid: string;
  readonly ask: string;
  readonly price: string;
  readonly size: string;
}

/** What a book is made whole from: a message, or the answer of an operation. */
export interface BookSnapshot extends BookSides {
  readonly message?: NameKey;
  /** The last number that it includes. */
  readonly sequence?: string;
  /** Of a book of single orders: the order's name, into a row. */
  readonly id?: string;
}

/** What a message does to the order that it names. */
export interface BookOrderUpdate {
  readonly message: NameKey;
  readonly does: 'add' | 'remove' | 'reduce' | 'change';
  /** Pointers, and what the wire calls the sides, by the names of the extension. */
  readonly values: { readonly [name: string]: string };
}

/** `x-book`: how an order book is kept from a channel. */
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

/** The operation, perhaps of another document of the package, whose answer makes a book whole. */
export interface BookResync {
  readonly operation: string;
  /** Values of its parameters by name; `{key}` stands for the key. */
  readonly parameters: { readonly [name: string]: string | number | boolean };
  readonly origin: Origin;
}

/** `x-heartbeat`: on a channel a message that comes so often; on the channel with `x-control` what shows that a connection lives. */
export type FeedHeartbeat = { readonly origin: Origin } & (
  | { readonly message: NameKey; readonly interval: number }
  | {
      readonly interval?: number;
      readonly ping?: { readonly message: NameKey; readonly template: Json };
    }
);

/** `x-conflate`: how messages that wait together become fewer. */
export interface FeedConflate {
  readonly mode: 'latest' | 'merge' | 'none';
  readonly key?: string;
  readonly list?: string;
  readonly row?: readonly string[];
  readonly origin: Origin;
}

/** `x-slow-consumer`: what a server does about a client that does not keep up. */
export interface FeedSlowConsumer {
  readonly policy: 'disconnect' | 'drop' | 'conflate';
  readonly limit?: number;
  readonly notice?: { readonly message: NameKey; readonly template: Json };
  readonly code?: number;
  readonly origin: Origin;
}

/** A bucket of tokens: `rate` come back in a second, at most `burst` are there at once. */
export interface FeedRate {
  readonly rate: number;
  readonly burst: number;
}

/** `x-rate-limit` of a server or of the channel with `x-control`. */
export interface FeedRates {
  /** Connections from one address. */
  readonly connections?: FeedRate;
  /** Messages to the server over one connection, or from one address. */
  readonly messages?: FeedRate & { readonly per: 'connection' | 'ip' };
}

/** `x-control`: how subscribing is said on the wire. */
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

/** Pointers by name. */
export interface Pointers {
  readonly [name: string]: string;
}

/** How a client writes a request, and how a server reads it. */
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

/** The answer to a request that was granted. */
export interface ControlAnswer {
  readonly message: NameKey;
  readonly match?: { readonly [pointer: string]: Json };
  readonly list?: { readonly items: string; readonly channel: string; readonly keys?: Pointers };
  readonly template: Json;
  readonly item?: Json;
  readonly each?: 'request' | 'channel' | 'key';
  readonly origin: Origin;
}

/** The answer to a request that was refused. */
export interface ControlError {
  readonly message: NameKey;
  readonly match?: { readonly [pointer: string]: Json };
  readonly text: string;
  readonly reason?: string;
  readonly code?: string;
  readonly template: Json;
  readonly origin: Origin;
}
