import { isIP } from 'node:net';

/** True for an IP address or a prefix of addresses, such as `192.0.2.0/24`. */
export function isAddressPrefix(text: string): boolean {
  const [address = '', size, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0 || address.includes('%')) return false;
  return (
    size === undefined ||
    (/^(?:0|[1-9]\d{0,2})$/.test(size) && Number(size) <= (version === 4 ? 32 : 128))
  );
}
