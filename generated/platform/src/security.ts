import type { TokenCredential, Verifier } from '@tallystick/runtime';
import {
  jwtCredential,
  type JwtCredentialOptions,
  type JwtPrincipal,
  jwtVerifier,
  type JwtVerifierOptions,
} from '@tallystick/runtime/auth/jwt';
import { bearerScheme, walletAuthScheme } from './description.js';

/**
 * A token made from a Secret API Key. It is good for two minutes and for one method, host and path, so the
 * caller's clock has to be right. The key is the name (a UUID, or `organizations/…/apiKeys/…`) and
 * the secret that were shown when the key was created: a PEM private key on P-256, or the base64 text of an
 * Ed25519 key.
 *
 * Makes the tokens of this scheme; give it to a client's credentials.
 */
export function apiKey(
  keyName: string,
  keySecret: string,
  options?: JwtCredentialOptions<'uris'>,
): TokenCredential {
  return jwtCredential(bearerScheme, { keyName, keySecret }, options);
}

/**
 * A token made from a Secret API Key. It is good for two minutes and for one method, host and path, so the
 * caller's clock has to be right. The key is the name (a UUID, or `organizations/…/apiKeys/…`) and
 * the secret that were shown when the key was created: a PEM private key on P-256, or the base64 text of an
 * Ed25519 key.
 *
 * Verifies the tokens of this scheme; give it to a server's security.
 */
export function bearerVerifier(options: JwtVerifierOptions): Verifier<JwtPrincipal> {
  return jwtVerifier(bearerScheme, options);
}

/**
 * A token made from the project's Wallet Secret, in addition to the bearer token. It is good for one minute
 * and for one method, host, path and body. The Wallet Secret is the base64 text of a P-256 private key
 * in PKCS#8 DER.
 *
 * Makes the tokens of this scheme; give it to a client's credentials.
 */
export function walletSecret(
  secret: string,
  options?: JwtCredentialOptions<'reqHash'>,
): TokenCredential {
  return jwtCredential(walletAuthScheme, { secret }, options);
}

/**
 * A token made from the project's Wallet Secret, in addition to the bearer token. It is good for one minute
 * and for one method, host, path and body. The Wallet Secret is the base64 text of a P-256 private key
 * in PKCS#8 DER.
 *
 * Verifies the tokens of this scheme; give it to a server's security.
 */
export function walletAuthVerifier(options: JwtVerifierOptions): Verifier<JwtPrincipal> {
  return jwtVerifier(walletAuthScheme, options);
}
