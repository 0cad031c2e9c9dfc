import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmdirSync,
  unlinkSync,
  copyFileSync,
  writeFileSync,
} from 'node:fs';
import { resolve } from 'node:path';
import type { Host } from '../core/host.js';
import { absolutePath, baseName, folderOf, joinPath } from '../core/path.js';
import type * as Jiti from 'jiti';
import { pathToFileURL } from 'node:url';

/**
 * The disk of this machine. Relative paths start from `cwd`. Throws the errors of Node, with `code` and `syscall`. Has no network; a caller
 * that needs one adds `get`, as the command line does.
 */
export function diskHost(cwd: string): Host {
  return {
    cwd: absolutePath(resolve(cwd), '.'),
    read: (path) => absentIfMissing(() => readFileSync(path)),
    list: (path) => absentIfMissing(() => readdirSync(path).sort()),
    realPath,
    write: (path, bytes) => writeFileSync(path, bytes),
    rename: move,
    remove: (path) => unlinkSync(path),
    makeFolder: (path) => void mkdirSync(path, { recursive: true }),
    removeFolder,
    importModule,
    watch: async (onEvent) => {
      const { watchFiles } = await import('./watch-files.js');
      return watchFiles(onEvent);
    },
    revision: async (name) => {
      const { gitRevision } = await import('./revisions.js');
      return gitRevision(resolve(cwd), name);
    },
    repository: async () => {
      const { gitRepository } = await import('./repository.js');
      return gitRepository(resolve(cwd));
    },
  };
}

/** Resolves a path. A dangling link resolves to its target. Segments below a path that does not exist are appended unresolved. */
function realPath(path: string): string {
  try {
    return absolutePath('/', realpathSync.native(path));
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  const folder = folderOf(path);
  if (folder === path) return path;
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat?.isSymbolicLink() === true) return absolutePath(realPath(folder), readlinkSync(path));
  return joinPath(realPath(folder), baseName(path));
}

/** Renames a file. Across volumes, copies it next to the target first and renames the copy. */
function move(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if (codeOf(error) !== 'EXDEV') throw error;
    const temporary = `${to}.tallystick-part`;
    copyFileSync(from, temporary);
    renameSync(temporary, to);
    unlinkSync(from);
  }
}

function removeFolder(path: string): void {
  try {
    rmdirSync(path);
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST', 'ENOENT', 'ENOTDIR'].includes(codeOf(error) ?? '')) throw error;
  }
}

function absentIfMissing<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR', 'EISDIR'].includes(codeOf(error) ?? '');
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined;
}

/**
 * Imports a module of the user's project. TypeScript is loaded by Node itself where it supports that (22.18 and later), and by jiti
 * otherwise, if it is installed. The first version is 0.
 */
async function importModule(path: string, version = 0): Promise<unknown> {
  const url = pathToFileURL(path).href;
  try {
    return await import(version === 0 ? url : await versioned(path, version));
  } catch (error) {
    if (!isUnknownExtension(error)) throw error;
    const jiti = await loadJiti();
    if (jiti === undefined) throw error;
    return await jiti.createJiti(url, { fsCache: false, moduleCache: version === 0 }).import(path);
  }
}

async function versioned(path: string, version: number): Promise<string> {
  const { versionedUrl } = await import('./fresh-modules.js');
  return versionedUrl(path, version);
}

function isUnknownExtension(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_UNKNOWN_FILE_EXTENSION';
}

async function loadJiti(): Promise<typeof Jiti | undefined> {
  try {
    return await import('jiti');
  } catch {
    return undefined;
  }
}
