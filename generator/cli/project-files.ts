import type { Host } from '../core/host.js';
import { absolutePath, folderOf } from '../core/path.js';

/** The text of a file of the project, relative to the current folder; `undefined` if it does not exist. */
export function textAt(host: Host, path: string): string | undefined {
  const bytes = host.read(absolutePath(host.cwd, path));
  return bytes === undefined ? undefined : new TextDecoder().decode(bytes);
}

/** Writes a file of the project, and the folders above it. */
export function writeText(host: Host, path: string, text: string): void {
  const absolute = absolutePath(host.cwd, path);
  host.makeFolder(folderOf(absolute));
  host.write(absolute, new TextEncoder().encode(text));
}
