import type { Timers } from '../clock.js';
import type { WireRequest } from '../wire.js';
import type { CorsOptions } from './cors.js';
import type { Fault } from './fault.js';
import type { LogEntry } from './log.js';

/** A value or a promise of it. */
export type Awaitable<T> = T | Promise<T>;

/** Options of every server, for any protocol. */
export interface BaseServerOptions {
  /**
   * Values of `Host` that this server accepts. They are compared in lower case and without the default port of the scheme; no
   * other normalisation is applied. Requests for any other host are rejected with 421.
   */
  readonly authorities?: readonly string[];
  /** Accepts any host. Use this only if a proxy in front of the server has checked it. */
  readonly trustHost?: boolean;
  /** Prefix of every path. Default: the path of the server URL that applies to the operation, otherwise of the description's first server. */
  readonly basePath?: string;
  /** Overrides the response to a fault; `undefined` keeps the default. */
  readonly onFault?: (fault: Fault, request: WireRequest) => Awaitable<FaultAnswer | undefined>;
  /**
   * Creates the identifier that errors and log entries of a request contain. Default: a random UUID. Use a header of the request only
   * if a proxy in front of the server sets it.
   */
  readonly correlationId?: (request: WireRequest) => string;
  /** Called for every fault, with the reason that the caller does not receive, and for whatever else the server notices. */
  readonly log?: (entry: LogEntry) => void;
  readonly limits?: ServerLimits;
  /** Allows access from pages of other origins. Default: no CORS headers. */
  readonly cors?: CorsOptions;
  /** Clock and timers for body timeouts. Default: the system's. */
  readonly clock?: Timers;
}

/** Limits for requests. */
export interface ServerLimits {
  /** Maximum size of a buffered body in bytes. Default 1,048,576. */
  readonly body?: number;
  /** Maximum size of a streamed body in bytes. Default: no limit. */
  readonly stream?: number;
  /** Maximum time for receiving a buffered body, in milliseconds. Default 30,000. */
  readonly bodyTime?: number;
  /** Maximum time between two chunks of a body, in milliseconds. Default 10,000. */
  readonly idle?: number;
  /** Maximum number of parameters in a query or fields in a form. Default 100. */
  readonly queryKeys?: number;
  /** Maximum length of the request target in characters; a longer one is rejected with 414. Default 8,192. */
  readonly target?: number;
  /** Maximum number of header lines. Default 100. */
  readonly headers?: number;
  /** Maximum number of calls in one JSON-RPC batch. Default 100. */
  readonly batch?: number;
}

/** Limits completed with defaults. */
export type Limits = Required<ServerLimits>;

const defaults: Limits = {
  body: 1_048_576,
  stream: Number.POSITIVE_INFINITY,
  bodyTime: 30_000,
  idle: 10_000,
  queryKeys: 100,
  target: 8192,
  headers: 100,
  batch: 100,
};

/**
 * Completes limits with defaults; `undefined` selects the default. Throws for anything that is not a non-negative number: NaN
 * would compare false with everything, and so impose no limit.
 */
export function limitsOf(limits: ServerLimits = {}): Limits {
  const limit = (name: keyof Limits): number => {
    const value: unknown = limits[name] ?? defaults[name];
    if (typeof value === 'number' && value >= 0) return value;
    throw new Error(`"limits.${name}" must be a non-negative number.`);
  };
  return {
    body: limit('body'),
    stream: limit('stream'),
    bodyTime: limit('bodyTime'),
    idle: limit('idle'),
    queryKeys: limit('queryKeys'),
    target: limit('target'),
    headers: limit('headers'),
    batch: limit('batch'),
  };
}

/** Response that `onFault` returns instead of the default. */
export interface FaultAnswer {
  readonly status: number;
  /** Encoded as JSON; no body if absent. */
  readonly body?: unknown;
  /** Default `application/json`. */
  readonly contentType?: string;
  readonly headers?: Readonly<Record<string, string>>;
}
