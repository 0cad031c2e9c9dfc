import { systemTimers, type Timers } from '../../core/clock.js';
import { quietly } from '../../core/quietly.js';
import type { Verdict } from '../../core/security.js';
import type {
  ChannelDescriptor,
  FeedDescriptor,
  LimitsDescriptor,
  SlowConsumerDescriptor,
} from '../descriptor.js';
import { authAt, limitsAt, serverNamed } from '../place.js';
import { pathOf, urlOf, variablesOf } from '../address.js';
import type { AddressValues } from '../address-value.js';
import type { SocketClosed, SocketRequest } from '../socket.js';
import type {
  ChannelTypes,
  FeedTypes,
  HeartbeatOf,
  MessageChecks,
  ParametersOf,
  QueryOf,
} from '../types.js';

/** Decides who subscribes. Asked once for each request that shows anything of what the description calls `auth`. */
export type FeedVerifier<Principal = unknown> = (
  presented: PresentedToFeed,
) => Verdict<Principal> | Promise<Verdict<Principal>>;

/** Decides by a method, as what verifies the members of messages does. */
export interface FeedMessageVerifier<Principal = unknown> {
  verify(
    message: object,
    demands: { readonly variables: Readonly<Record<string, string>> },
  ): Verdict<Principal> | Promise<Verdict<Principal>>;
}

/** What a request to subscribe shows. */
export interface PresentedToFeed {
  /** Found where the description says, by name, as it stood in the JSON: a timestamp may be a number or a text. */
  readonly auth: Readonly<Record<string, unknown>>;
  /** Keys of the channels that are asked for. */
  readonly channels: readonly string[];
  /** How the connection was opened. */
  readonly request: SocketRequest;
  /** Parameters of its address, and of its query. */
  readonly parameters: AddressValues;
  readonly query: AddressValues;
  /** Milliseconds since the epoch by the server's clock. */
  readonly now: number;
}

/** Whoever has a subscription. */
export interface Subscriber<
  Principal = unknown,
  Parameters = AddressValues,
  Query = AddressValues,
> {
  /** Names the connection, from 1. */
  readonly connection: number;
  /** Of the request that made this subscription; `undefined` where it showed nothing. */
  readonly principal: Principal | undefined;
  /** The verdict's caller; the address of the peer where nobody was verified. */
  readonly caller: string;
  readonly request: SocketRequest;
  /** Parameters of the connection's address: its room. */
  readonly parameters: Parameters;
  /** Parameters of the query, with the description's defaults. */
  readonly query: Query;
}

/** A wish to subscribe to one channel, as its handler sees it. */
export interface SubscriptionRequest<
  Principal = unknown,
  Parameters = AddressValues,
  Query = AddressValues,
> extends Subscriber<Principal, Parameters, Query> {
  /** None where the whole channel is wanted. */
  readonly keys: readonly string[];
  readonly options: Readonly<Record<string, unknown>>;
}

/** Why not. All of the request is refused then. */
export interface Refusal {
  readonly message: string;
  readonly reason?: string;
  /** A stable code, for feeds whose errors have one. Default `forbidden`. */
  readonly code?: string;
}

/** What a program does for one channel. Every member may be missing: then everybody may, and nothing is sent first. */
export interface ChannelHandler<Types extends ChannelTypes = ChannelTypes, Principal = unknown> {
  /** Whether somebody may subscribe; whether credentials are demanded was looked at before. */
  authorize?(
    request: SubscriptionRequest<Principal, ParametersOf<Types>, QueryOf<Types>>,
  ): Refusal | undefined | Promise<Refusal | undefined>;
  /**
   * Messages that a new subscriber of a key is sent before all others; `undefined` for the whole channel. What is published while they are
   * being made follows them.
   */
  snapshot?(
    key: string | undefined,
    subscriber: Subscriber<Principal, ParametersOf<Types>, QueryOf<Types>>,
  ): readonly Types['message'][] | Promise<readonly Types['message'][]>;
  /**
   * What only the program knows of the heartbeat that the server is about to send for a key, `undefined` for one that concerns every key.
   * Members that the description fixes, and the key, may be left out. Without an answer none is sent this time.
   */
  heartbeat?(key: string | undefined, room: ParametersOf<Types>): HeartbeatOf<Types> | undefined;
}

/** A handler as the server calls it, whatever its channel carries. */
export interface AnyHandler {
  authorize?(request: SubscriptionRequest): Refusal | undefined | Promise<Refusal | undefined>;
  snapshot?(
    key: string | undefined,
    subscriber: Subscriber,
  ): readonly unknown[] | Promise<readonly unknown[]>;
  heartbeat?(key: string | undefined, room: AddressValues): unknown;
}

/** One handler for each channel. */
export type FeedHandlers<Types extends FeedTypes<Types>, Principal = unknown> = {
  readonly [Channel in keyof Types]: ChannelHandler<Types[Channel], Principal>;
};

/** What a server tells. Nothing in it holds credentials. */
export type FeedServerEvent =
  | { readonly kind: 'connected'; readonly connection: number; readonly request: SocketRequest }
  | { readonly kind: 'disconnected'; readonly connection: number; readonly closed: SocketClosed }
  /** `reason` is for the log: a verifier's code, or the server's own. */
  | { readonly kind: 'refused'; readonly connection: number; readonly reason: string }
  | {
      readonly kind: 'slow';
      readonly connection: number;
      readonly channel: string;
      readonly policy: SlowConsumerDescriptor['policy'];
      readonly buffered: number;
    }
  /** A heartbeat was not sent: its handler has thrown, or what it supplied is not valid. */
  | {
      readonly kind: 'heartbeat-failed';
      readonly channel: string;
      readonly key: string | undefined;
      readonly error: unknown;
    }
  /** A client sent a binary frame where the description has only text, or the other way round. */
  | {
      readonly kind: 'wrong-frame';
      readonly connection: number;
      readonly expected: 'text' | 'binary';
    }
  /** A handler or a verifier has thrown. */
  | { readonly kind: 'failed'; readonly connection: number; readonly error: unknown };

/** Whoever sent a message that is no request. */
export interface Sender<Parameters = AddressValues, Query = AddressValues> {
  readonly connection: number;
  readonly request: SocketRequest;
  /** Parameters of the connection's address: its room. */
  readonly parameters: Parameters;
  /** Parameters of the query, with the description's defaults. */
  readonly query: Query;
  /** Answers, as JSON or, for bytes, as a binary frame, on the connection that the message came by. */
  readonly send: (message: unknown) => void;
}

/** Takes a message that is no request to subscribe; `name` is its key in the description. */
export type MessageListener = (
  message: unknown,
  name: string,
  sender: Sender,
) => void | Promise<void>;

/** How a server of a feed is made. */
export interface FeedServerOptions<Principal = unknown> {
  /** Needed where a channel demands credentials. */
  readonly verify?: FeedVerifier<Principal> | FeedMessageVerifier<Principal>;
  /** Which of the description's servers this is, by name; the first if absent. */
  readonly server?: string;
  /**
   * Path that the addresses of rooms stand below. Default: the path of the described server. `''` if a proxy in front of this program removes
   * it.
   */
  readonly basePath?: string;
  /** Texts for the description's variables, for a verifier that wants them; the rest has its defaults. */
  readonly variables?: Readonly<Record<string, string>>;
  /** Takes what clients ask or tell beside subscribing, by operation; an answer, if there is one, is returned. */
  readonly operations?: object;
  /** Take precedence over the description's. */
  readonly limits?: LimitsDescriptor;
  /** Takes precedence over the feed's policy; a channel's own stays. */
  readonly slowConsumer?: Omit<SlowConsumerDescriptor, 'notice'>;
  /** Keys and channels that one connection may have subscribed to. Default 1000. */
  readonly subscriptionsPerConnection?: number;
  /** Milliseconds of silence after which a client is pinged; after as many more it is given up. Default 30000. */
  readonly pingInterval?: number;
  /** Milliseconds between looks at deadlines and slow clients. Default 250. */
  readonly tick?: number;
  /** Checks of messages, from the package's `feed-checks`: `publish` throws for what is not valid, and a client that sends it is told so. */
  readonly checks?: MessageChecks;
  /** Takes what clients send that is neither; without it they are told that it is malformed. */
  readonly onMessage?: MessageListener;
  readonly onEvent?: (event: FeedServerEvent) => void;
  readonly timers?: Timers;
}

/** Options with nothing left open. */
export interface ServerSettings {
  readonly verify: FeedVerifier | undefined;
  /** What a channel demands here. */
  readonly authOf: (channel: ChannelDescriptor) => ChannelDescriptor['auth'];
  readonly basePath: string;
  readonly operations: object;
  readonly limits: LimitsDescriptor;
  readonly slowConsumer: SlowConsumerDescriptor;
  readonly subscriptionsPerConnection: number;
  readonly pingInterval: number;
  readonly tick: number;
  readonly checks: MessageChecks;
  readonly onMessage: MessageListener | undefined;
  readonly announce: (event: FeedServerEvent) => void;
  readonly timers: Timers;
}

function verifierOf(
  given: FeedServerOptions['verify'],
  variables: Readonly<Record<string, string>>,
): FeedVerifier | undefined {
  if (given === undefined || typeof given === 'function') return given;
  return ({ auth }) => given.verify(auth, { variables });
}

/** Options as they are meant. */
export function serverSettings<Principal>(
  descriptor: FeedDescriptor,
  options: FeedServerOptions<Principal>,
): ServerSettings {
  const { onEvent } = options;
  const place = serverNamed(descriptor, options.server);
  const variables = variablesOf(descriptor, options.variables);
  return {
    verify: verifierOf(options.verify, variables),
    basePath: options.basePath ?? pathOf(urlOf(place, variables) ?? ''),
    authOf: (channel) => authAt(place, channel),
    operations: options.operations ?? {},
    limits: { ...limitsAt(place, descriptor), ...options.limits },
    slowConsumer: { policy: 'disconnect', ...descriptor.slowConsumer, ...options.slowConsumer },
    subscriptionsPerConnection: options.subscriptionsPerConnection ?? 1000,
    pingInterval: options.pingInterval ?? 30_000,
    tick: options.tick ?? 250,
    checks: options.checks ?? {},
    onMessage: options.onMessage,
    timers: options.timers ?? systemTimers,
    announce(event) {
      quietly(() => onEvent?.(event));
    },
  };
}
