/** The file system as the generator sees it: a disk, or a memory for tests and programs. Paths are absolute, with forward slashes. */
export interface Host {
  /** Base of relative paths. */
  readonly cwd: string;
  /** The bytes of a file, or `undefined` if it does not exist. The array never changes: another content is another array. */
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
   * With another `version` than before, the module and those that it imports by relative paths run again.
   */
  importModule?(path: string, version?: number): Promise<unknown>;
  /** Starts to watch files. Absent if the host cannot. `onEvent` is called after anything happened to one of the files, and possibly more often. */
  watch?(onEvent: () => void): Promise<FileWatcher>;
  /** The value of a secret, such as an environment variable, by name. */
  secret?(name: string): string | undefined;
  /** Files of a revision of the version control to which the working directory belongs. Absent if the host has none. */
  revision?(name: string): Promise<RevisionResult>;
  /** Opens the version control to which the working directory belongs. Absent if the host has none. */
  repository?(): Promise<RepositoryResult>;
}

/** The version control, or the reason why there is none. */
export type RepositoryResult =
  | { readonly ok: true; readonly repository: Repository }
  | { readonly ok: false; readonly reason: 'no-repository' | 'no-git' };

/** The version control of the working directory. Functions that change it throw a `RepositoryError`. */
export interface Repository {
  /** The current commit. `undefined` before the first one. */
  head(): string | undefined;
  /** The current branch. `undefined` if the current commit is checked out without one. */
  branch(): string | undefined;
  /** True if the repository lacks older commits, and possibly tags. */
  isShallow(): boolean;
  /** Files with changes that are not committed, by absolute path. `new` are files that were never committed and are not ignored. */
  changedFiles(which: 'known' | 'new'): readonly string[];
  /** Names of the tags, or of those whose commits the current one includes. */
  tags(which: 'all' | 'included'): readonly string[];
  /** True if new files at a path would not be committed. */
  isIgnored(path: string): boolean;
  /** Commits what changed at these absolute paths, and nothing else. */
  commit(paths: readonly string[], message: string): void;
  /** Tags the current commit. */
  tag(name: string, message: string): void;
  /** Absolute path of a file for data of a program, which is not part of the working tree. */
  dataFile(name: string): string;
}

/** A change that the version control refuses. The message is its own. */
export class RepositoryError extends Error {
  override readonly name = 'RepositoryError';
}

/** The files of a revision, or the reason why there are none. */
export type RevisionResult =
  | { readonly ok: true; readonly files: RevisionFiles }
  | { readonly ok: false; readonly reason: 'unknown' | 'no-repository' | 'no-git' };

/** Files of a revision. Absolute paths are those of the working tree. */
export interface RevisionFiles {
  /** Folder of the working tree. */
  readonly root: string;
  read(path: string): Uint8Array | undefined;
  list(path: string): readonly string[] | undefined;
  /** The absolute path of a file that is named below the root, or with `./` below the working directory. */
  pathOf(text: string): string;
}

/** Watches a set of files. */
export interface FileWatcher {
  /**
   * Replaces the set of files, given by absolute paths. Files that do not exist are watched as well. Changes from the moment of the call
   * until it resolves may be missed.
   */
  follow(paths: Iterable<string>): Promise<void>;
  close(): Promise<void>;
}

/** A cache of files by name. Entries can disappear at any time; they affect only the duration of a run. Neither function throws. */
export interface FileCache {
  read(name: string): Uint8Array | undefined;
  write(name: string, bytes: Uint8Array): void;
}

/** A GET request that the generator sends. Redirects are not followed, and only the given headers are added. */
export interface NetworkRequest {
  /** An `http:` or `https:` URL. */
  readonly url: string;
  readonly headers: { readonly [name: string]: string };
  readonly scope: NetworkScope;
  /** Maximum size of the response body. A larger response fails. */
  readonly maximumBytes: number;
  /** Timeout of the entire exchange, in milliseconds. */
  readonly milliseconds: number;
}

/**
 * Addresses that a host name may resolve to. `public`: the public internet. `private`: local networks as well. `any`: loopback and
 * link-local addresses as well.
 */
export type NetworkScope = 'public' | 'private' | 'any';

/** The response, or the reason why there is none, worded for a diagnostic. */
export type NetworkResponse =
  | {
      readonly ok: true;
      readonly status: number;
      readonly location?: string;
      /** Validator of the content (RFC 9110 section 8.8.3). */
      readonly etag?: string;
      readonly bytes: Uint8Array;
    }
  | { readonly ok: false; readonly why: string; readonly hint?: string };
