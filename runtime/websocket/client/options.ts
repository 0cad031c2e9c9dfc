import { systemTimers, type Timers } from '../../core/clock.js';
import type { JsonValue } from '../../core/descriptor.js';
import { type RandomSource, systemRandom } from '../../core/random.js';
import { globalSocket } from '../adapters/global-socket.js';
import type { OpenSocket } from '../socket.js';
import type { MessageChecks, Validation } from '../types.js';
import type { FeedListener } from './events.js';

/**
 * Creates the credential for a request to subscribe, by the names
 * of the template's `auth` placeholders. Called for every request.
 */
export type FeedCredential = (
  context: CredentialContext,
) => Readonly<Record<string, JsonValue>> | Promise<Readonly<Record<string, JsonValue>>>;

/** Creates credentials with a method instead of a function, such as signers of messages. */
export interface FeedSigner {
  sign(context: {
    readonly variables: Readonly<Record<string, string>>;
  }): Readonly<Record<string, JsonValue>> | Promise<Readonly<Record<string, JsonValue>>>;
}

/** Context of a credential. */
export interface CredentialContext {
  /** The channel's key in the description. */
  readonly channel: string;
  /** Time of the client's clock in milliseconds since the epoch. */
  readonly now: number;
  /** Values of the description's variables for this client. */
  readonly variables: Readonly<Record<string, string>>;
}

/** Fetches the snapshot of a book for one key. The channel's `book.snapshot` describes its result. */
export type SnapshotSource<Snapshot = unknown> = (
  key: string,
  options: { readonly signal: AbortSignal },
) => Promise<Snapshot>;

/** Options of reconnecting. */
export interface ReconnectOptions {
  /** Upper limit of the first delay in milliseconds, before jitter. Default: 250. */
  readonly delay?: number;
  /** Maximum delay in milliseconds. Default: 30,000. */
  readonly maxDelay?: number;
  /** Milliseconds for which a connection must last before delays restart from the first. Default: 30,000. */
  readonly stableAfter?: number;
  /** Maximum number of consecutive attempts. Default: unlimited. */
  readonly attempts?: number;
}

/** Options of resynchronisation after a gap. */
export interface ResyncOptions {
  /** Maximum number of concurrent resynchronisations, over all channels. Default: 4. */
  readonly concurrency?: number;
  /**
   * Upper limit of the delay before a second attempt in milliseconds,
   * before jitter. It doubles with each attempt. Default: 250.
   */
  readonly delay?: number;
  /** Maximum delay in milliseconds. Default: 30,000. */
  readonly maxDelay?: number;
  /** Maximum number of messages of one key that are stored during a resynchronisation. Default: 10,000. */
  readonly buffer?: number;
  /** Timeout of a snapshot in milliseconds. Default: 10,000. */
  readonly timeout?: number;
}

/** Options of a feed client. */
export interface FeedClientOptions {
  /** URL of the feed (`ws:` or `wss:`). Overrides the URL of the server. */
  readonly url?: string | URL;
  /** Name of one of the description's servers. Default: the first one. */
  readonly server?: string;
  /** Values of the description's variables by name. Default: the defaults of the description. */
  readonly variables?: Readonly<Record<string, string>>;
  /** Creates the credentials of requests to subscribe. Required for channels that require credentials. */
  readonly credentials?: FeedCredential | FeedSigner;
  /** Transport of connections. Default: the global `WebSocket`. */
  readonly open?: OpenSocket;
  /** Headers as raw pairs, for adapters that can send headers. */
  readonly headers?: readonly string[];
  /** Timeout of opening a connection in milliseconds. Default: 10,000. */
  readonly connectTimeout?: number;
  /** Timeout of the reply to a request in milliseconds. Default: 10,000. */
  readonly requestTimeout?: number;
  /**
   * Milliseconds of silence after which the client requests a sign of
   * life. After the same time again, it reconnects. Default: 15,000.
   */
  readonly livenessInterval?: number;
  /** Options of reconnecting after a loss. With `false`, the loss of a connection closes the client. */
  readonly reconnect?: ReconnectOptions | false;
  /** Options of resynchronisation after a gap. */
  readonly resync?: ResyncOptions;
  /** Sources of snapshots by channel, for channels whose description names an operation. */
  readonly snapshots?: Readonly<Record<string, SnapshotSource>>;
  /** Checks of messages, from the package's `validators`. */
  readonly checks?: MessageChecks;
  /** Fraction of messages that are validated. Default: `full`, if there are checks. */
  readonly validate?: Validation;
  /** For `sampled`: validates one of this many messages. Default: 100. */
  readonly sampleEvery?: number;
  /**
   * Treatment of a message that violates its schema, which an event reports in both cases. Default: `deliver`. A
   * message with a number that a double cannot represent is always dropped.
   */
  readonly onInvalidMessage?: 'deliver' | 'drop';
  /** Listener for all events other than messages. `on` adds further listeners. */
  readonly onEvent?: FeedListener;
  /** Closes the client when it is aborted. */
  readonly signal?: AbortSignal;
  /** Clock and timers; replaceable for tests. Default: those of the system. */
  readonly timers?: Timers;
  /** Source of random bytes for the jitter of delays. Default: that of the system. */
  readonly random?: RandomSource;
}

/** Options with defaults applied. */
export interface ClientSettings {
  readonly variables: Readonly<Record<string, string>>;
  readonly credentials: FeedCredential | undefined;
  readonly open: OpenSocket;
  readonly headers: readonly string[];
  readonly connectTimeout: number;
  readonly requestTimeout: number;
  readonly livenessInterval: number;
  readonly reconnect: Required<ReconnectOptions>;
  readonly resync: Required<ResyncOptions>;
  readonly snapshots: Readonly<Record<string, SnapshotSource>>;
  readonly checks: MessageChecks;
  /** One of this many messages is validated; 0 for none. */
  readonly checkEvery: number;
  readonly onInvalidMessage: 'deliver' | 'drop';
  readonly timers: Timers;
  readonly random: RandomSource;
}

function credentialOf(credentials: FeedClientOptions['credentials']): FeedCredential | undefined {
  if (credentials === undefined || typeof credentials === 'function') return credentials;
  return ({ variables }) => credentials.sign({ variables });
}

/** Applies the defaults of the options. */
export function clientSettings(
  options: FeedClientOptions,
  variables: Readonly<Record<string, string>>,
): ClientSettings {
  const { reconnect = {}, resync = {}, checks, validate = 'full', sampleEvery = 100 } = options;
  const reconnectOptions = reconnect === false ? { attempts: 0 } : reconnect;
  const every = validate === 'sampled' ? Math.max(1, Math.floor(sampleEvery)) : 1;
  return {
    variables,
    credentials: credentialOf(options.credentials),
    open: options.open ?? globalSocket(),
    headers: options.headers ?? [],
    connectTimeout: options.connectTimeout ?? 10_000,
    requestTimeout: options.requestTimeout ?? 10_000,
    livenessInterval: options.livenessInterval ?? 15_000,
    reconnect: {
      delay: 250,
      maxDelay: 30_000,
      stableAfter: 30_000,
      attempts: Infinity,
      ...reconnectOptions,
    },
    resync: {
      concurrency: 4,
      delay: 250,
      maxDelay: 30_000,
      buffer: 10_000,
      timeout: 10_000,
      ...resync,
    },
    snapshots: options.snapshots ?? {},
    checks: checks ?? {},
    checkEvery: checks === undefined || validate === 'off' ? 0 : every,
    onInvalidMessage: options.onInvalidMessage ?? 'deliver',
    timers: options.timers ?? systemTimers,
    random: options.random ?? systemRandom,
  };
}
