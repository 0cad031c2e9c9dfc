import type { NetworkResponse, NetworkRequest } from './network.js';

/** The file system as the generator sees it: a disk, or a memory for tests and programs. Paths are absolute, with forward slashes. */
export interface Host {
  /** Base of relative paths. */
  readonly cwd: string;
  /** The bytes of a file, or `undefined` if it does not exist. */
  read(path: string): Uint8Array | undefined;
  /** The sorted names in a folder, or `undefined` if it does not exist. */
  list(path: string): readonly string[] | undefined;
  /** Resolves symbolic links. Returns the path unchanged if nothing exists there. */
  realPath(path: string): string;
  write(path: string, bytes: Uint8Array): void;
  rename(from: string, to: string): void;
  remove(path: string): void;
  makeFolder(path: string): void;
  /** Removes a folder if it is empty. */
  removeFolder(path: string): void;
  /** Sends one request. Absent if the host has no network. Never rejects. */
  get?(request: NetworkRequest): Promise<NetworkResponse>;
  /** Files that are cached between runs to save work. Absent if the host has no cache. */
  readonly cache?: FileCache;
  /**
   * Loads a module of the user's project, such as `tallystick.config.ts`, and returns its exports. Absent if the host cannot run code.
   * Rejects with the error of the module, or with an `Error` whose `code` is `ERR_UNKNOWN_FILE_EXTENSION` if it cannot load TypeScript.
   */
  importModule?(path: string): Promise<unknown>;
  /** The value of a secret, such as an environment variable, by name. */
  secret?(name: string): string | undefined;
}

/** A cache of files by name. Entries can disappear at any time; they affect only the duration of a run. Neither function throws. */
export interface FileCache {
  read(name: string): Uint8Array | undefined;
  write(name: string, bytes: Uint8Array): void;
}
