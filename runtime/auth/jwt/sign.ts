/** Creation of tokens, without verification: the part that clients load. */
export { AuthError, type AuthErrorCode } from '../error.js';
export { jwtCredential, type JwtCredentialOptions } from './credential.js';
