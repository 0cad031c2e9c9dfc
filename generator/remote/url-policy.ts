import type { Host, NetworkScope } from '../core/host.js';
import { createAllowList } from '../load/allow-list.js';

/** Returns the scope that the matching patterns allow for a URL, or `undefined` if none matches. */
export type UrlPolicy = (url: string) => NetworkScope | undefined;

/**
 * Creates the policy of allowed URLs. A host that a pattern names may have an address on a private network. Loopback addresses require an
 * explicit loopback name, because otherwise a DNS reply could redirect a request to this machine. A host that a pattern leaves open must
 * have a public address.
 */
export function createUrlPolicy(host: Host, patterns: readonly string[]): UrlPolicy {
  const rules = patterns
    .filter((pattern) => /^https?:\/\//i.test(pattern))
    .map((pattern) => ({ allows: createAllowList(host, [pattern]), scope: scopeOf(pattern) }));
  return (url) => {
    const scopes = rules.filter(({ allows }) => allows(url)).map(({ scope }) => scope);
    return (['any', 'private', 'public'] as const).find((scope) => scopes.includes(scope));
  };
}

function scopeOf(pattern: string): NetworkScope {
  const authority = pattern.replace(/^https?:\/\//i, '').replace(/[/?#].*$/s, '');
  if (authority.includes('*')) return 'public';
  const name = authority.replace(/:\d+$/, '').toLowerCase();
  const isAddress = /^[\d.]+$|^\[.*\]$/.test(name);
  return isAddress || name === 'localhost' || name.endsWith('.localhost') ? 'any' : 'private';
}
