import type { Host } from '../../../generator/core/host.js';
import { diskHost } from '../../../generator/host/disk.js';
import { memoryHost } from '../../../generator/host/memory.js';

/** Files in memory: the output, and the marker of the generator beside it. */
const memoryFolder = '/tallystick-memory';
const notes = `${memoryFolder}/.tallystick/`;

/** The folder that documents are generated into. */
export const outputFolder: string = `${memoryFolder}/output`;

/** A disk that is only read, with everything that is written kept in memory. */
export interface OverlayHost extends Host {
  /** Files that were read from the disk. */
  readonly reads: readonly string[];
  /** Written files by path below the output folder; other paths are absolute. */
  written(): ReadonlyMap<string, string>;
}

/** Documents are read where they lie; nothing of the disk is changed. */
export function overlayHost(cwd: string): OverlayHost {
  const disk = diskHost(cwd);
  const memory = memoryHost({}, cwd);
  const reads: string[] = [];
  const isOutput = (path: string): boolean =>
    path === memoryFolder || path.startsWith(`${memoryFolder}/`);
  return {
    ...memory,
    cwd: disk.cwd,
    reads,
    read(path) {
      const written = memory.read(path);
      if (written !== undefined || isOutput(path)) return written;
      const bytes = disk.read(path);
      if (bytes !== undefined) reads.push(path);
      return bytes;
    },
    list: (path) => (isOutput(path) ? memory.list(path) : disk.list(path)),
    realPath: (path) => (isOutput(path) ? path : disk.realPath(path)),
    written: () =>
      new Map(
        [...memory.files()]
          .filter(([path]) => !path.startsWith(notes))
          .map(([path, text]) => [
            path.startsWith(`${outputFolder}/`) ? path.slice(outputFolder.length + 1) : path,
            text,
          ]),
      ),
  };
}
