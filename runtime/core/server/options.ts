import type { Timers } from '../clock.js';
import type { WireRequest } from '../wire.js';
import type { CorsOptions } from './cors.js';
import type { Fault } from './fault.js';
import type { LogEntry } from './log.js';

/** A value, now or later. */
export type Awaitable<T> = T | Promise<T>;

/** What every server is given, whatever protocol it speaks. */
export interface BaseServerOptions {
  /**
   * The values of `Host` that this server answers for. Compared in lower case and without the scheme's default
   * port, and with no other normalisation; any other host is answered 421.
   */
  readonly authorities?: readonly string[];
  /** Takes whatever host the request claims as its own. Only where something in front has checked it. */
  readonly trustHost?: boolean;
  /** Prefix of every path. Default: the path of the description's first server, or of the first of a path's or an operation's own. */
  readonly basePath?: string;
  /** Says a fault in another way; `undefined` leaves it as it is. */
  readonly onFault?: (fault: Fault, request: WireRequest) => Awaitable<FaultAnswer | undefined>;
  /** Hears of every fault, with the reason that the caller is not told. */
  readonly log?: (entry: LogEntry) => void;
  readonly limits?: ServerLimits;
  /** Lets pages of other origins use the server from a browser. Default: none, and nothing is said about it. */
  readonly cors?: CorsOptions;
  /** What tells the time and wakes a server that waits for a body. Default: the system's. */
  readonly clock?: Timers;
}

/** How much a request may be. */
export interface ServerLimits {
  /** Bytes of a body that is read whole. Default 1,048,576. */
  readonly body?: number;
  /** Bytes of a body that is handed over as a stream. Default: no limit but the time between pieces. */
  readonly stream?: number;
  /** Milliseconds in which a body that is read whole must have come. Default 30,000. */
  readonly bodyTime?: number;
  /** Milliseconds between two pieces of a body. Default 10,000. */
  readonly idle?: number;
  /** Members of a query or of a form. Default 100. */
  readonly queryKeys?: number;
  /** Characters of the request target; a longer one is answered 414. Default 8,192. */
  readonly target?: number;
  /** Header lines. Default 100. */
  readonly headers?: number;
  /** Calls in one JSON-RPC batch. Default 100. */
  readonly batch?: number;
}

/** The limits with their defaults filled in. */
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
 * Fills in the defaults; what is `undefined` is not given. Throws for what is no number or negative: it would compare false
 * with everything, and so hold nothing back.
 */
export function limitsOf(limits: ServerLimits = {}): Limits {
  const limit = (name: keyof Limits): number => {
    const value: unknown = limits[name] ?? defaults[name];
    if (typeof value === 'number' && value >= 0) return value;
    throw new Error(`"limits.${name}" must be a number that is not negative.`);
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

/** What `onFault` answers instead. */
export interface FaultAnswer {
  readonly status: number;
  /** Said as JSON; no body if absent. */
  readonly body?: unknown;
  /** Default `application/json`. */
  readonly contentType?: string;
  readonly headers?: Readonly<Record<string, string>>;
}
