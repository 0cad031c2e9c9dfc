/** A credential can not be chosen, made or placed. The message names schemes and never what they carry. */
export class CredentialError extends Error {
  override readonly name = 'CredentialError';
  readonly code: 'credential' = 'credential';
}
