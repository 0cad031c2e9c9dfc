import type { Host } from '../core/host.js';
import { baseName, folderOf } from '../core/path.js';
import { foldCase } from './output-path.js';

/** Names in a folder and below. Each folder is listed only once, because that costs less than opening files that do not exist. */
export interface FolderIndex {
  /** True if a file or folder below the root has this path, ignoring case. */
  has(path: string): boolean;
}

/** Creates an index. A folder is listed on first use, and later changes are not visible. */
export function createFolderIndex(host: Host, root: string): FolderIndex {
  const folders = new Map<string, ReadonlySet<string>>();
  const namesIn = (folder: string): ReadonlySet<string> => {
    const cached = folders.get(folder);
    if (cached !== undefined) return cached;
    // A folder that its parent does not contain need not be listed. Parents of the root are not examined.
    const exists = folder === root || has(folder);
    const names = new Set((exists ? (host.list(folder) ?? []) : []).map(foldCase));
    folders.set(folder, names);
    return names;
  };
  function has(path: string): boolean {
    return namesIn(folderOf(path)).has(foldCase(baseName(path)));
  }
  return { has };
}
