import { lookup, type LookupAddress } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from '../../runtime/http/public-address.js';
import type { NetworkReach } from '../core/network.js';

/** Addresses of networks that are one's own: RFC 1918, RFC 6598 and RFC 4193. */
const own = new BlockList();
for (const [network, prefix] of [
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['100.64.0.0', 10],
] as const)
  own.addSubnet(network, prefix, 'ipv4');
own.addSubnet('fc00::', 7, 'ipv6');

/** Whether a host may have this address. */
export function permits(address: string, reach: NetworkReach): boolean {
  if (reach === 'any' || isPublicAddress(address)) return true;
  return reach === 'private' && own.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

/** Why an address is not connected to. */
export function forbidden(address: string): { readonly ok: false; readonly why: string } {
  return { ok: false, why: `its address ${address} is none of the public internet` };
}

/** Looks a name up, and fails if any of its addresses is one that it must not stand for. */
export function lookupWithin(reach: NetworkReach): LookupFunction {
  return (name, options, done) => {
    lookup(name, { ...options, all: true }, (error, addresses: readonly LookupAddress[]) => {
      const stray = addresses?.find(({ address }) => !permits(address, reach));
      const [first] = addresses ?? [];
      if (error !== null || first === undefined) done(error ?? new Error('no address'), '');
      else if (stray !== undefined) done(new Error(forbidden(stray.address).why), '');
      else if (options.all === true) done(null, [...addresses]);
      else done(null, first.address, first.family);
    });
  };
}

/** How long a name is looked up here that a proxy is going to look up anyway, in milliseconds. */
const patience = 2000;

/**
 * An address that a name stands for on this machine and must not; `undefined` too where it stands for nothing here, as is usual behind
 * a proxy.
 */
export function strayAddress(name: string, reach: NetworkReach): Promise<string | undefined> {
  return new Promise((settle) => {
    const timer = setTimeout(() => settle(undefined), patience);
    lookup(name, { all: true }, (_error, addresses: readonly LookupAddress[]) => {
      clearTimeout(timer);
      settle(addresses?.find(({ address }) => !permits(address, reach))?.address);
    });
  });
}
