import { realpathSync, statSync } from 'node:fs';
import { watch, type FSWatcher } from 'chokidar';
import type { FileWatcher } from '../core/host.js';
import { folderOf, forwardSlashes, joinPath } from '../core/path.js';

/**
 * Watches files through the folders that contain them, because editors replace files instead of writing them: a watch on the file itself
 * would end with the first save. Of a file whose folder does not exist, the nearest folder above it is watched. A link is watched in both
 * places.
 */
export async function watchFiles(onEvent: () => void): Promise<FileWatcher> {
  let watcher: FSWatcher | undefined;
  let watched = '';
  return {
    async follow(paths) {
      const files = new Set([...paths].flatMap((path) => placesOf(path)));
      const folders = new Set([...files].map((file) => existingFolder(folderOf(file))));
      const key = [...files, '', ...folders].join('\n');
      if (key === watched) return;
      watched = key;
      const previous = watcher;
      watcher = await startWatcher(files, folders, (event) => {
        // A folder that was replaced by another is watched no more.
        if (event === 'addDir' || event === 'unlinkDir') watched = '';
        onEvent();
      });
      await previous?.close();
    },
    async close() {
      await watcher?.close();
    },
  };
}

async function startWatcher(
  files: ReadonlySet<string>,
  folders: ReadonlySet<string>,
  onEvent: (event: string) => void,
): Promise<FSWatcher> {
  const followed = new Set([...files].flatMap((file) => [file, ...foldersAbove(file)]));
  const watcher = watch([...folders], {
    depth: 0,
    ignoreInitial: true,
    ignored: (path) => !followed.has(forwardSlashes(path)),
  });
  watcher.on('all', onEvent);
  // What the system reports without chokidar seeing a change, such as a file that is replaced by one of the same size and time.
  watcher.on('raw', (_event, name, details) => {
    const path = watchedPath(details);
    if (files.has(path) || followed.has(joinPath(path, name))) onEvent('raw');
  });
  // A folder that cannot be watched, such as one that was removed meanwhile.
  watcher.on('error', () => onEvent('error'));
  await new Promise<void>((settle) => watcher.once('ready', settle));
  return watcher;
}

/** The path that the system watches, in the details of a raw event. */
function watchedPath(details: unknown): string {
  const { watchedPath: path } = Object(details) as { readonly watchedPath?: unknown };
  return typeof path === 'string' ? forwardSlashes(path) : '';
}

/** The path of a file and, if links lead elsewhere, the one that they lead to. */
function placesOf(path: string): readonly string[] {
  try {
    const real = forwardSlashes(realpathSync.native(path));
    return real === path ? [path] : [path, real];
  } catch {
    return [path];
  }
}

function foldersAbove(path: string): readonly string[] {
  const folder = folderOf(path);
  return folder === path ? [] : [folder, ...foldersAbove(folder)];
}

function existingFolder(folder: string): string {
  return [folder, ...foldersAbove(folder)].find(isFolder) ?? folder;
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
