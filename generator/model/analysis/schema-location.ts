import { folderOf, relativePath } from '../../core/path.js';

/** A location from where the entry document lies: nothing of the machine is in it. */
export function locationWithin(id: string, entry: string): string {
  const at = id.indexOf('#');
  const [document, fragment] = at < 0 ? [id, ''] : [id.slice(0, at), id.slice(at)];
  if (document === entry) return fragment === '' ? '#' : fragment;
  if (!document.startsWith('file://') || !entry.startsWith('file://')) return id;
  const from = folderOf(entry.slice('file://'.length));
  return relativePath(from, document.slice('file://'.length)) + fragment;
}
