import type { Host } from '../core/host.js';
import type { NetworkReach } from '../core/network.js';
import { createAllowance } from '../load/allowance.js';

/** What a URL may lead to by the patterns that allow it; `undefined` where none does. */
export type Reach = (url: string) => NetworkReach | undefined;

/**
 * Whoever names a host, means it: its address may be one of their own network. This machine has to be named as what it is, or a name
 * server could send us there. A host that a pattern leaves open has to be one of the public internet.
 */
export function createReach(host: Host, patterns: readonly string[]): Reach {
  const rules = patterns
    .filter((pattern) => /^https?:\/\//i.test(pattern))
    .map((pattern) => ({ allows: createAllowance(host, [pattern]), reach: reachOf(pattern) }));
  return (url) => {
    const found = rules.filter(({ allows }) => allows(url)).map(({ reach }) => reach);
    return (['any', 'private', 'public'] as const).find((reach) => found.includes(reach));
  };
}

function reachOf(pattern: string): NetworkReach {
  const authority = pattern.replace(/^https?:\/\//i, '').replace(/[/?#].*$/s, '');
  if (authority.includes('*')) return 'public';
  const name = authority.replace(/:\d+$/, '').toLowerCase();
  const isAddress = /^[\d.]+$|^\[.*\]$/.test(name);
  return isAddress || name === 'localhost' || name.endsWith('.localhost') ? 'any' : 'private';
}
