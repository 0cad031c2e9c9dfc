import type { Origin } from '../core/origin.js';
import type { SchemaId } from './schema.js';

/** Faults: error responses that the server sends by itself, before or instead of a handler. */
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

/** `x-error`: the properties of an error body, and the code for each fault. */
export interface ErrorShape {
  readonly code?: string;
  readonly message: string;
  readonly violations?: string;
  /** Property for the identifier of the request. */
  readonly correlationId?: string;
  /** Code for each fault; `default` applies to a fault that is not listed. */
  readonly codes: readonly (readonly [fault: FaultName | 'default', code: string | number])[];
  /** General text for a fault without details. */
  readonly messages?: readonly (readonly [fault: FaultName, text: string])[];
  readonly schema: SchemaId;
  readonly origin: Origin;
}

/** `x-pagination`: request parameter and source of the cursor. Paths are JSON Pointers into the response body. */
export interface Pagination {
  /** Absent if pages are followed by URL. */
  readonly request?: CursorRequest;
  readonly next: CursorSource;
  readonly items: string;
  readonly hasMore?: string;
  /** Pointer to the number of pages. */
  readonly pages?: string;
  /** If true, a page without items is the last one. */
  readonly emptyIsLast?: true;
  /** Pagination towards previous pages. */
  readonly back?: { readonly request?: CursorRequest; readonly next: CursorSource };
  /** Name of the other tool's extension that declares it. If it does not fit the operation, it is ignored with a warning. */
  readonly foreign?: string;
  /** If true, the items are the only list of the body, because the extension does not name them. */
  readonly inferItems?: true;
  readonly origin: Origin;
}

/** Target of a cursor: a parameter, or a property of the body. */
export interface CursorRequest {
  readonly parameter: string;
  readonly in: 'query' | 'header' | 'body';
}

/** Source of the next cursor or page. */
export type CursorSource =
  | { readonly pointer: string }
  | { readonly header: string }
  /** JSON Pointer into the last item of the page. */
  | { readonly lastItem: string }
  /** A number that grows by one, by the number of items, or by the value of the parameter `by`. */
  | { readonly count: 'pages' | 'items'; readonly first?: number; readonly by?: string }
  /** Relation type of a `Link` header (RFC 8288). */
  | { readonly link: string }
  /** JSON Pointer to a URL. */
  | { readonly url: string };

/** `x-deprecated-since` and `x-sunset`, as date-times of UTC. */
export interface Deprecation {
  readonly since?: string;
  /** When the operation stops working. */
  readonly sunset?: string;
}

/** `x-idempotency`: the header that makes a retry safe. */
export interface Idempotency {
  readonly header: string;
  readonly origin: Origin;
}

/** `x-state` of a string schema: the allowed transitions between its values. */
export interface StateTable {
  readonly schema: SchemaId;
  readonly initial: readonly string[];
  readonly transitions: readonly (readonly [from: string, to: readonly string[]])[];
}
