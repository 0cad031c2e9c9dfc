import type { ResponseValidator } from './client/responses/validate-response.js';

/** One way in which a value does not match its schema. The texts may be built lazily, on first access. */
export interface Violation {
  /** JSON Pointer (RFC 6901) to the offending part of the value; empty for the value itself. */
  readonly pointer: string;
  /** The JSON Schema keyword that is not satisfied. */
  readonly keyword: string;
  /** The expectation as a phrase: `a string of at most 50 characters`. */
  readonly expected: string;
  /** The actual value, abbreviated; absent for secrets. */
  readonly found?: string | undefined;
  /** Branch of a union that the value was compared with: selected by the discriminator, or the closest match. */
  readonly branch?: string | undefined;
  /** Location of the keyword: document and pointer. */
  readonly schema: string;
}

/** The two functions of a schema. */
export interface Check {
  /** Guard. Stops at the first violation. */
  readonly is: (value: unknown) => boolean;
  /** Returns every violation, up to a limit of 1,000. */
  readonly check: (value: unknown) => readonly Violation[];
}

/** Checks of requests, by operation id. Created once and passed to a server. */
export interface RequestChecks {
  readonly [operation: string]: RequestCheck;
}

/** Checks of one operation's requests. */
export interface RequestCheck {
  /** By index into the descriptor's parameters; `undefined` if any value is valid. */
  readonly parameters?: readonly (Check | undefined)[];
  /** By index into the descriptor's body contents. */
  readonly body?: readonly (Check | undefined)[];
  /** For streamed bodies: by index into the contents, then by index into the variants of their items. */
  readonly items?: ItemChecks;
  /** For headers of multipart parts: by index into the contents, by property, then by index into the part's headers. */
  readonly partHeaders?: readonly (PartHeaderChecks | undefined)[];
  /** By index into the params of a JSON-RPC method. */
  readonly params?: readonly (Check | undefined)[];
}

/** Checks of part headers, by property of the body. */
export interface PartHeaderChecks {
  readonly [member: string]: readonly (Check | undefined)[];
}

/** Key of the function with which a client validates responses. A registered symbol, so that two copies of the runtime are compatible. */
export const responseValidator: unique symbol = Symbol.for('@tallystick/response-validator');

/**
 * Checks of responses, by operation id: the result of `responseChecks`. Passed to a client (`checks`) or a server
 * (`validateResponses`).
 */
export interface ResponseChecks extends ResponseCheckTable {
  /** A client without checks bundles no validation, because it finds the function here. */
  readonly [responseValidator]: ResponseValidator;
}

/** Checks of responses, by operation id. Sufficient for a server. */
export interface ResponseCheckTable {
  readonly [operation: string]: OutcomeChecks;
}

/** By index into the descriptor's outcomes. A plain check applies to the outcome's only content. */
export type OutcomeChecks = readonly (OutcomeCheck | Check | undefined)[];

/** Checks of one outcome. */
export interface OutcomeCheck {
  readonly headers?: readonly (Check | undefined)[];
  readonly contents?: readonly (Check | undefined)[];
  /** For streamed contents: by index into the contents, then by index into the variants of their items. */
  readonly items?: ItemChecks;
}

/** Checks of items: of the `data` of each kind of event, or of the only kind of item. */
type ItemChecks = readonly (readonly (Check | undefined)[] | undefined)[];

/** Returns the checks of one outcome. */
export function outcomeCheckAt(
  checks: OutcomeChecks | undefined,
  index: number,
): OutcomeCheck | undefined {
  const check = checks?.[index];
  return check !== undefined && 'is' in check ? { contents: [check] } : check;
}

/**
 * Combines tables of checks by operation. The result has no prototype: operations may be called
 * `__proto__`, and copying 1,200 entries takes 0.1 ms, beside 7 ms with a prototype.
 */
export function joinedChecks<Checks>(tables: readonly { readonly [operation: string]: Checks }[]): {
  readonly [operation: string]: Checks;
} {
  return Object.assign(Object.create(null), ...tables) as { readonly [operation: string]: Checks };
}
