import { BlockList, isIP } from 'node:net';

/** Networks that are not part of the public internet (registries of special-purpose addresses, RFC 6890), with prefix lengths. */
const specialNetworks: readonly (readonly [network: string, prefix: number])[] = [
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
  // 6to4 encodings of IPv4 addresses. No public service needs them, whatever address they encode.
  ['2002::', 16],
  ['3fff::', 20],
];

// All other IPv6 addresses are local, unassigned or encodings of IPv4 addresses (RFC 4291 section 2.4).
const globalUnicast = new BlockList();
globalUnicast.addSubnet('2000::', 3, 'ipv6');

// Separate lists, because a `BlockList` also compares IPv4 addresses with IPv6 networks, which would match all of them.
const blocked = { ipv4: new BlockList(), ipv6: new BlockList() };
for (const [network, prefix] of specialNetworks) {
  const version = network.includes(':') ? 'ipv6' : 'ipv4';
  blocked[version].addSubnet(network, prefix, version);
}

/**
 * True if the text is an IP address of the public internet. False
 * for private, local and reserved addresses, and for any other text.
 *
 * Fits `admits` of a transport: it keeps calls to URLs of unknown origin from reaching internal services.
 */
export function isPublicAddress(address: string): boolean {
  const [bare = ''] = address.split('%', 1);
  if (isIP(bare) === 0) return false;
  const version = isIP(bare) === 6 ? 'ipv6' : 'ipv4';
  if (version === 'ipv6' && !globalUnicast.check(bare, version)) return false;
  return !blocked[version].check(bare, version);
}
