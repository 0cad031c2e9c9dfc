import { AuthError } from '../error.js';

/** A token endpoint, and where it wants the client's secret. */
export interface Endpoint {
  readonly url: URL;
  readonly authentication?: 'basic' | 'body';
}

/**
 * An address that secrets may be sent to: TLS, but for this machine's own (RFC 6749 section 3.2).
 *
 * @throws {AuthError} `description`
 */
export function readEndpoint(text: string, name: string): URL {
  const fault = (what: string): AuthError => new AuthError('description', `${name}: ${what}`);
  if (!URL.canParse(text)) throw fault('an absolute URL is needed');
  const url = new URL(text);
  const isOwn = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(url.hostname);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isOwn))
    throw fault('https is needed');
  if (url.username !== '' || url.password !== '' || url.hash !== '')
    throw fault('no user and no fragment can stand in it');
  return url;
}
