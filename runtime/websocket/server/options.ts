import { systemTimers, type Timers } from '../../core/clock.js';
import { ignoreErrors } from '../../core/ignore-errors.js';
import type { Verdict } from '../../core/security.js';
import { type CallRunner, callRunner } from '../../core/server/middleware.js';
import type { RevocationOptions } from '../../core/server/revocations.js';
import type { CountedConnections } from '../../core/server/connection-counter.js';
import type {
  ChannelDescriptor,
  FeedDescriptor,
  FeedServerDescriptor,
  LimitsDescriptor,
  SlowConsumerDescriptor,
} from '../descriptor.js';
import { serverAuth, serverLimits, selectServer } from '../server-selection.js';
import { pathOf, urlOf, variablesOf } from '../address.js';
import type { AddressValues } from '../address-value.js';
import type { Peer } from '../../core/wire.js';
import type { SocketClosed, SocketRequest } from '../socket.js';
import type {
  ChannelTypes,
  FeedTypes,
  HeartbeatOf,
  MessageChecks,
  ParametersOf,
  QueryOf,
} from '../types.js';

/**
 * Verifies the credentials of a request to subscribe. Called once for
 * each request that contains any part of the description's `auth`.
 */
export type FeedVerifier<Principal = unknown> = (
  presented: PresentedToFeed,
) => Verdict<Principal> | Promise<Verdict<Principal>>;

/** Verifier with a method instead of a function, such as those for credentials in messages. */
export interface FeedMessageVerifier<Principal = unknown> {
  verify(
    message: object,
    demands: {
      readonly variables: Readonly<Record<string, string>>;
      readonly peer?: Peer;
      readonly operation: 'subscribe';
      readonly channels: readonly string[];
    },
  ): Verdict<Principal> | Promise<Verdict<Principal>>;
}

/** Input of a verifier. */
export interface PresentedToFeed {
  /** Parts of the credential by name, as parsed from JSON: a timestamp may be a number or a string. */
  readonly auth: Readonly<Record<string, unknown>>;
  /** Keys of the requested channels in the description. */
  readonly channels: readonly string[];
  /** The request that opened the connection. */
  readonly request: SocketRequest;
  /** Parameters of the connection's address. */
  readonly parameters: AddressValues;
  readonly query: AddressValues;
  /** Time of the server's clock in milliseconds since the epoch. */
  readonly now: number;
}

/** A client with a subscription. */
export interface Subscriber<
  Principal = unknown,
  Parameters = AddressValues,
  Query = AddressValues,
> {
  /** Number of the connection, from 1. */
  readonly connection: number;
  /** Principal from the verifier of the subscription request; `undefined` if the request contained no credentials. */
  readonly principal: Principal | undefined;
  /** Caller from the verifier; the peer's address if there was no verification. */
  readonly caller: string;
  readonly request: SocketRequest;
  /** Parameters of the connection's address, which identify its room. */
  readonly parameters: Parameters;
  /** Parameters of the query, including the description's defaults. */
  readonly query: Query;
}

/** A request to subscribe to one channel, as its handler receives it. */
export interface SubscriptionRequest<
  Principal = unknown,
  Parameters = AddressValues,
  Query = AddressValues,
> extends Subscriber<Principal, Parameters, Query> {
  /** The requested keys; empty for the whole channel. */
  readonly keys: readonly string[];
  readonly options: Readonly<Record<string, unknown>>;
}

/** Refusal of a request. It applies to the whole request. */
export interface Refusal {
  readonly message: string;
  readonly reason?: string;
  /** Stable code, for feeds whose errors contain one. Default: `forbidden`. */
  readonly code?: string;
}

/**
 * Handler of one channel. All methods are optional: by default, all clients may subscribe, and there is no snapshot.
 */
export interface ChannelHandler<Types extends ChannelTypes = ChannelTypes, Principal = unknown> {
  /** Decides if a client may subscribe. Required credentials have been verified before. */
  authorize?(
    request: SubscriptionRequest<Principal, ParametersOf<Types>, QueryOf<Types>>,
  ): Refusal | undefined | Promise<Refusal | undefined>;
  /**
   * Creates the messages that a new subscriber receives first.
   * `key` is `undefined` for a subscription to the whole channel.
   *
   * Messages that are published in the meantime are sent afterwards.
   */
  snapshot?(
    key: string | undefined,
    subscriber: Subscriber<Principal, ParametersOf<Types>, QueryOf<Types>>,
  ): readonly Types['message'][] | Promise<readonly Types['message'][]>;
  /**
   * Supplies the properties of the next heartbeat for a key that only the program knows; `key` is `undefined` for a
   * heartbeat that concerns every key.
   *
   * Properties that the description fixes, and the key, may be
   * omitted. If the result is `undefined`, this heartbeat is not sent.
   */
  heartbeat?(key: string | undefined, room: ParametersOf<Types>): HeartbeatOf<Types> | undefined;
}

/** Untyped form of a handler. */
export interface AnyHandler {
  authorize?(request: SubscriptionRequest): Refusal | undefined | Promise<Refusal | undefined>;
  snapshot?(
    key: string | undefined,
    subscriber: Subscriber,
  ): readonly unknown[] | Promise<readonly unknown[]>;
  heartbeat?(key: string | undefined, room: AddressValues): unknown;
}

/** Handlers of all channels. */
export type FeedHandlers<Types extends FeedTypes<Types>, Principal = unknown> = {
  readonly [Channel in keyof Types]: ChannelHandler<Types[Channel], Principal>;
};

/** A channel to which a connection is subscribed. */
export interface CurrentSubscription {
  /** The channel's key in the description. */
  readonly channel: string;
  /** Subscribed keys; empty for the whole channel. */
  readonly keys: readonly string[];
}

/** Events of a server, for logs and metrics. They contain no credentials. */
export type FeedServerEvent =
  | { readonly kind: 'connected'; readonly connection: number; readonly request: SocketRequest }
  | { readonly kind: 'disconnected'; readonly connection: number; readonly closed: SocketClosed }
  /** The subscriptions of an open connection may have changed. These are all that it has now. */
  | {
      readonly kind: 'subscriptions';
      readonly connection: number;
      readonly subscriptions: readonly CurrentSubscription[];
    }
  /**
   * The server refused a request. `reason` is for the log: a verifier's code, or the server's own. The error that the client receives
   * contains `correlationId` if the description has a place for it.
   */
  | {
      readonly kind: 'refused';
      readonly connection: number;
      readonly reason: string;
      readonly correlationId: string;
    }
  | {
      readonly kind: 'slow';
      readonly connection: number;
      readonly channel: string;
      readonly policy: SlowConsumerDescriptor['policy'];
      readonly buffered: number;
    }
  /** A heartbeat was not sent, because its handler threw or supplied invalid data. */
  | {
      readonly kind: 'heartbeat-failed';
      readonly channel: string;
      readonly key: string | undefined;
      readonly error: unknown;
    }
  /** A client sent a binary frame although the description defines only text frames, or vice versa. */
  | {
      readonly kind: 'wrong-frame';
      readonly connection: number;
      readonly expected: 'text' | 'binary';
    }
  /** A handler or a verifier threw an error. */
  | {
      readonly kind: 'failed';
      readonly connection: number;
      readonly error: unknown;
      /** Identifies the error that the client receives. */
      readonly correlationId: string;
    };

/** Client that sent a message other than a subscription request. */
export interface Sender<Parameters = AddressValues, Query = AddressValues> {
  readonly connection: number;
  readonly request: SocketRequest;
  /** Parameters of the connection's address, which identify its room. */
  readonly parameters: Parameters;
  /** Parameters of the query, including the description's defaults. */
  readonly query: Query;
  /** Identifies the message in events of the server and in its errors. */
  readonly correlationId: string;
  /** Sends a reply on the same connection: JSON, or a binary frame for bytes. */
  readonly send: (message: unknown) => void;
}

/** Receives messages other than subscription requests. `name` is the message's key in the description. */
export type MessageListener = (
  message: unknown,
  name: string,
  sender: Sender,
) => void | Promise<void>;

/** Options of a feed server. */
export interface FeedServerOptions<Principal = unknown> extends RevocationOptions {
  /** Verifier of credentials. Required if a channel requires credentials. */
  readonly verify?: FeedVerifier<Principal> | FeedMessageVerifier<Principal>;
  /** Name of this server among those of the description. Default: the first one. */
  readonly server?: string;
  /** Path prefix of the feed's addresses. Default: the path of the described server. Use `''` if a proxy removes the prefix. */
  readonly basePath?: string;
  /** Values of the description's variables, for verifiers that use them. Default: the defaults of the description. */
  readonly variables?: Readonly<Record<string, string>>;
  /** Handlers of the description's operations, by operation. A handler returns the reply, if there is one. */
  readonly operations?: object;
  /** Code around the handlers of `operations`: one `Middleware`, or a list. */
  readonly middleware?: object;
  /** Limits. They override those of the description. */
  readonly limits?: LimitsDescriptor;
  /**
   * Counts the connections with verified credentials together with those of other servers. A request to subscribe on a
   * connection above a limit is refused.
   */
  readonly counted?: CountedConnections<Principal>;
  /** Treatment of slow clients. Overrides the feed's policy, but not that of a channel. */
  readonly slowConsumer?: Omit<SlowConsumerDescriptor, 'notice'>;
  /** Maximum number of keys and whole channels that one connection may subscribe to. Default: 1,000. */
  readonly subscriptionsPerConnection?: number;
  /**
   * Milliseconds of silence after which a client is pinged. After
   * the same time again, the connection is closed. Default: 30,000.
   */
  readonly pingInterval?: number;
  /** Interval in milliseconds for checking deadlines and slow clients. Default: 250. */
  readonly tick?: number;
  /**
   * Checks of messages, from the package's `feed-checks`. With them, `publish` throws for an invalid message, and a
   * client that sends one receives an error.
   */
  readonly checks?: MessageChecks;
  /** Receives all other messages from clients. Without it, the server replies that they are malformed. */
  readonly onMessage?: MessageListener;
  /** Listener for events, for logs and metrics. */
  readonly onEvent?: (event: FeedServerEvent) => void;
  /** Clock and timers; replaceable for tests. Default: those of the system. */
  readonly timers?: Timers;
}

/** Options with defaults applied. */
export interface ServerSettings {
  readonly verify: FeedVerifier | undefined;
  /** Authentication that a channel requires on this server. */
  readonly authOf: (channel: ChannelDescriptor) => ChannelDescriptor['auth'];
  /** Scopes that this server requires, whatever the channel. */
  readonly scopes: FeedServerDescriptor['scopes'];
  readonly basePath: string;
  readonly operations: object;
  readonly revocation: RevocationOptions;
  /** Runs handlers of operations with the program's middleware; `undefined` if there is none. */
  readonly runner: CallRunner | undefined;
  readonly limits: LimitsDescriptor;
  readonly counted: CountedConnections | undefined;
  readonly slowConsumer: SlowConsumerDescriptor;
  readonly subscriptionsPerConnection: number;
  readonly pingInterval: number;
  readonly tick: number;
  readonly checks: MessageChecks;
  readonly onMessage: MessageListener | undefined;
  readonly emit: (event: FeedServerEvent) => void;
  readonly timers: Timers;
}

function verifierOf(
  verifier: FeedServerOptions['verify'],
  variables: Readonly<Record<string, string>>,
): FeedVerifier | undefined {
  if (verifier === undefined || typeof verifier === 'function') return verifier;
  return ({ auth, channels, request: { peer } }) =>
    verifier.verify(auth, {
      variables,
      ...(peer === undefined ? {} : { peer }),
      operation: 'subscribe',
      channels,
    });
}

/** Applies the defaults of the options. */
export function serverSettings<Principal>(
  descriptor: FeedDescriptor,
  options: FeedServerOptions<Principal>,
): ServerSettings {
  const { onEvent } = options;
  const selectedServer = selectServer(descriptor, options.server);
  const variables = variablesOf(descriptor, options.variables);
  return {
    verify: verifierOf(options.verify, variables),
    basePath: options.basePath ?? pathOf(urlOf(selectedServer, variables) ?? ''),
    authOf: (channel) => serverAuth(selectedServer, channel),
    scopes: selectedServer?.scopes,
    operations: options.operations ?? {},
    runner: callRunner(options.middleware),
    revocation: options,
    limits: { ...serverLimits(selectedServer, descriptor), ...options.limits },
    counted: options.counted as CountedConnections | undefined,
    slowConsumer: { policy: 'disconnect', ...descriptor.slowConsumer, ...options.slowConsumer },
    subscriptionsPerConnection: options.subscriptionsPerConnection ?? 1000,
    pingInterval: options.pingInterval ?? 30_000,
    tick: options.tick ?? 250,
    checks: options.checks ?? {},
    onMessage: options.onMessage,
    timers: options.timers ?? systemTimers,
    emit(event) {
      ignoreErrors(() => onEvent?.(event));
    },
  };
}
