/**
 * Paths in the generator's notation: absolute, forward slashes, no dot segments. A drive letter (`C:/…`) is a root. These functions do not
 * access the file system.
 */

/** Resolves `path` against `folder`. */
export function absolutePath(folder: string, path: string): string {
  const normalized = forwardSlashes(path);
  return normalise(isAbsolute(normalized) ? normalized : `${forwardSlashes(folder)}/${normalized}`);
}

/** Converts backslashes of a Windows path to forward slashes. In other paths a backslash is an ordinary character. */
export function forwardSlashes(path: string): string {
  return /^([A-Za-z]:)?[\\]|^[A-Za-z]:/.test(path) ? path.replaceAll('\\', '/') : path;
}

/** True if a path begins with a root. */
export function isAbsolute(path: string): boolean {
  return /^([A-Za-z]:)?\//.test(path);
}

/** The parent folder of a path. A root is its own parent. */
export function folderOf(path: string): string {
  const cut = path.lastIndexOf('/');
  return cut <= rootOf(path).length - 1 ? rootOf(path) : path.slice(0, cut);
}

/** The last segment of a path. */
export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Appends a relative path to a folder. */
export function joinPath(folder: string, below: string): string {
  return folder.endsWith('/') ? folder + below : `${folder}/${below}`;
}

/** True if `path` is the folder itself or is below it. */
export function isInside(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder.endsWith('/') ? folder : `${folder}/`);
}

/** The relative path from a folder to a path, both absolute. Returns `.` for the folder itself, and `path` if the roots differ. */
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
  const segments: string[] = [];
  for (const segment of segmentsOf(path)) {
    if (segment === '..') segments.pop();
    else if (segment !== '.') segments.push(segment);
  }
  return rootOf(path) + segments.join('/');
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
