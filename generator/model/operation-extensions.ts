import type { Origin } from '../core/origin.js';
import type { SchemaId } from './schema.js';

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
  /** Absent where pages are followed by their URL. */
  readonly request?: CursorRequest;
  readonly next: CursorSource;
  readonly items: string;
  readonly hasMore?: string;
  /** The number of pages. */
  readonly pages?: string;
  /** A page without items is the last one. */
  readonly emptyIsLast?: true;
  /** The way to what comes before a page. */
  readonly back?: { readonly request?: CursorRequest; readonly next: CursorSource };
  /** The extension of another tool that says it: what does not fit the operation is left out with a warning. */
  readonly foreign?: string;
  /** It does not say where the items are: they are the only list of the body. */
  readonly inferItems?: true;
  readonly origin: Origin;
}

/** What takes a cursor: a parameter, or a member of the body. */
export interface CursorRequest {
  readonly parameter: string;
  readonly in: 'query' | 'header' | 'body';
}

/** What asks for another page. */
export type CursorSource =
  | { readonly pointer: string }
  | { readonly header: string }
  /** JSON Pointer into the last item of the page. */
  | { readonly lastItem: string }
  /** A number that grows by one, by the items of the page, or by what the parameter `by` asks for. */
  | { readonly count: 'pages' | 'items'; readonly first?: number; readonly by?: string }
  /** Relation type of a `Link` header (RFC 8288). */
  | { readonly link: string }
  /** JSON Pointer to a URL. */
  | { readonly url: string };

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
