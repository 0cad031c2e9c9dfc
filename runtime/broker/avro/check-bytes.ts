import { PayloadError } from '../payload-codec.js';
import type { AvroType } from './types.js';

/** Members of compiled types that say how their values are stored. */
interface StoredType {
  readonly typeName: string;
  readonly fields?: readonly { readonly type: StoredType }[];
  readonly types?: readonly StoredType[];
  readonly itemsType?: StoredType;
  readonly valuesType?: StoredType;
  readonly symbols?: readonly string[];
  readonly size?: number;
}

const maxDepth = 500;
/** Number of items without bytes, such as nulls, that a message may have. */
const maxEmptyItems = 10_000;

/**
 * Checks that bytes are exactly one value of a type (Avro 1.11 "Binary Encoding"). The library reads on past the end of its input, with zeros for what is
 * missing, so that the length of a list in a few bytes would take all memory.
 *
 * @throws {PayloadError} `malformed`
 */
export function checkBytes(type: AvroType, bytes: Uint8Array): void {
  const cursor = new Cursor(bytes);
  skip(type as unknown as StoredType, cursor, 0);
  if (cursor.at < bytes.length) malformed('there are bytes after the payload');
}

/** A position in bytes. */
class Cursor {
  at = 0;
  emptyItems = 0;
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  take(length: number): Uint8Array {
    if (!(length >= 0 && length <= this.#bytes.length - this.at)) malformed('it ends too early');
    const taken = this.#bytes.subarray(this.at, this.at + length);
    this.at += length;
    return taken;
  }

  /** Reads an integer of variable length, up to 64 bits. */
  integer(bits: 32 | 64): bigint {
    let value = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = this.take(1)[0] ?? 0;
      value |= BigInt(byte & 0x7f) << shift;
      if (byte >= 0x80) continue;
      if (value >= 1n << BigInt(bits)) break;
      return (value >> 1n) ^ -(value & 1n);
    }
    return malformed(`an integer has more than ${bits} bits`);
  }

  length(): number {
    return Number(this.integer(64));
  }
}

function skip(type: StoredType, cursor: Cursor, depth: number): void {
  if (depth > maxDepth) malformed(`it has more than ${maxDepth} levels`);
  switch (type.typeName) {
    case 'null':
      return;
    case 'boolean':
      if ((cursor.take(1)[0] ?? 0) > 1) malformed('a boolean is neither 0 nor 1');
      return;
    case 'int':
      cursor.integer(32);
      return;
    case 'long':
    case 'abstract:long':
      cursor.integer(64);
      return;
    case 'float':
      cursor.take(4);
      return;
    case 'double':
      cursor.take(8);
      return;
    case 'bytes':
      cursor.take(cursor.length());
      return;
    case 'string':
      skipText(cursor);
      return;
    case 'fixed':
      cursor.take(type.size ?? 0);
      return;
    case 'enum':
      selected(type.symbols, cursor);
      return;
    case 'union:wrapped':
      skip(selected(type.types, cursor), cursor, depth + 1);
      return;
    case 'record':
    case 'error':
      for (const field of type.fields ?? []) skip(field.type, cursor, depth + 1);
      return;
    case 'array':
      return skipBlocks(cursor, () => skip(itemOf(type.itemsType), cursor, depth + 1));
    case 'map':
      return skipBlocks(cursor, () => {
        if (skipText(cursor) === '__proto__') malformed('a map has the key "__proto__"');
        skip(itemOf(type.valuesType), cursor, depth + 1);
      });
    default:
      throw new Error(`"${type.typeName}" is a type of Avro`);
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function skipText(cursor: Cursor): string {
  const bytes = cursor.take(cursor.length());
  try {
    return utf8.decode(bytes);
  } catch {
    return malformed('a string is not in UTF-8');
  }
}

/** Skips the blocks of an array or a map, each with the number of its items. A negative number is followed by the length of the block. */
function skipBlocks(cursor: Cursor, skipItem: () => void): void {
  for (;;) {
    const count = cursor.length();
    if (count === 0) return;
    if (count < 0) cursor.length();
    for (let left = Math.abs(count); left > 0; left -= 1) {
      const { at } = cursor;
      skipItem();
      if (cursor.at > at) continue;
      cursor.emptyItems += 1;
      if (cursor.emptyItems > maxEmptyItems)
        malformed(`it has more than ${maxEmptyItems} items without bytes`);
    }
  }
}

function selected<T>(options: readonly T[] = [], cursor: Cursor): T {
  const index = cursor.integer(32);
  const option = options[Number(index)];
  return option ?? malformed(`there is no symbol or branch with the number ${index}`);
}

function itemOf(type: StoredType | undefined): StoredType {
  if (type === undefined) throw new Error('lists and maps have a type of items');
  return type;
}

function malformed(detail: string): never {
  throw new PayloadError('malformed', `the payload is not Avro: ${detail}`);
}
