import { element } from './elements.js';
import type { GeneratedFile } from './protocol.js';

/** How a file differs from the one of the run before. */
export type Change = 'added' | 'changed' | 'unchanged';

/** How the files differ from those of the run before, and the paths that are gone. Without an earlier run, nothing has changed. */
export function compareFiles(
  before: readonly GeneratedFile[] | undefined,
  now: readonly GeneratedFile[],
): { readonly changes: ReadonlyMap<string, Change>; readonly removed: readonly string[] } {
  const digests = new Map((before ?? []).map(({ path, digest }) => [path, digest]));
  const changes = new Map<string, Change>();
  for (const { path, digest } of now) {
    const earlier = digests.get(path);
    const change = earlier === undefined ? 'added' : earlier === digest ? 'unchanged' : 'changed';
    changes.set(path, before === undefined ? 'unchanged' : change);
  }
  return { changes, removed: [...digests.keys()].filter((path) => !changes.has(path)) };
}

/** A tree of files. Folders are disclosures, and files are buttons. */
export interface FileTree {
  readonly root: HTMLElement;
  update(
    files: readonly GeneratedFile[],
    changes: ReadonlyMap<string, Change>,
    selected: string | undefined,
  ): void;
  select(path: string | undefined): void;
}

interface Folder {
  readonly folders: Map<string, Folder>;
  readonly files: string[];
}

/** Folders with more files are closed at first. */
const maxOpenFiles = 60;

/** Creates a tree that calls a function when a file is chosen. Folders stay as the person left them. */
export function createFileTree(onSelect: (path: string) => void): FileTree {
  const root = element('nav', { class: 'pg-tree', 'aria-label': 'Generated files' });
  const toggled = new Map<string, boolean>();
  let buttons = new Map<string, HTMLButtonElement>();

  const fileItem = (path: string, change: Change): HTMLElement => {
    const name = path.slice(path.lastIndexOf('/') + 1);
    const button = element(
      'button',
      { type: 'button', class: `pg-file pg-${change}`, onclick: () => onSelect(path) },
      element('span', { class: 'pg-name' }, name),
      ...(change === 'unchanged' ? [] : [element('span', { class: 'pg-badge' }, change)]),
    );
    buttons.set(path, button);
    return element('li', {}, button);
  };
  const folderItem = (
    path: string,
    folder: Folder,
    changes: ReadonlyMap<string, Change>,
  ): HTMLElement => {
    const isOpen = toggled.get(path) ?? folder.files.length <= maxOpenFiles;
    const changed = [...changes].filter(
      ([file, change]) => change !== 'unchanged' && file.startsWith(`${path}/`),
    ).length;
    const details = element(
      'details',
      { open: isOpen },
      element(
        'summary',
        {},
        element('span', { class: 'pg-name' }, `${path.slice(path.lastIndexOf('/') + 1)}/`),
        ...(changed === 0 ? [] : [element('span', { class: 'pg-badge' }, `${changed} changed`)]),
      ),
      listOf(folder, path, changes),
    );
    details.addEventListener('toggle', () => void toggled.set(path, details.open));
    return element('li', {}, details);
  };
  const listOf = (
    { folders, files }: Folder,
    path: string,
    changes: ReadonlyMap<string, Change>,
  ): HTMLElement =>
    element(
      'ul',
      {},
      ...[...folders].map(([name, folder]) =>
        folderItem(path === '' ? name : `${path}/${name}`, folder, changes),
      ),
      ...files.map((file) => fileItem(file, changes.get(file) ?? 'unchanged')),
    );
  const select = (path: string | undefined): void => {
    for (const [each, button] of buttons) {
      if (each === path) button.setAttribute('aria-current', 'true');
      else button.removeAttribute('aria-current');
    }
  };
  return {
    root,
    select,
    update(files, changes, selected) {
      buttons = new Map();
      root.replaceChildren(listOf(foldersOf(files), '', changes));
      select(selected);
    },
  };
}

function foldersOf(files: readonly GeneratedFile[]): Folder {
  const root: Folder = { folders: new Map(), files: [] };
  for (const { path } of files) {
    let folder = root;
    for (const name of path.split('/').slice(0, -1)) {
      const next = folder.folders.get(name) ?? { folders: new Map(), files: [] };
      folder.folders.set(name, next);
      folder = next;
    }
    folder.files.push(path);
  }
  return root;
}
