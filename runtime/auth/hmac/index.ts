export { AuthError, type AuthErrorCode } from '../error.js';
export { timingSafeEqual } from '../timing-safe-equal.js';
export { hmacDigest, hmacKey, type HmacEncoding, type HmacKey } from './hmac.js';
export { prehash, type PrehashValues } from './prehash.js';
