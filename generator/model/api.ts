import type { Origin } from '../core/origin.js';
import type { Int64 } from './big-integer.js';
import type { Change } from './changelog.js';
import type { FixApi } from './fix.js';
import type { NamedLimit, RateLimit } from './limits.js';
import type { Channel, Connection, Flow, Message, MessageServer } from './message.js';
import type { Annotations, Json, SchemaId, SchemaTable } from './schema.js';
import type { Security, SecurityScheme } from './security.js';

/** What a service *is*, free of any protocol's spelling. */
export interface Api {
  /** What it speaks: HTTP, as OpenAPI describes, and messages, as AsyncAPI does. A package may be made of both. */
  readonly speaks: readonly ('http' | 'messages')[];
  readonly origin: Origin;
  readonly title: string;
  readonly version: string;
  readonly summary?: string;
  readonly description?: string;
  readonly license?: { readonly name: string; readonly identifier?: string; readonly url?: string };
  readonly servers: readonly Server[];
  /** What a deployment sets: `x-variables` first, then the variables of every server's URL. */
  readonly variables: readonly ServerVariable[];
  readonly tags: readonly Tag[];
  readonly security: Security;
  readonly securitySchemes: readonly SecurityScheme[];
  readonly operations: readonly Operation[];
  /** Where messages are exchanged, the channels they travel in, and what they are; empty for OpenAPI. */
  readonly messageServers: readonly MessageServer[];
  readonly connections: readonly Connection[];
  readonly channels: readonly Channel[];
  readonly flows: readonly Flow[];
  readonly messages: readonly Message[];
  /** What is said of FIX, where a server speaks it. */
  readonly fix?: FixApi;
  readonly schemas: SchemaTable;
  /** What is given as an example of bodies, parameters, headers and messages; those of schemas are theirs. */
  readonly examples: readonly Example[];
  /** Schemas that the document names (`components/schemas`), in its order. */
  readonly components: readonly NamedSchema[];
  /** Every `x-state`, checked. */
  readonly states: readonly StateTable[];
  /** Every bucket that an `x-rate-limit` describes, in document order. */
  readonly rateLimits: readonly RateLimit[];
  /** `x-limits`. */
  readonly limits: readonly NamedLimit[];
  /** `x-changelog`, as it is written. */
  readonly changes: readonly Change[];
  /** Paths of the documents that the description begins with: one, or several that describe one service together. */
  readonly entries: readonly string[];
  /** Paths of every document that was read, the entry first. */
  readonly documents: readonly string[];
  /** What integers of 64 bits are in a program, where the document says so (`x-int64`). */
  readonly int64?: Int64;
  /** What texts of the format `date-time` are in a program, where the document says so (`x-dates`). */
  readonly dates?: 'string' | 'Date';
  /** Every `x-` member of the root, untouched. */
  readonly extensions: { readonly [name: string]: Json };
}

/** `schema:Policy`, `operation:createPolicy`, `operation:GET /pets`; never an index. */
export type NameKey =
  `${'schema' | 'operation' | 'connection' | 'channel' | 'message' | 'flow'}:${string}`;

export interface NamedSchema {
  readonly key: NameKey;
  readonly name: string;
  readonly id: SchemaId;
}

export interface Tag {
  readonly name: string;
  readonly description?: string;
  readonly origin: Origin;
}

/** A place where the service is to be had, its URL a template over variables. */
export interface Server {
  readonly url: string;
  readonly description?: string;
  readonly variables: readonly ServerVariable[];
  readonly origin: Origin;
}

export interface ServerVariable {
  readonly name: string;
  readonly default: string;
  readonly enum?: readonly string[];
  readonly description?: string;
}

/** Something one side asks of the other. */
export interface Operation {
  readonly key: NameKey;
  /** The document's `operationId`, if it gives one. */
  readonly id?: string;
  readonly sentBy: 'client' | 'server';
  readonly binding: HttpBinding | JsonRpcBinding;
  readonly summary?: string;
  readonly description?: string;
  readonly deprecated: boolean;
  readonly externalDocs?: { readonly url: string; readonly description?: string };
  readonly tags: readonly string[];
  readonly parameters: readonly Parameter[];
  readonly request?: RequestBody;
  readonly outcomes: readonly Outcome[];
  readonly security: Security;
  readonly servers: readonly Server[];
  readonly pagination?: Pagination;
  readonly idempotency?: Idempotency;
  /** The buckets that a request draws on; absent where it is not limited. */
  readonly rateLimits?: readonly RateLimit[];
  readonly extensions: { readonly [name: string]: Json };
  /** The operation whose callback this is. */
  readonly parent?: NameKey;
  readonly origin: Origin;
}

export interface HttpBinding {
  readonly kind: 'http';
  /** Upper case. */
  readonly method: string;
  readonly target: PathTemplate | CallbackTarget | { readonly webhook: string };
  /** The path is the same with a slash at its end and without (`x-trailing-slash`). */
  readonly trailingSlash?: 'optional';
}

/** Where a callback goes. */
export interface CallbackTarget {
  /** As it is written. */
  readonly expression: string;
  /** The name of the callback. */
  readonly callback: string;
  /** Absent where the expression can not be read: then only whoever sends it knows its address. */
  readonly address?: readonly AddressPart[];
}

/** Text of a callback's address, or a runtime expression in it; `name` is a JSON Pointer where it is about a body. */
export type AddressPart =
  | string
  | { readonly of: 'url' | 'method' | 'statusCode' }
  | {
      readonly of: 'request' | 'response';
      readonly in: 'body' | 'header' | 'path' | 'query';
      readonly name: string;
    };

/** A path cut at its parameters: literal text and names take turns, as written. */
export interface PathTemplate {
  readonly text: string;
  readonly parts: readonly (string | { readonly parameter: string })[];
}

/** A method behind an HTTP endpoint (`x-json-rpc`). */
export interface JsonRpcBinding {
  readonly kind: 'json-rpc';
  /** The method's name as a template over server variables, such as `{prefix}_listBalances`. */
  readonly method: string;
  readonly endpoint: HttpBinding;
  readonly params: JsonRpcParams;
  readonly result?: SchemaId;
  readonly errors: readonly {
    readonly code: number;
    readonly name: string;
    readonly description?: string;
    readonly data?: SchemaId;
  }[];
}

/**
 * How the arguments travel. A method that takes exactly one positional object is called with that object;
 * any other is called with one object whose members are the params' names.
 */
export interface JsonRpcParams {
  readonly kind: 'by-name' | 'by-position';
  readonly members: readonly {
    readonly name: string;
    readonly required: boolean;
    readonly description?: string;
    readonly schema: SchemaId;
  }[];
}

export interface Parameter {
  /** As on the wire. */
  readonly name: string;
  readonly in: 'path' | 'query' | 'querystring' | 'header' | 'cookie';
  readonly required: boolean;
  readonly deprecated: boolean;
  readonly description?: string;
  readonly examples: readonly Json[];
  readonly schema: SchemaId;
  /** `x-credential`: the value proves who calls; it is given once, and never printed. */
  readonly credential?: true;
  readonly wire:
    | {
        readonly kind: 'style';
        readonly style: Style;
        readonly explode: boolean;
        readonly allowReserved: boolean;
        readonly allowEmptyValue: boolean;
      }
    | { readonly kind: 'content'; readonly content: Content };
  readonly extensions: { readonly [name: string]: Json };
  readonly origin: Origin;
}

export type Style =
  | 'simple'
  | 'label'
  | 'matrix'
  | 'form'
  | 'spaceDelimited'
  | 'pipeDelimited'
  | 'deepObject'
  | 'cookie';

export interface RequestBody {
  readonly required: boolean;
  readonly description?: string;
  readonly contents: readonly Content[];
  readonly origin: Origin;
}

/** How bytes become a value. `xml` is text that nobody looks into, `opaque` bytes that we hand on untouched. */
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

export interface Content {
  /** As written, parameters and wildcards included. */
  readonly mediaType: string;
  readonly codec: CodecName;
  readonly schema?: SchemaId;
  /** Schema of each item of a stream (OpenAPI 3.2 `itemSchema`). */
  readonly item?: SchemaId;
  readonly parts?: readonly PartEncoding[];
  /** `x-stream-parts`: a server hands the parts over as they come. */
  readonly streamsParts?: true;
  readonly examples: readonly Json[];
  readonly origin: Origin;
}

export interface PartEncoding {
  readonly name: string;
  readonly contentType?: string;
  readonly headers: readonly Parameter[];
  readonly style?: Style;
  readonly explode?: boolean;
  readonly allowReserved?: boolean;
}

export type StatusRange = '1XX' | '2XX' | '3XX' | '4XX' | '5XX';

/** One declared way in which an operation can end. A JSON-RPC method has one `result`; its errors are the binding's. */
export interface Outcome {
  readonly when: { readonly status: number | StatusRange | 'default' } | { readonly result: true };
  readonly description: string;
  readonly headers: readonly Parameter[];
  readonly contents: readonly Content[];
  /** `x-error` of the body's schema, checked. */
  readonly error?: ErrorShape;
  /** Operations that it leads to; absent where there are none. */
  readonly links?: readonly Link[];
  readonly origin: Origin;
}

/** A hint for people: what can be called after a response, and with which of its values. */
export interface Link {
  /** An `operationId`, or a reference to an operation, as written. */
  readonly operation: string;
  /** Parameters, and expressions or constants for them. */
  readonly values: readonly (readonly [name: string, value: string])[];
  readonly description?: string;
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

/** `x-error`: which member of an error body receives what, and which code stands for which fault. */
export interface ErrorShape {
  readonly code?: string;
  readonly message: string;
  readonly violations?: string;
  /** The code to send for each fault; a fault absent here takes `default`. */
  readonly codes: readonly (readonly [fault: FaultName | 'default', code: string | number])[];
  /** The text for a fault of which there is nothing particular to say. */
  readonly messages?: readonly (readonly [fault: FaultName, text: string])[];
  readonly schema: SchemaId;
  readonly origin: Origin;
}

/** `x-pagination`: where the cursor goes in and comes out. Paths are JSON Pointers into the response body. */
export interface Pagination {
  readonly request: CursorRequest;
  readonly next: CursorSource;
  readonly items: string;
  readonly hasMore?: string;
  /** A page without items is the last one. */
  readonly emptyIsLast?: true;
  /** The way to what comes before a page. */
  readonly back?: { readonly request: CursorRequest; readonly next: CursorSource };
  readonly origin: Origin;
}

/** What takes a cursor: a parameter, or a member of the body. */
export interface CursorRequest {
  readonly parameter: string;
  readonly in: 'query' | 'header' | 'body';
}

/** Where a page names the cursor of another one. */
export type CursorSource = { readonly pointer: string } | { readonly header: string };

/** `x-idempotency`: the header that makes a retry safe. */
export interface Idempotency {
  readonly header: string;
  readonly origin: Origin;
}

/** `x-state` on a string schema: which value may follow which. */
export interface StateTable {
  readonly schema: SchemaId;
  readonly initial: readonly string[];
  readonly transitions: readonly (readonly [from: string, to: readonly string[]])[];
}

/** A value that a description gives as an example, beside the schema of such values. */
export interface Example {
  readonly value: Json;
  readonly schema: SchemaId;
  /** What text may be instead of a value: JSON, or the value as it is written on the wire. */
  readonly text?: 'json' | 'wire';
  readonly origin: Origin;
  /** Where it is referred to, if it stands elsewhere. */
  readonly used?: Origin;
}

/** Documentation that a model node carries, as the doc comment writer wants it. */
export type Documentation = Pick<
  Annotations,
  'title' | 'description' | 'deprecated' | 'default' | 'examples' | 'externalDocs'
>;
