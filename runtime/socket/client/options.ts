import { systemTimers, type Timers } from '../../core/clock.js';
import type { JsonValue } from '../../core/descriptor.js';
import { type RandomSource, systemRandom } from '../../core/random.js';
import { globalSocket } from '../adapters/global-socket.js';
import type { OpenSocket } from '../socket.js';
import type { MessageChecks, Validation } from '../types.js';
import type { FeedListener } from './events.js';

/** Gives what proves who subscribes, by the names of the template's `auth` holes. Asked anew for every request. */
export type FeedCredential = (
  context: CredentialContext,
) => Readonly<Record<string, JsonValue>> | Promise<Readonly<Record<string, JsonValue>>>;

/** Gives the same by a method, as what signs messages does. */
export interface FeedSigner {
  sign(context: {
    readonly variables: Readonly<Record<string, string>>;
  }): Readonly<Record<string, JsonValue>> | Promise<Readonly<Record<string, JsonValue>>>;
}

/** What a credential may want to know. */
export interface CredentialContext {
  /** The channel's key in the description. */
  readonly channel: string;
  /** Milliseconds since the epoch by the client's clock. */
  readonly now: number;
  /** The description's variables with the values of this client. */
  readonly variables: Readonly<Record<string, string>>;
}

/** Fetches what a book is made whole from, for one key. Its answer is read as the channel's `book.snapshot` says. */
export type SnapshotSource<Snapshot = unknown> = (
  key: string,
  options: { readonly signal: AbortSignal },
) => Promise<Snapshot>;

/** When and how often to connect again. */
export interface ReconnectOptions {
  /** Milliseconds of the first back-off, before jitter. Default 250. */
  readonly delay?: number;
  /** Milliseconds that no back-off exceeds. Default 30000. */
  readonly maxDelay?: number;
  /** Milliseconds for which a connection must last before back-offs start small again. Default 30000. */
  readonly stableAfter?: number;
  /** Attempts in a row before giving up. Default: never. */
  readonly attempts?: number;
}

/** How gaps are repaired. */
export interface ResyncOptions {
  /** Repairs at the same time, over all channels. Default 4. */
  readonly concurrency?: number;
  /** Milliseconds before a second attempt, before jitter; doubles with each. Default 250. */
  readonly delay?: number;
  /** Milliseconds that no pause exceeds. Default 30000. */
  readonly maxDelay?: number;
  /** Messages of one key that are kept while it is repaired. Default 10000. */
  readonly buffer?: number;
  /** Milliseconds for one snapshot. Default 10000. */
  readonly timeout?: number;
}

/** How a client of a feed is made. */
export interface FeedClientOptions {
  /** Where the feed is, `ws:` or `wss:`; takes the place of the server's address. */
  readonly url?: string | URL;
  /** One of the description's servers by its name; the first if absent. */
  readonly server?: string;
  /** Texts for the description's variables by name; the rest has its defaults. */
  readonly variables?: Readonly<Record<string, string>>;
  readonly credentials?: FeedCredential | FeedSigner;
  /** How connections are opened; by default with the global `WebSocket`. */
  readonly open?: OpenSocket;
  /** Raw pairs, for adapters that can send headers. */
  readonly headers?: readonly string[];
  /** Milliseconds for opening a connection. Default 10000. */
  readonly connectTimeout?: number;
  /** Milliseconds for the answer to a request. Default 10000. */
  readonly requestTimeout?: number;
  /**
   * Milliseconds of silence after which a connection is asked for a sign of life; after as many more it is given up. Default 15000.
   */
  readonly livenessInterval?: number;
  /** `false`: a connection that is lost ends the client. */
  readonly reconnect?: ReconnectOptions | false;
  readonly resync?: ResyncOptions;
  /** By channel: where its snapshots come from, for channels whose description names an operation. */
  readonly snapshots?: Readonly<Record<string, SnapshotSource>>;
  /** Checks of messages, from the package's `validators`. */
  readonly checks?: MessageChecks;
  /** How many messages are held against them. Default `full` where there are checks. */
  readonly validate?: Validation;
  /** For `sampled`: one message of so many. Default 100. */
  readonly sampleEvery?: number;
  /** What becomes of a message that violates its schema. Either way an event tells of it. Default `deliver`. */
  readonly onInvalidMessage?: 'deliver' | 'drop';
  /** Told of everything that is no message. See `on` too. */
  readonly onEvent?: FeedListener;
  /** Closes the client. */
  readonly signal?: AbortSignal;
  readonly timers?: Timers;
  readonly random?: RandomSource;
}

/** Options with nothing left open. */
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
  /** One message of so many is checked; 0 for none. */
  readonly checkEvery: number;
  readonly onInvalidMessage: 'deliver' | 'drop';
  readonly timers: Timers;
  readonly random: RandomSource;
}

function credentialOf(given: FeedClientOptions['credentials']): FeedCredential | undefined {
  if (given === undefined || typeof given === 'function') return given;
  return ({ variables }) => given.sign({ variables });
}

/** Options as they are meant. */
export function clientSettings(
  options: FeedClientOptions,
  variables: Readonly<Record<string, string>>,
): ClientSettings {
  const { reconnect = {}, resync = {}, checks, validate = 'full', sampleEvery = 100 } = options;
  const chosen = reconnect === false ? { attempts: 0 } : reconnect;
  const every = validate === 'sampled' ? Math.max(1, Math.floor(sampleEvery)) : 1;
  return {
    variables,
    credentials: credentialOf(options.credentials),
    open: options.open ?? globalSocket(),
    headers: options.headers ?? [],
    connectTimeout: options.connectTimeout ?? 10_000,
    requestTimeout: options.requestTimeout ?? 10_000,
    livenessInterval: options.livenessInterval ?? 15_000,
    reconnect: { delay: 250, maxDelay: 30_000, stableAfter: 30_000, attempts: Infinity, ...chosen },
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
