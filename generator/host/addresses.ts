import { lookup, type LookupAddress } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from '../../runtime/http/public-address.js';
import type { NetworkScope } from '../core/host.js';

/** Private networks: RFC 1918, RFC 6598 and RFC 4193. */
const privateNetworks = new BlockList();
for (const [network, prefix] of [
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['100.64.0.0', 10],
] as const)
  privateNetworks.addSubnet(network, prefix, 'ipv4');
privateNetworks.addSubnet('fc00::', 7, 'ipv6');

/** True if the scope allows a host to have this address. */
export function permits(address: string, scope: NetworkScope): boolean {
  if (scope === 'any' || isPublicAddress(address)) return true;
  return (
    scope === 'private' && privateNetworks.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
  );
}

/** The failure for an address that is not allowed. */
export function forbidden(address: string): { readonly ok: false; readonly why: string } {
  return { ok: false, why: `its address ${address} is none of the public internet` };
}

/** Creates a lookup that fails if any address of the host is outside the scope. */
export function lookupWithin(scope: NetworkScope): LookupFunction {
  return (name, options, done) => {
    lookup(name, { ...options, all: true }, (error, addresses: readonly LookupAddress[]) => {
      const forbiddenAddress = addresses?.find(({ address }) => !permits(address, scope));
      const [first] = addresses ?? [];
      if (error !== null || first === undefined) done(error ?? new Error('no address'), '');
      else if (forbiddenAddress !== undefined)
        done(new Error(forbidden(forbiddenAddress.address).why), '');
      else if (options.all === true) done(null, [...addresses]);
      else done(null, first.address, first.family);
    });
  };
}

/** Timeout, in milliseconds, of the local lookup of a host name that the proxy resolves as well. */
const lookupTimeout = 2000;

/**
 * Looks up a host locally and returns an address outside the scope. Returns `undefined` if there is none, or if the name cannot be
 * resolved, which is usual behind a proxy.
 */
export function findForbiddenAddress(
  name: string,
  scope: NetworkScope,
): Promise<string | undefined> {
  return new Promise((settle) => {
    const timer = setTimeout(() => settle(undefined), lookupTimeout);
    lookup(name, { all: true }, (_error, addresses: readonly LookupAddress[]) => {
      clearTimeout(timer);
      settle(addresses?.find(({ address }) => !permits(address, scope))?.address);
    });
  });
}
