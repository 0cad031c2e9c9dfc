import type { WireRequest } from '../wire.js';
import { Refusal } from './fault.js';
import type { BaseServerOptions } from './options.js';

/**
 * The one normalisation of an authority: lower case, and no port where it is the scheme's default. A trailing
 * dot, userinfo or a leading zero in the port are left alone, and so match nothing.
 */
export function normaliseAuthority(authority: string, scheme: 'http' | 'https'): string {
  const lower = authority.toLowerCase();
  const suffix = scheme === 'https' ? ':443' : ':80';
  return lower.endsWith(suffix) ? lower.slice(0, -suffix.length) : lower;
}

/** Characters of a host and a port, RFC 3986 section 3.2 without userinfo. */
const authorityPattern = /^(?:\[[0-9a-f:.]+\]|[a-z0-9._~!$&'()*+,;=%-]+)(?::[0-9]{1,5})?$/;

/**
 * Makes the check of `Host`: answers the server's own authority or refuses with 421. Throws when neither
 * `authorities` nor `trustHost` is given, since nothing that is bound to a host could then be verified.
 */
export function authorityCheck(options: BaseServerOptions): (request: WireRequest) => string {
  const { authorities, trustHost } = options;
  if (trustHost !== true && (authorities === undefined || authorities.length === 0)) {
    throw new Error(
      'A server needs "authorities", the hosts it answers for, or "trustHost: true".',
    );
  }
  const own = {
    http: new Set(authorities?.map((authority) => normaliseAuthority(authority, 'http'))),
    https: new Set(authorities?.map((authority) => normaliseAuthority(authority, 'https'))),
  };
  const check = (given: string, scheme: 'http' | 'https'): string => {
    const authority = normaliseAuthority(given, scheme);
    if (own[scheme].has(authority)) return authority;
    if (trustHost !== true) throw new Refusal('misdirected', 'unknown-authority');
    if (!authorityPattern.test(authority)) throw new Refusal('misdirected', 'malformed-authority');
    return authority;
  };
  // One request after another says the same.
  let last = { given: '', scheme: 'http', authority: '' };
  return ({ authority: given, scheme }) => {
    if (given !== last.given || scheme !== last.scheme)
      last = { given, scheme, authority: check(given, scheme) };
    else if (given === '') return check(given, scheme);
    return last.authority;
  };
}
