import type { Host } from '../core/host.js';
import { baseName, folderOf, joinPath } from '../core/path.js';
import { foldersAbove, type Changes } from './changes.js';
import { journalOf, parseJournal, type Journal, type JournalWrite } from './journal.js';
import { manifestName } from './manifest-name.js';
import { createListing } from './listing.js';
import { digest } from './manifest.js';

/**
 * Writing is all or nothing. New files are staged in a folder beside the output; then the journal
 * appears there in one rename, and with it the run has happened: what is left is to carry it out.
 * A run that dies before that moment leaves the output untouched, one that dies after it is completed
 * by the next. Every step can be repeated, so that it does not matter where it was cut off.
 */
export function applyChanges(host: Host, out: string, changes: Changes, manifest: string): void {
  const stage = stageOf(out);
  const last = host.read(joinPath(out, manifestName));
  const writes = [
    ...changes.writes,
    {
      path: manifestName,
      text: manifest,
      ...(last === undefined ? {} : { before: digest(last) }),
      after: digest(manifest),
    },
  ];
  discardStage(host, out);
  host.makeFolder(stage);
  writes.forEach(({ text }, index) =>
    host.write(joinPath(stage, String(index)), new TextEncoder().encode(text)),
  );
  const journal = journalOf(writes, changes.removes);
  const text = JSON.stringify(journal, undefined, 2) + '\n';
  host.write(joinPath(stage, 'journal.part'), new TextEncoder().encode(text));
  host.rename(joinPath(stage, 'journal.part'), joinPath(stage, journalName));
  carryOut(host, out, journal);
}

/** Whether a run into this folder was cut off and has left something beside it. */
export function isInterrupted(host: Host, out: string): boolean {
  return host.list(stageOf(out)) !== undefined;
}

/**
 * Puts an interrupted run right: completes it if it had got as far as its journal, drops it otherwise.
 * Answers the files that somebody has changed since, in which case nothing is done unless forced.
 */
export function recover(host: Host, out: string, force: boolean): readonly string[] {
  if (!isInterrupted(host, out)) {
    if (host.list(folderOf(stageOf(out)))?.length === 0) host.removeFolder(folderOf(stageOf(out)));
    return [];
  }
  const bytes = host.read(joinPath(stageOf(out), journalName));
  const journal = bytes === undefined ? undefined : parseJournal(new TextDecoder().decode(bytes));
  if (journal === undefined) {
    discardStage(host, out);
    return [];
  }
  const touched = touchedSince(host, out, journal);
  if (touched.length > 0 && !force) return touched;
  carryOut(host, out, journal);
  return [];
}

/** The folder that a run stages in, beside the output so that renaming stays on one volume. */
export function stageOf(out: string): string {
  return joinPath(joinPath(folderOf(out), stageFolder), baseName(out));
}

const stageFolder = '.tallystick';
const journalName = 'journal.json';

function carryOut(host: Host, out: string, journal: Journal): void {
  const stage = stageOf(out);
  host.makeFolder(out);
  const removed = journal.removes.map(({ path }) => path);
  for (const removal of journal.removes) {
    const place = joinPath(out, removal.path);
    if (host.read(place) !== undefined && !isReplaced(host, out, journal, removal.path))
      host.remove(place);
  }
  for (const folder of foldersAbove(removed)) host.removeFolder(joinPath(out, folder));
  const staged = new Set(host.list(stage) ?? []);
  const there = createListing(host, out);
  const made = new Set<string>();
  journal.writes.forEach(({ path }, index) => {
    if (!staged.has(String(index))) return;
    const place = joinPath(out, path);
    const folder = folderOf(place);
    if (there.has(place) && host.list(place) !== undefined) removeEmptyFolders(host, place);
    if (!made.has(folder)) host.makeFolder(folder);
    made.add(folder);
    host.rename(joinPath(stage, String(index)), place);
  });
  host.remove(joinPath(stage, journalName));
  discardStage(host, out);
}

/** Where a file only changed the case of its name, the old name may already lead to the new file. */
function isReplaced(host: Host, out: string, journal: Journal, path: string): boolean {
  const renamed = journal.writes.find((write) => write.path.toLowerCase() === path.toLowerCase());
  const bytes = host.read(joinPath(out, path));
  return renamed !== undefined && bytes !== undefined && digest(bytes) === renamed.after;
}

function touchedSince(host: Host, out: string, journal: Journal): readonly string[] {
  const found = (path: string): string | undefined => {
    const bytes = host.read(joinPath(out, path));
    return bytes === undefined ? undefined : digest(bytes);
  };
  const writes = journal.writes.filter((write, index) => {
    const now = found(write.path);
    return now !== write.after && (now !== write.before || isLost(host, out, write, index));
  });
  const removes = journal.removes.filter(({ path, before }) => {
    const now = found(path);
    return now !== undefined && now !== before && !isReplaced(host, out, journal, path);
  });
  return [...writes, ...removes].map(({ path }) => path);
}

/** Whether a staged file has gone although it was not put in place. */
function isLost(host: Host, out: string, write: JournalWrite, index: number): boolean {
  const bytes = host.read(joinPath(stageOf(out), String(index)));
  return bytes === undefined || digest(bytes) !== write.after;
}

/** A folder that only held removed files gives its place to a file. */
function removeEmptyFolders(host: Host, place: string): void {
  for (const name of host.list(place) ?? []) {
    const below = joinPath(place, name);
    if (host.list(below) !== undefined) removeEmptyFolders(host, below);
  }
  host.removeFolder(place);
}

function discardStage(host: Host, out: string): void {
  const stage = stageOf(out);
  const names = host.list(stage);
  if (names === undefined) return;
  // The journal first: without it what is left behind means nothing.
  for (const name of [...names].sort(
    (a, b) => Number(b === journalName) - Number(a === journalName),
  )) {
    host.remove(joinPath(stage, name));
  }
  host.removeFolder(stage);
  host.removeFolder(folderOf(stage));
}
