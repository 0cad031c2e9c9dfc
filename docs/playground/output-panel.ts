import { createEditor } from './editor.js';
import { download, element } from './elements.js';
import { compareFiles, createFileTree } from './file-tree.js';
import type { GeneratedFile, RunResult } from './protocol.js';

/** The generated files: a tree, and the text of one of them. */
export interface OutputPanel {
  readonly root: HTMLElement;
  /** Shows the files of a run, and what it has changed. After a run with errors, those of the last good run stay. */
  update(result: RunResult): void;
  /** Forgets the files, because those of the next run are of another document. */
  reset(): void;
  /** The files of the last good run. */
  readonly files: { readonly list: readonly GeneratedFile[]; readonly contents: Blob } | undefined;
}

/** Creates the panel. `say` tells the person what happened. */
export function createOutputPanel(say: (text: string) => void): OutputPanel {
  let last: OutputPanel['files'];
  let selected: string | undefined;
  /** Counts selections, because the text of an earlier one may arrive later. */
  let selections = 0;
  let text = '';

  const tree = createFileTree((path) => void select(path));
  const title = element('h2', { class: 'pg-path' }, 'No file');
  const button = (label: string, onclick: () => void): HTMLButtonElement =>
    element('button', { type: 'button', onclick, disabled: true }, label);
  const copyButton = button('Copy', () => void copy());
  const saveButton = button('Save', () => {
    if (selected !== undefined)
      download(selected.slice(selected.lastIndexOf('/') + 1), new Blob([text]));
  });
  const host = element('div', { class: 'pg-editor' });
  const removed = element('p', { class: 'pg-note pg-removed' });
  const stale = element('p', { class: 'pg-note pg-stale', hidden: true }, staleText);
  const root = element(
    'section',
    { class: 'pg-output', 'aria-label': 'Output' },
    element('div', { class: 'pg-files' }, stale, tree.root, removed),
    element(
      'div',
      { class: 'pg-view' },
      element('div', { class: 'pg-view-bar' }, title, copyButton, saveButton),
      host,
    ),
  );
  const viewer = createEditor({ parent: host, label: 'Generated file', isReadOnly: true });

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      say('The file is in the clipboard.');
    } catch {
      say('The browser does not allow the page to use the clipboard.');
    }
  }

  async function select(path: string): Promise<void> {
    const file = last?.list.find((each) => each.path === path);
    if (file === undefined || last === undefined) return;
    selections += 1;
    const selection = selections;
    selected = path;
    tree.select(path);
    const shown = await last.contents.slice(file.start, file.end).text();
    if (selection !== selections) return;
    text = shown;
    title.textContent = path;
    viewer.show(viewer.open(path, text));
    copyButton.disabled = false;
    saveButton.disabled = false;
  }

  return {
    root,
    get files() {
      return last;
    },
    update({ ok, files, contents }) {
      stale.hidden = ok || last === undefined;
      if (!ok) return;
      const { changes, removed: gone } = compareFiles(last?.list, files);
      const before = last?.list.find(({ path }) => path === selected)?.digest;
      last = { list: files, contents };
      const isKept = files.some(({ path }) => path === selected);
      const next = isKept ? selected : (files.find(isTypes) ?? files[0])?.path;
      tree.update(files, changes, next);
      removed.textContent = gone.length === 0 ? '' : `Removed: ${gone.join(', ')}`;
      const isSame = isKept && files.some((each) => each.path === next && each.digest === before);
      if (next !== undefined && !isSame) void select(next);
    },
    reset() {
      last = undefined;
      selected = undefined;
    },
  };
}

const staleText = 'The document has errors. These files are those of the last run without errors.';

function isTypes({ path }: GeneratedFile): boolean {
  return path.endsWith('/types.ts');
}
