import { isHeaderValue, withHeader } from '../headers.js';
import type { WireRequest } from '../wire.js';
import { type ApplyCredential, CredentialError } from './credentials.js';

/** Adds a credential to a header without encoding it: a token, or an API key under its name. */
export const applyHeaderCredential: ApplyCredential = (key, scheme, text, request) => {
  if (scheme.kind === 'apiKey') return withHeaderCredential(key, scheme.name, text, request);
  const name = scheme.kind === 'http' ? scheme.scheme : 'Bearer';
  const value = `${name.toLowerCase() === 'bearer' ? 'Bearer' : name} ${text}`;
  return withHeaderCredential(key, 'Authorization', value, request);
};

/**
 * Sets a credential in a header.
 *
 * @throws {CredentialError} if the value is not a valid header value.
 */
export function withHeaderCredential(
  key: string,
  name: string,
  value: string,
  request: WireRequest,
): WireRequest {
  if (!isHeaderValue(value))
    throw new CredentialError(
      `the credential "${key}" has characters that are not allowed in a header`,
    );
  return { ...request, headers: withHeader(request.headers, name, value) };
}
