export {
  replayMemory,
  type ReplayAnswer,
  type ReplayCache,
  type ReplayMemory,
  type ReplayMemoryOptions,
  type ReplayMemoryWarning,
} from '../replay.js';
export { timingSafeEqual } from '../timing-safe-equal.js';
export { hmacDeliveryVerifier, hmacVerifier, type HmacVerifier } from './verifier.js';
export type {
  HmacFinding,
  HmacPrincipal,
  HmacPublicKeyOptions,
  HmacSecretOptions,
  HmacVerifierOptions,
  HmacVerifierSettings,
} from './check-signature.js';
export {
  type FieldOf,
  hmacFieldSigner,
  type HmacFieldSigner,
  hmacFieldVerifier,
  type HmacFieldVerifier,
} from './fields.js';
export {
  type HmacAlgorithm,
  hmacDigest,
  type HmacEncoding,
  hmacKey,
  type HmacKey,
  type HmacSecretEncoding,
} from './hmac.js';
export type { HmacKeyLookup, HmacKeyRecord, HmacKeyUse, HmacSecretLookup } from './key-lookup.js';
export { hmacMessageVerifier, type HmacMessageVerifier } from './message-verifier.js';
export { prehash, type PrehashValues } from './prehash.js';
export type { HmacRefusalKind } from './refusal.js';
export * from './sign.js';
