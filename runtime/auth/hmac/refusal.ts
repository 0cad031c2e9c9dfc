/** Kind of a refusal. A description can declare a message for each kind. */
export type HmacRefusalKind =
  | 'credential'
  | 'key'
  | 'timestamp'
  | 'timestamp-format'
  | 'signature'
  | 'passphrase'
  | 'scope'
  | 'replay';

/** Thrown internally for a signature that is rejected. The verifier converts it to a verdict. */
export class SignatureRefusal extends Error {
  override readonly name: string = 'SignatureRefusal';
  readonly kind: HmacRefusalKind;
  /** Stable code for logs: `timestamp-past`. */
  readonly reason: string;
  /** Explanation for logs; contains names of the description and numbers, but no text of the request. */
  readonly detail: string;

  constructor(kind: HmacRefusalKind, reason: string, detail: string) {
    super(reason);
    this.kind = kind;
    this.reason = reason;
    this.detail = detail;
  }
}

/**
 * Rejects a signature.
 *
 * @throws {SignatureRefusal} always
 */
export function refuse(kind: HmacRefusalKind, reason: string, detail: string): never {
  throw new SignatureRefusal(kind, reason, detail);
}
