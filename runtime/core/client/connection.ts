import type { OutcomeCheck, ResponseChecks, Violation } from '../check.js';
import { outcomeCheckAt } from '../outcome-check.js';
import type { RetryOptions } from '../call.js';
import type { Timers } from '../clock.js';
import type { ApiDescriptor, OperationDescriptor } from '../descriptor.js';
import type { RandomSource } from '../random.js';
import type { Credential } from '../security.js';
import type { withExtraHeaders } from './extra-headers.js';
import type { Intercept } from './interceptors.js';
import type { decodeJson } from './read-json.js';
import type { Judge } from './judge.js';
import type { Pacing } from './pacing.js';
import type { perform } from './perform.js';
import type { prepare } from './prepare.js';
import type { RetryPolicy } from './retry.js';
import type { Send } from './send.js';
import type { undeclared } from './undeclared.js';
import type { Exchange, WireRequest, WireResponse } from '../wire.js';
import type { XmlCodec } from '../xml-descriptor.js';

/** Where a client keeps what it was made with. A registered symbol, so that two copies of the runtime agree. */
export const connection: unique symbol = Symbol.for('@tallystick/runtime/connection');

/** Whatever calls can be made with: a bare client, or a class of services that carries one. */
export interface Client {
  readonly [connection]: Connection;
}

/** What a client was made with, checked and complete. */
export interface Connection {
  readonly description: ApiDescriptor;
  /** Where the client was told to send everything, else the description's first server. */
  readonly base: BaseUrl;
  /** The client was told where to send everything; operations with servers of their own do not look at them. */
  readonly based: boolean;
  readonly variables: Readonly<Record<string, string>>;
  readonly credentials: Readonly<Record<string, Credential | undefined>>;
  readonly transport: Exchange;
  /** How calls are sent, over {@link transport}. */
  readonly send: Send;
  readonly withExtraHeaders: typeof withExtraHeaders;
  readonly decodeJson: typeof decodeJson;
  readonly undeclared: typeof undeclared;
  readonly prepare: typeof prepare;
  readonly perform: typeof perform;
  /** Absent where there are no interceptors. */
  readonly intercept: Intercept | undefined;
  readonly retry: RetryOptions | false;
  /** {@link retry} with its defaults. */
  readonly policy: RetryPolicy;
  readonly timeout: number;
  readonly maxResponseBytes: number;
  readonly pacing: Pacing | undefined;
  readonly checks: ResponseChecks | undefined;
  /** Looks at responses; absent where the client has no checks. */
  readonly judge: Judge | undefined;
  readonly onInvalidResponse: 'hook' | 'error' | 'ignore';
  readonly hooks: ClientHooks;
  readonly timers: Timers;
  readonly random: RandomSource;
  /** Reads and writes XML; absent where the client has not been given it. */
  readonly xml: XmlCodec | undefined;
}

/** Scheme, host and base path of a server, as URL parsing leaves them. */
export interface BaseUrl {
  readonly scheme: 'http' | 'https';
  readonly authority: string;
  /** Without its last slash; empty for the root. */
  readonly path: string;
}

/** How a client is made. */
export interface ClientOptions {
  /**
   * Where the service is, `http:` or `https:`, with a path if it has one; takes the place of every server of the
   * description. Without it the first server that the description lists.
   */
  readonly baseUrl?: string | URL;
  /** Texts for the description's variables by name; the rest has its defaults. Generated options name them. */
  readonly variables?: object;
  /** A {@link Credential} for each scheme, by its key in the description. Generated options name them. */
  readonly credentials?: object;
  /** How requests travel; `fetch` by default. A server's handler fits, for a client wired to it in memory. */
  readonly transport?: Exchange;
  /** Around every call, the first outermost. They see requests before they are signed. */
  readonly interceptors?: readonly Interceptor[];
  /** `false` for one attempt only. */
  readonly retry?: RetryOptions | false;
  /** Milliseconds for a whole call, every attempt and the body included. Default 30000; `Infinity` for none. */
  readonly timeout?: number;
  /** Waits instead of sending faster than the description's rate limits allow; `pacing()` makes one. Default: nothing waits. */
  readonly pacing?: Pacing;
  /** Most bytes of a response's body. Default 10 MB (10,000,000). */
  readonly maxResponseBytes?: number;
  /** Checks of responses, from the package's `validators`; without them a response is taken at its word. */
  readonly checks?: ResponseChecks;
  /** What a response that violates its schema means. Default `hook`: the hook is told and the value returned. */
  readonly onInvalidResponse?: 'hook' | 'error' | 'ignore';
  readonly hooks?: ClientHooks;
  readonly timers?: Timers;
  readonly random?: RandomSource;
  /** Reads and writes bodies of XML: `xml` of `@tallystick/runtime/xml`. Without it there are none. */
  readonly xml?: XmlCodec;
}

/** Told of what is odd but no failure. What a hook throws is ignored. */
export interface ClientHooks {
  /** A response violates its schema and is returned all the same. */
  invalidResponse?(event: InvalidResponseEvent): void;
  /** A union has a branch that the description does not know; the value is returned unharmed. */
  unknownBranch?(event: InvalidResponseEvent): void;
}

/** What hooks are told. */
export interface InvalidResponseEvent {
  readonly operation: OperationDescriptor;
  readonly status: number;
  readonly violations: readonly Violation[];
  readonly value: unknown;
  readonly response: WireResponse;
}

/**
 * Sees the request of a call, its `operation` included, before it is frozen and signed, and the response after the
 * last attempt. May change either, answer by itself, or ask `next` again. A request of an operation with credentials keeps its
 * scheme and host: one that is sent elsewhere ends as `invalid-request`.
 *
 * `redact` takes the credentials of this call out of a text, as errors do: a server may have repeated them. It knows them once `next` has
 * answered or failed.
 */
export type Interceptor = (
  request: WireRequest,
  next: (request: WireRequest) => Promise<WireResponse>,
  redact: (text: string) => string,
) => Promise<WireResponse>;

/** Checks of one of an operation's outcomes, by its index. */
export function outcomeCheckOf(
  { checks }: Connection,
  operation: OperationDescriptor,
  outcome: number,
): OutcomeCheck | undefined {
  return checks !== undefined && Object.hasOwn(checks, operation.id)
    ? outcomeCheckAt(checks[operation.id], outcome)
    : undefined;
}
