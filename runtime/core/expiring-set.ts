import { textDigest } from './text-digest.js';

/** Bounds of an {@link ExpiringSet}. */
export interface ExpiringSetBounds {
  /** Maximum number of entries. */
  readonly capacity: number;
  /** Maximum number of entries of one owner. */
  readonly perOwner: number;
  /** Called when entries are dropped before they expire, with their number and the second of their expiry. */
  readonly onDropped?: (dropped: number, second: number) => void;
}

/** Result of {@link ExpiringSet.add}. `expired`: not later than entries of this owner that were dropped before their expiry. */
export type Addition = 'added' | 'expired';

interface Owner {
  readonly name: string;
  readonly index: number;
  count: number;
  /** Expiry second up to which entries were dropped early. Nothing is known about texts that expire by then. */
  floor: number;
}

/** Words per entry: four of the digest, next entry in the chain, next entry with the same expiry, owner, expiry second. */
const entryWords = 8;
const [chainWord, listWord, ownerWord, secondWord] = [4, 5, 6, 7] as const;
const chunkEntries = 1024;

/** Entries that expire within this many seconds are grouped by the second. Entries that expire later share a group. */
const finestSeconds = 1024;

/**
 * Remembers texts for a number of seconds, in 34 to 36 bytes each. A text is stored as a 128-bit digest under a random key.
 * The probability that two texts collide is negligible. A stored text is always found.
 *
 * Entries are listed by the second of their expiry. When the set is full, it drops the oldest second of an owner that has more
 * than its share. From then on, texts of that owner that expire by that second are `expired`, so that a dropped text never
 * counts as new.
 */
export class ExpiringSet {
  readonly #bounds: ExpiringSetBounds;
  readonly #digest = textDigest();
  readonly #words = new Uint32Array(4);
  /** Entries, numbered from 1. 0 ends a list. */
  readonly #chunks: Uint32Array[] = [];
  /** First entry of each chain. The length is a power of two. */
  #chains = new Uint32Array(256);
  /** First entry of each expiry second. */
  readonly #seconds = new Map<number, number>();
  readonly #owners = new Map<string, Owner>();
  /** Owners by index; `undefined` for a free index. */
  readonly #ownerAt: (Owner | undefined)[] = [];
  readonly #freeOwners: number[] = [];
  /** Owners without entries, kept because of their floor. */
  readonly #idle = new Set<Owner>();
  #free = 0;
  #used = 0;
  #size = 0;
  #sweptAt = -Infinity;

  constructor(bounds: ExpiringSetBounds) {
    this.#bounds = bounds;
  }

  /** Current number of entries. */
  get size(): number {
    return this.#size;
  }

  /** Bytes used by entries and chains. */
  get bytes(): number {
    return this.#chunks.length * chunkEntries * entryWords * 4 + this.#chains.byteLength;
  }

  /** Second up to which everything was removed. */
  get sweptAt(): number {
    return this.#sweptAt;
  }

  /** Returns the second up to which a text is remembered, rounded up; `undefined` if it is not stored. */
  secondOf(owner: string, text: string): number | undefined {
    this.#digest(`${owner}\u0000${text}`, this.#words);
    const [a = 0, b = 0, c = 0, d = 0] = this.#words;
    let entry = this.#chains[a & (this.#chains.length - 1)] ?? 0;
    while (entry !== 0) {
      const [chunk, at] = this.#locate(entry);
      if (chunk[at] === a && chunk[at + 1] === b && chunk[at + 2] === c && chunk[at + 3] === d)
        return chunk[at + secondWord];
      entry = chunk[at + chainWord] ?? 0;
    }
    return undefined;
  }

  /** True if entries with this expiry were dropped, so that it is unknown if the text was stored. */
  isBelowFloor(owner: string, second: number): boolean {
    return second <= (this.#owners.get(owner)?.floor ?? -Infinity);
  }

  /**
   * Stores a text that {@link secondOf} does not find, or finds with an earlier expiry.
   *
   * @param second expiry in Unix seconds
   * @param now Unix seconds
   */
  add(owner: string, text: string, second: number, now: number): Addition {
    if (this.isBelowFloor(owner, second)) return 'expired';
    const rounded = roundedUp(second, now);
    if (!this.#makeRoom(owner, rounded)) return 'expired';
    const record = this.#owners.get(owner) ?? this.#newOwner(owner);
    this.#idle.delete(record);
    if (this.#size >= this.#chains.length * 2) this.#lengthenChains();
    this.#digest(`${owner}\u0000${text}`, this.#words);
    const entry = this.#newEntry();
    const [chunk, at] = this.#locate(entry);
    chunk.set(this.#words, at);
    const chain = (this.#words[0] ?? 0) & (this.#chains.length - 1);
    chunk[at + chainWord] = this.#chains[chain] ?? 0;
    this.#chains[chain] = entry;
    chunk[at + listWord] = this.#seconds.get(rounded) ?? 0;
    this.#seconds.set(rounded, entry);
    chunk[at + ownerWord] = record.index;
    chunk[at + secondWord] = rounded;
    record.count += 1;
    this.#size += 1;
    return 'added';
  }

  /** Removes entries that expired before `now`. Does nothing if the clock went back. */
  sweep(now: number): void {
    if (now <= this.#sweptAt) return;
    this.#sweptAt = now;
    for (const second of this.#seconds.keys()) if (second < now) this.#dropSecond(second);
    for (const owner of this.#idle) if (owner.floor < now) this.#forget(owner);
    if (this.#size > 0) return;
    this.#chunks.length = 0;
    this.#free = 0;
    this.#used = 0;
    this.#chains = new Uint32Array(256);
  }

  /** Makes room for one entry. Returns false if every entry that could be dropped expires as late as the new one. */
  #makeRoom(owner: string, second: number): boolean {
    const { capacity, perOwner } = this.#bounds;
    const own = this.#owners.get(owner);
    if (own !== undefined && own.count >= perOwner && !this.#dropOldest(own, second)) return false;
    if (this.#size < capacity) return perOwner > 0;
    // Only owners with more than their share lose entries, so that no owner can displace another's.
    const share = capacity / (this.#owners.size + (own === undefined ? 1 : 0));
    if (own !== undefined && own.count > share) return this.#dropOldest(own, second);
    for (const other of this.#owners.values())
      if (other.count > share) return this.#dropOldest(other, Infinity);
    return own !== undefined && this.#dropOldest(own, second);
  }

  /** Drops the oldest second of an owner. Returns false if that is not before `limit`. */
  #dropOldest(owner: Owner, limit: number): boolean {
    const seconds = [...this.#seconds.keys()].filter((second) => second > owner.floor);
    for (const second of seconds.sort((left, right) => left - right)) {
      if (second >= limit) return false;
      const dropped = this.#dropSecond(second, owner.index);
      if (dropped === 0) continue;
      owner.floor = second;
      this.#bounds.onDropped?.(dropped, second);
      return true;
    }
    return false;
  }

  /** Drops the entries of a second, of one owner or of all. Returns their number. */
  #dropSecond(second: number, owner?: number): number {
    let entry = this.#seconds.get(second) ?? 0;
    let kept = 0;
    let dropped = 0;
    while (entry !== 0) {
      const [chunk, at] = this.#locate(entry);
      const next = chunk[at + listWord] ?? 0;
      if (owner === undefined || chunk[at + ownerWord] === owner) {
        this.#release(entry);
        dropped += 1;
      } else {
        chunk[at + listWord] = kept;
        kept = entry;
      }
      entry = next;
    }
    if (kept === 0) this.#seconds.delete(second);
    else this.#seconds.set(second, kept);
    return dropped;
  }

  #release(entry: number): void {
    const [chunk, at] = this.#locate(entry);
    const next = chunk[at + chainWord] ?? 0;
    const chain = (chunk[at] ?? 0) & (this.#chains.length - 1);
    let before = this.#chains[chain] ?? 0;
    if (before === entry) this.#chains[chain] = next;
    while (before !== entry && before !== 0) {
      const [other, otherAt] = this.#locate(before);
      before = other[otherAt + chainWord] ?? 0;
      if (before === entry) other[otherAt + chainWord] = next;
    }
    const owner = this.#ownerAt[chunk[at + ownerWord] ?? 0];
    if (owner !== undefined) {
      owner.count -= 1;
      if (owner.count === 0) this.#idle.add(owner);
    }
    chunk[at + chainWord] = this.#free;
    this.#free = entry;
    this.#size -= 1;
  }

  #newEntry(): number {
    const free = this.#free;
    if (free !== 0) {
      const [chunk, at] = this.#locate(free);
      this.#free = chunk[at + chainWord] ?? 0;
      return free;
    }
    if (this.#used === this.#chunks.length * chunkEntries)
      this.#chunks.push(new Uint32Array(chunkEntries * entryWords));
    this.#used += 1;
    return this.#used;
  }

  #newOwner(name: string): Owner {
    const index = this.#freeOwners.pop() ?? this.#ownerAt.length;
    const owner: Owner = { name, index, count: 0, floor: -Infinity };
    this.#ownerAt[index] = owner;
    this.#owners.set(name, owner);
    return owner;
  }

  #forget(owner: Owner): void {
    this.#idle.delete(owner);
    this.#owners.delete(owner.name);
    this.#ownerAt[owner.index] = undefined;
    this.#freeOwners.push(owner.index);
  }

  #lengthenChains(): void {
    const chains = new Uint32Array(this.#chains.length * 2);
    for (let entry of this.#chains) {
      while (entry !== 0) {
        const [chunk, at] = this.#locate(entry);
        const next = chunk[at + chainWord] ?? 0;
        const chain = (chunk[at] ?? 0) & (chains.length - 1);
        chunk[at + chainWord] = chains[chain] ?? 0;
        chains[chain] = entry;
        entry = next;
      }
    }
    this.#chains = chains;
  }

  #locate(entry: number): readonly [chunk: Uint32Array, at: number] {
    const index = entry - 1;
    const chunk = this.#chunks[Math.floor(index / chunkEntries)];
    if (chunk === undefined) throw new RangeError('An entry is outside of the set');
    return [chunk, (index % chunkEntries) * entryWords];
  }
}

/** Rounds distant seconds up to a multiple of a power of two, so that there are at most a few thousand lists. */
function roundedUp(second: number, now: number): number {
  const ahead = (second - now) / finestSeconds;
  if (!(ahead > 1)) return Math.ceil(second);
  const step = 2 ** Math.ceil(Math.log2(ahead));
  return Math.ceil(second / step) * step;
}
