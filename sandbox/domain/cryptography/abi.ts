import { concatBytes } from '@noble/hashes/utils.js';
import { wordOf } from './hex.js';

/**
 * An argument of a contract's function: a static value of one word, bytes of any length, a tuple, or a list of values of one type.
 *
 * A tuple is written in place if all of its members are static, and is otherwise found by an offset, as lists and bytes are.
 */
export type AbiValue =
  | bigint
  | Uint8Array
  | { readonly tuple: readonly AbiValue[] }
  | { readonly list: readonly AbiValue[] };

/** Encodes arguments as contracts read them (Solidity's ABI, version 2). */
export function encodeArguments(values: readonly AbiValue[]): Uint8Array {
  const encoded = values.map(encodeValue);
  let offset = 0;
  for (const [at, value] of values.entries())
    offset += isDynamic(value) ? 32 : (encoded[at]?.length ?? 0);
  const heads: Uint8Array[] = [];
  const tails: Uint8Array[] = [];
  for (const [at, value] of values.entries()) {
    const bytes = encoded[at] ?? new Uint8Array(0);
    if (isDynamic(value)) {
      heads.push(wordOf(BigInt(offset)));
      tails.push(bytes);
      offset += bytes.length;
    } else heads.push(bytes);
  }
  return concatBytes(...heads, ...tails);
}

function encodeValue(value: AbiValue): Uint8Array {
  if (typeof value === 'bigint') return wordOf(value);
  if (value instanceof Uint8Array) {
    const padding = new Uint8Array((32 - (value.length % 32)) % 32);
    return concatBytes(wordOf(BigInt(value.length)), value, padding);
  }
  if ('tuple' in value) return encodeArguments(value.tuple);
  return concatBytes(wordOf(BigInt(value.list.length)), encodeArguments(value.list));
}

function isDynamic(value: AbiValue): boolean {
  if (typeof value === 'bigint') return false;
  return value instanceof Uint8Array || 'list' in value || value.tuple.some(isDynamic);
}
