import type { Host } from '../core/host.js';
import { baseName, folderOf, joinPath } from '../core/path.js';
import { manifestName } from './manifest-name.js';
import { digest } from './manifest.js';

/**
 * While the generator itself is being worked on, its version says too little to trust a manifest by.
 * The digest of the build that last ran is left beside the output, outside version control, and with it that of the
 * manifest that it wrote: version control may put an older one in its place. A release has no digest and leaves nothing.
 */
export function stamp(host: Host, out: string, build: string): void {
  if (build === '' || isStamped(host, out, build)) return;
  host.makeFolder(folderOf(stampOf(out)));
  host.write(stampOf(out), new TextEncoder().encode(markOf(host, out, build)));
}

/** Whether this build has left its mark there for the manifest that is there, or needs none. */
export function isStamped(host: Host, out: string, build: string): boolean {
  if (build === '') return true;
  const bytes = host.read(stampOf(out));
  return bytes !== undefined && new TextDecoder().decode(bytes) === markOf(host, out, build);
}

function markOf(host: Host, out: string, build: string): string {
  const manifest = host.read(joinPath(out, manifestName));
  return manifest === undefined ? build : `${build} ${digest(manifest)}`;
}

function stampOf(out: string): string {
  return joinPath(joinPath(folderOf(out), '.tallystick'), `${baseName(out)}.build`);
}
