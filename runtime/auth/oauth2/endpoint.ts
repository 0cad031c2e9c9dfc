import { AuthError } from '../error.js';

/** A token endpoint, and the location where it expects the client secret. */
export interface Endpoint {
  readonly url: URL;
  readonly authentication?: 'basic' | 'body';
}

/**
 * Parses a URL to which secrets may be sent: with TLS, except for the local machine (RFC 6749 section 3.2).
 *
 * @throws {AuthError} `description`
 */
export function readEndpoint(text: string, name: string): URL {
  const fault = (problem: string): AuthError => new AuthError('description', `${name}: ${problem}`);
  if (!URL.canParse(text)) throw fault('must be an absolute URL');
  const url = new URL(text);
  const isOwn = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(url.hostname);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isOwn))
    throw fault('must use https');
  if (url.username !== '' || url.password !== '' || url.hash !== '')
    throw fault('must not contain a user or a fragment');
  return url;
}
