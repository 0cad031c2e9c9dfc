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
import type { BaseUrl, Connection } from './connection.js';
import type { CallArguments } from './operation-call.js';
import type { ParameterValues } from './request-head.js';
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
  /** Makes a query. */
  readonly query?: (operation: OperationDescriptor) => EncodeQuery;
  /** Adds cookies to the headers of a call. */
  readonly cookies?: (operation: OperationDescriptor) => EncodeCookies;
  /** Makes headers, of operations that declare some. */
  readonly headers?: (operation: OperationDescriptor, accept: string | undefined) => EncodeHeaders;
  readonly body?: (descriptor: BodyDescriptor) => SendBody;
  /** Takes an input apart that is more than a body. */
  readonly input?: Locate;
  /** Reads bodies of answers. */
  readonly answers?: Answers;
  /** Reads declared headers of answers. */
  readonly answerHeaders?: (headers: readonly ParameterDescriptor[]) => ReadHeaders;
  /** Lets errors say the words of a failure's body, where the description says which they are. */
  readonly errorWords?: (shape: ErrorDescriptor, outcome: object, body: unknown) => void;
  readonly credentials?: PrepareCredentials;
  /** Lets a call choose among the media types of an answer (`accept`). */
  readonly negotiate?: Negotiate;
  /** What `Accept` says where a call does not; otherwise every media type that is declared for an answer. */
  readonly accept?: string;
  /** Where the operation is sent if the client was not told, of operations that have servers of their own. */
  readonly server?: (connection: Connection, operation: OperationDescriptor) => BaseUrl;
}

/** The query of a call with its question mark; empty where there is none. */
export type EncodeQuery = (values: object) => string;

/** Makes headers with the cookies of a call out of those without; frozen. */
export type EncodeCookies = (headers: readonly string[], values: object) => readonly string[];

/** A body as it travels, and the type it travels under. */
export interface EncodedBody {
  readonly contentType: string;
  readonly body: Body;
}

/** Makes a body out of a value; as JSON where that is declared, otherwise as the first content, unless a type is asked for. */
export type EncodeBody = (
  value: unknown,
  contentType: string | undefined,
  random: RandomSource,
  partHeaders: object | undefined,
  xml: XmlCodec | undefined,
) => EncodedBody | undefined;

/** {@link EncodeBody} for a request with these headers, to which the body's type is added; frozen. */
export type SendBody = (
  value: unknown,
  contentType: string | undefined,
  random: RandomSource,
  headers: readonly string[],
  partHeaders: object | undefined,
  xml: XmlCodec | undefined,
) => { readonly headers: readonly string[]; readonly body: Body };

/** Finds body, query, headers, cookies and header lines of parts in the arguments of a call. */
export type Locate = (operation: OperationDescriptor, args: CallArguments) => Located;

export interface Located extends ParameterValues {
  readonly body: unknown;
  readonly partHeaders: object | undefined;
}

/** A value, or why there is none. */
export type Read =
  | { readonly value: unknown }
  | { readonly fault: string; readonly violations?: readonly Violation[] };

/**
 * The parts of an operation for calls that ask for a media type, or for none; those ask for the contents of success that are preferred,
 * which are the usual ones unless somebody says otherwise.
 *
 * @throws {ApiError} `invalid-request` where no answer has that type.
 */
export type Negotiate = (
  operation: OperationDescriptor,
  parts: Parts,
  accept: string | undefined,
  prefers?: (content: ContentDescriptor) => boolean,
) => Parts;

/** How the bodies of an operation's answers are read. */
export interface Answers {
  /** Chooses among the contents of one outcome. */
  readonly choose: (
    contents: readonly ContentDescriptor[],
    outcome: OutcomeDescriptor,
  ) => ChooseContent;
  readonly read: DecodeContent;
}

/** The declared content that an answer of this type is; the type as it came, `undefined` where it has none. */
export type ChooseContent = (type: string | undefined) => ChosenContent | undefined;

export interface ChosenContent {
  /** Place among the declared contents. */
  readonly index: number;
  /** The answer's own type, where somebody has to know more of it. */
  readonly media?: MediaType | undefined;
  /** The call does not take it, but these types. */
  readonly declined?: string;
}

/** Reads a body by the content that it was declared as, of a success or not; `undefined` where this content is not taken. */
export type DecodeContent = (
  content: ContentDescriptor,
  media: MediaType | undefined,
  bytes: Uint8Array,
  ok: boolean,
  connection: Connection,
) => Read | undefined;

/**
 * Chooses the credentials of a call, once for all of its attempts; `original` is the request before interceptors saw it.
 * `undefined` where none are needed.
 *
 * @throws {ApiError} `invalid-request`, which names what is missing.
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
 * @throws {ApiError} `invalid-request`
 */
export interface ChosenCredentials {
  (request: WireRequest, sending: Sending): Promise<WireRequest>;
  /** Whether others may be had in place of those that a server has refused with 401: tokens that were kept and are forgotten now. */
  renew(): boolean;
}
