/** Thrown if a credential cannot be chosen, created or added. The message names schemes, never their credentials. */
export class CredentialError extends Error {
  override readonly name = 'CredentialError';
  readonly code: 'credential' = 'credential';
}
