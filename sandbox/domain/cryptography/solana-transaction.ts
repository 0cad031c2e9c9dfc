import { ed25519 } from '@noble/curves/ed25519.js';
import { concatBytes } from '@noble/hashes/utils.js';
import { base58, base64 } from '@scure/base';
import { MalformedTransaction } from './malformed.js';

/** A transaction of Solana, with places for signatures, whose message is legacy or of version 0. */
export interface SolanaTransaction {
  /** One for each required signer, in the order of their addresses; 64 zero bytes for one that is missing. */
  readonly signatures: readonly Uint8Array[];
  /** Place of the account that is asked to sign. */
  readonly place: number;
  readonly message: SolanaMessage;
}

/** The part of a transaction that is signed. */
export interface SolanaMessage {
  /** The bytes that are signed. */
  readonly bytes: Uint8Array;
  readonly version: 'legacy' | 0;
  /** Number of addresses, from the first on, that sign. */
  readonly signerCount: number;
  /** Addresses that the message contains, in base58: those that sign first, and in each part those that can change first. */
  readonly addresses: readonly string[];
  readonly instructions: readonly SolanaInstruction[];
}

/** A call of a program. */
export interface SolanaInstruction {
  readonly program: string;
  readonly accounts: readonly SolanaAccountUse[];
  readonly data: Uint8Array;
}

/** An account that an instruction uses. */
export interface SolanaAccountUse {
  /** `null` if it is in a lookup table, which is not a part of the transaction. */
  readonly address: string | null;
  readonly isSigner: boolean;
  readonly isWritable: boolean;
}

/** Largest transaction that the network accepts, in bytes. */
const maxSize = 1232;
const signatureSize = 64;
const addressSize = 32;

/** The address of a private key, in base58. */
export function solanaAddressOf(secretKey: Uint8Array): string {
  return base58.encode(ed25519.getPublicKey(secretKey));
}

/**
 * Reads a transaction for one of its signers.
 *
 * @param text its bytes in base64
 * @param signer address in base58
 * @throws {MalformedTransaction} if it is no transaction, or the address does not sign it
 */
export function readSolanaTransaction(text: string, signer: string): SolanaTransaction {
  const reader = new Reader(decodeBase64(text));
  const signatures = reader.list(() => reader.bytes(signatureSize));
  const message = readMessage(reader);
  if (signatures.length !== message.signerCount)
    throw new MalformedTransaction(
      `It has ${signatures.length} places for signatures, and ${message.signerCount} signers.`,
    );
  const place = message.addresses.slice(0, message.signerCount).indexOf(signer);
  if (place < 0) throw new MalformedTransaction('The account is none of its signers.');
  return { signatures, place, message };
}

/** Puts a signature into its place. Returns the transaction in base64. */
export function signSolanaTransaction(
  { signatures, place, message }: SolanaTransaction,
  secretKey: Uint8Array,
): string {
  const signature = ed25519.sign(message.bytes, secretKey);
  const all = signatures.map((each, at) => (at === place ? signature : each));
  const count = Uint8Array.from(shortNumber(all.length));
  return base64.encode(concatBytes(count, ...all, message.bytes));
}

function decodeBase64(text: string): Uint8Array {
  let bytes: Uint8Array;
  try {
    bytes = base64.decode(text);
  } catch {
    throw new MalformedTransaction('It is not base64.');
  }
  if (bytes.length > maxSize) throw new MalformedTransaction(`It has more than ${maxSize} bytes.`);
  return bytes;
}

function readMessage(reader: Reader): SolanaMessage {
  const bytes = reader.rest();
  const version = readVersion(reader);
  const [signerCount, readonlySigners, readonlyOthers] = [
    reader.byte(),
    reader.byte(),
    reader.byte(),
  ];
  const addresses = reader.list(() => base58.encode(reader.bytes(addressSize)));
  if (
    signerCount === 0 ||
    signerCount > addresses.length ||
    readonlySigners >= signerCount ||
    readonlyOthers > addresses.length - signerCount
  )
    throw new MalformedTransaction('The counts of its header do not fit its addresses.');
  // The hash of a recent block.
  reader.bytes(32);
  const compiled = reader.list(() => ({
    program: reader.byte(),
    accounts: reader.list(() => reader.byte()),
    data: reader.bytes(reader.short()),
  }));
  const [writableLookups, readonlyLookups] = version === 0 ? readLookups(reader) : [0, 0];
  if (!reader.isAtEnd) throw new MalformedTransaction('It has trailing bytes.');
  const lookupStart = addresses.length;
  const useOf = (index: number): SolanaAccountUse => {
    const address = addresses[index];
    if (address === undefined) {
      if (index >= lookupStart + writableLookups + readonlyLookups) throw unknownAccount();
      return { address: null, isSigner: false, isWritable: index < lookupStart + writableLookups };
    }
    const isSigner = index < signerCount;
    const isWritable = isSigner
      ? index < signerCount - readonlySigners
      : index < addresses.length - readonlyOthers;
    return { address, isSigner, isWritable };
  };
  const instructions = compiled.map(({ program, accounts, data }) => {
    const address = addresses[program];
    // The first address pays, so it is no program; and programs cannot be looked up.
    if (program === 0 || address === undefined) throw unknownAccount();
    return { program: address, accounts: accounts.map(useOf), data };
  });
  return { bytes, version, signerCount, addresses, instructions };
}

/** Reads the version, which a legacy message does not have. */
function readVersion(reader: Reader): 'legacy' | 0 {
  const first = reader.peek();
  if (first < 0x80) return 'legacy';
  if (first !== 0x80)
    throw new MalformedTransaction(`Its version ${first - 0x80} is unknown: there is version 0.`);
  reader.byte();
  return 0;
}

/** Reads which accounts of lookup tables a message uses. Returns how many it can change, and how many it cannot. */
function readLookups(reader: Reader): readonly [number, number] {
  const lookups = reader.list(() => {
    reader.bytes(addressSize);
    const [writable, unwritable] = [
      reader.list(() => reader.byte()),
      reader.list(() => reader.byte()),
    ];
    return { writable: writable.length, unwritable: unwritable.length };
  });
  return [
    lookups.reduce((sum, { writable }) => sum + writable, 0),
    lookups.reduce((sum, { unwritable }) => sum + unwritable, 0),
  ];
}

function unknownAccount(): MalformedTransaction {
  return new MalformedTransaction(
    'An instruction names an account that the message does not have.',
  );
}

/** A number of at most 16 bits in one to three bytes, as the wire format has it. */
function shortNumber(value: number): readonly number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...shortNumber(value >>> 7)];
}

/** Reads bytes in order. */
class Reader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#bytes.length;
  }

  /** Everything that was not read. */
  rest(): Uint8Array {
    return this.#bytes.subarray(this.#at);
  }

  peek(): number {
    const byte = this.#bytes[this.#at];
    if (byte === undefined) throw new MalformedTransaction('It ends too early.');
    return byte;
  }

  byte(): number {
    const byte = this.peek();
    this.#at += 1;
    return byte;
  }

  bytes(count: number): Uint8Array {
    const end = this.#at + count;
    if (end > this.#bytes.length) throw new MalformedTransaction('It ends too early.');
    const bytes = this.#bytes.subarray(this.#at, end);
    this.#at = end;
    return bytes;
  }

  /** A number of at most 16 bits. Each has one encoding only. */
  short(): number {
    let value = 0;
    for (let at = 0; at < 3; at += 1) {
      const byte = this.byte();
      value |= (byte & 0x7f) << (7 * at);
      if (byte < 0x80) {
        if ((at > 0 && byte === 0) || value > 0xffff) break;
        return value;
      }
    }
    throw new MalformedTransaction('A length is not one of the wire format.');
  }

  list<Item>(read: () => Item): readonly Item[] {
    const count = this.short();
    const items: Item[] = [];
    for (let at = 0; at < count; at += 1) items.push(read());
    return items;
  }
}
