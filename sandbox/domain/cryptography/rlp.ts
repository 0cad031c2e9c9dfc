import { concatBytes } from '@noble/hashes/utils.js';
import { MalformedTransaction } from './malformed.js';

/** An item of RLP, the encoding of EVM transactions: bytes, or a list of items. */
export type RlpItem = Uint8Array | readonly RlpItem[];

/** Nothing in a transaction is in more lists than this: transaction, access list, its entries, their storage keys. */
const maxDepth = 4;

/**
 * Reads RLP. Each item has one encoding only, so encoding the result again produces the same bytes.
 *
 * @throws {MalformedTransaction} for anything else, such as a length that has leading zeros, or bytes after the item
 */
export function decodeRlp(bytes: Uint8Array): RlpItem {
  const { item, end } = readItem(bytes, 0, bytes.length, 1);
  if (end !== bytes.length) throw new MalformedTransaction('It has trailing bytes.');
  return item;
}

/** Writes RLP. */
export function encodeRlp(item: RlpItem): Uint8Array {
  if (!(item instanceof Uint8Array)) {
    const contents = concatBytes(...item.map(encodeRlp));
    return concatBytes(prefix(0xc0, contents.length), contents);
  }
  const [first = 0] = item;
  return item.length === 1 && first < 0x80 ? item : concatBytes(prefix(0x80, item.length), item);
}

function prefix(base: number, length: number): Uint8Array {
  if (length < 56) return Uint8Array.of(base + length);
  const size = lengthBytes(length);
  return Uint8Array.of(base + 55 + size.length, ...size);
}

function lengthBytes(length: number): readonly number[] {
  return length === 0 ? [] : [...lengthBytes(Math.floor(length / 256)), length % 256];
}

interface Read<Item> {
  readonly item: Item;
  readonly end: number;
}

function readItem(bytes: Uint8Array, at: number, limit: number, depth: number): Read<RlpItem> {
  const first = bytes[at];
  if (first === undefined || at >= limit) throw truncated();
  if (first < 0x80) return { item: bytes.subarray(at, at + 1), end: at + 1 };
  const isList = first >= 0xc0;
  const { item: length, end: start } = readLength(bytes, at, limit, first - (isList ? 0xc0 : 0x80));
  const end = start + length;
  if (end > limit) throw truncated();
  if (isList) return { item: readList(bytes, start, end, depth), end };
  const item = bytes.subarray(start, end);
  if (length === 1 && (item[0] ?? 0) < 0x80)
    throw new MalformedTransaction('A single byte below 0x80 has a length before it.');
  return { item, end };
}

function readList(bytes: Uint8Array, start: number, end: number, depth: number): RlpItem {
  if (depth > maxDepth) throw new MalformedTransaction('Its lists are nested too deeply.');
  const items: RlpItem[] = [];
  for (let at = start; at < end;) {
    const { item, end: next } = readItem(bytes, at, end, depth + 1);
    items.push(item);
    at = next;
  }
  return items;
}

/** Reads the length of an item, which is in its first byte or in the bytes after it. */
function readLength(bytes: Uint8Array, at: number, limit: number, form: number): Read<number> {
  const start = at + 1;
  if (form < 56) return { item: form, end: start };
  const end = start + form - 55;
  if (end > limit) throw truncated();
  if (bytes[start] === 0) throw new MalformedTransaction('A length has leading zeros.');
  let length = 0;
  for (const byte of bytes.subarray(start, end)) length = length * 256 + byte;
  if (length < 56) throw new MalformedTransaction('A length has more bytes than it needs.');
  return { item: length, end };
}

function truncated(): MalformedTransaction {
  return new MalformedTransaction('It ends too early.');
}
