/**
 * True if an IP address is in one of the prefixes: `192.0.2.0/24`, `2001:db8::/32`, or a single address. An IPv4 address that is
 * mapped to IPv6 counts as IPv4. An address that is unknown or malformed is in no prefix.
 *
 * @throws {TypeError} for a malformed prefix, which would otherwise allow less or more than intended
 */
export function isListedAddress(prefixes: readonly string[], address: string | undefined): boolean {
  const bytes = address === undefined ? undefined : addressBytes(address);
  // Every prefix is parsed, so that a mistake is found by the first request.
  return prefixes.map(parsePrefix).some((prefix) => bytes !== undefined && contains(prefix, bytes));
}

interface Prefix {
  readonly bytes: readonly number[];
  readonly length: number;
}

function parsePrefix(text: string): Prefix {
  const [address = '', size, ...rest] = text.split('/');
  const bytes = addressBytes(address);
  const mapped = bytes?.length === 4 && address.includes(':') ? 96 : 0;
  if (bytes !== undefined && rest.length === 0) {
    const length = size === undefined ? bytes.length * 8 : Number(size) - mapped;
    const isSize = size === undefined || /^(?:0|[1-9]\d{0,2})$/.test(size);
    if (isSize && length >= 0 && length <= bytes.length * 8) return { bytes, length };
  }
  throw new TypeError(`"${text}" is not an IP address or a prefix of addresses.`);
}

function contains({ bytes, length }: Prefix, address: readonly number[]): boolean {
  if (bytes.length !== address.length) return false;
  return bytes.every((byte, index) => {
    const bits = Math.min(8, Math.max(0, length - index * 8));
    const mask = (0xff << (8 - bits)) & 0xff;
    return (byte & mask) === ((address[index] ?? 0) & mask);
  });
}

/** The 4 or 16 bytes of an address; `undefined` if it is malformed. A zone (`%eth0`) is ignored. */
function addressBytes(text: string): readonly number[] | undefined {
  const [address = ''] = text.split('%', 1);
  if (!address.includes(':')) return ipv4Bytes(address);
  const halves = address.split('::');
  if (halves.length > 2) return undefined;
  const [left, right] = halves.map(groupBytes);
  if (left === undefined || (halves.length === 2 && right === undefined)) return undefined;
  const known = left.length + (right?.length ?? 0);
  if (halves.length === 1 ? known !== 16 : known > 14) return undefined;
  const bytes = [...left, ...Array<number>(16 - known).fill(0), ...(right ?? [])];
  const isMapped =
    bytes.slice(0, 10).every((byte) => byte === 0) && bytes[10] === 0xff && bytes[11] === 0xff;
  return isMapped ? bytes.slice(12) : bytes;
}

function ipv4Bytes(text: string): readonly number[] | undefined {
  const parts = text.split('.');
  // A leading zero would be octal to some programs.
  const isValid = parts.length === 4 && parts.every((part) => /^(?:0|[1-9]\d{0,2})$/.test(part));
  const bytes = parts.map(Number);
  return isValid && bytes.every((byte) => byte < 256) ? bytes : undefined;
}

function groupBytes(text: string): readonly number[] | undefined {
  if (text === '') return [];
  const bytes: number[] = [];
  const groups = text.split(':');
  for (const [index, group] of groups.entries()) {
    const last = index === groups.length - 1;
    const embedded = last && group.includes('.') ? ipv4Bytes(group) : undefined;
    if (embedded !== undefined) bytes.push(...embedded);
    else if (/^[0-9a-f]{1,4}$/i.test(group)) {
      const value = Number.parseInt(group, 16);
      bytes.push(value >> 8, value & 0xff);
    } else return undefined;
  }
  return bytes;
}
