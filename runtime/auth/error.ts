/**
 * Thrown for an invalid key, description or request when something is signed or a verifier is set up. The message never contains
 * any part of a secret. There is no `cause`, because a platform's error about a key that it cannot read may quote the key.
 */
export class AuthError extends Error {
  override readonly name: string = 'AuthError';
  /** Stable code for programs. */
  readonly code: AuthErrorCode;

  constructor(code: AuthErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** Code of an {@link AuthError}; stable, for programs. */
export type AuthErrorCode =
  /** No key was configured. */
  | 'key-missing'
  /** The text is not a key in any accepted format. */
  | 'key-format'
  /** The key is protected by a password. */
  | 'key-encrypted'
  /** A public key or certificate was configured instead of a private key, or the reverse. */
  | 'key-kind'
  /** The algorithm or the curve of the key is not accepted here. */
  | 'key-algorithm'
  /** The private and the public half of a key do not match. */
  | 'key-mismatch'
  /** The platform's cryptography rejected the key. */
  | 'key-refused'
  /** A parameter that the description's templates require is missing or not a text. */
  | 'parameter-missing'
  /** A parameter is invalid at the location where the description uses it. */
  | 'parameter-format'
  /** A template, rule or option is invalid. */
  | 'description'
  /** A signature or token cannot cover the body, because it is a stream or not JSON. */
  | 'body-unbindable'
  /** An authorization server issued no token. */
  | 'token-refused';
