import { headerValues, withHeader } from '../headers.js';

/** Adds `name=value` pairs to the one `Cookie` header of a request (RFC 6265 section 5.4). */
export function addCookie(headers: readonly string[], pairs: readonly string[]): readonly string[] {
  if (pairs.length === 0) return headers;
  return withHeader(headers, 'Cookie', [...headerValues(headers, 'cookie'), ...pairs].join('; '));
}
