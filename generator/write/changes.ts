import type { Host } from '../core/host.js';
import { folderOf, joinPath } from '../core/path.js';
import { createFolderIndex } from './folder-index.js';
import { digest, type Manifest } from './manifest.js';

/** An output file with its final text. The path is relative to the output folder. */
export interface OutputFile {
  readonly path: string;
  readonly text: string;
}

/** Changes to an output folder, by path within it. All lists are sorted. */
export interface Changes {
  readonly writes: readonly FileWrite[];
  readonly removes: readonly FileRemoval[];
  readonly unchanged: readonly string[];
  /** Conflicting files that the last run did not write in their current form. */
  readonly conflicts: readonly OutputConflict[];
  /** Digest of each generated file. */
  readonly digests: ReadonlyMap<string, string>;
}

export interface FileWrite {
  readonly path: string;
  readonly text: string;
  /** Digest of the existing file, if any. */
  readonly before?: string;
  /** Digest of the new text. */
  readonly after: string;
}

export interface FileRemoval {
  readonly path: string;
  readonly before: string;
}

export interface OutputConflict {
  readonly path: string;
  readonly kind: 'edited' | 'edited-stale' | 'foreign' | 'folder';
}

/** Compares generated files with the folder and with the last run. */
export function compareOutput(
  host: Host,
  out: string,
  files: readonly OutputFile[],
  previous: Manifest | undefined,
): Changes {
  const digests = new Map(files.map(({ path, text }) => [path, digest(text)]));
  const writes: FileWrite[] = [];
  const unchanged: string[] = [];
  const conflicts: OutputConflict[] = [];
  const stale = staleFiles(host, out, files, previous);
  const removed = new Set(stale.map(({ path }) => path));
  const existing = createFolderIndex(host, out);
  for (const { path, text } of [...files].sort(byPath)) {
    const target = joinPath(out, path);
    const exists = existing.has(target);
    const bytes = exists ? host.read(target) : undefined;
    const before = bytes === undefined ? undefined : digest(bytes);
    const after = digests.get(path) ?? '';
    if (before === after) {
      unchanged.push(path);
      continue;
    }
    const isBlocked = exists && folderStays(host, out, path, removed);
    const kind = conflictAt(before, previous?.outputs.get(path), isBlocked);
    if (kind !== undefined) conflicts.push({ path, kind });
    writes.push({ path, text, ...(before === undefined ? {} : { before }), after });
  }
  for (const { path, before } of stale) {
    if (before !== previous?.outputs.get(path)) conflicts.push({ path, kind: 'edited-stale' });
  }
  return { writes, removes: stale, unchanged, conflicts, digests };
}

/** Existing files of the last run that are no longer generated. */
function staleFiles(
  host: Host,
  out: string,
  files: readonly OutputFile[],
  previous: Manifest | undefined,
): readonly FileRemoval[] {
  const generated = new Set(files.map(({ path }) => path));
  return [...(previous?.outputs.keys() ?? [])]
    .filter((path) => !generated.has(path))
    .sort()
    .flatMap((path) => {
      const bytes = host.read(joinPath(out, path));
      return bytes === undefined ? [] : [{ path, before: digest(bytes) }];
    });
}

function conflictAt(
  before: string | undefined,
  expected: string | undefined,
  folderStays: boolean,
): OutputConflict['kind'] | undefined {
  if (folderStays) return 'folder';
  if (before === undefined || before === expected) return undefined;
  return expected === undefined ? 'foreign' : 'edited';
}

/** True if a folder is at the path of a file and is not empty after stale files are removed. */
function folderStays(host: Host, out: string, path: string, removed: ReadonlySet<string>): boolean {
  const names = host.list(joinPath(out, path));
  if (names === undefined) return false;
  return names.some((name) => {
    const child = `${path}/${name}`;
    return host.list(joinPath(out, child)) === undefined
      ? !removed.has(child)
      : folderStays(host, out, child, removed);
  });
}

/** All folders between the files and the output folder, the deepest first. */
export function foldersAbove(paths: readonly string[]): readonly string[] {
  const folders = new Set<string>();
  for (const path of paths) {
    for (let ancestor = path; ancestor.includes('/');) {
      ancestor = folderOf(ancestor);
      folders.add(ancestor);
    }
  }
  return [...folders].sort((a, b) => b.split('/').length - a.split('/').length);
}

function byPath(a: OutputFile, b: OutputFile): number {
  return a.path < b.path ? -1 : 1;
}
