import type { Host } from '../core/host.js';

/** A path made absolute from the host's folder, with `.` and `..` folded away. */
export function absolutePath(host: Host, path: string): string {
  return fold(path.startsWith('/') || /^[A-Za-z]:\//.test(path) ? path : `${host.cwd}/${path}`);
}

/** The path a person would type: relative to the working directory. */
export function displayPath(host: Host, file: string): string {
  const from = fold(host.cwd).split('/');
  const to = file.split('/');
  let shared = 0;
  while (shared < from.length && shared < to.length - 1 && from[shared] === to[shared]) shared++;
  if (shared < 2 && from.length > 1) return file;
  return [...from.slice(shared).map(() => '..'), ...to.slice(shared)].join('/');
}

/** The URI of an absolute path. */
export function uriOf(file: string): string {
  const escaped = file.replace(/[%?#\\\s]/g, (character) => encodeURIComponent(character));
  return new URL(`file://${escaped.startsWith('/') ? '' : '/'}${escaped}`).href;
}

/** The absolute path that a `file:` URI names; `undefined` where its escapes hide a separator or are broken. */
export function fileOf(uri: string): string | undefined {
  const { pathname, host } = new URL(uri);
  if (host !== '' || /%2f|%5c|%00/i.test(pathname)) return undefined;
  try {
    return decodeURIComponent(pathname).replace(/^\/([A-Za-z]:\/)/, '$1');
  } catch {
    return undefined;
  }
}

/** The folder that holds a file. */
export function folderOf(file: string): string {
  return file.slice(0, Math.max(1, file.lastIndexOf('/')));
}

/** Whether a file lies in a folder or below it. Both are absolute and real. */
export function isWithin(folder: string, file: string): boolean {
  return file.startsWith(folder.endsWith('/') ? folder : `${folder}/`);
}

function fold(path: string): string {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '..' && parts.length > 1) parts.pop();
    else if (part !== '.' && part !== '..' && (part !== '' || parts.length === 0)) parts.push(part);
  }
  return parts.length === 1 ? `${parts[0]}/` : parts.join('/');
}
