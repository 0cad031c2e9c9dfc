import type { Violation } from '../check.js';
import type {
  BodyDescriptor,
  ContentDescriptor,
  ErrorDescriptor,
  OperationDescriptor,
  OutcomeDescriptor,
  ParameterDescriptor,
} from '../descriptor.js';
import type { MediaType } from '../media-type.js';
import type { EncodePath } from '../parameters/path.js';
import type { RandomSource } from '../random.js';
import type { Body, WireRequest } from '../wire.js';
import type { XmlCodec } from '../xml-descriptor.js';
import type { BaseUrl, ClientConfig } from './client-config.js';
import type { AnyOutcome, CallArguments } from './operation-call.js';
import type { EncodeHeaders, ParameterValues } from './encode-request.js';
import type { ReadHeaders } from './responses/response-headers.js';
import type { CallState } from './sending/send.js';

/**
 * Functions of the runtime that only some operations need. Generated code names exactly those that an operation's description
 * requires, so that a bundler drops the rest. Every operation with a capability uses the same implementation.
 */
export interface Capabilities {
  /** Encodes a path with parameters. */
  readonly path?: (operation: OperationDescriptor) => EncodePath;
  /** Encodes the query. */
  readonly query?: (operation: OperationDescriptor) => EncodeQuery;
  /** Adds cookies to the headers of a request. */
  readonly cookies?: (operation: OperationDescriptor) => EncodeCookies;
  /** Encodes declared headers. */
  readonly headers?: (operation: OperationDescriptor, accept: string | undefined) => EncodeHeaders;
  readonly body?: (descriptor: BodyDescriptor) => SendBody;
  /** Splits an input that is more than a body. */
  readonly input?: SplitInput;
  /** Decodes response bodies. */
  readonly answers?: ResponseCodec;
  /** Decodes declared response headers. */
  readonly answerHeaders?: (headers: readonly ParameterDescriptor[]) => ReadHeaders;
  /** Uses the message in a failure's body for its error, if the description declares the property. */
  readonly errorWords?: (shape: ErrorDescriptor, outcome: object, body: unknown) => void;
  readonly credentials?: PrepareCredentials;
  /** Supports the option `accept`, which selects a media type of the response. */
  readonly negotiate?: Negotiate;
  /** Default value of `Accept`. If absent, all media types that are declared for a response. */
  readonly accept?: string;
  /** Base URL of an operation that declares its own servers, unless the client has a `baseUrl`. */
  readonly server?: (config: ClientConfig, operation: OperationDescriptor) => BaseUrl;
}

/** Encodes the query of a call including the question mark; empty if there is no query. */
export type EncodeQuery = (values: object) => string;

/** Adds the cookies of a call to its headers. The result is frozen. */
export type EncodeCookies = (headers: readonly string[], values: object) => readonly string[];

/** An encoded body with its content type. */
export interface EncodedBody {
  readonly contentType: string;
  readonly body: Body;
}

/**
 * Encodes a body. The content type is the requested one. By default it is JSON if declared, otherwise the first content.
 */
export type EncodeBody = (
  value: unknown,
  contentType: string | undefined,
  random: RandomSource,
  partHeaders: object | undefined,
  xml: XmlCodec | undefined,
) => EncodedBody | undefined;

/** {@link EncodeBody} that also adds the content type to the request headers. The headers are frozen. */
export type SendBody = (
  value: unknown,
  contentType: string | undefined,
  random: RandomSource,
  headers: readonly string[],
  partHeaders: object | undefined,
  xml: XmlCodec | undefined,
) => { readonly headers: readonly string[]; readonly body: Body };

/** Finds body, query, headers, cookies and part headers in the arguments of a call. */
export type SplitInput = (operation: OperationDescriptor, args: CallArguments) => Located;

export interface Located extends ParameterValues {
  readonly body: unknown;
  readonly partHeaders: object | undefined;
}

/** A decoded value, or the reason why decoding failed. */
export type Read =
  | { readonly value: unknown }
  | { readonly fault: string; readonly violations?: readonly Violation[] };

/**
 * Returns the capabilities of a call that requests a media type or uses the default. Without a request, `Accept` lists the
 * success contents that `prefers` selects; by default the usual ones.
 *
 * @throws {ApiError} `invalid-request` if no response has the requested type.
 */
export type Negotiate = (
  operation: OperationDescriptor,
  parts: Capabilities,
  accept: string | undefined,
  prefers?: (content: ContentDescriptor) => boolean,
) => Capabilities;

/** Decoding of the response bodies of an operation. */
export interface ResponseCodec {
  /** Selects one of the contents of an outcome. */
  readonly choose: (
    contents: readonly ContentDescriptor[],
    outcome: OutcomeDescriptor,
  ) => ChooseContent;
  readonly read: DecodeContent;
}

/** Selects the declared content for the type of a response. The type is unparsed, `undefined` if the header is missing. */
export type ChooseContent = (type: string | undefined) => ChosenContent | undefined;

export interface ChosenContent {
  /** Index into the declared contents. */
  readonly index: number;
  /** Parsed type of the response, if decoding needs its parameters. */
  readonly media?: MediaType | undefined;
  /** Present if the call does not accept this content: explains that in the error of the outcome. */
  readonly decline?: (outcome: AnyOutcome) => AnyOutcome;
}

/** Decodes a body as the declared content. Returns `undefined` if this decoder does not support the content. */
export type DecodeContent = (
  content: ContentDescriptor,
  media: MediaType | undefined,
  bytes: Uint8Array,
  ok: boolean,
  config: ClientConfig,
) => Read | undefined;

/**
 * Chooses the credentials of a call, once for all of its attempts. `original` is the request before interceptors changed it.
 * Returns `undefined` if no credentials are required.
 *
 * @throws {ApiError} `invalid-request`, naming the missing credential.
 */
export type PrepareCredentials = (
  config: ClientConfig,
  operation: OperationDescriptor,
  request: WireRequest,
  original: WireRequest,
) => ChosenCredentials | undefined;

/**
 * Adds the chosen credentials to the request of an attempt.
 *
 * @throws {ApiError} `invalid-request`
 */
export interface ChosenCredentials {
  (request: WireRequest, state: CallState): Promise<WireRequest>;
  /** Discards cached tokens that a server rejected with 401. Returns true if new ones can be obtained. */
  renew(): boolean;
}
