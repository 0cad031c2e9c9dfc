import type { Host } from '../core/host.js';
import { baseName, folderOf, joinPath } from '../core/path.js';
import { foldersAbove, type Changes } from './changes.js';
import { createJournal, parseJournal, type Journal, type JournalWrite } from './journal.js';
import { manifestName } from './manifest-name.js';
import { createFolderIndex } from './folder-index.js';
import { digest } from './manifest.js';

/**
 * Applies changes atomically. New files are staged next to the output. Then a journal is created there by a single rename, which commits
 * the run. If a run is interrupted before that, the output is unchanged. If it is interrupted later, the next run completes it. Every step
 * can be repeated.
 */
export function applyChanges(host: Host, out: string, changes: Changes, manifest: string): void {
  const staging = stagingFolder(out);
  const manifestBytes = host.read(joinPath(out, manifestName));
  const writes = [
    ...changes.writes,
    {
      path: manifestName,
      text: manifest,
      ...(manifestBytes === undefined ? {} : { before: digest(manifestBytes) }),
      after: digest(manifest),
    },
  ];
  discardStaging(host, out);
  host.makeFolder(staging);
  writes.forEach(({ text }, index) =>
    host.write(joinPath(staging, String(index)), new TextEncoder().encode(text)),
  );
  const journal = createJournal(writes, changes.removes);
  const text = JSON.stringify(journal, undefined, 2) + '\n';
  host.write(joinPath(staging, 'journal.part'), new TextEncoder().encode(text));
  host.rename(joinPath(staging, 'journal.part'), joinPath(staging, journalName));
  execute(host, out, journal);
}

/** True if a run into this folder was interrupted. */
export function isInterrupted(host: Host, out: string): boolean {
  return host.list(stagingFolder(out)) !== undefined;
}

/**
 * Completes an interrupted run if its journal exists, and discards it otherwise. If files were changed since, returns their paths and does
 * nothing, unless `force` is true.
 */
export function recover(host: Host, out: string, force: boolean): readonly string[] {
  if (!isInterrupted(host, out)) {
    if (host.list(folderOf(stagingFolder(out)))?.length === 0)
      host.removeFolder(folderOf(stagingFolder(out)));
    return [];
  }
  const bytes = host.read(joinPath(stagingFolder(out), journalName));
  const journal = bytes === undefined ? undefined : parseJournal(new TextDecoder().decode(bytes));
  if (journal === undefined) {
    discardStaging(host, out);
    return [];
  }
  const modified = modifiedSince(host, out, journal);
  if (modified.length > 0 && !force) return modified;
  execute(host, out, journal);
  return [];
}

/** The staging folder. It is next to the output, so that a rename stays on one volume. */
export function stagingFolder(out: string): string {
  return joinPath(joinPath(folderOf(out), stagingParent), baseName(out));
}

const stagingParent = '.tallystick';
const journalName = 'journal.json';

function execute(host: Host, out: string, journal: Journal): void {
  const staging = stagingFolder(out);
  host.makeFolder(out);
  const removed = journal.removes.map(({ path }) => path);
  for (const removal of journal.removes) {
    const target = joinPath(out, removal.path);
    if (host.read(target) !== undefined && !isReplaced(host, out, journal, removal.path))
      host.remove(target);
  }
  for (const folder of foldersAbove(removed)) host.removeFolder(joinPath(out, folder));
  const staged = new Set(host.list(staging) ?? []);
  const existing = createFolderIndex(host, out);
  const createdFolders = new Set<string>();
  journal.writes.forEach(({ path }, index) => {
    if (!staged.has(String(index))) return;
    const target = joinPath(out, path);
    const folder = folderOf(target);
    if (existing.has(target) && host.list(target) !== undefined) removeEmptyFolders(host, target);
    if (!createdFolders.has(folder)) host.makeFolder(folder);
    createdFolders.add(folder);
    host.rename(joinPath(staging, String(index)), target);
  });
  host.remove(joinPath(staging, journalName));
  discardStaging(host, out);
}

/** After a change of case only, the old name may refer to the new file on a case-insensitive disk. */
function isReplaced(host: Host, out: string, journal: Journal, path: string): boolean {
  const renamed = journal.writes.find((write) => write.path.toLowerCase() === path.toLowerCase());
  const bytes = host.read(joinPath(out, path));
  return renamed !== undefined && bytes !== undefined && digest(bytes) === renamed.after;
}

function modifiedSince(host: Host, out: string, journal: Journal): readonly string[] {
  const digestOf = (path: string): string | undefined => {
    const bytes = host.read(joinPath(out, path));
    return bytes === undefined ? undefined : digest(bytes);
  };
  const writes = journal.writes.filter((write, index) => {
    const current = digestOf(write.path);
    return current !== write.after && (current !== write.before || isLost(host, out, write, index));
  });
  const removes = journal.removes.filter(({ path, before }) => {
    const current = digestOf(path);
    return current !== undefined && current !== before && !isReplaced(host, out, journal, path);
  });
  return [...writes, ...removes].map(({ path }) => path);
}

/** True if a staged file is missing although it was not moved to its target. */
function isLost(host: Host, out: string, write: JournalWrite, index: number): boolean {
  const bytes = host.read(joinPath(stagingFolder(out), String(index)));
  return bytes === undefined || digest(bytes) !== write.after;
}

/** Removes a folder without files, so that a file can replace it. */
function removeEmptyFolders(host: Host, folder: string): void {
  for (const name of host.list(folder) ?? []) {
    const child = joinPath(folder, name);
    if (host.list(child) !== undefined) removeEmptyFolders(host, child);
  }
  host.removeFolder(folder);
}

function discardStaging(host: Host, out: string): void {
  const staging = stagingFolder(out);
  const names = host.list(staging);
  if (names === undefined) return;
  // The journal is removed first. Without it, leftover files have no effect.
  for (const name of [...names].sort(
    (a, b) => Number(b === journalName) - Number(a === journalName),
  )) {
    host.remove(joinPath(staging, name));
  }
  host.removeFolder(staging);
  host.removeFolder(folderOf(staging));
}
