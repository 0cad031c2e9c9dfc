import { blake3 } from '@noble/hashes/blake3.js';
import { hkdf } from '@noble/hashes/hkdf.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** Number of entries whose first bytes are derived together, and number of these bytes: those of one UUID, which most entries need. */
const together = 64;
const first = 16;
/** Number of bytes that are derived when an entry needs more. */
const blockSize = 64;

/**
 * The random bytes of entries. They follow from the seed and the number of the entry, so that the same journal and seed give the same
 * identifiers again, and from the seed alone nobody but its owner can predict them: they are those of BLAKE3 with a secret key.
 */
export class RandomSource {
  readonly #key: Uint8Array;
  #group = -1;
  #bytes: Uint8Array = new Uint8Array(0);

  /** @param key result of {@link deriveKey} */
  constructor(key: Uint8Array) {
    this.#key = key;
  }

  /** The random bytes of an entry, from the first one on. */
  of(number: number): Random {
    return new Random(this, number);
  }

  /** A block of bytes of an entry: the first one is short, and shares its derivation with those of its neighbours. */
  block(number: number, block: number): Uint8Array {
    if (block > 0) return this.#derive(`entry ${number}/${block}`, blockSize);
    const group = Math.floor(number / together);
    if (group !== this.#group) {
      this.#bytes = this.#derive(`entries ${group}`, together * first);
      this.#group = group;
    }
    const start = (number % together) * first;
    return this.#bytes.subarray(start, start + first);
  }

  #derive(message: string, dkLen: number): Uint8Array {
    return blake3(utf8ToBytes(message), { key: this.#key, dkLen });
  }
}

/** The random bytes of one entry. */
export class Random {
  readonly #source: RandomSource;
  readonly #number: number;
  #block: Uint8Array | undefined;
  #used = 0;
  #blocks = 0;

  constructor(source: RandomSource, number: number) {
    this.#source = source;
    this.#number = number;
  }

  /** The next bytes of the stream. */
  bytes(count: number): Uint8Array {
    const result = new Uint8Array(count);
    for (let at = 0; at < count; at += 1) result[at] = this.#next();
    return result;
  }

  /** Lower-case hexadecimal text of the next bytes. */
  hex(count: number): string {
    return bytesToHex(this.bytes(count));
  }

  /** A UUID of version 4 (RFC 9562). */
  uuid(): string {
    let at = 0;
    for (let index = 0; index < 16; index += 1) {
      let byte = this.#next();
      if (index === 6) byte = (byte & 0x0f) | 0x40;
      if (index === 8) byte = (byte & 0x3f) | 0x80;
      if (index === 4 || index === 6 || index === 8 || index === 10) at += 1;
      uuidCodes[at] = digits.charCodeAt(byte >>> 4);
      uuidCodes[at + 1] = digits.charCodeAt(byte & 0x0f);
      at += 2;
    }
    return String.fromCharCode(...uuidCodes);
  }

  #next(): number {
    if (this.#block === undefined || this.#used === this.#block.length) {
      this.#block = this.#source.block(this.#number, this.#blocks);
      this.#blocks += 1;
      this.#used = 0;
    }
    const byte = this.#block[this.#used] ?? 0;
    this.#used += 1;
    return byte;
  }
}

const digits = '0123456789abcdef';

/** Characters of the UUID that is being written. All of them but the hyphens are replaced each time. */
const uuidCodes: number[] = Array.from({ length: 36 }, () => '-'.charCodeAt(0));

/**
 * Derives a key of 32 bytes for one purpose from the seed of a deployment (HKDF with SHA-256, RFC 5869). Keys for different purposes are
 * independent, and none of them reveals the seed.
 *
 * @example deriveKey(seed, `evm account ${number}`)
 */
export function deriveKey(seed: Uint8Array, purpose: string): Uint8Array {
  return hkdf(sha256, seed, undefined, utf8ToBytes(`platform-sandbox ${purpose}`), 32);
}
