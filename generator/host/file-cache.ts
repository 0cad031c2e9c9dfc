import {
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FileCache } from '../core/host.js';

/** Size limit of a cached file when it is read. Written files are always smaller. */
const maxBytes = 10_000_000;

/**
 * Caches files in a folder below the system's folder for temporary files. The folder must be writable only by this user, because its
 * content is trusted. Without such a folder nothing is cached, which is not an error.
 */
export function fileCache(user: number | undefined, process: number): FileCache {
  const folder = join(tmpdir(), user === undefined ? 'tallystick-kept' : `tallystick-kept-${user}`);
  return {
    read: (name) =>
      attempt(() => {
        const file = join(folder, name);
        return isPrivateFolder(folder, user) && statSync(file).size <= maxBytes
          ? readFileSync(file)
          : undefined;
      }),
    write(name, bytes) {
      attempt(() => {
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        if (!isPrivateFolder(folder, user)) return;
        // Renamed in one step, so that concurrent runs never read a partial file.
        const temporary = join(folder, `${name}.${process}`);
        try {
          writeFileSync(temporary, bytes, { flag: 'wx' });
          renameSync(temporary, join(folder, name));
        } catch {
          rmSync(temporary, { force: true });
        }
      });
    },
  };
}

function isPrivateFolder(folder: string, user: number | undefined): boolean {
  const stat = lstatSync(folder);
  return (
    stat.isDirectory() && (user === undefined || (stat.uid === user && (stat.mode & 0o022) === 0))
  );
}

function attempt<Result>(work: () => Result): Result | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
