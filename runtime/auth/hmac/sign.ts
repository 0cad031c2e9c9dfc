/** What signs requests and messages, and verifies none: a client loads no more. */
export { AuthError, type AuthErrorCode } from '../error.js';
export type {
  HmacChannelCredentials,
  HmacCredentialOptions,
  HmacCredentials,
  HmacRequestCredentials,
} from './credentials.js';
export { hmacMessageSigner, type HmacMessageSigner } from './message-signer.js';
export { hmacSigner } from './signer.js';
