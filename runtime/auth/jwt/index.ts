export { AuthError, type AuthErrorCode } from '../error.js';
export { canonicalJson, sortedJson, type JsonForm } from './canonical.js';
export { jwtCredential, type JwtCredentialOptions } from './credential.js';
