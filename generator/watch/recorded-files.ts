import type { Host } from '../core/host.js';
import { isInside } from '../core/path.js';
import { moduleFiles } from '../pipeline/module-files.js';

/** Files that were read, with their content at that time, by who read them. */
export interface RecordedFiles {
  /** The host to read through. */
  readonly host: Host;
  /** Starts a run. It reads each file once, so that it sees one state of it. */
  begin(): void;
  /** Names the folders whose files are not recorded: those of the output. */
  exclude(folders: readonly string[]): void;
  /** Records what is read from now on as the files of a reader, instead of those that it read before. */
  enter(reader: string): void;
  /** Records what is read from now on as further files of a reader. */
  resume(reader: string): void;
  /** Forgets all readers except these. */
  keep(readers: readonly string[]): void;
  /** All recorded files, including those that do not exist. */
  paths(): ReadonlySet<string>;
  /** True if a file was recorded, and existed. */
  isFound(path: string): boolean;
  /** Files of a reader whose content differs from what it has read. Reads them. */
  changed(reader: string): readonly string[];
}

/** Bytes of a file, `undefined` if there is none, or the code of the error that reading it throws. */
type Content = Uint8Array | string | undefined;

/** Records the files that are read through a host. */
export function recordFiles(host: Host): RecordedFiles {
  const readers = new Map<string, Map<string, Content>>();
  /** Files of modules that were imported in any run. */
  const modules = new Map<string, Content>();
  let current = new Map<string, Content>();
  let contents = new Map<string, Content>();
  let excluded: readonly string[] = [];
  let version = 0;

  const isExcluded = (path: string): boolean =>
    path.includes('/.tallystick/') || excluded.some((folder) => isInside(folder, path));
  const read = (path: string): Uint8Array | undefined => {
    if (isExcluded(path)) return host.read(path);
    if (!contents.has(path)) contents.set(path, contentOf(host, path));
    const content = contents.get(path);
    current.set(path, content);
    // What could not be read is read again for the error.
    return typeof content === 'string' ? host.read(path) : content;
  };
  /** A change by the generator itself is none to follow. */
  const update = (path: string, content: Content): void => {
    for (const files of [contents, ...readers.values()])
      if (files.has(path)) files.set(path, content);
  };
  const changedOf = (files: ReadonlyMap<string, Content>): readonly string[] =>
    [...files]
      .filter(([path, content]) => !isSame(content, contentOf(host, path)))
      .map(([path]) => path);

  return {
    host: {
      ...host,
      read,
      write(path, bytes) {
        host.write(path, bytes);
        update(path, bytes);
      },
      rename(from, to) {
        host.rename(from, to);
        update(to, contentOf(host, to));
        update(from, undefined);
      },
      remove(path) {
        host.remove(path);
        update(path, undefined);
      },
      ...(host.importModule && {
        importModule(path: string) {
          for (const file of moduleFiles(path, { ...host, read }))
            modules.set(file, contents.get(file));
          return host.importModule?.(path, version) ?? Promise.resolve();
        },
      }),
    },
    begin() {
      if (changedOf(modules).length > 0) version += 1;
      contents = new Map();
    },
    exclude(folders) {
      excluded = folders;
      for (const files of [contents, ...readers.values()])
        for (const path of files.keys()) if (isExcluded(path)) files.delete(path);
    },
    enter(reader) {
      current = new Map();
      readers.set(reader, current);
    },
    resume(reader) {
      current = readers.get(reader) ?? new Map();
      readers.set(reader, current);
    },
    keep(kept) {
      for (const reader of readers.keys()) if (!kept.includes(reader)) readers.delete(reader);
    },
    paths: () => new Set([...readers.values()].flatMap((files) => [...files.keys()])),
    isFound: (path) => [...readers.values()].some((files) => files.get(path) !== undefined),
    changed: (reader) => changedOf(readers.get(reader) ?? new Map()),
  };
}

function contentOf(host: Host, path: string): Content {
  try {
    return host.read(path);
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : 'unreadable';
  }
}

function isSame(before: Content, now: Content): boolean {
  if (before instanceof Uint8Array && now instanceof Uint8Array)
    return Buffer.from(before.buffer, before.byteOffset, before.byteLength).equals(now);
  return before === now;
}
