import { manifestName } from './manifest-name.js';

/**
 * The reason why a path must not be written below an output folder, or `undefined` if it is safe. Names come from documents, which must not
 * write outside the folder or to paths that have a meaning for tools.
 */
export function unsafePathReason(path: string): string | undefined {
  const segments = path.split('/');
  if (segments.some((segment) => segment === '' || segment === '.' || segment === '..')) {
    return 'it leads out of the output folder';
  }
  if (/[\u0000-\u001f\u007f\\:*?"<>|]/.test(path))
    return 'it contains a character that some systems do not allow in file names';
  if (segments.some((segment) => /[. ]$/.test(segment)))
    return 'a name in it ends with a dot or a space';
  if (segments.some((segment) => /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(segment))) {
    return 'a name in it is a device on Windows';
  }
  if (
    path.toLowerCase() === manifestName ||
    /^(\.git|\.tallystick|node_modules)$/i.test(segments[0] ?? '')
  ) {
    return 'this path belongs to a tool';
  }
  return undefined;
}

/** Pairs of paths that are the same file on a case-insensitive disk. */
export function caseCollisions(paths: readonly string[]): readonly (readonly [string, string])[] {
  const seen = new Map<string, string>();
  const collisions: (readonly [string, string])[] = [];
  for (const path of paths) {
    const folded = foldCase(path);
    const first = seen.get(folded);
    if (first === undefined) seen.set(folded, path);
    else collisions.push([first, path]);
  }
  return collisions;
}

/** Normalises a path for comparison on a case-insensitive disk. */
export function foldCase(path: string): string {
  return path.normalize('NFC').toLowerCase();
}
