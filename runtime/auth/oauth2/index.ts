export { AuthError, type AuthErrorCode } from '../error.js';
export {
  clientCredentials,
  type ClientCredentials,
  type ClientCredentialsOptions,
  type TokenSource,
} from './client-credentials.js';
