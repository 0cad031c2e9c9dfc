export { AuthError, type AuthErrorCode } from '../error.js';
export {
  clientCredentials,
  memoryTokenCache,
  type CachedToken,
  type ClientCredentials,
  type ClientCredentialsOptions,
  type TokenCache,
  type TokenSource,
} from './client-credentials.js';
