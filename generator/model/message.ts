import type { Origin } from '../core/origin.js';
import type { NameKey, Server, ServerVariable, Tag } from './api.js';
import type { ChannelFeed, FeedCondition, FeedRates } from './feed.js';
import type { Json, SchemaId } from './schema.js';
import type { Security } from './security.js';

/** A place where messages are exchanged: a server of an AsyncAPI document. */
export interface MessageServer extends Server {
  /** Its name in the document. */
  readonly name: string;
  /** As written, such as `wss`, `kafka-secure` or `fix`. */
  readonly protocol: string;
  readonly protocolVersion?: string;
  /** Absent where the document says nothing of it. */
  readonly security?: Security;
  /** `x-rate-limit`. */
  readonly rates?: FeedRates;
  readonly tags: readonly Tag[];
  readonly bindings: Bindings;
  readonly extensions: { readonly [name: string]: Json };
}

/** Protocol-specific information by protocol, references in it untouched. */
export type Bindings = { readonly [protocol: string]: Json };

/** Channels of one address on the same servers: they share a connection, which owns reconnecting and sequencing. */
export interface Connection {
  /** `connection:/feed`; `connection:` where nothing but the server says where it leads. */
  readonly key: NameKey;
  readonly protocol: 'websocket' | 'fix' | 'other';
  /** Names of the servers on which it can be had, one of which is chosen when it is made. */
  readonly servers: readonly string[];
  readonly address: AddressTemplate | null;
  readonly channels: readonly NameKey[];
}

/** An address cut at its parameters: literal text and names take turns, as written. */
export interface AddressTemplate {
  readonly text: string;
  readonly parts: readonly (string | { readonly parameter: string })[];
}

/** One logical stream of messages (AsyncAPI 3.0 section "Channel Object"). */
export interface Channel {
  /** `channel:ticker`. */
  readonly key: NameKey;
  readonly name: string;
  /** `null` where it is not known before run time, or where there is none, as in a FIX session. */
  readonly address: AddressTemplate | null;
  readonly title?: string;
  readonly summary?: string;
  readonly description?: string;
  readonly parameters: readonly ChannelParameter[];
  /** Each with its name in the channel, in document order. */
  readonly messages: readonly ChannelMessage[];
  /** Names of its servers; all of the document's where it names none. */
  readonly servers: readonly string[];
  /** What the handshake carries, for WebSockets (`bindings.ws`). */
  readonly handshake?: Handshake;
  /** What our extensions say of it; empty where they say nothing. */
  readonly feed: ChannelFeed;
  readonly tags: readonly Tag[];
  readonly bindings: Bindings;
  readonly extensions: { readonly [name: string]: Json };
  readonly origin: Origin;
}

/** A message as one channel carries it. */
export interface ChannelMessage {
  readonly name: string;
  readonly message: NameKey;
}

/** What a WebSocket's opening request may say (WebSockets binding 0.1.0, "Channel Binding Object"). */
export interface Handshake {
  readonly method: 'GET' | 'POST';
  readonly query?: SchemaId;
  readonly headers?: SchemaId;
}

/** A part of an address that is filled in; always a string on the wire. */
export interface ChannelParameter extends Omit<ServerVariable, 'default'> {
  readonly default?: string;
  readonly examples: readonly Json[];
  /** Its schema, where the document gives one (AsyncAPI 2). */
  readonly schema?: SchemaId;
  /** Where in a message its value is found. */
  readonly location?: MessageLocation;
  readonly origin: Origin;
}

/** A runtime expression: a place in a message (AsyncAPI 3.0 section "Runtime Expression"). */
export interface MessageLocation {
  readonly source: 'payload' | 'header';
  /** JSON Pointer into it; empty for the whole. */
  readonly pointer: string;
  readonly origin: Origin;
}

/**
 * Messages of a channel that travel one way. Absolute: whatever a document calls `publish`, `subscribe`, `send` or
 * `receive`, `to` says who gets them.
 */
export interface Flow {
  /** `flow:subscribeRequest`. */
  readonly key: NameKey;
  readonly name: string;
  readonly channel: NameKey;
  readonly to: 'server' | 'client';
  readonly messages: readonly NameKey[];
  readonly title?: string;
  readonly summary?: string;
  readonly description?: string;
  /** Absent where the document says nothing of it. */
  readonly security?: Security;
  readonly reply?: Reply;
  readonly tags: readonly Tag[];
  readonly bindings: Bindings;
  readonly extensions: { readonly [name: string]: Json };
  readonly origin: Origin;
}

/** What comes back for a message of a flow (AsyncAPI 3.0 section "Operation Reply Object"). */
export interface Reply {
  /** The channel it comes over; the flow's own if absent. */
  readonly channel?: NameKey;
  /** Where the request says at which address it wants its reply. */
  readonly address?: MessageLocation;
  readonly messages: readonly NameKey[];
  readonly origin: Origin;
}

/** One kind of message. Traits have been applied. */
export interface Message {
  /** `message:ticker`. */
  readonly key: NameKey;
  /** What the document calls it: its component, its place in a channel, or its own `name`. */
  readonly name: string;
  readonly title?: string;
  readonly summary?: string;
  readonly description?: string;
  readonly contentType: string;
  readonly headers?: SchemaId;
  /** Absent where there is none, or where it is described in a language that is not read (`payloadFormat`). */
  readonly payload?: SchemaId;
  /** The `schemaFormat` of a payload that is not read, such as Avro's. */
  readonly payloadFormat?: string;
  readonly correlation?: MessageLocation;
  /** `x-discriminator`: what tells it from other messages; its payload's constants if absent. */
  readonly discriminator?: {
    readonly conditions: readonly FeedCondition[];
    readonly origin: Origin;
  };
  readonly examples: readonly MessageExample[];
  readonly tags: readonly Tag[];
  readonly bindings: Bindings;
  readonly extensions: { readonly [name: string]: Json };
  readonly origin: Origin;
}

export interface MessageExample {
  readonly name?: string;
  readonly summary?: string;
  readonly headers?: Json;
  readonly payload?: Json;
}
