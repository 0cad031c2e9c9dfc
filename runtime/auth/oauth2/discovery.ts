import { AuthError } from '../error.js';
import { type RequestJsonOptions, requestJson } from './request-json.js';

const suffix = '/.well-known/openid-configuration';

/**
 * Creates a lookup of the token endpoint by OpenID Connect Discovery 1.0 (section 4), on first use. The document must name the
 * issuer that was asked, so that no issuer can speak for another. A result is cached; after a failure the next call tries again.
 *
 * @throws {AuthError} `description` for an address that is not one of a discovery document
 */
export function discovery(address: string, options: RequestJsonOptions): () => Promise<Endpoint> {
  const url = readEndpoint(address, 'openIdConnectUrl');
  if (!url.pathname.endsWith(suffix))
    throw new AuthError('description', `openIdConnectUrl: must end with ${suffix}`);
  // Discovery compares issuers as texts, and parsing may have normalised the address.
  const issuers = [
    url.origin + url.pathname.slice(0, -suffix.length),
    address.slice(0, address.lastIndexOf(suffix)),
  ];
  let endpoint: Promise<Endpoint> | undefined;
  return () => {
    endpoint ??= discover(url, issuers, options).catch((error: unknown) => {
      endpoint = undefined;
      throw error;
    });
    return endpoint;
  };
}

async function discover(
  url: URL,
  issuers: readonly string[],
  options: RequestJsonOptions,
): Promise<Endpoint> {
  const { status, body } = await requestJson(options, {
    method: 'GET',
    scheme: url.protocol === 'https:' ? 'https' : 'http',
    authority: url.host,
    target: url.pathname + url.search,
    headers: ['Accept', 'application/json'],
    body: undefined,
  });
  if (status !== 200)
    throw new AuthError(
      'token-refused',
      `The request for the OpenID configuration returned status ${status}`,
    );
  // Many issuers end with a slash, although the specification does not include it.
  const { issuer: named } = body;
  if (!issuers.some((issuer) => named === issuer || named === `${issuer}/`))
    throw new AuthError('token-refused', 'The OpenID configuration belongs to another issuer');
  const { token_endpoint: endpoint, token_endpoint_auth_methods_supported: methods } = body;
  if (typeof endpoint !== 'string')
    throw new AuthError('token-refused', 'The OpenID configuration names no token endpoint');
  const wantsBody =
    Array.isArray(methods) &&
    !methods.includes('client_secret_basic') &&
    methods.includes('client_secret_post');
  return {
    url: readEndpoint(endpoint, 'token_endpoint'),
    ...(wantsBody ? { authentication: 'body' } : {}),
  };
}

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
