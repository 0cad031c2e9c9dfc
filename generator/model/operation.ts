import type { Origin } from '../core/origin.js';
import type { NameKey, Server } from './api.js';
import type { RateLimit } from './limits.js';
import type { ErrorShape, Idempotency, Pagination } from './operation-extensions.js';
import type { Json, SchemaId } from './schema.js';
import type { Security } from './security.js';

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

/**
 * How bytes become a value. `xml` is a value in elements and attributes, `xml-text` a text that nobody looks into; `opaque` are bytes that we
 * hand on untouched.
 */
export type CodecName =
  | 'json'
  | 'form'
  | 'multipart'
  | 'text'
  | 'xml'
  | 'xml-text'
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
  /** Where a reference leads: an absolute URI, and a JSON Pointer as its fragment. */
  readonly place?: string;
  /** Parameters, and expressions or constants for them. */
  readonly parameters: readonly (readonly [name: string, value: string])[];
  /** Expression or constant for the body. */
  readonly body?: string;
  readonly description?: string;
  readonly origin: Origin;
}
