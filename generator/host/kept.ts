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
import type { KeptFiles } from '../core/host.js';

/** More than is ever written. */
const maxBytes = 10_000_000;

/**
 * Files that are kept in the folder of temporary files, in a folder that nobody but this user can write: what is read there is believed. Nothing is
 * kept where there is no such folder, and it is never an error that nothing is.
 */
export function keptFiles(user: number | undefined, process: number): KeptFiles {
  const folder = join(tmpdir(), user === undefined ? 'tallystick-kept' : `tallystick-kept-${user}`);
  return {
    read: (name) =>
      attempt(() => {
        const file = join(folder, name);
        return isOwn(folder, user) && statSync(file).size <= maxBytes
          ? readFileSync(file)
          : undefined;
      }),
    write(name, bytes) {
      attempt(() => {
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        if (!isOwn(folder, user)) return;
        // In one step, so that a run beside this one reads all of it or nothing.
        const own = join(folder, `${name}.${process}`);
        try {
          writeFileSync(own, bytes, { flag: 'wx' });
          renameSync(own, join(folder, name));
        } catch {
          rmSync(own, { force: true });
        }
      });
    },
  };
}

function isOwn(folder: string, user: number | undefined): boolean {
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
