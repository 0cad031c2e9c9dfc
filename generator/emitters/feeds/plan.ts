import type {
  FeedBook,
  FeedControl,
  FeedHeartbeat,
  FeedRates,
  FeedSlowConsumer,
} from '../../model/feed.js';
import type { FeedAddress } from '../../model/feed-address.js';
import type { Channel, Connection, Flow, Message } from '../../model/message.js';
import type { Json } from '../../model/schema.js';
import type { ServerVariable } from '../../model/api.js';
import type { MessageCondition } from '../../plan/message-conditions.js';
import {
  planKey,
  type Identifier,
  type IdentifierName,
  type OperationPlan,
  type Plan,
  type PlanKey,
} from '../../plan/plan.js';

/** Key of the plan of feeds: the WebSocket connections. */
export const feedsKey: PlanKey<readonly FeedPlan[]> = planKey('feeds');

/** Feeds of a package. Empty if there are none. */
export function feedsOf(plan: Pick<Plan, 'partOf'>): readonly FeedPlan[] {
  return plan.partOf(feedsKey) ?? [];
}

/** Plan of one WebSocket connection: client, server, channels and messages. */
export interface FeedPlan {
  readonly connection: Connection;
  /** Name of the descriptor, such as `kettlesFeedDescriptor`. */
  readonly descriptor: Identifier;
  /** Name of the interface with the types of each channel, such as `KettlesFeedChannels`. */
  readonly channelsType: Identifier;
  /** Name of the client class, such as `KettlesFeed`. */
  readonly client: Identifier;
  /** Name of the server factory, such as `createKettlesFeedServer`. */
  readonly server: Identifier;
  /**
   * Name of the server's options type, such as `KettlesFeedServerOptions`. The options contain a
   * verifier and operation handlers if the description requires them.
   */
  readonly serverOptions: Identifier;
  /**
   * Name of the handlers type, such as `KettlesFeedOperations`: the server's handlers for messages
   * from clients.
   */
  readonly operationsType: Identifier;
  /** Name of the table of message checks, such as `kettlesFeedChecks`. */
  readonly checks: Identifier;
  /**
   * Name of the snapshot sources of order books, such as `kettlesFeedSnapshots`. Absent if no
   * operation returns snapshots.
   */
  readonly snapshots?: Identifier;
  /** Text from the description. */
  readonly description?: string;
  readonly servers: readonly FeedAddressPlan[];
  readonly variables: readonly ServerVariable[];
  /** Parameters and query of the address. Absent if the address has none. */
  readonly address?: FeedAddressArgumentsPlan;
  readonly messages: readonly FeedMessagePlan[];
  readonly channels: readonly FeedChannelPlan[];
  readonly operations: readonly FeedOperationPlan[];
  /** Events with messages on the channels. Absent if there are none. */
  readonly events?: FeedEventsPlan;
  /**
   * Subscription protocol from the channel with `x-control`. Absent if the feed has no
   * subscriptions.
   */
  readonly control?: FeedControlPlan;
  /** True if a channel, or every channel of a server, requires credentials in requests. */
  readonly demandsCredentials: boolean;
}

/** Parameters and query of an address, with the types of the program's arguments. */
export interface FeedAddressArgumentsPlan extends FeedAddress {
  /** Name such as `KettlesFeedParameters`. Absent if the path has no parameters. */
  readonly parametersType?: Identifier;
  /** Name such as `KettlesFeedQuery`. Absent if the query has no parameters. */
  readonly queryType?: Identifier;
  /** Name such as `KettlesFeedOptions`: the client options including the query. */
  readonly optionsType?: Identifier;
}

/** URL of a feed on one server. */
export interface FeedAddressPlan {
  readonly name: string;
  readonly url: string;
  readonly demandsCredentials: boolean;
  /** Alternatives of scopes that credentials on this server need. Empty if none are needed. */
  readonly scopes: readonly (readonly string[])[];
  readonly rates?: FeedRates;
}

export interface FeedMessagePlan {
  readonly message: Message;
  /** True if the message is bytes and is sent as a binary frame. */
  readonly binary: boolean;
  /** Receiver of the message. Absent if both sides receive it. */
  readonly to?: 'client' | 'server';
  /** Conditions that distinguish the message from others sent in the same direction. */
  readonly match: readonly MessageCondition[];
  /** Properties that only owners receive; `true` if only owners receive the message. */
  readonly ownerOnly?: true | readonly string[];
  /** Properties of which owners may receive another value. */
  readonly ownerValues?: readonly string[];
  /** Location of the value that a reply repeats from its request. */
  readonly correlation?: { readonly pointer: string; readonly type: 'number' | 'string' };
}

export interface FeedChannelPlan {
  readonly channel: Channel;
  /** Program name of the channel: its name, or for AsyncAPI 2 the literal words of its address. */
  readonly name: string;
  /** Messages that a client receives on the channel. */
  readonly messages: readonly Message[];
  readonly auth: 'required' | 'optional' | 'none';
  /** Alternatives of scopes that a subscriber needs. Empty if none are needed. */
  readonly scopes: readonly (readonly string[])[];
  readonly book?: FeedBook;
  readonly heartbeat?: HeartbeatPlan;
  /** Call that fetches snapshots of the order book, if the package has such an operation. */
  readonly resync?: ResyncPlan;
}

/** Message that a server sends periodically, so that a client detects a dead connection. */
export interface HeartbeatPlan {
  readonly message: Message;
  /** Milliseconds between two messages. */
  readonly interval: number;
  /**
   * Known part of the message: constants, and `{key}` at the position of the key. Absent if the
   * payload is not an object.
   */
  readonly template?: { readonly [name: string]: Json };
  /** Properties that the template fills in. */
  readonly filled: readonly string[];
  /** True if the message requires further properties, which only the program can supply. */
  readonly isPartial: boolean;
}

/** Call of an operation for one key of a channel. */
export interface ResyncPlan {
  readonly operation: OperationPlan;
  /** Arguments by position. `{key}` is replaced by the key. */
  readonly path: readonly (string | number | boolean)[];
  readonly query: readonly (readonly [name: string, value: string | number | boolean])[];
}

/** Events of a feed. */
export interface FeedEventsPlan {
  /** Name of the interface with the types of each event, such as `KettlesFeedEvents`. */
  readonly typesType: Identifier;
  /** Name of the type of an event that a program publishes, such as `KettlesFeedEvent`. */
  readonly eventType: Identifier;
  readonly all: readonly FeedEventPlan[];
}

/** Something that happens in the program, with the messages that report it. */
export interface FeedEventPlan {
  readonly name: string;
  readonly description?: string;
  readonly messages: readonly EventMessagePlan[];
}

/** A message of an event. */
export interface EventMessagePlan {
  readonly message: Message;
  /** Channels that carry the message. Some of them carry only the copies of owners. */
  readonly channels: readonly { readonly name: string; readonly audience: 'all' | 'owners' }[];
  readonly optional: boolean;
  /** Properties that only owners receive; `true` if only owners receive the message. */
  readonly ownerOnly: true | readonly string[];
  /** Properties of which owners may receive another value. */
  readonly ownerValues: readonly string[];
  /** Those that every owner's copy has, because a channel requires them. */
  readonly requiredOfOwners: readonly string[];
}

/** Messages that clients send, other than subscribe and unsubscribe requests. */
export interface FeedOperationPlan {
  /** Key of the operation in the descriptor. */
  readonly name: string;
  /** Method of the client. */
  readonly method: IdentifierName;
  readonly flow: Flow;
  readonly messages: readonly Message[];
  /** Reply messages. Absent if the server does not reply. */
  readonly reply?: readonly Message[];
}

/**
 * Subscription protocol from `x-control`, with connection-wide settings and the credentials of the
 * security scheme.
 */
export interface FeedControlPlan {
  readonly control: FeedControl;
  readonly heartbeat?: Extract<FeedHeartbeat, { readonly ping?: unknown }>;
  readonly slowConsumer?: FeedSlowConsumer;
  readonly rates?: FeedRates;
  /** Message that a client sends to subscribe, including the members of the signature. */
  readonly template: Json;
  /** Pointers to the credentials in the subscribe request. */
  readonly auth?: { readonly [name: string]: string };
}
