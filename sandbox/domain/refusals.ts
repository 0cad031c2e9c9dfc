/**
 * Every reason for which a rule refuses a command, with its data. Each surface has its own words for them, in `say.ts`, and the compiler
 * reports a missing line. No data names a resource of another tenant.
 */
export interface Refusals {
  /** The caller is not who it claims to be. */
  readonly unauthenticated: object;
  /** The caller's key lacks a permission. */
  readonly forbidden: object;
  /** A policy rejects the request, or none accepts it. */
  readonly 'policy-rejects': object;
  /** There is no such thing for this caller. `what` names its kind: "policy". */
  readonly 'not-found': { readonly what: string };
  /** A part of the request is malformed. `member` names it. */
  readonly form: { readonly member: string; readonly problem: string };
  /** A transaction cannot be read. */
  readonly 'malformed-transaction': { readonly problem: string };
  /** There is one already, and there can be only one. */
  readonly 'already-exists': { readonly what: string };
  /** It cannot be deleted while something uses it. */
  readonly 'in-use': { readonly what: string };
  /** There are as many as allowed. */
  readonly 'too-many': { readonly what: string; readonly limit: number };
  /** There is less than the request needs. `what` names the asset. */
  readonly 'insufficient-funds': { readonly what: string };
  /** A signature is not that of the owner. */
  readonly 'invalid-signature': object;
  /** The state of the thing does not allow it. */
  readonly state: { readonly what: string; readonly state: string };
  /** The exchange has no such product. */
  readonly 'unknown-product': object;
  /** An open order of the profile has the client's identifier. */
  readonly 'duplicate-client-id': object;
  /** The profile has as many open orders of the product as allowed. */
  readonly 'too-many-open': { readonly limit: number };
  /** A price or a size is not a multiple of the product's increment. `isSmall` is true for a size below one increment. */
  readonly increment: { readonly member: string; readonly isSmall: boolean };
  /** The value of an order is below the product's minimum, or that of a market order above its maximum. */
  readonly minimum: { readonly member: string; readonly isLarge: boolean };
  /** The state of the product does not allow the order. */
  readonly 'product-state': {
    readonly state: 'offline' | 'disabled' | 'cancel-only' | 'limit-only' | 'post-only';
  };
  /** A post-only order would be filled by the change. A new one is accepted, and rejected (orders-14). */
  readonly 'post-only': object;
  /** The order is done. */
  readonly 'already-done': object;
  /** The travel rule requires members that are missing. */
  readonly 'travel-rule': { readonly missing: readonly string[] };
  /** Something else forbids it for now: a loan restricts withdrawals. */
  readonly restricted: { readonly reason: string };
}

/** Code of a refusal. */
export type RefusalCode = keyof Refusals;

/** A refusal: a code with its data. */
export type Refusal<Code extends RefusalCode = RefusalCode> = {
  readonly [Each in Code]: { readonly code: Each; readonly data: Refusals[Each] };
}[Code];

/** A noun with its indefinite article. */
export function withArticle(noun: string): string {
  return `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`;
}
