/**
 * What is wrong with a key, a description or a request when something has to be signed or a verifier is set up.
 * Its message never holds any part of a secret, and it has no `cause`: what a platform says about a key
 * it could not read may quote the key.
 */
export class AuthError extends Error {
  override readonly name: string = 'AuthError';
  /** Stable, for programs. */
  readonly code: AuthErrorCode;

  constructor(code: AuthErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** Why an {@link AuthError} was thrown; stable, for programs. */
export type AuthErrorCode =
  /** No key was given. */
  | 'key-missing'
  /** The text is not a key in any of the accepted spellings. */
  | 'key-format'
  /** The key is protected by a password. */
  | 'key-encrypted'
  /** A public key or a certificate was given where a private key is needed, or the reverse. */
  | 'key-kind'
  /** The key is of an algorithm or a curve that is not accepted here. */
  | 'key-algorithm'
  /** The two halves of a key do not belong together. */
  | 'key-mismatch'
  /** The platform's cryptography refused the key. */
  | 'key-refused'
  /** A parameter that the description's templates need was not given, or is not text. */
  | 'parameter-missing'
  /** A parameter can not stand where the description puts it. */
  | 'parameter-format'
  /** A template, a rule or an option that does not exist. */
  | 'description'
  /** The body can not be bound: it is a stream, or not JSON. */
  | 'body-unbindable'
  /** An authorization server gives no token. */
  | 'token-refused';
