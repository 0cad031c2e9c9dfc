import type { ResponseChecks, Violation } from '../check.js';
import type { RetryOptions } from '../call.js';
import type { Timers } from '../clock.js';
import type { ApiDescriptor, OperationDescriptor } from '../descriptor.js';
import type { RandomSource } from '../random.js';
import type { Credential } from '../security.js';
import type { CallPipeline } from './call-pipeline.js';
import type { Intercept } from './sending/interceptors.js';
import type { Pacing } from './sending/pacing.js';
import type { RetryPolicy } from './sending/retry.js';
import type { Transport, WireRequest, WireResponse } from '../wire.js';
import type { XmlCodec } from '../xml-descriptor.js';

/** Key of a client's configuration. A registered symbol, so that two copies of the runtime are compatible. */
export const clientConfig: unique symbol = Symbol.for('@tallystick/client');

/** Any object that can send calls: a plain client, or a generated client class. */
export interface Client {
  readonly [clientConfig]: ClientConfig;
}

/** Validated and complete configuration of a client: its options with defaults, and the pipeline of its calls. */
export interface ClientConfig {
  readonly description: ApiDescriptor;
  /** The option `baseUrl`, otherwise the first server of the description. */
  readonly base: BaseUrl;
  /** True if the option `baseUrl` was set. It then overrides the servers that operations declare. */
  readonly hasBaseUrl: boolean;
  readonly variables: Readonly<Record<string, string>>;
  readonly credentials: Readonly<Record<string, Credential | undefined>>;
  readonly transport: Transport;
  /** Absent if there are no interceptors. */
  readonly intercept: Intercept | undefined;
  readonly retry: RetryOptions | false;
  /** {@link retry} completed with defaults. */
  readonly policy: RetryPolicy;
  readonly timeout: number;
  readonly maxResponseBytes: number;
  readonly pacing: Pacing | undefined;
  readonly checks: ResponseChecks | undefined;
  readonly onInvalidResponse: 'hook' | 'error' | 'ignore';
  readonly hooks: ClientHooks;
  readonly timers: Timers;
  readonly random: RandomSource;
  /** Reads and writes XML; absent if the client was created without it. */
  readonly xml: XmlCodec | undefined;
  readonly pipeline: CallPipeline;
}

/** Scheme, host and base path of a server, after URL parsing. */
export interface BaseUrl {
  readonly scheme: 'http' | 'https';
  readonly authority: string;
  /** Without a trailing slash; empty for the root. */
  readonly path: string;
}

/** Options for creating a client. */
export interface ClientOptions {
  /**
   * URL of the service: `http:` or `https:`, optionally with a path. Replaces every server of the description. Default: the
   * first server of the description.
   */
  readonly baseUrl?: string | URL;
  /** Values of the description's variables by name. Generated options list the names. Default: the variables' defaults. */
  readonly variables?: object;
  /** A {@link Credential} for each security scheme, by its key in the description. Generated options list the keys. */
  readonly credentials?: object;
  /** Sends requests. Default: `fetch`. A server's handler can be used to call it in memory. */
  readonly transport?: Transport;
  /**
   * Headers of every request: their values by name, or a function that is called for each call. Headers of a call take precedence.
   * Credentials belong in {@link credentials}, so that errors and logs are redacted.
   */
  readonly headers?: RequestHeadersOption;
  /** Wrap every call; the first one is the outermost. They see requests before they are signed. */
  readonly interceptors?: readonly Interceptor[];
  /** Retry policy; `false` for a single attempt. */
  readonly retry?: RetryOptions | false;
  /** Timeout of a call in milliseconds, including all attempts and the body. Default 30000; `Infinity` for none. */
  readonly timeout?: number;
  /** Delays requests that would exceed the rate limits of the description; see `pacing()`. Default: no delays. */
  readonly pacing?: Pacing;
  /** Maximum size of a response body in bytes. Default 10 MB (10,000,000). */
  readonly maxResponseBytes?: number;
  /** Checks of responses, from the package's `validators`. Without them, responses are not validated. */
  readonly checks?: ResponseChecks;
  /** Action for a response that violates its schema. Default `hook`: calls the hook and returns the value. */
  readonly onInvalidResponse?: 'hook' | 'error' | 'ignore';
  readonly hooks?: ClientHooks;
  readonly timers?: Timers;
  readonly random?: RandomSource;
  /** XML support: `xml` of `@tallystick/runtime/xml`. Without it, XML bodies cannot be sent or read. */
  readonly xml?: XmlCodec;
}

/** Values of headers by name. Those that are `undefined` are not sent. */
export type HeaderValues = Readonly<Record<string, string | undefined>>;

/** Headers of every request of a client, or a function that returns those of one request. */
export type RequestHeadersOption =
  | HeaderValues
  | ((request: WireRequest) => HeaderValues | Promise<HeaderValues>);

/** Callbacks for events that are not failures. Errors that a hook throws are ignored. */
export interface ClientHooks {
  /** A response violates its schema and its value is returned anyway. */
  invalidResponse?(event: InvalidResponseEvent): void;
  /** A union has a branch that the description does not declare. The value is returned unchanged. */
  unknownBranch?(event: InvalidResponseEvent): void;
}

/** Event for {@link ClientHooks}. */
export interface InvalidResponseEvent {
  readonly operation: OperationDescriptor;
  readonly status: number;
  readonly violations: readonly Violation[];
  readonly value: unknown;
  readonly response: WireResponse;
}

/**
 * Receives the request of a call before it is frozen and signed, including its `operation`, and the response after the last
 * attempt. It may change either, return its own response, or call `next` again. The request of an operation with credentials
 * must keep its scheme and host; otherwise the call ends as `invalid-request`.
 *
 * `redact` removes the credentials of this call from a text, because a server may have repeated them. It knows the credentials
 * after `next` has settled.
 */
export type Interceptor = (
  request: WireRequest,
  next: (request: WireRequest) => Promise<WireResponse>,
  redact: (text: string) => string,
) => Promise<WireResponse>;
