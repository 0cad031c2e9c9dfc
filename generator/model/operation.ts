import type { Prose } from '../core/prose.js';
import type { Origin } from '../core/origin.js';
import type { NameKey, Server } from './api.js';
import type { RateLimit } from './limits.js';
import type { Deprecation, ErrorShape, Idempotency, Pagination } from './operation-extensions.js';
import type { Json, SchemaId } from './schema.js';
import type { Security } from './security.js';

/** A request from one side to the other. */
export interface Operation {
  readonly key: NameKey;
  /** `operationId` of the document, if present. */
  readonly id?: string;
  readonly sentBy: 'client' | 'server';
  readonly binding: HttpBinding | JsonRpcBinding;
  readonly summary?: Prose;
  readonly description?: Prose;
  readonly deprecated: boolean;
  /** Dates of the deprecation; absent if there are none. */
  readonly deprecation?: Deprecation;
  readonly externalDocs?: { readonly url: string; readonly description?: string };
  readonly tags: readonly string[];
  readonly parameters: readonly Parameter[];
  readonly request?: RequestBody;
  readonly outcomes: readonly Outcome[];
  readonly security: Security;
  readonly servers: readonly Server[];
  readonly pagination?: Pagination;
  readonly idempotency?: Idempotency;
  /** Buckets that a request draws on; absent if it is not limited. */
  readonly rateLimits?: readonly RateLimit[];
  readonly extensions: { readonly [name: string]: Json };
  /** Operation that declares this callback. */
  readonly parent?: NameKey;
  readonly origin: Origin;
}

export interface HttpBinding {
  readonly kind: 'http';
  /** In upper case. */
  readonly method: string;
  readonly target: PathTemplate | CallbackTarget | { readonly webhook: string };
  /** If present, a trailing slash is optional (`x-trailing-slash`). */
  readonly trailingSlash?: 'optional';
}

/** Target of a callback. */
export interface CallbackTarget {
  /** As written in the document. */
  readonly expression: string;
  /** Name of the callback. */
  readonly callback: string;
  /** Absent if the expression is invalid: then only the sender knows the address. */
  readonly address?: readonly AddressPart[];
}

/** Text or a runtime expression in a callback's address. `name` is a JSON Pointer for a body. */
export type AddressPart =
  | string
  | { readonly of: 'url' | 'method' | 'statusCode' }
  | {
      readonly of: 'request' | 'response';
      readonly in: 'body' | 'header' | 'path' | 'query';
      readonly name: string;
    };

/** A path split at its parameters, alternating between literal text and parameters. */
export interface PathTemplate {
  readonly text: string;
  readonly parts: readonly (string | { readonly parameter: string })[];
}

/** A method of an HTTP endpoint (`x-json-rpc`). */
export interface JsonRpcBinding {
  readonly kind: 'json-rpc';
  /** Name of the method, as a template over server variables, such as `{prefix}_listBalances`. */
  readonly method: string;
  readonly endpoint: HttpBinding;
  readonly params: JsonRpcParams;
  readonly result?: SchemaId;
  readonly errors: readonly {
    readonly code: number;
    readonly name: string;
    readonly description?: string;
    readonly data?: SchemaId;
    /** Fault of the server that is sent as this error. */
    readonly fault?: 'invalid-cursor' | 'invalid-transition';
  }[];
}

/**
 * Encoding of the arguments. A method with exactly one positional object takes that object. Any other method takes one object whose
 * properties are the names of the params.
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
  /** Name on the wire. */
  readonly name: string;
  readonly in: 'path' | 'query' | 'querystring' | 'header' | 'cookie';
  readonly required: boolean;
  readonly deprecated: boolean;
  readonly description?: Prose;
  readonly examples: readonly Json[];
  /** Names of the examples, by index; `undefined` for one without a name. Absent if none has one. */
  readonly exampleNames?: readonly (string | undefined)[];
  readonly schema: SchemaId;
  /** `x-credential`: the value is a secret of the caller, which is set once and never printed. */
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
  readonly description?: Prose;
  readonly contents: readonly Content[];
  readonly origin: Origin;
}

/**
 * Codec of a body. `xml` maps elements and attributes to a value; `xml-text` is XML text that is not parsed; `opaque` is bytes that are
 * passed through unchanged.
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
  /** Media type or range as written, with parameters. */
  readonly mediaType: string;
  readonly codec: CodecName;
  readonly schema?: SchemaId;
  /** Schema of each item of a stream (OpenAPI 3.2 `itemSchema`). */
  readonly item?: SchemaId;
  readonly parts?: readonly PartEncoding[];
  /** `x-stream-parts`: the server passes each part to the handler as it arrives. */
  readonly streamsParts?: true;
  readonly examples: readonly Json[];
  /** Names of the examples, by index; `undefined` for one without a name. Absent if none has one. */
  readonly exampleNames?: readonly (string | undefined)[];
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

/** One declared outcome of an operation. A JSON-RPC method has one `result`; its errors are in the binding. */
export interface Outcome {
  readonly when: { readonly status: number | StatusRange | 'default' } | { readonly result: true };
  readonly description: Prose;
  readonly headers: readonly Parameter[];
  readonly contents: readonly Content[];
  /** Valid `x-error` of the body's schema. */
  readonly error?: ErrorShape;
  /** Operations that may follow; absent if there are none. */
  readonly links?: readonly Link[];
  readonly origin: Origin;
}

/** Documentation of a follow-up call: the operation, and the values of the response that it takes. */
export interface Link {
  readonly name: string;
  /** An `operationId` or a reference, as written. */
  readonly operation: string;
  /** Target of a reference: an absolute URI with a JSON Pointer as its fragment. */
  readonly place?: string;
  /** Parameters with expressions or constants. */
  readonly parameters: readonly (readonly [name: string, value: string])[];
  /** Expression or constant for the body. */
  readonly body?: string;
  /** True if the operation is called on a server of the link's own. */
  readonly ownServer?: true;
  readonly description?: string;
  readonly origin: Origin;
}
