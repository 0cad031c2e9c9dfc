import { textDigest } from './text-digest.js';

/** Bounds of an {@link ExpiringSet}. */
export interface ExpiringSetBounds {
  /** Entries in all. */
  readonly capacity: number;
  /** Entries of one owner. */
  readonly perOwner: number;
  /** Told of entries that were dropped before their time: how many, and the second that they were to be kept for. */
  readonly onDropped?: (dropped: number, second: number) => void;
}

/** Outcome of {@link ExpiringSet.add}. `expired`: as old as entries of this owner that were dropped before their time. */
export type Addition = 'added' | 'expired';

interface Owner {
  readonly name: string;
  readonly index: number;
  count: number;
  /** Seconds up to which entries were dropped before their time: nothing is known of what is that old. */
  floor: number;
}

/** Words of an entry: four of its digest, the next in its chain, the next of its second, its owner, and its second. */
const entryWords = 8;
const [chainWord, listWord, ownerWord, secondWord] = [4, 5, 6, 7] as const;
const chunkEntries = 1024;

/** Seconds in which entries are told apart by the second; those that are kept for longer share one. */
const finestSeconds = 1024;

/**
 * Remembers texts for a number of seconds, in 34 to 36 bytes each. A text is kept as 128 bits under a random key: two texts are taken for
 * one with a probability that can be neglected, and one text is never taken for two.
 *
 * Entries are listed by the second after which they may be forgotten. At its bound the set drops the oldest second of an owner that has more
 * than its share, and from then on that owner's texts of that second and before are `expired`: what was dropped never counts as new.
 */
export class ExpiringSet {
  readonly #bounds: ExpiringSetBounds;
  readonly #digest = textDigest();
  readonly #words = new Uint32Array(4);
  /** Entries, from 1; 0 ends a list. */
  readonly #chunks: Uint32Array[] = [];
  /** First entry of each chain. Its length is a power of two. */
  #chains = new Uint32Array(256);
  /** First entry of each second. */
  readonly #seconds = new Map<number, number>();
  readonly #owners = new Map<string, Owner>();
  /** Owners by index; those whose index is free are `undefined`. */
  readonly #ownerAt: (Owner | undefined)[] = [];
  readonly #freeOwners: number[] = [];
  /** Owners without entries, which are kept for their floor. */
  readonly #idle = new Set<Owner>();
  #free = 0;
  #used = 0;
  #size = 0;
  #sweptAt = -Infinity;

  constructor(bounds: ExpiringSetBounds) {
    this.#bounds = bounds;
  }

  /** Entries at hand. */
  get size(): number {
    return this.#size;
  }

  /** Bytes that entries and chains take. */
  get bytes(): number {
    return this.#chunks.length * chunkEntries * entryWords * 4 + this.#chains.byteLength;
  }

  /** The second up to which everything was forgotten. */
  get sweptAt(): number {
    return this.#sweptAt;
  }

  /** The second up to which a text is remembered, rounded up; `undefined` if it is not. */
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

  /** True if nothing is known of what may be forgotten after that second: entries of that age were dropped. */
  isBelowFloor(owner: string, second: number): boolean {
    return second <= (this.#owners.get(owner)?.floor ?? -Infinity);
  }

  /**
   * Remembers a text that {@link secondOf} does not find, or finds for less long.
   *
   * @param second Unix seconds after which it may be forgotten
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

  /** Forgets what was to be remembered for seconds before `now`. A clock that goes back forgets nothing. */
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

  /** Makes room for one entry; false if all that could go is as new as what comes. */
  #makeRoom(owner: string, second: number): boolean {
    const { capacity, perOwner } = this.#bounds;
    const own = this.#owners.get(owner);
    if (own !== undefined && own.count >= perOwner && !this.#dropOldest(own, second)) return false;
    if (this.#size < capacity) return perOwner > 0;
    // The floor is raised for owners that have more than their share, so that one cannot take the room of another.
    const share = capacity / (this.#owners.size + (own === undefined ? 1 : 0));
    if (own !== undefined && own.count > share) return this.#dropOldest(own, second);
    for (const other of this.#owners.values())
      if (other.count > share) return this.#dropOldest(other, Infinity);
    return own !== undefined && this.#dropOldest(own, second);
  }

  /** Drops the oldest second of an owner; false if it is not before `limit`. */
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

  /** Drops the entries of a second, of one owner or of all; returns how many there were. */
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
      const [other, place] = this.#locate(before);
      before = other[place + chainWord] ?? 0;
      if (before === entry) other[place + chainWord] = next;
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
    if (chunk === undefined) throw new RangeError('An entry lies outside of the set');
    return [chunk, (index % chunkEntries) * entryWords];
  }
}

/** Seconds far ahead are rounded up to a power of two, so that there are at most a few thousand lists. */
function roundedUp(second: number, now: number): number {
  const ahead = (second - now) / finestSeconds;
  if (!(ahead > 1)) return Math.ceil(second);
  const step = 2 ** Math.ceil(Math.log2(ahead));
  return Math.ceil(second / step) * step;
}
