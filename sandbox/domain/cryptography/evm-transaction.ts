import { keccak_256 } from '@noble/hashes/sha3.js';
import { concatBytes } from '@noble/hashes/utils.js';
import { signHash } from './evm-keys.js';
import { numberOf, parseHex, printHex, wordOf } from './hex.js';
import { MalformedTransaction } from './malformed.js';
import { decodeRlp, encodeRlp, type RlpItem } from './rlp.js';

/** An unsigned transaction of EIP-1559. */
export interface EvmTransaction {
  readonly chainId: bigint;
  readonly nonce: bigint;
  /** In lower case; `null` for the creation of a contract. */
  readonly to: string | null;
  /** In wei. */
  readonly value: bigint;
  readonly data: Uint8Array;
  /** The bytes that are hashed and signed. */
  readonly bytes: Uint8Array;
  /** The members of its list. */
  readonly fields: readonly RlpItem[];
}

/** First byte of a transaction of EIP-1559. */
const transactionType = 2;

/** Members of an unsigned transaction, in order (EIP-1559), with the maximum number of bytes of those that are integers. */
const integers = {
  'chain id': { at: 0, size: 32 },
  nonce: { at: 1, size: 8 },
  'max priority fee': { at: 2, size: 32 },
  'max fee': { at: 3, size: 32 },
  'gas limit': { at: 4, size: 8 },
  value: { at: 6, size: 32 },
} as const;
const fieldCount = 9;

/**
 * Reads an unsigned transaction of EIP-1559 (accounts-3).
 *
 * @param text its bytes as hexadecimal with the prefix `0x`
 * @throws {MalformedTransaction} for anything else
 */
export function readEvmTransaction(text: string): EvmTransaction {
  const bytes = parseHex(text);
  if (bytes === undefined)
    throw new MalformedTransaction('It is not hexadecimal with prefix "0x".');
  if (bytes[0] !== transactionType)
    throw new MalformedTransaction('It is not RLP of an EIP-1559 transaction.');
  const fields = decodeRlp(bytes.subarray(1));
  if (fields instanceof Uint8Array) throw new MalformedTransaction('It is not a list.');
  if (fields.length !== fieldCount)
    throw new MalformedTransaction(
      fields.length === fieldCount + 3
        ? 'It is already signed.'
        : `It has ${fields.length} members instead of ${fieldCount}.`,
    );
  for (const name of Object.keys(integers)) integerOf(fields, name as keyof typeof integers);
  const to = bytesAt(fields, 5, 'destination');
  if (to.length !== 0 && to.length !== 20)
    throw new MalformedTransaction('Its destination is not an address.');
  const data = bytesAt(fields, 7, 'data');
  checkAccessList(fields[8]);
  return {
    chainId: integerOf(fields, 'chain id'),
    nonce: integerOf(fields, 'nonce'),
    to: to.length === 0 ? null : printHex(to),
    value: integerOf(fields, 'value'),
    data,
    bytes,
    fields,
  };
}

/** Signs a transaction. Returns the signed transaction as bytes. */
export function signEvmTransaction(
  { bytes, fields }: EvmTransaction,
  secretKey: Uint8Array,
): Uint8Array {
  const { r, s, parity } = signHash(keccak_256(bytes), secretKey);
  const signed = [...fields, integer(BigInt(parity)), integer(r), integer(s)];
  return concatBytes(Uint8Array.of(transactionType), encodeRlp(signed));
}

/** Hash by which a signed transaction is known. */
export function evmTransactionHash(signed: Uint8Array): string {
  return printHex(keccak_256(signed));
}

/** Address of the contract that a transaction creates. */
export function createdAddress(sender: string, nonce: bigint): string {
  const creator = parseHex(sender) ?? new Uint8Array(0);
  return printHex(keccak_256(encodeRlp([creator, integer(nonce)])).subarray(12));
}

/** An integer as RLP has it: without leading zeros. */
function integer(value: bigint): Uint8Array {
  const word = wordOf(value);
  const start = word.findIndex((byte) => byte !== 0);
  return start < 0 ? new Uint8Array(0) : word.subarray(start);
}

function integerOf(fields: readonly RlpItem[], name: keyof typeof integers): bigint {
  const { at, size } = integers[name];
  const bytes = bytesAt(fields, at, name);
  if (bytes[0] === 0) throw new MalformedTransaction(`Its ${name} has leading zeros.`);
  if (bytes.length > size) throw new MalformedTransaction(`Its ${name} is too large.`);
  return numberOf(bytes);
}

function bytesAt(fields: readonly RlpItem[], at: number, name: string): Uint8Array {
  const field = fields[at];
  if (!(field instanceof Uint8Array)) throw new MalformedTransaction(`Its ${name} is a list.`);
  return field;
}

/** Checks a list of addresses, each with a list of storage keys of 32 bytes (EIP-2930). */
function checkAccessList(list: RlpItem | undefined): void {
  if (list === undefined || list instanceof Uint8Array) throw accessListProblem();
  for (const entry of list) {
    if (entry instanceof Uint8Array || entry.length !== 2) throw accessListProblem();
    const [address, keys] = entry;
    if (!(address instanceof Uint8Array) || address.length !== 20) throw accessListProblem();
    if (keys === undefined || keys instanceof Uint8Array) throw accessListProblem();
    for (const key of keys)
      if (!(key instanceof Uint8Array) || key.length !== 32) throw accessListProblem();
  }
}

function accessListProblem(): MalformedTransaction {
  return new MalformedTransaction('Its access list is not one of EIP-2930.');
}
