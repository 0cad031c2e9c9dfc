import { createEditor, type FileState } from './editor.js';
import { element } from './elements.js';
import { selectedEmitters, toggleEmitter } from './emitter-list.js';
import { safeName } from './input.js';
import type { EmitterEntry, Input, Place, Problem } from './protocol.js';

const configName = 'tallystick.yaml';

/** What the user edits: the document and the config file, a tab for each, and check boxes of emitters. */
export interface InputPanel {
  readonly root: HTMLElement;
  /** The current texts. */
  read(): Input;
  /** Replaces what is edited. */
  load(input: Input): void;
  setEmitters(emitters: readonly EmitterEntry[]): void;
  setProblems(problems: readonly Problem[]): void;
  /** True if one of the tabs shows a file. */
  hasFile(name: string): boolean;
  goTo(place: Place): void;
}

type TabName = 'document' | 'config';

/** Creates the panel. `onChange` is called after every edit. */
export function createInputPanel(options: {
  readonly pageOf: (code: string) => string;
  readonly onChange: () => void;
}): InputPanel {
  const host = element('div', { class: 'pg-editor', id: 'pg-input', role: 'tabpanel' });
  const editor = createEditor({ ...options, parent: host, label: 'Input', onChange: edited });
  const states: Record<TabName, FileState> = {
    document: editor.open('', ''),
    config: editor.open(configName, ''),
  };
  let name = 'openapi.yaml';
  let shown: TabName = 'document';
  let emitters: readonly EmitterEntry[] = [];
  let problems: readonly Problem[] = [];
  let isLoading = false;

  const tabs: Readonly<Record<TabName, HTMLButtonElement>> = {
    document: tabOf('document'),
    config: tabOf('config'),
  };
  const tabList = element(
    'div',
    { class: 'pg-tabs', role: 'tablist', 'aria-label': 'Files' },
    tabs.document,
    tabs.config,
  );
  const summary = element('summary', {}, 'Emitters');
  const boxes = element('fieldset', {}, element('legend', {}, 'Emitters of the package'));
  const root = element(
    'section',
    { class: 'pg-input', 'aria-label': 'Input' },
    tabList,
    element('details', { class: 'pg-emitters' }, summary, boxes),
    host,
  );

  function tabOf(tab: TabName): HTMLButtonElement {
    const button = element('button', {
      type: 'button',
      role: 'tab',
      id: `pg-tab-${tab}`,
      'aria-controls': 'pg-input',
      onclick: () => show(tab),
    });
    button.addEventListener('keydown', ({ key }) => {
      if (key !== 'ArrowLeft' && key !== 'ArrowRight') return;
      const other = tab === 'document' ? 'config' : 'document';
      show(other);
      tabs[other].focus();
    });
    return button;
  }

  function edited(): void {
    if (isLoading) return;
    if (shown === 'config') showBoxes();
    options.onChange();
  }

  function show(tab: TabName): void {
    states[shown] = editor.state;
    shown = tab;
    editor.show(states[tab]);
    label();
    showProblems();
  }

  function label(): void {
    tabs.document.textContent = name;
    tabs.config.textContent = configName;
    for (const [each, button] of Object.entries(tabs)) {
      const isShown = each === shown;
      button.setAttribute('aria-selected', String(isShown));
      button.tabIndex = isShown ? 0 : -1;
      if (isShown) host.setAttribute('aria-labelledby', button.id);
    }
  }

  function textOf(tab: TabName): string {
    return (tab === shown ? editor.state : states[tab]).doc.toString();
  }

  /** Replaces the text of the config file. */
  function writeConfig(text: string): void {
    if (shown === 'config') {
      editor.replace(text);
      return;
    }
    const { state } = states.config.update({
      changes: { from: 0, to: states.config.doc.length, insert: text },
    });
    states.config = state;
    edited();
    showBoxes();
  }

  function showBoxes(): void {
    const selected = selectedEmitters(textOf('config'), emitters);
    const focused =
      document.activeElement instanceof HTMLInputElement ? document.activeElement.name : '';
    boxes.replaceChildren(
      element('legend', {}, 'Emitters of the package'),
      ...emitters.map(({ name: emitter }) => {
        const box = element('input', {
          type: 'checkbox',
          name: emitter,
          checked: selected?.has(emitter) === true,
          disabled: selected === undefined,
          onchange: () => {
            writeConfig(
              toggleEmitter(textOf('config'), emitters, { name: emitter, isSelected: box.checked }),
            );
            showBoxes();
          },
        });
        return element('label', {}, box, ` ${emitter}`);
      }),
    );
    if (focused !== '') boxes.querySelector<HTMLInputElement>(`input[name="${focused}"]`)?.focus();
    const names = emitters.flatMap((each) => (selected?.has(each.name) === true ? each.name : []));
    summary.textContent = selected === undefined ? 'Emitters' : `Emitters: ${names.join(', ')}`;
  }

  function showProblems(): void {
    const file = shown === 'config' ? configName : name;
    editor.setProblems(problems.filter(({ at }) => at.file === file));
  }

  label();
  return {
    root,
    read() {
      const text = textOf('document');
      const actual = safeName(name, text);
      if (actual !== name) {
        // A text of another format was pasted over the document.
        const config = textOf('config').replaceAll(name, actual);
        name = actual;
        isLoading = true;
        writeConfig(config);
        isLoading = false;
        label();
      }
      return { document: { name, text }, config: textOf('config') };
    },
    load({ document, config }) {
      isLoading = true;
      name = safeName(document.name, document.text);
      problems = [];
      states.config = editor.open(configName, config);
      states.document = editor.open(name, document.text);
      shown = 'document';
      editor.show(states.document);
      isLoading = false;
      label();
      showBoxes();
      options.onChange();
    },
    setEmitters(all) {
      emitters = all;
      showBoxes();
    },
    setProblems(found) {
      problems = found;
      showProblems();
    },
    hasFile: (file) => file === name || file === configName,
    goTo({ file, line = 1, column = 1 }) {
      show(file === configName ? 'config' : 'document');
      editor.goTo(line, column);
    },
  };
}
