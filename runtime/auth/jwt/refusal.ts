/** Thrown internally for a token that is rejected. The verifier converts it to a verdict. */
export class TokenRefusal extends Error {
  override readonly name: string = 'TokenRefusal';
  /** Stable code for logs: `claim-exp-passed`. */
  readonly reason: string;
  /** Explanation for logs; contains names of the description and numbers, but no text of the token. */
  readonly detail: string;

  constructor(reason: string, detail: string) {
    super(reason);
    this.reason = reason;
    this.detail = detail;
  }
}

/**
 * Rejects a token.
 *
 * @throws {TokenRefusal} always
 */
export function refuse(reason: string, detail: string): never {
  throw new TokenRefusal(reason, detail);
}
