import type {
  BodyDescriptor,
  ContentDescriptor,
  OperationDescriptor,
  ParameterDescriptor,
} from '../descriptor.js';
import type { MediaType } from '../media-type.js';
import type { EncodePath } from '../parameters/path.js';
import type { EncodePairs } from '../parameters/query.js';
import type { RandomSource } from '../random.js';
import type { Body, WireRequest } from '../wire.js';
import type { BaseUrl, Connection } from './connection.js';
import type { EncodeHeaders } from './request-headers.js';
import type { ReadHeaders } from './response-headers.js';
import type { Sending } from './send.js';

/**
 * What one operation needs of the runtime beyond what every operation needs. Generated code names exactly the parts that an operation's
 * description asks for, so that a bundler leaves the others out; what a part can do at all is the same for every operation that has it.
 */
export interface Parts {
  /** Makes a path that has parameters. */
  readonly path?: (operation: OperationDescriptor) => EncodePath;
  readonly query?: (parameter: ParameterDescriptor) => EncodePairs;
  /** Adds cookies to the headers of a call. */
  readonly cookies?: (parameters: readonly ParameterDescriptor[]) => EncodeCookies;
  /** Makes headers, of operations that declare some. */
  readonly headers?: (operation: OperationDescriptor) => EncodeHeaders;
  readonly body?: (descriptor: BodyDescriptor) => EncodeBody;
  /** Reads bodies of answers. */
  readonly answers?: DecodeContent;
  /** Reads declared headers of answers. */
  readonly answerHeaders?: (headers: readonly ParameterDescriptor[]) => ReadHeaders;
  readonly credentials?: PrepareCredentials;
  /** Where the operation is sent if the client was not told, of operations that have servers of their own. */
  readonly server?: (connection: Connection, operation: OperationDescriptor) => BaseUrl;
}

/** Makes headers with the cookies of a call out of those without; frozen. */
export type EncodeCookies = (headers: readonly string[], values: object) => readonly string[];

/** A body as it travels, and the type it travels under. */
export interface EncodedBody {
  readonly contentType: string;
  readonly body: Body;
}

/** Makes a body out of a value; the first declared content unless a type is asked for. */
export type EncodeBody = (
  value: unknown,
  contentType: string | undefined,
  random: RandomSource,
) => EncodedBody | undefined;

/** A value, or why there is none. */
export type Read = { readonly value: unknown } | { readonly fault: string };

/** Reads a body by the content that it was declared as. */
export type DecodeContent = (
  content: ContentDescriptor,
  media: MediaType | undefined,
  bytes: Uint8Array,
) => Read;

/**
 * Chooses the credentials of a call, once for all of its attempts; `original` is the request before interceptors saw it.
 * `undefined` where none are needed.
 *
 * @throws {CredentialError} that names what is missing.
 */
export type PrepareCredentials = (
  connection: Connection,
  operation: OperationDescriptor,
  request: WireRequest,
  original: WireRequest,
) => ChosenCredentials | undefined;

/**
 * Puts them on the request of an attempt.
 *
 * @throws {CredentialError}
 */
export interface ChosenCredentials {
  (request: WireRequest, sending: Sending): Promise<WireRequest>;
  /** Whether others may be had in place of those that a server has refused with 401: tokens that were kept and are forgotten now. */
  renew(): boolean;
}
