import { AuthError } from '../error.js';
import { type Asking, askForJson } from './ask.js';
import { readEndpoint, type Endpoint } from './endpoint.js';

const suffix = '/.well-known/openid-configuration';

/**
 * Finds a token endpoint by OpenID Connect Discovery 1.0 (section 4), when it is first needed. The document has to name the issuer that it was
 * asked of, so that nobody can speak for another. What was found is kept; what failed is asked again.
 *
 * @throws {AuthError} `description` for an address that no such document has
 */
export function discovery(address: string, asking: Asking): () => Promise<Endpoint> {
  const url = readEndpoint(address, 'openIdConnectUrl');
  if (!url.pathname.endsWith(suffix))
    throw new AuthError('description', `openIdConnectUrl: it has to end with ${suffix}`);
  // URLs are compared as texts there, and an address may be spelt in a way that parsing does not keep.
  const issuers = [
    url.origin + url.pathname.slice(0, -suffix.length),
    address.slice(0, address.lastIndexOf(suffix)),
  ];
  let found: Promise<Endpoint> | undefined;
  return () => {
    found ??= discover(url, issuers, asking).catch((error: unknown) => {
      found = undefined;
      throw error;
    });
    return found;
  };
}

async function discover(url: URL, issuers: readonly string[], asking: Asking): Promise<Endpoint> {
  const { status, body } = await askForJson(asking, {
    method: 'GET',
    scheme: url.protocol === 'https:' ? 'https' : 'http',
    authority: url.host,
    target: url.pathname + url.search,
    headers: ['Accept', 'application/json'],
    body: undefined,
  });
  if (status !== 200)
    throw new AuthError('token-refused', `The OpenID configuration answered ${status}`);
  // Many write the slash that the section does not.
  const { issuer: named } = body;
  if (!issuers.some((issuer) => named === issuer || named === `${issuer}/`))
    throw new AuthError('token-refused', 'The OpenID configuration is of another issuer');
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
