import type { Host } from '../core/host.js';
import { baseName, folderOf, joinPath } from '../core/path.js';

/**
 * While the generator itself is being worked on, its version says too little to trust a manifest by.
 * The digest of the build that last ran is left beside the output, outside version control; a release
 * has none and leaves nothing.
 */
export function stamp(host: Host, out: string, build: string): void {
  if (build === '' || isStamped(host, out, build)) return;
  host.makeFolder(folderOf(stampOf(out)));
  host.write(stampOf(out), new TextEncoder().encode(build));
}

/** Whether this build has left its mark there, or needs none. */
export function isStamped(host: Host, out: string, build: string): boolean {
  if (build === '') return true;
  const bytes = host.read(stampOf(out));
  return bytes !== undefined && new TextDecoder().decode(bytes) === build;
}

function stampOf(out: string): string {
  return joinPath(joinPath(folderOf(out), '.tallystick'), `${baseName(out)}.build`);
}
