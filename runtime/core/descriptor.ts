/**
 * The descriptors of a generated package: plain literals that describe its operations. The runtime interprets them.
 * It prepares each one on first use and never evaluates text as code.
 */

import type { DatesDescriptor } from './dates/descriptor.js';
import type { IntegersDescriptor } from './integers.js';
import type { XmlDescriptor } from './xml-descriptor.js';

export type {
  IntegerBranch,
  IntegerSchema,
  IntegersDescriptor,
  IntegerSchemaOrRef,
} from './integers.js';

/** One operation over HTTP, or one JSON-RPC method. */
export interface OperationDescriptor {
  /** `operationId`, or `METHOD path` if the description has none. */
  readonly id: string;
  readonly method: string;
  /** The path, split at its parameters. A number is an index into `parameters`. */
  readonly path: readonly (string | number)[];
  readonly parameters?: readonly ParameterDescriptor[];
  readonly input: InputKind;
  readonly body?: BodyDescriptor;
  readonly outcomes: readonly OutcomeDescriptor[];
  /** Media types of success that a call can request (`accept`); absent if there is no choice. */
  readonly accepts?: readonly string[];
  /** Alternatives, any one of which is sufficient. Absent or empty: no credentials are required. */
  readonly security?: readonly RequirementDescriptor[];
  readonly servers?: readonly ServerDescriptor[];
  readonly pagination?: PaginationDescriptor;
  /** Name of the header that makes a retry safe. */
  readonly idempotencyHeader?: string;
  /** Token buckets. Every request takes one token from each. */
  readonly rateLimits?: readonly RateLimitDescriptor[];
  /** A server accepts the path both with and without a trailing slash. */
  readonly trailingSlash?: 'optional';
  /** Present if the operation is deprecated. */
  readonly deprecation?: DeprecationDescriptor;
  readonly rpc?: RpcDescriptor;
}

/** Dates of a deprecation, as date-times of UTC. Absent ones are not described. */
export interface DeprecationDescriptor {
  readonly since?: string;
  /** When the operation stops working. */
  readonly sunset?: string;
}

/** `x-rate-limit`: `tokens = min(burst, tokens + seconds × rate)`. A request is accepted if at least one token is available. */
export interface RateLimitDescriptor {
  /** Operations that name the same bucket share it. */
  readonly bucket: string;
  /** Tokens added per second. */
  readonly rate: number;
  /** Capacity of the bucket. */
  readonly burst: number;
  /** Scope that has a separate bucket: `ip`, `key`, `profile`, or any other name. */
  readonly per: string;
}

/** Structure of a call's input object: the body itself, the query parameters, `{ body, query, headers, cookies }`, or no input. */
export type InputKind = 'none' | 'body' | 'query' | 'parts';

/** Schemes that are required together, each with the required scopes. `{}` means that no credentials are required. */
export interface RequirementDescriptor {
  readonly [scheme: string]: readonly string[];
}

export interface ParameterDescriptor {
  /** Name on the wire and in the input object. */
  readonly name: string;
  readonly in: 'path' | 'query' | 'querystring' | 'header' | 'cookie';
  readonly required?: true;
  /** OpenAPI style; the default style of the location if absent. */
  readonly style?:
    | 'simple'
    | 'label'
    | 'matrix'
    | 'form'
    | 'spaceDelimited'
    | 'pipeDelimited'
    | 'deepObject'
    | 'cookie';
  /** The default of the style if absent. */
  readonly explode?: boolean;
  readonly allowReserved?: true;
  readonly allowEmptyValue?: true;
  /** Media type of a parameter that is described by `content`. */
  readonly content?: ContentDescriptor;
  /** Type that text on the wire is parsed to. */
  readonly type: WireType;
  /** Texts that a program represents differently, such as dates. */
  readonly dates?: DatesDescriptor;
  /** Value that a server uses if the parameter is absent. */
  readonly default?: JsonValue | bigint;
  /** The value is a credential (`x-credential`): set once on the client, passed to a verifier, never printed. */
  readonly credential?: true;
}

/** JSON types that the text of a parameter may stand for, tried in this order, with the types of its items and properties. */
export interface WireType {
  readonly types: readonly (
    | 'string'
    | 'integer'
    /** A 64-bit integer that a program represents as `bigint`. */
    | 'bigint'
    | 'number'
    | 'boolean'
    | 'null'
    | 'array'
    | 'object'
  )[];
  readonly items?: WireType;
  readonly properties?: { readonly [name: string]: WireType };
  readonly additional?: WireType;
  /** Required lists and objects of a `deepObject` value that are not sent if they are empty. */
  readonly empties?: readonly string[];
}

export type CodecName =
  | 'json'
  | 'form'
  | 'multipart'
  | 'text'
  | 'xml'
  | 'binary'
  | 'sse'
  | 'json-lines'
  | 'json-seq'
  | 'opaque';

export interface ContentDescriptor {
  readonly mediaType: string;
  readonly codec: CodecName;
  /** Types of the fields of a form, which travel as text. */
  readonly members?: { readonly [name: string]: WireType };
  /** Encoding of the properties of a form or multipart body, if the description specifies it. */
  readonly parts?: { readonly [name: string]: PartDescriptor };
  /** Properties of a multipart form that are null if they have no part. */
  readonly nulls?: readonly string[];
  /** Properties of a form that are an empty list or an empty object if nothing is sent for them. */
  readonly empties?: readonly string[];
  /** Type of undeclared form fields if they are not text. */
  readonly others?: OtherPartsDescriptor;
  /** A server delivers the parts of a form while they arrive (`x-stream-parts`). */
  readonly streamsParts?: true;
  /** Locations of integers that are `bigint`. */
  readonly integers?: IntegersDescriptor;
  /** Texts that a program represents differently, such as dates. */
  readonly dates?: DatesDescriptor;
  /** XML representation of the values. */
  readonly xml?: XmlDescriptor;
  /** For a stream of JSON: texts of an item that a program represents differently, such as dates. */
  readonly itemDates?: DatesDescriptor;
  /** For an event stream: the kinds of events. */
  readonly events?: readonly EventDescriptor[];
}

/** Events of one kind. */
export interface EventDescriptor {
  /** Event names; absent for events whose name is not listed elsewhere. */
  readonly names?: readonly string[];
  readonly data: 'json' | 'text';
  /** Locations of integers in the data that are `bigint`. */
  readonly integers?: IntegersDescriptor;
  /** Texts of the data that a program represents differently, such as dates. */
  readonly dates?: DatesDescriptor;
}

/** An encoding object of the description. */
export interface PartDescriptor {
  /** In a multipart body: represented as bytes, with a file name. */
  readonly bytes?: true;
  /** In a multipart body: a string that is sent as it is, although its media type is JSON. */
  readonly text?: true;
  readonly contentType?: string;
  readonly style?: 'form' | 'spaceDelimited' | 'pipeDelimited' | 'deepObject';
  readonly explode?: boolean;
  readonly allowReserved?: true;
  /** Headers of the parts, in addition to those that every part has. */
  readonly headers?: readonly ParameterDescriptor[];
}

/** Form fields that the description does not declare. */
export interface OtherPartsDescriptor {
  readonly type: WireType;
  /** In a multipart body: represented as bytes, with file names. */
  readonly bytes?: true;
}

/** The content of most operations. */
export const json: ContentDescriptor = { mediaType: 'application/json', codec: 'json' };

export interface BodyDescriptor {
  readonly required?: true;
  readonly contents: readonly ContentDescriptor[];
}

export interface OutcomeDescriptor {
  readonly status: number | '1XX' | '2XX' | '3XX' | '4XX' | '5XX' | 'default';
  /** Member of the server's `respond` that creates this response. */
  readonly respond: string;
  /** Absent if there is no body. */
  readonly contents?: readonly ContentDescriptor[];
  /** Indexes of the contents that a call accepts by default; absent if it accepts all. */
  readonly usual?: readonly number[];
  readonly headers?: readonly ParameterDescriptor[];
  /** Representation of the server's own faults in this body (`x-error`). */
  readonly error?: ErrorDescriptor;
}

export interface ErrorDescriptor {
  readonly code?: string;
  readonly message: string;
  readonly violations?: string;
  /** Property for the identifier of the request. */
  readonly correlationId?: string;
  /** By fault; `default` for faults that are not listed. */
  readonly codes?: { readonly [Fault in FaultName | 'default']?: string | number };
  /** By fault: default message. */
  readonly messages?: { readonly [Fault in FaultName]?: string };
}

/** Faults that a server reports by itself, before or instead of running a handler. */
export type FaultName =
  | 'invalid-request'
  | 'invalid-cursor'
  | 'unauthorized'
  | 'forbidden'
  | 'not-found'
  | 'method-not-allowed'
  | 'not-acceptable'
  | 'request-timeout'
  | 'conflict'
  | 'invalid-transition'
  | 'payload-too-large'
  | 'unsupported-media-type'
  | 'misdirected'
  | 'idempotency-mismatch'
  | 'rate-limited'
  | 'internal'
  | 'not-implemented';

export interface PaginationDescriptor extends PageLinkDescriptor {
  readonly items: readonly string[];
  readonly hasMore?: readonly string[];
  /** Path of the total number of pages. */
  readonly pages?: readonly string[];
  /** A page without items is the last one, even if it has a cursor. */
  readonly emptyIsLast?: true;
  /** Backward pagination. */
  readonly back?: PageLinkDescriptor;
}

/** Link from one page to another. */
export interface PageLinkDescriptor {
  /** Parameter or body property that receives the cursor; absent if a page contains the URL of the other page. */
  readonly request?: { readonly name: string; readonly in: 'query' | 'header' | 'body' };
  /** Source of the cursor or URL. */
  readonly next:
    | { readonly path: readonly string[] }
    | { readonly header: string }
    /** Path within the last item of the page. */
    | { readonly last: readonly string[] }
    /** A number that grows by one, by the number of items on the page, or by the value of the parameter `by`. `first` is the number of the first page. */
    | { readonly count: 'pages' | 'items'; readonly first: number; readonly by?: string }
    /** Relation type of a `Link` header. */
    | { readonly link: string }
    /** Path of a URL in the body. */
    | { readonly url: readonly string[] };
}

export interface RpcDescriptor {
  /** Name of the method: a template over the package's variables such as `{prefix}_listBalances`. */
  readonly method: string;
  /** `single`: the input is the only positional parameter. Otherwise the properties of the input are the parameters. */
  readonly params: 'single' | 'by-name' | { readonly positions: readonly string[] };
  /** The parameters in wire order. If absent, a server requires every parameter that it knows. */
  readonly members?: readonly {
    readonly name: string;
    readonly required?: true;
    readonly integers?: IntegersDescriptor;
    readonly dates?: DatesDescriptor;
  }[];
  /** Locations of integers in the result that are `bigint`. */
  readonly integers?: IntegersDescriptor;
  /** Texts of the result that a program represents differently, such as dates. */
  readonly dates?: DatesDescriptor;
  readonly errors?: readonly RpcErrorDescriptor[];
}

/** An error of a JSON-RPC method. */
export interface RpcErrorDescriptor {
  readonly code: number;
  readonly name: string;
  /** Fault of the server that is sent as this error. */
  readonly fault?: 'invalid-cursor' | 'invalid-transition';
}

export interface ServerDescriptor {
  /** Template over `variables`. */
  readonly url: string;
}

/** Description shared by the client and the server of one package. */
export interface ApiDescriptor {
  readonly title: string;
  readonly version: string;
  readonly servers: readonly ServerDescriptor[];
  /** Variables that can be set when a client or server is created. */
  readonly variables: {
    readonly [name: string]: { readonly default: string; readonly enum?: readonly string[] };
  };
  readonly security: { readonly [scheme: string]: SchemeDescriptor };
}

/** A security scheme: location of the credential, and for `x-jwt` the rules for creating it. */
export type SchemeDescriptor =
  | {
      readonly kind: 'apiKey';
      readonly in: 'header' | 'query' | 'cookie' | 'path';
      readonly name: string;
      /** All headers that carry a part of the credential, if there are more than `name`. */
      readonly headers?: readonly string[];
      /** Header with the id of the delivered event, if the signature covers it. */
      readonly eventId?: string;
      readonly jwt?: JwtDescriptor;
    }
  | { readonly kind: 'http'; readonly scheme: string; readonly jwt?: JwtDescriptor }
  | { readonly kind: 'oauth2' | 'openIdConnect' | 'mutualTLS' };

/** `x-jwt` as a literal; see `docs/guide/extensions.md`. */
export interface JwtDescriptor {
  /** Name of the scheme in the description. Single-use values are remembered per scheme. */
  readonly scheme?: string;
  readonly keyFormats: readonly ('pem' | 'der' | 'ed25519')[];
  readonly algorithms: readonly ('ES256' | 'EdDSA')[];
  readonly header: { readonly [member: string]: JsonValue };
  readonly claims: { readonly [claim: string]: JsonValue };
  readonly alternatives?: readonly {
    readonly name: string;
    readonly omit: readonly string[];
    readonly claims: { readonly [claim: string]: JsonValue };
  }[];
  /** In seconds. */
  readonly lifetime: number;
  readonly verify: { readonly [rule: string]: JsonValue };
}

/** `x-hmac` as a literal; see `docs/guide/extensions.md`. */
export interface HmacDescriptor extends HmacFormDescriptor {
  /** Name of the scheme in the description, for logs. Single-use values are remembered per scheme. */
  readonly scheme: string;
  readonly algorithm: 'sha256' | 'sha384' | 'sha512' | 'ed25519';
  /** Decoding of the secret's text into the key. */
  readonly secret: 'base64' | 'utf8' | 'hex';
  /** Prefix of the text of a secret, removed before decoding: `whsec_`. */
  readonly secretPrefix?: string;
  /** The same for public keys. */
  readonly publicKeyPrefix?: string;
  /** Separator between the elements of a value. Default: a comma if there are several. */
  readonly separator?: string;
  /** Signed header with the id of the delivered event, in lower case. It is the same for every attempt. */
  readonly eventId?: string;
  /** Encoding of the signature. */
  readonly encoding: 'base64' | 'base64url' | 'hex';
  /** `decimals`: number of decimals of the seconds. `tolerance`: accepted deviation in seconds, in both directions. */
  readonly timestamp?: {
    readonly unit: 'seconds' | 'milliseconds' | 'iso';
    readonly decimals?: number;
    readonly tolerance: number;
  };
  /** Headers that a client signs, in lower case. */
  readonly signedHeaders?: readonly string[];
  readonly alternatives?: readonly (HmacFormDescriptor & { readonly name: string })[];
  /** Message for the caller, by kind of refusal. */
  readonly refusals?: { readonly [kind: string]: string };
}

/** The signed text, and the templates of the values that carry the credential. Exactly one of the three maps is present. */
export interface HmacFormDescriptor {
  readonly prehash: string;
  readonly headers?: { readonly [name: string]: string };
  readonly message?: { readonly [member: string]: string };
  readonly fields?: { readonly [tag: string]: string };
}

/** Any JSON value. */
export type JsonValue =
  | null
  | boolean
  | number
  | string
  | readonly JsonValue[]
  | { readonly [name: string]: JsonValue };
