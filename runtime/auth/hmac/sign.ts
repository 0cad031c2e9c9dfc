/** Signing of requests and messages, without verification: the part that clients load. */
export { AuthError, type AuthErrorCode } from '../error.js';
export type {
  HmacChannelCredentials,
  HmacCredentialOptions,
  HmacCredentials,
  HmacRequestCredentials,
} from './credentials.js';
export { hmacMessageSigner, type HmacMessageSigner } from './message-signer.js';
export { hmacSigner } from './signer.js';
