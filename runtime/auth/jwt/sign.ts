/** What makes tokens and verifies none: a client loads no more. */
export { AuthError, type AuthErrorCode } from '../error.js';
export { jwtCredential, type JwtCredentialOptions } from './credential.js';
