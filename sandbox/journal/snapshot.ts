import { createHash, type Hash } from 'node:crypto';
import type { StoredSnapshot } from './journal.js';

/** The stored form of a state. */
export function storedSnapshot(
  number: number,
  digestOfEntry: string,
  text: string,
): StoredSnapshot {
  return snapshotOf(snapshotHash(number, digestOfEntry).update(text), {
    number,
    entryDigest: digestOfEntry,
    text,
  });
}

/** Characters that the text of a snapshot may have. The engine has no longer texts than 2²⁹, and the digest is about a few more. */
const maxTextLength = 500_000_000;

/**
 * The stored form of a state whose text is made part by part. Other work may be done between two of them.
 *
 * @returns `undefined` if it was stopped, and `too-large` for a state whose text is longer than a text can be
 */
export async function snapshotInParts(
  number: number,
  digestOfEntry: string,
  {
    parts,
    isStopped,
    maxLength = maxTextLength,
  }: {
    readonly parts: Iterable<string>;
    readonly isStopped: () => boolean;
    readonly maxLength?: number | undefined;
  },
): Promise<StoredSnapshot | 'too-large' | undefined> {
  const digest = snapshotHash(number, digestOfEntry);
  const texts: string[] = [];
  let length = 0;
  let written = 0;
  for (const part of parts) {
    digest.update(part);
    texts.push(part);
    length += part.length;
    if (length > maxLength) return 'too-large';
    if (length - written < turnLength) continue;
    written = length;
    await new Promise((resolve) => void setImmediate(resolve));
    if (isStopped()) return undefined;
  }
  return snapshotOf(digest, { number, entryDigest: digestOfEntry, text: texts.join('') });
}

/** Characters that are written before other work is done. */
const turnLength = 131_072;

/** True if a snapshot is complete and unaltered. */
export function isIntact({ number, entryDigest: last, text, digest }: StoredSnapshot): boolean {
  return snapshotHash(number, last).update(text).digest('base64url') === digest;
}

/** The hash of a snapshot, before its text. */
function snapshotHash(number: number, last: string): Hash {
  return createHash('sha256').update(`${number}\n${last}\n`);
}

function snapshotOf(hash: Hash, parts: Omit<StoredSnapshot, 'digest'>): StoredSnapshot {
  return { ...parts, digest: hash.digest('base64url') };
}
