import { manifestName } from './manifest-name.js';

/**
 * Why a path may not be written below an output folder; `undefined` where it may. Names come from
 * documents, and a document may not choose what lies outside the folder or mean something to a tool.
 */
export function refusalOf(path: string): string | undefined {
  const segments = path.split('/');
  if (segments.some((segment) => segment === '' || segment === '.' || segment === '..')) {
    return 'it leads out of the output folder';
  }
  if (/[\u0000-\u001f\u007f\\:*?"<>|]/.test(path))
    return 'it holds a character that is no part of a file name everywhere';
  if (segments.some((segment) => /[. ]$/.test(segment)))
    return 'a name in it ends with a dot or a space';
  if (segments.some((segment) => /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(segment))) {
    return 'a name in it is a device on Windows';
  }
  if (
    path.toLowerCase() === manifestName ||
    /^(\.git|\.tallystick|node_modules)$/i.test(segments[0] ?? '')
  ) {
    return 'its place is taken by a tool';
  }
  return undefined;
}

/** Pairs of paths that are one file on a disk that does not tell upper from lower case. */
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

/** A path as a disk that does not tell upper from lower case compares it. */
export function foldCase(path: string): string {
  return path.normalize('NFC').toLowerCase();
}
