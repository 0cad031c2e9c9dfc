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

/** Maximum length of a CompID in a file name. */
const maxNameLength = 100;

/** The sessions in a folder, one file for each. */
export interface FixStoreFolder extends FixStores {
  (identity: FixStoreIdentity): FixStore;
  /** Lists the sessions in the folder. A file of an earlier version is listed once it has been opened. */
  list(): readonly FixStoredSession[];
}

/**
 * Stores each session in a separate file of a folder.
 *
 * CompIDs come from the network. In file names, all their characters except letters, digits, `-` and `_` are escaped.
 */
export function fixStoreFolder(folder: string, options: FileFixStoreOptions = {}): FixStoreFolder {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const open = ({ beginString, senderCompId, targetCompId }: FixStoreIdentity): FixStore => {
    const name = [beginString, targetCompId, senderCompId].map(escapeName).join('+');
    const identity = { beginString, senderCompId, targetCompId };
    return openStoreFile(join(folder, `${name}.fix`), options, identity);
  };
  const list = (): readonly FixStoredSession[] =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.fix'))
      .sort()
      .flatMap((name) => readSession(join(folder, name)) ?? []);
  return Object.assign(open, { list });
}

/** Reads the state of a session from its file, even while a process has it open. */
function readSession(path: string): FixStoredSession | undefined {
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

function escapeName(text: string): string {
  const name = text.replace(
    /[^A-Za-z0-9_-]/g,
    (character) => `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`,
  );
  // Some file systems are not case-sensitive, so names with upper-case letters get a digest.
  if (name.length <= maxNameLength && name === name.toLowerCase()) return name;
  return `${name.slice(0, maxNameLength)}%${createHash('sha256').update(text).digest('hex').slice(0, 16)}`;
}
