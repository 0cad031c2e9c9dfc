import type { NetworkAnswer, NetworkRequest } from './network.js';

/**
 * The file system as the generator sees it, so that it runs the same on a disk, in memory and in a test.
 * Paths are absolute with forward slashes.
 */
export interface Host {
  /** The folder that relative paths start from. */
  readonly cwd: string;
  /** The bytes of a file; `undefined` where there is none. */
  read(path: string): Uint8Array | undefined;
  /** Names in a folder, sorted; `undefined` where there is none. */
  list(path: string): readonly string[] | undefined;
  /** The path with symbolic links resolved; the path itself where nothing exists. */
  realPath(path: string): string;
  write(path: string, bytes: Uint8Array): void;
  rename(from: string, to: string): void;
  remove(path: string): void;
  makeFolder(path: string): void;
  /** Removes a folder if it is empty. */
  removeFolder(path: string): void;
  /** One request to the network; absent where there is no way to it. Never rejects. */
  get?(request: NetworkRequest): Promise<NetworkAnswer>;
  /** What is kept between runs to save work; absent where nothing is. */
  readonly kept?: KeptFiles;
  /** A secret by its name, such as that of an environment variable. */
  secret?(name: string): string | undefined;
}

/** Files by their names that may be gone at any time, and of which nobody notices but by how long a run takes. Neither function throws. */
export interface KeptFiles {
  read(name: string): Uint8Array | undefined;
  write(name: string, bytes: Uint8Array): void;
}
