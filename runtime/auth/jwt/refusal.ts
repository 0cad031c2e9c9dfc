/**
 * A token that is not accepted, on its way from the check that found it to the verifier that answers. It never
 * leaves this folder.
 */
export class TokenRefusal extends Error {
  override readonly name: string = 'TokenRefusal';
  /** Stable, for logs: `claim-exp-passed`. */
  readonly reason: string;
  /** For people who read logs; names of the description and numbers, no text of the token. */
  readonly detail: string;

  constructor(reason: string, detail: string) {
    super(reason);
    this.reason = reason;
    this.detail = detail;
  }
}

/**
 * Ends the examination of a token.
 *
 * @throws {TokenRefusal} always
 */
export function refuse(reason: string, detail: string): never {
  throw new TokenRefusal(reason, detail);
}
