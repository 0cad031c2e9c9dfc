import { createHash } from 'node:crypto';
import { closeSync, mkdirSync, openSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { FixStore, FixStoredSession, FixStoreIdentity, FixStores } from '../store/store.js';
import { type FileFixStoreOptions, openStoreFile, readIdentity } from './file-store.js';
import {
  changeRecord,
  expectRecord,
  identityRecord,
  messageRecord,
  numberRecord,
  readChange,
  readRecords,
} from './records.js';

/** Longest name that is written out. */
const longest = 100;

/** Sessions in the files of one folder. */
export interface FixStoreFolder extends FixStores {
  (identity: FixStoreIdentity): FixStore;
  /** The sessions in the folder. A file of an earlier version is shown once it has been opened. */
  list(): readonly FixStoredSession[];
}

/**
 * Keeps each session in a file of its own in one folder. CompIDs come from the network, so nothing of them but letters, digits, `-` and
 * `_` stands in the name of a file as it is.
 */
export function fixStoreFolder(folder: string, options: FileFixStoreOptions = {}): FixStoreFolder {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const open = ({ beginString, senderCompId, targetCompId }: FixStoreIdentity): FixStore => {
    const name = [beginString, targetCompId, senderCompId].map(safe).join('+');
    const identity = { beginString, senderCompId, targetCompId };
    return openStoreFile(join(folder, `${name}.fix`), options, identity);
  };
  const list = (): readonly FixStoredSession[] =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.fix'))
      .toSorted()
      .flatMap((name) => sessionIn(join(folder, name)) ?? []);
  return Object.assign(open, { list });
}

/** What a file says of its session, whoever has it open. */
function sessionIn(path: string): FixStoredSession | undefined {
  const file = openSync(path, 'r');
  try {
    let identity: FixStoreIdentity | undefined;
    let nextOutgoing = 1;
    let nextIncoming = 1;
    readRecords(file, path, (kind, number, _offset, body) => {
      if (kind === identityRecord) identity = readIdentity(body);
      if (kind === expectRecord || kind === changeRecord) nextIncoming = number;
      if (kind === messageRecord || kind === numberRecord) nextOutgoing = number + 1;
      if (kind === changeRecord) nextOutgoing = readChange(body, () => undefined);
    });
    return identity === undefined ? undefined : { identity, nextOutgoing, nextIncoming };
  } finally {
    closeSync(file);
  }
}

function safe(text: string): string {
  const name = text.replace(
    /[^A-Za-z0-9_-]/g,
    (character) => `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`,
  );
  // Some systems do not tell upper from lower case: what differs by it alone is told apart by its digest.
  if (name.length <= longest && name === name.toLowerCase()) return name;
  return `${name.slice(0, longest)}%${createHash('sha256').update(text).digest('hex').slice(0, 16)}`;
}
