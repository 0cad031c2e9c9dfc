import { numberOf, printHex } from './hex.js';

/** Values of the types of arguments. Addresses are in lower case. */
export interface AbiValues {
  readonly address: string;
  readonly uint256: bigint;
  readonly 'uint256[]': readonly bigint[];
  readonly bytes: Uint8Array;
}

/** Type of an argument. */
export type AbiType = keyof AbiValues;

/** Arguments of these types. */
export type AbiArguments<Types extends readonly AbiType[]> = {
  readonly [Index in keyof Types]: AbiValues[Types[Index]];
};

const wordSize = 32;

/**
 * Reads the arguments of a call as contracts do (Solidity's ABI, version 2). Bytes after them are ignored. Returns `undefined` where a contract
 * would revert: if something is missing, or an address has more than 20 bytes.
 *
 * @param data what follows the selector of the function
 */
export function decodeArguments<const Types extends readonly AbiType[]>(
  data: Uint8Array,
  types: Types,
): AbiArguments<Types> | undefined {
  const values: AbiValues[AbiType][] = [];
  for (const [index, type] of types.entries()) {
    const value = readers[type](data, index * wordSize);
    if (value === undefined) return undefined;
    values.push(value);
  }
  return values as unknown as AbiArguments<Types>;
}

type Reader<Value> = (data: Uint8Array, at: number) => Value | undefined;

const readers: { readonly [Type in AbiType]: Reader<AbiValues[Type]> } = {
  address(data, at) {
    const word = wordAt(data, at);
    if (word === undefined || numberOf(word.subarray(0, 12)) !== 0n) return undefined;
    return printHex(word.subarray(12));
  },
  uint256: readNumber,
  'uint256[]'(data, at) {
    const length = lengthAt(data, at);
    if (length === undefined) return undefined;
    const { start, count } = length;
    if (count > (data.length - start) / wordSize) return undefined;
    const numbers: bigint[] = [];
    for (let index = 0; index < count; index += 1)
      numbers.push(readNumber(data, start + index * wordSize) ?? 0n);
    return numbers;
  },
  bytes(data, at) {
    const length = lengthAt(data, at);
    if (length === undefined) return undefined;
    const { start, count } = length;
    return count > data.length - start ? undefined : data.subarray(start, start + count);
  },
};

function readNumber(data: Uint8Array, at: number): bigint | undefined {
  const word = wordAt(data, at);
  return word === undefined ? undefined : numberOf(word);
}

/** Follows the offset of a value of any length: where its contents start, and the number of its bytes or members. */
function lengthAt(
  data: Uint8Array,
  at: number,
): { readonly start: number; readonly count: number } | undefined {
  const offset = smallNumber(data, at);
  const count = offset === undefined ? undefined : smallNumber(data, offset);
  return offset === undefined || count === undefined
    ? undefined
    : { start: offset + wordSize, count };
}

/** A number that may be an offset or a length; `undefined` for one beyond the data. */
function smallNumber(data: Uint8Array, at: number): number | undefined {
  const value = readNumber(data, at);
  return value === undefined || value > BigInt(data.length) ? undefined : Number(value);
}

function wordAt(data: Uint8Array, at: number): Uint8Array | undefined {
  return at + wordSize > data.length ? undefined : data.subarray(at, at + wordSize);
}
