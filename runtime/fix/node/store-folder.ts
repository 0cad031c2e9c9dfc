import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { FixIdentity } from '../session/reception.js';
import type { FixStore } from '../store/store.js';
import { fileFixStore, type FileFixStoreOptions } from './file-store.js';

/** Longest name that is written out. */
const longest = 100;

/**
 * Keeps each session in a file of its own in one folder. CompIDs come from the network, so nothing of them but letters, digits, `-` and
 * `_` stands in the name of a file as it is.
 */
export function fixStoreFolder(
  folder: string,
  options: FileFixStoreOptions = {},
): (identity: FixIdentity) => FixStore {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return ({ beginString, senderCompId, targetCompId }) => {
    const name = [beginString, targetCompId, senderCompId].map(safe).join('+');
    return fileFixStore(join(folder, `${name}.fix`), options);
  };
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
