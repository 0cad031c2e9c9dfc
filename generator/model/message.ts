import type { AvroSchema } from '../../runtime/broker/avro/schema.js';
import type { Origin } from '../core/origin.js';
import type { NameKey, Server, ServerVariable, Tag } from './api.js';
import type { ChannelFeed, FeedCondition, FeedRates } from './feed.js';
import type { Json, SchemaId } from './schema.js';
import type { Security } from './security.js';

/** A server of an AsyncAPI document. */
export interface MessageServer extends Server {
  /** Name in the document. */
  readonly name: string;
  /** Protocol as written, such as `wss`, `kafka-secure` or `fix`. */
  readonly protocol: string;
  readonly protocolVersion?: string;
  /** Absent if the document does not declare it. */
  readonly security?: Security;
  /** `x-rate-limit`. */
  readonly rates?: FeedRates;
  readonly tags: readonly Tag[];
  readonly bindings: Bindings;
  readonly extensions: { readonly [name: string]: Json };
}

/** Protocol-specific information by protocol; references in it are not resolved. */
export type Bindings = { readonly [protocol: string]: Json };

/** Channels with the same address on the same servers. They share a connection, which handles reconnection and sequence numbers. */
export interface Connection {
  /** `connection:/feed`; `connection:` if the server alone determines the address. */
  readonly key: NameKey;
  /** `broker` for every protocol of message brokers; `other` for HTTP, several kinds of protocols, or none. */
  readonly protocol: 'websocket' | 'fix' | 'broker' | 'other';
  /** Names of the servers that offer it; one is chosen when connecting. */
  readonly servers: readonly string[];
  readonly address: AddressTemplate | null;
  readonly channels: readonly NameKey[];
}

/** An address split at its parameters, alternating between literal text and parameters. */
export interface AddressTemplate {
  readonly text: string;
  readonly parts: readonly (string | { readonly parameter: string })[];
}

/** One logical stream of messages (AsyncAPI 3.0 section "Channel Object"). */
export interface Channel {
  /** `channel:ticker`. */
  readonly key: NameKey;
  readonly name: string;
  /** `null` if it is only known at run time, or if there is none, as in a FIX session. */
  readonly address: AddressTemplate | null;
  readonly title?: string;
  readonly summary?: string;
  readonly description?: string;
  readonly parameters: readonly ChannelParameter[];
  /** Messages with their names in the channel, in document order. */
  readonly messages: readonly ChannelMessage[];
  /** Names of its servers; all servers of the document if it lists none. */
  readonly servers: readonly string[];
  /** Opening request for WebSockets (`bindings.ws`). */
  readonly handshake?: Handshake;
  /** Feed extensions; empty without any. */
  readonly feed: ChannelFeed;
  readonly tags: readonly Tag[];
  readonly bindings: Bindings;
  readonly extensions: { readonly [name: string]: Json };
  readonly origin: Origin;
}

/** A message with its name in one channel. */
export interface ChannelMessage {
  readonly name: string;
  readonly message: NameKey;
}

/** Opening request of a WebSocket (WebSockets binding 0.1.0, "Channel Binding Object"). */
export interface Handshake {
  readonly method: 'GET' | 'POST';
  readonly query?: SchemaId;
  readonly headers?: SchemaId;
}

/** A parameter of an address; always a string on the wire. */
export interface ChannelParameter extends Omit<ServerVariable, 'default'> {
  readonly default?: string;
  readonly examples: readonly Json[];
  /** Schema, if the document declares one (AsyncAPI 2). */
  readonly schema?: SchemaId;
  /** Location of the value in a message. */
  readonly location?: MessageLocation;
  readonly origin: Origin;
}

/** A runtime expression: a location in a message (AsyncAPI 3.0 section "Runtime Expression"). */
export interface MessageLocation {
  readonly source: 'payload' | 'header';
  /** JSON Pointer into the source; empty for the complete source. */
  readonly pointer: string;
  readonly origin: Origin;
}

/**
 * Messages of a channel in one direction. `to` is the recipient, independent of the document's perspective (`publish`, `subscribe`, `send`,
 * `receive`).
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
  /** Absent if the document does not declare it. */
  readonly security?: Security;
  readonly reply?: Reply;
  readonly tags: readonly Tag[];
  readonly bindings: Bindings;
  readonly extensions: { readonly [name: string]: Json };
  readonly origin: Origin;
}

/** Reply to a message of a flow (AsyncAPI 3.0 section "Operation Reply Object"). */
export interface Reply {
  /** Channel of the reply; default: the flow's own. */
  readonly channel?: NameKey;
  /** Location in the request of the address for the reply. */
  readonly address?: MessageLocation;
  readonly messages: readonly NameKey[];
  readonly origin: Origin;
}

/** One kind of message, with its traits applied. */
export interface Message {
  /** `message:ticker`. */
  readonly key: NameKey;
  /** Name in the document: its component, its key in a channel, or its own `name`. */
  readonly name: string;
  readonly title?: string;
  readonly summary?: string;
  readonly description?: string;
  readonly contentType: string;
  readonly headers?: SchemaId;
  /** Absent if there is none, or if its schema format is not supported (`payloadFormat`). */
  readonly payload?: SchemaId;
  /** `schemaFormat` of an unsupported payload schema, such as Avro. */
  readonly payloadFormat?: string;
  /** Language and schema of the payload's bytes, if it is not JSON Schema. `payload` describes its values in programs. */
  readonly language?: PayloadLanguage;
  readonly correlation?: MessageLocation;
  /** `x-discriminator`: conditions that distinguish it from other messages. If absent, the constants of its payload do. */
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

/** Schema of a payload in a language with its own wire format. */
export type PayloadLanguage = AvroLanguage | ProtobufLanguage;

export interface AvroLanguage {
  readonly name: 'avro';
  readonly schema: AvroSchema;
}

export interface ProtobufLanguage {
  readonly name: 'protobuf';
  /** Full name of the message. */
  readonly message: string;
  /** Text of its file. */
  readonly text: string;
  /** Descriptors of its file and of those that it imports, in their JSON form; each after those that it imports. */
  readonly files: readonly Json[];
}

export interface MessageExample {
  readonly name?: string;
  readonly summary?: string;
  readonly headers?: Json;
  readonly payload?: Json;
}
