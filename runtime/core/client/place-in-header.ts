import { isHeaderValue, withHeader } from '../headers.js';
import type { WireRequest } from '../wire.js';
import { CredentialError } from './credential-error.js';
import type { Place } from './credentials.js';

/** Places a credential whose scheme has a header and does not encode it: a token, or a key under a name. */
export const placeInHeader: Place = (key, scheme, text, request) => {
  if (scheme.kind === 'apiKey') return withCredential(key, scheme.name, text, request);
  const name = scheme.kind === 'http' ? scheme.scheme : 'Bearer';
  const value = `${name.toLowerCase() === 'bearer' ? 'Bearer' : name} ${text}`;
  return withCredential(key, 'Authorization', value, request);
};

/**
 * A request with a credential in a header.
 *
 * @throws {CredentialError} where no header can carry it.
 */
export function withCredential(
  key: string,
  name: string,
  value: string,
  request: WireRequest,
): WireRequest {
  if (!isHeaderValue(value))
    throw new CredentialError(`the credential "${key}" has characters that no header can carry`);
  return { ...request, headers: withHeader(request.headers, name, value) };
}
