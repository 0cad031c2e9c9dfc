import { execFileSync } from 'node:child_process';
import { RepositoryError, type Repository, type RepositoryResult } from '../core/host.js';
import { absolutePath, joinPath } from '../core/path.js';

/** Opens the git repository to which a folder belongs. */
export function gitRepository(cwd: string): RepositoryResult {
  const root = read(cwd, ['rev-parse', '--show-toplevel']);
  if (root === 'missing') return { ok: false, reason: 'no-git' };
  if (root === undefined) return { ok: false, reason: 'no-repository' };
  return { ok: true, repository: repositoryAt(cwd, absolutePath(root, '.')) };
}

function repositoryAt(cwd: string, root: string): Repository {
  const line = (...args: readonly string[]): string | undefined => {
    const text = read(cwd, args);
    return text === undefined || text === '' || text === 'missing' ? undefined : text;
  };
  return {
    head: () => line('rev-parse', '--verify', '--quiet', 'HEAD'),
    branch: () => line('symbolic-ref', '--quiet', '--short', 'HEAD'),
    isShallow: () => line('rev-parse', '--is-shallow-repository') === 'true',
    changedFiles: (which) =>
      fields(read(cwd, ['status', '--porcelain=v1', '-z', '--no-renames', '--untracked-files=all']))
        .filter((each) => each.startsWith('??') === (which === 'new'))
        .map((each) => joinPath(root, each.slice(3)))
        .sort(),
    tags: (which) =>
      (line('tag', '--list', ...(which === 'included' ? ['--merged', 'HEAD'] : [])) ?? '')
        .split('\n')
        .filter((each) => each !== ''),
    isIgnored: (path) => line('check-ignore', '--', path) !== undefined,
    commit(paths, message) {
      change(cwd, ['add', '--all', '--', ...paths]);
      change(cwd, ['commit', '--quiet', '--message', message, '--only', '--', ...paths]);
    },
    tag: (name, message) =>
      change(cwd, ['tag', '--annotate', '--cleanup=verbatim', '--message', message, '--', name]),
    dataFile: (name) => absolutePath(cwd, line('rev-parse', '--git-path', name) ?? `.git/${name}`),
  };
}

function fields(text: string | undefined): readonly string[] {
  return (text ?? '').split('\0').filter((each) => each !== '');
}

/** Output of git without its last line feed. `undefined` if it fails, `missing` if it is not installed. */
function read(cwd: string, args: readonly string[]): string | undefined {
  try {
    return git(cwd, ['--no-optional-locks', ...args]).replace(/\n$/, '');
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ENOENT'
      ? 'missing'
      : undefined;
  }
}

/** @throws {RepositoryError} with the first line in which git says why */
function change(cwd: string, args: readonly string[]): void {
  try {
    git(cwd, args);
  } catch (error) {
    const printed =
      error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : String(error);
    const line = printed.split('\n').find((each) => !each.startsWith('hint:')) ?? '';
    throw new RepositoryError(line === '' ? `git ${args[0]} failed` : line);
  }
}

function git(cwd: string, args: readonly string[]): string {
  return execFileSync('git', args, {
    cwd,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'pipe'],
    windowsHide: true,
  });
}
