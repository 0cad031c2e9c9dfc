import { execFileSync } from 'node:child_process';
import { realpathSync } from 'node:fs';
import type { RevisionFiles, RevisionResult } from '../core/host.js';
import { absolutePath, isInside, joinPath, relativePath } from '../core/path.js';

/** Maximum size of a file, in bytes. The largest known descriptions have a fifth of it. */
const maxBytes = 64 * 1024 * 1024;

/**
 * Files of a git revision, by their absolute paths in the working tree of `cwd`. Git is only asked for objects: it runs no hooks and no
 * filters, and writes nothing.
 */
export function gitRevision(cwd: string, name: string): RevisionResult {
  // Git would take it for an option.
  if (name.startsWith('-')) return { ok: false, reason: 'unknown' };
  const root = run(cwd, ['rev-parse', '--show-toplevel']);
  if (root === 'missing') return { ok: false, reason: 'no-git' };
  if (root === undefined) return { ok: false, reason: 'no-repository' };
  const tree = run(cwd, ['rev-parse', '--verify', '--quiet', `${name}^{tree}`]);
  if (tree === undefined || tree === 'missing') return { ok: false, reason: 'unknown' };
  return { ok: true, files: filesOf(cwd, textOf(root), textOf(tree)) };
}

function filesOf(cwd: string, root: string, tree: string): RevisionFiles {
  const top = absolutePath(root, '.');
  const blobs = new Map<string, Uint8Array | undefined>();
  const below = (path: string): string | undefined =>
    isInside(top, path) ? relativePath(top, path) : undefined;
  return {
    root: top,
    read(path) {
      const known = blobs.get(path);
      if (known !== undefined || blobs.has(path)) return known;
      const name = below(path);
      const bytes =
        name === undefined ? undefined : run(cwd, ['cat-file', 'blob', `${tree}:${name}`]);
      const found = bytes === 'missing' ? undefined : bytes;
      blobs.set(path, found);
      return found;
    },
    list(path) {
      const name = path === top ? '' : below(path);
      if (name === undefined) return undefined;
      const listed = run(cwd, ['ls-tree', '--name-only', '-z', `${tree}:${name}`]);
      if (listed === undefined || listed === 'missing') return undefined;
      return textOf(listed)
        .split('\0')
        .filter((each) => each !== '')
        .sort();
    },
    // Git resolves symbolic links in the path of the working tree.
    pathOf: (text) =>
      /^\.{1,2}\//.test(text) ? absolutePath(realpathSync.native(cwd), text) : joinPath(top, text),
  };
}

/** Output of git. `undefined` if it fails, `missing` if it is not installed. */
function run(cwd: string, args: readonly string[]): Uint8Array | undefined | 'missing' {
  try {
    return execFileSync('git', ['--no-optional-locks', ...args], {
      cwd,
      maxBuffer: maxBytes,
      stdio: ['ignore', 'pipe', 'ignore'],
      windowsHide: true,
    });
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    return isMissing ? 'missing' : undefined;
  }
}

function textOf(bytes: Uint8Array | 'missing'): string {
  return bytes === 'missing' ? '' : new TextDecoder().decode(bytes).replace(/\n$/, '');
}
