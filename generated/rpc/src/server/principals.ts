import type { Verifier } from '@tallystick/runtime';

/** Who decides for each security scheme whether a request may pass. */
export interface RpcVerifiers {
  /**
   * The Client API Key. It may be known to users of the application; when it is rotated, the old key ends and a new
   * one takes its place.
   */
  readonly clientApiKey: Verifier;
}

/** What the verifiers found, by scheme. */
export interface RpcPrincipals {
  readonly clientApiKey: unknown;
}
