import type { Host } from '../core/host.js';
import { baseName, folderOf } from '../core/path.js';
import { foldCase } from './output-path.js';

/** What lies in a folder and below, each folder listed once: to open what is not there costs more than to know it. */
export interface Listing {
  /** Whether something below the root has the name of a path, or one that differs by case only. */
  has(path: string): boolean;
}

/** Nothing has been listed yet. What is there when somebody first asks counts, whatever is done later. */
export function createListing(host: Host, root: string): Listing {
  const folders = new Map<string, ReadonlySet<string>>();
  const namesIn = (folder: string): ReadonlySet<string> => {
    const known = folders.get(folder);
    if (known !== undefined) return known;
    // Where the folder above does not have it, there is nothing to list. What is above the root is nobody's business.
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
