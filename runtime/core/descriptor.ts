/**
 * What a generated package says about its operations, as plain literals. The runtime interprets them:
 * it prepares each into closures on first use and never evaluates text.
 */

import type { DatesDescriptor } from './dates/descriptor.js';
import type { IntegersDescriptor } from './integers-descriptor.js';
import type { XmlDescriptor } from './xml-descriptor.js';

export type {
  IntegerBranch,
  IntegerPlace,
  IntegersDescriptor,
  IntegerSpot,
} from './integers-descriptor.js';

/** One operation over HTTP, or one JSON-RPC method behind an endpoint. */
export interface OperationDescriptor {
  /** `operationId`, or `METHOD path` where the description gives none. */
  readonly id: string;
  readonly method: string;
  /** The path cut at its parameters, which stand as indexes into `parameters`. */
  readonly path: readonly (string | number)[];
  readonly parameters?: readonly ParameterDescriptor[];
  readonly input: InputKind;
  readonly body?: BodyDescriptor;
  readonly outcomes: readonly OutcomeDescriptor[];
  /** Media types of success among which a call may choose (`accept`); absent where there is no choice. */
  readonly accepts?: readonly string[];
  /** Alternatives, one of which suffices. Absent or empty: none is needed. */
  readonly security?: readonly RequirementDescriptor[];
  readonly servers?: readonly ServerDescriptor[];
  readonly pagination?: PaginationDescriptor;
  /** Name of the header that makes a retry safe. */
  readonly idempotencyHeader?: string;
  /** Buckets of tokens, of each of which every request takes one. */
  readonly rateLimits?: readonly RateLimitDescriptor[];
  /** The path is the same with a slash at its end and without: a server answers both. */
  readonly trailingSlash?: 'optional';
  readonly rpc?: RpcDescriptor;
}

/** `x-rate-limit`: `tokens = min(burst, tokens + seconds × rate)`, and a request is taken if there is a whole one. */
export interface RateLimitDescriptor {
  /** Operations that name the same bucket draw on the same one. */
  readonly bucket: string;
  /** Tokens that come back in a second. */
  readonly rate: number;
  /** Most tokens that there are at once. */
  readonly burst: number;
  /** What has a bucket of its own: `ip`, `key`, `profile`, or any other name. */
  readonly per: string;
}

/**
 * How a call's one input object is to be read: the body itself, the query's members,
 * `{ body, query, headers, cookies }`, or nothing.
 */
export type InputKind = 'none' | 'body' | 'query' | 'parts';

/** Schemes that are needed together, each with the scopes it must carry. `{}` means that none is needed. */
export interface RequirementDescriptor {
  readonly [scheme: string]: readonly string[];
}

export interface ParameterDescriptor {
  /** Name on the wire and in the input object. */
  readonly name: string;
  readonly in: 'path' | 'query' | 'querystring' | 'header' | 'cookie';
  readonly required?: true;
  /** OpenAPI style; the location's default if absent. */
  readonly style?:
    | 'simple'
    | 'label'
    | 'matrix'
    | 'form'
    | 'spaceDelimited'
    | 'pipeDelimited'
    | 'deepObject'
    | 'cookie';
  /** The style's default if absent. */
  readonly explode?: boolean;
  readonly allowReserved?: true;
  readonly allowEmptyValue?: true;
  /** Media type of a parameter that is described by `content`. */
  readonly content?: ContentDescriptor;
  /** What text on the wire is parsed to. */
  readonly type: WireType;
  /** Which of its texts are something else in a program. */
  readonly dates?: DatesDescriptor;
  /** What a server takes its absence for. */
  readonly default?: JsonValue | bigint;
  /** The value is a credential (`x-credential`): given once to the client, shown to a verifier, never printed. */
  readonly credential?: true;
}

/** The JSON types a parameter's text may stand for, tried in this order, with those of its parts. */
export interface WireType {
  readonly types: readonly (
    | 'string'
    | 'integer'
    /** An integer of 64 bits that a program holds as `bigint`. */
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
  /** Types of the members of a form, which travel as text. */
  readonly members?: { readonly [name: string]: WireType };
  /** How members of a form or a multipart body travel, where the description says so. */
  readonly parts?: { readonly [name: string]: PartDescriptor };
  /** Members of a form with parts that are null where they have no part. */
  readonly nulls?: readonly string[];
  /** What members of a form are that it does not name, where they are not text. */
  readonly others?: OtherPartsDescriptor;
  /** A server hands the parts of a form over as they come (`x-stream-parts`). */
  readonly streamsParts?: true;
  /** Where its JSON has integers that are `bigint`. */
  readonly integers?: IntegersDescriptor;
  /** Which of its texts are something else in a program. */
  readonly dates?: DatesDescriptor;
  /** How its values stand in XML. */
  readonly xml?: XmlDescriptor;
  /** Which texts of its items are, in a stream of JSON. */
  readonly itemDates?: DatesDescriptor;
  /** Of an event stream: the events that there are. */
  readonly events?: readonly EventDescriptor[];
}

/** Events of one form. */
export interface EventDescriptor {
  /** What they are called; absent for those that have none of the other names. */
  readonly names?: readonly string[];
  readonly data: 'json' | 'text';
  /** Where their data has integers that are `bigint`. */
  readonly integers?: IntegersDescriptor;
  /** Which texts of their data are something else in a program. */
  readonly dates?: DatesDescriptor;
}

/** An encoding object of the description. */
export interface PartDescriptor {
  /** Of a multipart body: handed over as bytes, with the name of its file. */
  readonly bytes?: true;
  readonly contentType?: string;
  readonly style?: 'form' | 'spaceDelimited' | 'pipeDelimited' | 'deepObject';
  readonly explode?: boolean;
  readonly allowReserved?: true;
  /** Header lines of its parts beside those that every part has. */
  readonly headers?: readonly ParameterDescriptor[];
}

/** Members of a form that the description does not name. */
export interface OtherPartsDescriptor {
  readonly type: WireType;
  /** Of a multipart body: handed over as bytes, with the names of their files. */
  readonly bytes?: true;
}

/** The content that nearly every operation has. */
export const json: ContentDescriptor = { mediaType: 'application/json', codec: 'json' };

export interface BodyDescriptor {
  readonly required?: true;
  readonly contents: readonly ContentDescriptor[];
}

export interface OutcomeDescriptor {
  readonly status: number | '1XX' | '2XX' | '3XX' | '4XX' | '5XX' | 'default';
  /** Member of the server's `respond` that makes it. */
  readonly respond: string;
  /** Absent where there is no body. */
  readonly contents?: readonly ContentDescriptor[];
  /** Indexes of the contents that a call takes which asks for none of them; absent where it takes all. */
  readonly usual?: readonly number[];
  readonly headers?: readonly ParameterDescriptor[];
  /** How the server's own faults are said in this body (`x-error`). */
  readonly error?: ErrorDescriptor;
}

export interface ErrorDescriptor {
  readonly code?: string;
  readonly message: string;
  readonly violations?: string;
  /** By fault; `default` for those that are not named. */
  readonly codes?: { readonly [Fault in FaultName | 'default']?: string | number };
  /** By fault: what is said where there is nothing particular to say. */
  readonly messages?: { readonly [Fault in FaultName]?: string };
}

/** Faults that a server finds by itself, before or instead of a handler. */
export type FaultName =
  | 'invalid-request'
  | 'unauthorized'
  | 'forbidden'
  | 'not-found'
  | 'method-not-allowed'
  | 'not-acceptable'
  | 'request-timeout'
  | 'conflict'
  | 'payload-too-large'
  | 'unsupported-media-type'
  | 'misdirected'
  | 'idempotency-mismatch'
  | 'rate-limited'
  | 'internal'
  | 'not-implemented';

export interface PaginationDescriptor extends WayDescriptor {
  readonly items: readonly string[];
  readonly hasMore?: readonly string[];
  /** Path of the number of pages. */
  readonly pages?: readonly string[];
  /** A page without items is the last one, whatever cursor it carries. */
  readonly emptyIsLast?: true;
  /** The way to what comes before a page. */
  readonly back?: WayDescriptor;
}

/** How one page leads to another. */
export interface WayDescriptor {
  /** Parameter or body member that takes the cursor; absent where a page names the URL of the other one. */
  readonly request?: { readonly name: string; readonly in: 'query' | 'header' | 'body' };
  /** What asks for the other page. */
  readonly next:
    | { readonly path: readonly string[] }
    | { readonly header: string }
    /** Member path in the last item of the page. */
    | { readonly last: readonly string[] }
    /** A number that grows by one, or by the items of the page, or by what the parameter `by` asks for. `first` is that of the first page. */
    | { readonly count: 'pages' | 'items'; readonly first: number; readonly by?: string }
    /** Relation type of a `Link` header. */
    | { readonly link: string }
    /** Member path of a URL in the body. */
    | { readonly url: readonly string[] };
}

export interface RpcDescriptor {
  /** Name of the method, a template over the package's variables: `{prefix}_listBalances`. */
  readonly method: string;
  /** `single`: the input is the only positional param. Otherwise the input's members are the params. */
  readonly params: 'single' | 'by-name' | { readonly positions: readonly string[] };
  /** The params in wire order; where they are not listed, a server demands all that it knows of. */
  readonly members?: readonly {
    readonly name: string;
    readonly required?: true;
    readonly integers?: IntegersDescriptor;
    readonly dates?: DatesDescriptor;
  }[];
  /** Where the result has integers that are `bigint`. */
  readonly integers?: IntegersDescriptor;
  /** Which texts of the result are something else in a program. */
  readonly dates?: DatesDescriptor;
  readonly errors?: readonly { readonly code: number; readonly name: string }[];
}

export interface ServerDescriptor {
  /** Template over `variables`. */
  readonly url: string;
}

/** What client and server of one package share. */
export interface ApiDescriptor {
  readonly title: string;
  readonly version: string;
  readonly servers: readonly ServerDescriptor[];
  /** Settable by whoever constructs a client or a server. */
  readonly variables: {
    readonly [name: string]: { readonly default: string; readonly enum?: readonly string[] };
  };
  readonly security: { readonly [scheme: string]: SchemeDescriptor };
}

/** A security scheme: where the credential stands, and for `x-jwt` how it is made. */
export type SchemeDescriptor =
  | {
      readonly kind: 'apiKey';
      readonly in: 'header' | 'query' | 'cookie' | 'path';
      readonly name: string;
      /** Every header that holds a part of the credential, where there are more than `name`. */
      readonly headers?: readonly string[];
      /** The header that holds the id of the event that is delivered, where the signature covers one. */
      readonly eventId?: string;
      readonly jwt?: JwtDescriptor;
    }
  | { readonly kind: 'http'; readonly scheme: string; readonly jwt?: JwtDescriptor }
  | { readonly kind: 'oauth2' | 'openIdConnect' | 'mutualTLS' };

/** `x-jwt` as a literal; see `docs/guide/extensions.md`. */
export interface JwtDescriptor {
  /** The scheme's name in the description: a value used once is remembered for the scheme. */
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
  /** Seconds. */
  readonly lifetime: number;
  readonly verify: { readonly [rule: string]: JsonValue };
}

/** `x-hmac` as a literal; see `docs/guide/extensions.md`. */
export interface HmacDescriptor extends HmacFormDescriptor {
  /** The scheme's name in the description, for logs; what was used once is remembered for the scheme. */
  readonly scheme: string;
  readonly algorithm: 'sha256' | 'sha384' | 'sha512' | 'ed25519';
  /** How the secret's text becomes the key. */
  readonly secret: 'base64' | 'utf8' | 'hex';
  /** Stands before the text of a secret and is no part of it: `whsec_`. */
  readonly secretPrefix?: string;
  /** The same before public keys. */
  readonly publicKeyPrefix?: string;
  /** Stands between the elements of a value. Default: a comma, between several. */
  readonly separator?: string;
  /** The signed header that holds the id of the event that is delivered, in lower case; every attempt has the same. */
  readonly eventId?: string;
  /** How the signature is written. */
  readonly encoding: 'base64' | 'base64url' | 'hex';
  /** `decimals`: digits after the point of seconds; `tolerance`: seconds in the past or the future. */
  readonly timestamp?: {
    readonly unit: 'seconds' | 'milliseconds' | 'iso';
    readonly decimals?: number;
    readonly tolerance: number;
  };
  /** Headers that a client covers, in lower case. */
  readonly signedHeaders?: readonly string[];
  readonly alternatives?: readonly (HmacFormDescriptor & { readonly name: string })[];
  /** What the caller is told, by kind of refusal. */
  readonly refusals?: { readonly [kind: string]: string };
}

/** What is signed, and the templates of what stands where; exactly one of the three maps is there. */
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
