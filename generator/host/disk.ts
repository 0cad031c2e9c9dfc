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

/**
 * The machine's own file system, seen from a folder: relative paths start there. Its errors are Node's, with `code` and
 * `syscall`. It has no network: whoever wants documents of one adds `get`, as the command line does.
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
  };
}

/** Where a path leads. A link to nothing leads to its target; below what does not exist nothing is linked. */
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

/** Rename; where the two places are on different volumes, copy beside the target and rename there. */
function move(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if (codeOf(error) !== 'EXDEV') throw error;
    const beside = `${to}.tallystick-part`;
    copyFileSync(from, beside);
    renameSync(beside, to);
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

function absentIfMissing<T>(look: () => T): T | undefined {
  try {
    return look();
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
