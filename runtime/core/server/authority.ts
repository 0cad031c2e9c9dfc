import type { WireRequest } from '../wire.js';
import { Refusal } from './fault.js';
import type { BaseServerOptions } from './options.js';

/**
 * Normalises an authority: lower case, without the default port of the scheme. A trailing dot, user information or a leading
 * zero in the port is kept, so that such an authority matches nothing.
 */
export function normaliseAuthority(authority: string, scheme: 'http' | 'https'): string {
  const lower = authority.toLowerCase();
  const suffix = scheme === 'https' ? ':443' : ':80';
  return lower.endsWith(suffix) ? lower.slice(0, -suffix.length) : lower;
}

/** Characters of host and port (RFC 3986 section 3.2), without user information. */
const authorityPattern = /^(?:\[[0-9a-f:.]+\]|[a-z0-9._~!$&'()*+,;=%-]+)(?::[0-9]{1,5})?$/;

/**
 * Creates the check of `Host`. It returns the server's own authority or rejects with 421. Throws if neither `authorities` nor
 * `trustHost` is set, because credentials that are bound to a host could not be verified.
 */
export function authorityCheck(options: BaseServerOptions): (request: WireRequest) => string {
  const { authorities, trustHost } = options;
  if (trustHost !== true && (authorities === undefined || authorities.length === 0)) {
    throw new Error(
      'A server needs "authorities", the hosts that it serves, or "trustHost: true".',
    );
  }
  const own = {
    http: new Set(authorities?.map((authority) => normaliseAuthority(authority, 'http'))),
    https: new Set(authorities?.map((authority) => normaliseAuthority(authority, 'https'))),
  };
  const check = (received: string, scheme: 'http' | 'https'): string => {
    const authority = normaliseAuthority(received, scheme);
    if (own[scheme].has(authority)) return authority;
    if (trustHost !== true) throw new Refusal('misdirected', 'unknown-authority');
    if (!authorityPattern.test(authority)) throw new Refusal('misdirected', 'malformed-authority');
    return authority;
  };
  // Consecutive requests usually have the same authority.
  let last = { received: '', scheme: 'http', authority: '' };
  return ({ authority: received, scheme }) => {
    if (received !== last.received || scheme !== last.scheme)
      last = { received, scheme, authority: check(received, scheme) };
    else if (received === '') return check(received, scheme);
    return last.authority;
  };
}
