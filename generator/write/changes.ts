import type { Host } from '../core/host.js';
import { folderOf, joinPath } from '../core/path.js';
import { createListing } from './listing.js';
import { digest, type Manifest } from './manifest.js';

/** A file of the output, its text final. Paths are relative to the output folder. */
export interface OutputFile {
  readonly path: string;
  readonly text: string;
}

/** What has to happen in an output folder, by path within it, each list sorted. */
export interface Changes {
  readonly writes: readonly FileWrite[];
  readonly removes: readonly FileRemoval[];
  readonly unchanged: readonly string[];
  /** Files in the way that the last run did not leave like this: somebody's work. */
  readonly obstacles: readonly Obstacle[];
  /** Digest of every file that was made. */
  readonly digests: ReadonlyMap<string, string>;
}

export interface FileWrite {
  readonly path: string;
  readonly text: string;
  /** Digest of what is there now; absent where nothing is. */
  readonly before?: string;
  /** Digest of the text. */
  readonly after: string;
}

export interface FileRemoval {
  readonly path: string;
  readonly before: string;
}

export interface Obstacle {
  readonly path: string;
  readonly kind: 'edited' | 'edited-stale' | 'foreign' | 'folder';
}

/** Compares what a run has made with what lies in the folder and what the last run left there. */
export function compareOutput(
  host: Host,
  out: string,
  files: readonly OutputFile[],
  last: Manifest | undefined,
): Changes {
  const digests = new Map(files.map(({ path, text }) => [path, digest(text)]));
  const writes: FileWrite[] = [];
  const unchanged: string[] = [];
  const obstacles: Obstacle[] = [];
  const stale = staleFiles(host, out, files, last);
  const removed = new Set(stale.map(({ path }) => path));
  const there = createListing(host, out);
  for (const { path, text } of [...files].sort(byPath)) {
    const place = joinPath(out, path);
    const isThere = there.has(place);
    const bytes = isThere ? host.read(place) : undefined;
    const before = bytes === undefined ? undefined : digest(bytes);
    const after = digests.get(path) ?? '';
    if (before === after) {
      unchanged.push(path);
      continue;
    }
    const stays = isThere && folderStays(host, out, path, removed);
    const kind = obstacleAt(before, last?.outputs.get(path), stays);
    if (kind !== undefined) obstacles.push({ path, kind });
    writes.push({ path, text, ...(before === undefined ? {} : { before }), after });
  }
  for (const { path, before } of stale) {
    if (before !== last?.outputs.get(path)) obstacles.push({ path, kind: 'edited-stale' });
  }
  return { writes, removes: stale, unchanged, obstacles, digests };
}

/** Files of the last run that this one does not make any more, where they still exist. */
function staleFiles(
  host: Host,
  out: string,
  files: readonly OutputFile[],
  last: Manifest | undefined,
): readonly FileRemoval[] {
  const made = new Set(files.map(({ path }) => path));
  return [...(last?.outputs.keys() ?? [])]
    .filter((path) => !made.has(path))
    .sort()
    .flatMap((path) => {
      const bytes = host.read(joinPath(out, path));
      return bytes === undefined ? [] : [{ path, before: digest(bytes) }];
    });
}

function obstacleAt(
  before: string | undefined,
  left: string | undefined,
  folderStays: boolean,
): Obstacle['kind'] | undefined {
  if (folderStays) return 'folder';
  if (before === undefined || before === left) return undefined;
  return left === undefined ? 'foreign' : 'edited';
}

/** Whether a folder is in the place of a file and still holds something when the stale files are gone. */
function folderStays(host: Host, out: string, path: string, removed: ReadonlySet<string>): boolean {
  const names = host.list(joinPath(out, path));
  if (names === undefined) return false;
  return names.some((name) => {
    const below = `${path}/${name}`;
    return host.list(joinPath(out, below)) === undefined
      ? !removed.has(below)
      : folderStays(host, out, below, removed);
  });
}

/** Every folder between these files and the output folder, the deepest first. */
export function foldersAbove(paths: readonly string[]): readonly string[] {
  const folders = new Set<string>();
  for (const path of paths) {
    for (let at = path; at.includes('/');) {
      at = folderOf(at);
      folders.add(at);
    }
  }
  return [...folders].sort((a, b) => b.split('/').length - a.split('/').length);
}

function byPath(a: OutputFile, b: OutputFile): number {
  return a.path < b.path ? -1 : 1;
}
