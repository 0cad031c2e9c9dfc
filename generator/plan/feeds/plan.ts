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
import type { MatchPlan } from '../message-match.js';
import type { Identifier, IdentifierName, OperationPlan } from '../plan.js';

/** One WebSocket connection: a client and a server of everything that comes over it. */
export interface FeedPlan {
  readonly connection: Connection;
  /** `kettlesFeedDescriptor`. */
  readonly descriptor: Identifier;
  /** `KettlesFeedChannels`: what TypeScript knows of each channel. */
  readonly channelsType: Identifier;
  /** `KettlesFeed`, the client. */
  readonly client: Identifier;
  /** `createKettlesFeedServer`. */
  readonly server: Identifier;
  /** `KettlesFeedServerOptions`: a verifier and the handlers of operations, where the description demands them. */
  readonly serverOptions: Identifier;
  /** `KettlesFeedOperations`: what a server does for what clients send. */
  readonly operationsType: Identifier;
  /** `kettlesFeedChecks`: the checks of its messages. */
  readonly checks: Identifier;
  /** `kettlesFeedSnapshots`: where books are made whole from; absent where no operation does that. */
  readonly snapshots?: Identifier;
  /** What it is, in the description's own words. */
  readonly description?: string;
  readonly servers: readonly FeedPlacePlan[];
  readonly variables: readonly ServerVariable[];
  /** What its address is filled in with; absent if nothing is. */
  readonly address?: FeedAddressPlan;
  readonly messages: readonly FeedMessagePlan[];
  readonly channels: readonly FeedChannelPlan[];
  readonly operations: readonly FeedOperationPlan[];
  /** What the channel with `x-control` says; absent where nobody subscribes to anything. */
  readonly control?: FeedControlPlan;
  /** Some channel, or every channel of some server, demands credentials that requests carry. */
  readonly demandsCredentials: boolean;
}

/** Values of an address, and the types of what a program gives. */
export interface FeedAddressPlan extends FeedAddress {
  /** `KettlesFeedParameters`; absent if the path has none. */
  readonly parametersType?: Identifier;
  /** `KettlesFeedQuery`; absent if the query has none. */
  readonly queryType?: Identifier;
  /** `KettlesFeedOptions`: the options of a client with a query. */
  readonly optionsType?: Identifier;
}

/** One of the servers of a feed. */
export interface FeedPlacePlan {
  readonly name: string;
  readonly url: string;
  readonly demandsCredentials: boolean;
  readonly rates?: FeedRates;
}

export interface FeedMessagePlan {
  readonly message: Message;
  /** It is bytes, and travels as a binary frame. */
  readonly binary: boolean;
  /** Who gets it; absent where both do. */
  readonly to?: 'client' | 'server';
  /** What tells it from the others that go the same way. */
  readonly match: readonly MatchPlan[];
  /** Where a request has what its reply repeats. */
  readonly correlation?: { readonly pointer: string; readonly type: 'number' | 'string' };
}

export interface FeedChannelPlan {
  readonly channel: Channel;
  /** What programs call it: its name, or the words of an address with parameters that AsyncAPI 2 names it by. */
  readonly name: string;
  /** What a client gets over it. */
  readonly messages: readonly Message[];
  readonly auth: 'required' | 'optional' | 'none';
  readonly book?: FeedBook;
  readonly heartbeat?: HeartbeatPlan;
  /** The call that makes its book whole, where an operation of the package does. */
  readonly resync?: ResyncPlan;
}

/** What a server sends of its own accord, so that a silence is noticed. */
export interface HeartbeatPlan {
  readonly message: Message;
  /** Milliseconds. */
  readonly interval: number;
  /** What is known of it: constants, and `{key}` where the key stands; absent where it is no object. */
  readonly template?: { readonly [name: string]: Json };
  /** Members that the template has. */
  readonly filled: readonly string[];
  /** It demands more than that, which only the program knows. */
  readonly isPartial: boolean;
}

/** A call of an operation for one key of a channel. */
export interface ResyncPlan {
  readonly operation: OperationPlan;
  /** By position; `{key}` stands for the key. */
  readonly path: readonly (string | number | boolean)[];
  readonly query: readonly (readonly [name: string, value: string | number | boolean])[];
}

/** Something that clients send beside requests to subscribe. */
export interface FeedOperationPlan {
  /** Its key in the descriptor. */
  readonly name: string;
  /** The client's method. */
  readonly method: IdentifierName;
  readonly flow: Flow;
  readonly messages: readonly Message[];
  /** Absent: nothing answers. */
  readonly reply?: readonly Message[];
}

/** `x-control` with what belongs to the connection as a whole, and the credentials of its scheme worked in. */
export interface FeedControlPlan {
  readonly control: FeedControl;
  readonly heartbeat?: Extract<FeedHeartbeat, { readonly ping?: unknown }>;
  readonly slowConsumer?: FeedSlowConsumer;
  readonly rates?: FeedRates;
  /** What a client sends to subscribe, members of the signature included. */
  readonly template: Json;
  /** Where a server finds what proves who asks. */
  readonly auth?: { readonly [name: string]: string };
}
