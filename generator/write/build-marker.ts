import type { Host } from '../core/host.js';
import { baseName, folderOf, joinPath } from '../core/path.js';
import { manifestName } from './manifest-name.js';
import { digest } from './manifest.js';

/**
 * Records the build that wrote an output. During development of the generator, its version does not identify its code. The marker is next
 * to the output and is not under version control. It contains the digests of the build and of its manifest, because version control may
 * restore an older manifest. A release has an empty build and writes no marker.
 */
export function markBuild(host: Host, out: string, build: string): void {
  if (build === '' || hasBuildMarker(host, out, build)) return;
  host.makeFolder(folderOf(markerPath(out)));
  host.write(markerPath(out), new TextEncoder().encode(markerText(host, out, build)));
}

/** True if this build wrote the current manifest, or needs no marker. */
export function hasBuildMarker(host: Host, out: string, build: string): boolean {
  if (build === '') return true;
  const bytes = host.read(markerPath(out));
  return bytes !== undefined && new TextDecoder().decode(bytes) === markerText(host, out, build);
}

function markerText(host: Host, out: string, build: string): string {
  const manifest = host.read(joinPath(out, manifestName));
  return manifest === undefined ? build : `${build} ${digest(manifest)}`;
}

function markerPath(out: string): string {
  return joinPath(joinPath(folderOf(out), '.tallystick'), `${baseName(out)}.build`);
}
