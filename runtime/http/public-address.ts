import { BlockList, isIP } from 'node:net';

/** Addresses that lead to nobody on the public internet (the registries of special-purpose addresses, RFC 6890), by network and prefix. */
const special: readonly (readonly [network: string, prefix: number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  ['2001::', 23],
  ['2001:db8::', 32],
  // Addresses of IPv4 in another spelling: whatever they stand for, nobody needs them.
  ['2002::', 16],
  ['3fff::', 20],
];

// Nothing else of IPv6 is given to anybody on the internet (RFC 4291 section 2.4): not what stands for addresses of IPv4, nor what is local.
const given = new BlockList();
given.addSubnet('2000::', 3, 'ipv6');

// One list for each version: addresses of IPv4 are looked for among those of IPv6 too, where they all are special.
const blocked = { ipv4: new BlockList(), ipv6: new BlockList() };
for (const [network, prefix] of special) {
  const version = network.includes(':') ? 'ipv6' : 'ipv4';
  blocked[version].addSubnet(network, prefix, version);
}

/** Whether an address is one of the public internet. What is no address is not. */
export function isPublicAddress(address: string): boolean {
  const [bare = ''] = address.split('%', 1);
  if (isIP(bare) === 0) return false;
  const version = isIP(bare) === 6 ? 'ipv6' : 'ipv4';
  if (version === 'ipv6' && !given.check(bare, version)) return false;
  return !blocked[version].check(bare, version);
}
