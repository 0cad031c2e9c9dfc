/** What a refusal is about: the texts that a description gives its callers go by it. */
export type HmacRefusalKind =
  | 'credential'
  | 'key'
  | 'timestamp'
  | 'timestamp-format'
  | 'signature'
  | 'passphrase'
  | 'scope'
  | 'replay';

/** A signature that is not accepted, on its way to the verifier that answers. It never leaves this folder. */
export class SignatureRefusal extends Error {
  override readonly name: string = 'SignatureRefusal';
  readonly kind: HmacRefusalKind;
  /** Stable, for logs: `timestamp-past`. */
  readonly reason: string;
  /** For people who read logs; names of the description and numbers, no text of the request. */
  readonly detail: string;

  constructor(kind: HmacRefusalKind, reason: string, detail: string) {
    super(reason);
    this.kind = kind;
    this.reason = reason;
    this.detail = detail;
  }
}

/**
 * Ends the examination of a signature.
 *
 * @throws {SignatureRefusal} always
 */
export function refuse(kind: HmacRefusalKind, reason: string, detail: string): never {
  throw new SignatureRefusal(kind, reason, detail);
}
