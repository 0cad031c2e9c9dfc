/**
 * Paths as the generator spells them: absolute, forward slashes, no dot segments. A drive letter
 * (`C:/…`) is a root like any other. Nothing here looks at a disk.
 */

/** The absolute path that somebody means who types `path` while in `folder`. */
export function absolutePath(folder: string, path: string): string {
  const typed = forwardSlashes(path);
  return normalise(isAbsolute(typed) ? typed : `${forwardSlashes(folder)}/${typed}`);
}

/** Back slashes turned to forward ones where the path is a Windows path; a back slash elsewhere is a character. */
export function forwardSlashes(path: string): string {
  return /^([A-Za-z]:)?[\\]|^[A-Za-z]:/.test(path) ? path.replaceAll('\\', '/') : path;
}

/** Whether a path starts from a root. */
export function isAbsolute(path: string): boolean {
  return /^([A-Za-z]:)?\//.test(path);
}

/** The folder a path lies in; a root lies in itself. */
export function folderOf(path: string): string {
  const cut = path.lastIndexOf('/');
  return cut <= rootOf(path).length - 1 ? rootOf(path) : path.slice(0, cut);
}

/** The last name of a path. */
export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** A path below a folder. */
export function joinPath(folder: string, below: string): string {
  return folder.endsWith('/') ? folder + below : `${folder}/${below}`;
}

/** Whether `path` is the folder or lies somewhere below it. */
export function isInside(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder.endsWith('/') ? folder : `${folder}/`);
}

/** How to get from a folder to a path, both absolute; `.` for the folder itself. */
export function relativePath(folder: string, path: string): string {
  if (rootOf(folder) !== rootOf(path)) return path;
  const from = segmentsOf(folder);
  const to = segmentsOf(path);
  let shared = 0;
  while (shared < from.length && from[shared] === to[shared]) shared++;
  const steps = [...from.slice(shared).map(() => '..'), ...to.slice(shared)];
  return steps.length === 0 ? '.' : steps.join('/');
}

function normalise(path: string): string {
  const kept: string[] = [];
  for (const segment of segmentsOf(path)) {
    if (segment === '..') kept.pop();
    else if (segment !== '.') kept.push(segment);
  }
  return rootOf(path) + kept.join('/');
}

function rootOf(path: string): string {
  return /^([A-Za-z]:)?\//.exec(path)?.[0] ?? '';
}

function segmentsOf(path: string): readonly string[] {
  return path
    .slice(rootOf(path).length)
    .split('/')
    .filter((segment) => segment !== '');
}
