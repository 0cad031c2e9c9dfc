import type { Host } from '../core/host.js';
import { absolutePath, baseName, folderOf } from '../core/path.js';

/** A host with files in memory, for tests and for programs that use the output as data. */
export interface MemoryHost extends Host {
  /** Every file by absolute path, decoded as UTF-8 and sorted by path. */
  files(): ReadonlyMap<string, string>;
}

/**
 * Creates a file system from texts by path. Relative paths start from `cwd`.
 *
 * ```ts
 * const host = memoryHost({ 'petstore.yaml': text });
 * await generate({ documents: ['petstore.yaml'], out: 'src/api' }, host);
 * host.files().get('/src/api/types.ts');
 * ```
 */
export function memoryHost(
  files: { readonly [path: string]: string | Uint8Array } = {},
  cwd = '/',
): MemoryHost {
  const contents = new Map<string, Uint8Array>();
  const listeners = new Set<() => void>();
  const tell = (): void => {
    for (const listener of listeners) listener();
  };
  const folders = new Set<string>(['/']);
  const makeFolder = (path: string): void => {
    if (contents.has(path)) throw failure('EEXIST', 'mkdir', path);
    if (folders.has(path)) return;
    if (folderOf(path) !== path) makeFolder(folderOf(path));
    folders.add(path);
  };
  const write = (path: string, bytes: Uint8Array): void => {
    if (folders.has(path)) throw failure('EISDIR', 'open', path);
    if (!folders.has(folderOf(path))) throw failure('ENOENT', 'open', path);
    contents.set(path, Uint8Array.from(bytes));
    tell();
  };
  const remove = (path: string): void => {
    if (!contents.delete(path)) throw failure('ENOENT', 'unlink', path);
    tell();
  };
  const list = (path: string): readonly string[] | undefined =>
    folders.has(path)
      ? [...contents.keys(), ...folders]
          .filter((entry) => entry !== path && folderOf(entry) === path)
          .map(baseName)
          .sort()
      : undefined;
  for (const [name, content] of Object.entries(files)) {
    const path = absolutePath(cwd, name);
    makeFolder(folderOf(path));
    write(path, typeof content === 'string' ? new TextEncoder().encode(content) : content);
  }
  makeFolder(absolutePath(cwd, '.'));
  return {
    cwd: absolutePath(cwd, '.'),
    read: (path) => contents.get(path),
    list,
    realPath: (path) => path,
    write,
    rename: (from, to) => {
      const bytes = contents.get(from);
      if (bytes === undefined) throw failure('ENOENT', 'rename', from);
      write(to, bytes);
      if (from !== to) remove(from);
    },
    remove,
    makeFolder,
    removeFolder: (path) => {
      if (folders.has(path) && list(path)?.length === 0) folders.delete(path);
    },
    async watch(onEvent) {
      listeners.add(onEvent);
      return { follow: async () => {}, close: async () => void listeners.delete(onEvent) };
    },
    files: () =>
      new Map(
        [...contents]
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([path, bytes]) => [path, new TextDecoder().decode(bytes)]),
      ),
  };
}

function failure(code: string, syscall: string, path: string): Error {
  return Object.assign(new Error(`${code}: ${syscall} '${path}'`), { code, syscall, path });
}
