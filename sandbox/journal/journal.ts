import type { Entry } from '../domain/engine.js';
import { decodeCanonical, encodeCanonical } from '../domain/value.js';
import { type Damage, damageError } from './damage.js';
import { entryDigest } from './digest.js';
import type { JournalError } from './error.js';
import type { LeaderRecord } from './leader.js';

/** An entry as the journal stores it. */
export interface StoredEntry {
  readonly number: number;
  /** Canonical text of the entry. */
  readonly text: string;
  /** Digest of the text and of the digest of the previous entry, so that no entry can be altered, removed or moved unnoticed. */
  readonly digest: string;
}

/** The state after an entry, as the journal stores it. */
export interface StoredSnapshot {
  /** Number of the last entry that it reflects. */
  readonly number: number;
  /** Digest of that entry. */
  readonly entryDigest: string;
  /** Canonical text of the state. */
  readonly text: string;
  /** Digest of everything above. */
  readonly digest: string;
}

/** Result of {@link Journal.remember}. */
export type Remembered = 'new' | 'seen';

/**
 * Stores entries, append-only, and snapshots of the state.
 *
 * Everything that a caller is told is in the journal before: whoever answers waits for {@link append} first.
 */
export interface Journal {
  readonly kind: 'memory' | 'sqlite' | 'postgres';
  /**
   * Stores the next entries in one commit, with everything that was remembered before. Resolves when they are durable. If it rejects, it is
   * unknown whether they were stored: the process must end, because its state is ahead of the journal.
   */
  append(entries: readonly StoredEntry[]): Promise<void>;
  /** The entries from a number on, in order, as they are stored. */
  read(from: number): AsyncIterable<StoredEntry>;
  /**
   * Calls the listener with each stored entry from a number on, in order, those that are appended later too. The next call waits until the
   * previous one has resolved.
   */
  follow(from: number, listener: (entry: StoredEntry) => void | Promise<void>): Following;
  /**
   * Checks entries where they are stored, without reading their contents: each must be there, with the digest of its text and of the digest
   * of the entry before it. Returns the first one that is damaged.
   *
   * @param from first entry to check, and `to` the last one; the entry before the first one is taken as it is
   */
  findDamage(from: number, to: number): Promise<Damage | undefined>;
  /** Stores which entry was found to be damaged, or that none is, for whoever opens the journal. */
  markDamaged(number: number | undefined): Promise<void>;
  /** The entry that was marked as damaged. */
  damagedEntry(): Promise<number | undefined>;
  saveSnapshot(snapshot: StoredSnapshot): Promise<void>;
  /** The newest snapshot, or the newest one before an entry. */
  newestSnapshot(before?: number): Promise<StoredSnapshot | undefined>;
  /**
   * Atomically checks if a single-use value is known, and remembers it: the nonce or the identifier of a token. It is durable after the
   * next {@link append}, which may be one of no entries.
   *
   * @param owner scheme and key; values of different owners are independent
   * @param until Unix seconds until which the value must be remembered
   * @param now Unix seconds
   */
  remember(
    owner: string,
    value: string,
    until: number,
    now: number,
  ): Remembered | Promise<Remembered>;
  /** True if everything that was remembered is durable. */
  readonly isFlushed: boolean;
  /** Writes a copy to a file while the journal is in use. */
  backUp(path: string): Promise<void>;
  close(): Promise<void>;
}

/** A journal that several processes share: one of them decides, and the others follow. */
export interface SharedJournal extends Journal {
  /**
   * Makes this process the leader if no other one is. From then on it alone can append. Resolves to false if another process is the leader.
   *
   * @param address where the leader accepts requests
   * @param onLost called once if this process is no longer the leader. It must end.
   */
  elect(address: string, onLost: (error: JournalError) => void): Promise<boolean>;
  /** Who decides. */
  leader(): Promise<LeaderRecord>;
  /** Number of the last entry that was stored when this was called, or later; 0 if there is none. */
  lastNumber(): Promise<number>;
  /**
   * Resolves if this process was still the leader after the call, so that its state was that of the journal.
   *
   * @throws {JournalError} `lost` if it was not
   */
  confirm(): Promise<void>;
}

/** True if several processes can share a journal. */
export function isShared(journal: Journal): journal is SharedJournal {
  return 'elect' in journal;
}

/** A listener that follows the journal. */
export interface Following {
  /** Ends the calls. Resolves when the last one has ended. */
  close(): Promise<void>;
}

/** The stored form of an entry. */
export function storedEntry(entry: Entry, previousDigest: string): StoredEntry {
  const text = encodeCanonical(entry);
  return { number: entry.number, text, digest: entryDigest(text, previousDigest) };
}

/**
 * Reads a stored entry.
 *
 * @throws {JournalError} `altered` or `gap`, with the number of the entry, if it is not what was stored after the previous one
 */
export function readEntry(stored: StoredEntry, number: number, previousDigest: string): Entry {
  if (stored.number !== number) throw damageError({ code: 'gap', number });
  if (entryDigest(stored.text, previousDigest) !== stored.digest)
    throw damageError({ code: 'altered', number });
  return decodeCanonical(stored.text) as Entry;
}
