export { canonicalJson, sortedJson, type AnyJson, type JsonForm } from './canonical.js';
export type { JsonObject } from './compact.js';
export type { JwtAlgorithm } from './key-data.js';
export type { KeyAnswer, KeyLookup, KeyQuery } from './key-lookup.js';
export {
  replayMemory,
  type ReplayAnswer,
  type ReplayCache,
  type ReplayMemory,
  type ReplayMemoryOptions,
  type ReplayMemoryWarning,
} from '../replay.js';
export * from './sign.js';
export type { CryptoKey } from './signing-key.js';
export type { JwtKey, JwtPublicJwk } from './verification-key.js';
export {
  jwtVerifier,
  type JwtFinding,
  type JwtPrincipal,
  type JwtVerifierOptions,
} from './verifier.js';
