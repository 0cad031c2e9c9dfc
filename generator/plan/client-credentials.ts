import type { SecurityScheme } from '../model/security.js';
import type { Json } from '../model/schema.js';
import type { ClientCredentialsPlan } from './plan.js';

/**
 * Token source and scopes for a client that authenticates with its own credentials. The source is
 * the `clientCredentials` flow of OAuth 2, or OpenID Connect discovery. Returns `undefined` if the
 * description has neither, or no absolute address.
 */
export function clientCredentialsOf({
  scheme,
}: SecurityScheme): Omit<ClientCredentialsPlan, 'factory'> | undefined {
  if (scheme.kind === 'openIdConnect') {
    return isAbsolute(scheme.url) && scheme.url.endsWith('/.well-known/openid-configuration')
      ? { source: { openIdConnectUrl: scheme.url }, scopes: [] }
      : undefined;
  }
  if (scheme.kind !== 'oauth2') return undefined;
  const flow = propertyOf(scheme.flows, 'clientCredentials');
  const tokenUrl = propertyOf(flow, 'tokenUrl');
  if (typeof tokenUrl !== 'string' || !isAbsolute(tokenUrl)) return undefined;
  const scopes = propertyOf(flow, 'scopes');
  const isRecord = typeof scopes === 'object' && scopes !== null && !Array.isArray(scopes);
  return { source: { tokenUrl }, scopes: isRecord ? Object.keys(scopes) : [] };
}

function propertyOf(value: Json | undefined, name: string): Json | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const members: { readonly [name: string]: Json } = value as { readonly [name: string]: Json };
  return Object.hasOwn(members, name) ? members[name] : undefined;
}

function isAbsolute(url: string): boolean {
  return /^https?:/i.test(url) && URL.canParse(url);
}
