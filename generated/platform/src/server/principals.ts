import type { Verifier } from '@tallystick/runtime';

/** Who decides for each security scheme whether a request may pass. */
export interface PlatformVerifiers {
  /**
   * A token made from a Secret API Key. It is good for two minutes and for one method, host and path, so the
   * caller's clock has to be right. The key is the name (a UUID, or `organizations/…/apiKeys/…`) and
   * the secret that were shown when the key was created: a PEM private key on P-256, or the base64 text of an
   * Ed25519 key.
   */
  readonly bearer: Verifier;
  /**
   * A token made from the project's Wallet Secret, in addition to the bearer token. It is good for one minute
   * and for one method, host, path and body. The Wallet Secret is the base64 text of a P-256 private key
   * in PKCS#8 DER.
   */
  readonly walletAuth: Verifier;
}

/** What the verifiers found, by scheme. */
export interface PlatformPrincipals {
  readonly bearer: unknown;
  readonly walletAuth: unknown;
}
