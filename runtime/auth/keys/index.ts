/** Verifiers of API keys, opaque tokens and passwords. */
export type { AcceptedTexts, KeyHolder, KeyPrincipal } from './accepted.js';
export {
  basicVerifier,
  type BasicVerifierOptions,
  type CheckPassword,
  type PresentedPassword,
  type UserRecord,
} from './basic-verifier.js';
export {
  apiKeyVerifier,
  bearerVerifier,
  type FindKeyHolder,
  type KeyRecord,
  type KeyVerifier,
  type KeyVerifierOptions,
  type PresentedKey,
} from './key-verifier.js';
