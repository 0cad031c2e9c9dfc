import { download, element } from './elements.js';
import { examples } from './examples.js';
import { inputOf, maxDocument } from './input.js';
import { createInputPanel } from './input-panel.js';
import { createOutputPanel } from './output-panel.js';
import { createProblemList } from './problem-list.js';
import type { Input, Reply, RunResult } from './protocol.js';
import { createRunner, type WorkerListener, type WorkerPort } from './runner.js';
import { decodeFragment, encodeFragment, isFragment } from './share.js';

/** Options of the playground. */
export interface PlaygroundOptions {
  /** URL of the page about a code of diagnostics. */
  readonly pageOf: (code: string) => string;
}

/** Milliseconds without an edit after which a run starts. A large document takes longer to hand over. */
const pauses = { usual: 300, large: 1000 };

/** Number of characters from which a document is large. */
const largeDocument = 1_000_000;

/** Puts the playground into an element. Returns a function that removes it and ends its worker. */
export function mount(parent: HTMLElement, { pageOf }: PlaygroundOptions): () => void {
  const status = element('p', { class: 'pg-status', role: 'status' });
  const say = (text: string): void => void (status.textContent = text);
  let cancelRun = (): void => {};
  let size = 0;

  const input = createInputPanel({ pageOf, onChange: schedule });
  const output = createOutputPanel(say);
  const problems = createProblemList({
    pageOf,
    canFollow: input.hasFile,
    onFollow: input.goTo,
  });
  const stopButton = element('button', { type: 'button', hidden: true }, 'Stop');
  const zipButton = element('button', { type: 'button', disabled: true }, 'Download all');
  const runner = createRunner({
    createWorker,
    patience: 2000,
    limit: 60_000,
    later: (work, milliseconds) => {
      const timer = setTimeout(work, milliseconds);
      return () => clearTimeout(timer);
    },
    events: {
      onReady: input.setEmitters,
      onStart: () => {
        stopButton.hidden = false;
        root.setAttribute('aria-busy', 'true');
        say('Generating…');
      },
      onProgress: (step) => say(`Generating: ${step}…`),
      onDone: (result) => {
        ended();
        input.setProblems(result.problems);
        output.update(result);
        problems.update(result);
        zipButton.disabled = output.files === undefined;
        say(summaryOf(result));
      },
      onFailure: (why) => {
        ended();
        say(`No result: ${why}.`);
      },
    },
  });
  stopButton.addEventListener('click', () => runner.stop());
  zipButton.addEventListener('click', () => void saveAll());

  const chooser = element('input', { type: 'file', class: 'pg-hidden', id: 'pg-file' });
  chooser.addEventListener('change', () => {
    const [file] = chooser.files ?? [];
    if (file !== undefined) void openFile(file);
    chooser.value = '';
  });
  const select = element(
    'select',
    { id: 'pg-example' },
    element('option', { value: '' }, 'Choose…'),
    ...examples.map(({ title }) => element('option', { value: title }, title)),
  );
  select.addEventListener('change', () => {
    const example = examples.find(({ title }) => title === select.value);
    if (example !== undefined) load(inputOf(example.name, example.text, example.emitters));
  });
  const bar = element(
    'div',
    { class: 'pg-bar' },
    element('label', { for: 'pg-example' }, 'Example'),
    select,
    chooser,
    element('label', { for: 'pg-file', class: 'pg-button' }, 'Open file'),
    element('button', { type: 'button', onclick: () => void share() }, 'Share'),
    zipButton,
    stopButton,
    status,
  );
  const root = element(
    'div',
    { class: 'pg' },
    bar,
    element('div', { class: 'pg-panels' }, input.root, output.root),
    problems.root,
  );

  function ended(): void {
    stopButton.hidden = true;
    root.removeAttribute('aria-busy');
  }

  function schedule(): void {
    cancelRun();
    const timer = setTimeout(
      () => {
        const current = input.read();
        size = current.document.text.length;
        runner.start(current);
      },
      size < largeDocument ? pauses.usual : pauses.large,
    );
    cancelRun = () => clearTimeout(timer);
  }

  function load(next: Input): void {
    output.reset();
    input.load(next);
  }

  async function openFile(file: File): Promise<void> {
    if (file.size > maxDocument) {
      say(`${file.name} is too large: a document has at most ${maxDocument / 1_000_000} MB here.`);
      return;
    }
    say(`Reading ${file.name}…`);
    load(inputOf(file.name, await file.text()));
    select.value = '';
  }

  async function share(): Promise<void> {
    const fragment = await encodeFragment(input.read());
    if (fragment === undefined) {
      say('This document is too large for a link. Send the file instead.');
      return;
    }
    history.replaceState(history.state, '', fragment);
    try {
      await navigator.clipboard.writeText(location.href);
      say('The link is in the clipboard. It contains the document; no server has seen it.');
    } catch {
      say('The link is in the address bar. It contains the document; no server has seen it.');
    }
  }

  async function saveAll(): Promise<void> {
    if (output.files === undefined) return;
    try {
      const archive = await runner.zip(output.files.list, output.files.contents);
      download('packages.zip', archive);
    } catch (error) {
      say(`The archive was not written: ${error instanceof Error ? error.message : ''}.`);
    }
  }

  async function openLink(): Promise<void> {
    if (!isFragment(location.hash)) return;
    const shared = await decodeFragment(location.hash);
    if (shared === undefined) say('The link is damaged: a part of it is missing or was changed.');
    else {
      select.value = '';
      load(shared);
    }
  }

  const onHashChange = (): void => void openLink();
  addEventListener('hashchange', onHashChange);
  acceptDrops(root, (file) => void openFile(file));
  // Editors measure their lines when they are shown.
  void loadStyles().then(() => parent.replaceChildren(root));
  const [first] = examples;
  if (first !== undefined && !isFragment(location.hash)) {
    select.value = first.title;
    load(inputOf(first.name, first.text, first.emitters));
  }
  void openLink();
  return () => {
    removeEventListener('hashchange', onHashChange);
    cancelRun();
    runner.close();
    root.remove();
  };
}

/** The style sheet beside this module. */
function loadStyles(): Promise<void> {
  const href = new URL('playground.css', import.meta.url).href;
  if (document.querySelector(`link[href="${href}"]`) !== null) return Promise.resolve();
  return new Promise((resolve) => {
    const done = (): void => resolve();
    document.head.append(element('link', { rel: 'stylesheet', href, onload: done, onerror: done }));
  });
}

/** Files that are dropped anywhere are opened. The editor would insert them at the pointer otherwise. */
function acceptDrops(root: HTMLElement, open: (file: File) => void): void {
  const hasFile = ({ dataTransfer }: DragEvent): boolean =>
    dataTransfer?.types.includes('Files') === true;
  const show = (event: DragEvent): void => {
    if (!hasFile(event)) return;
    event.preventDefault();
    root.classList.add('pg-dropping');
  };
  root.addEventListener('dragover', show, true);
  root.addEventListener('dragleave', () => root.classList.remove('pg-dropping'));
  root.addEventListener(
    'drop',
    (event) => {
      root.classList.remove('pg-dropping');
      const [file] = event.dataTransfer?.files ?? [];
      if (file === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      open(file);
    },
    true,
  );
}

/**
 * Starts the worker through a blob, because a worker takes over the Content-Security-Policy of the page only then. The policy of a
 * worker that is loaded from a file is what the server says about that file.
 */
function createWorker({ onReply, onError }: WorkerListener): WorkerPort {
  const module = new URL('worker.js', import.meta.url).href;
  const source = new Blob([`import ${JSON.stringify(module)};`], { type: 'text/javascript' });
  const worker = new Worker(URL.createObjectURL(source), { type: 'module' });
  worker.addEventListener('message', ({ data }: MessageEvent<Reply>) => onReply(data));
  worker.addEventListener('error', ({ message }) => onError(message || 'the worker did not start'));
  return {
    send: (request) => worker.postMessage(request),
    terminate: () => worker.terminate(),
  };
}

function summaryOf({ ok, files, errors, warnings, milliseconds }: RunResult): string {
  const count = (number: number, noun: string): string =>
    `${number} ${noun}${number === 1 ? '' : 's'}`;
  const problems = [
    ...(errors > 0 ? [count(errors, 'error')] : []),
    ...(warnings > 0 ? [count(warnings, 'warning')] : []),
  ].join(', ');
  const time = `${Math.round(milliseconds).toLocaleString('en')} ms`;
  if (!ok) return `${problems}. Nothing was generated.`;
  return `${count(files.length, 'file')} in ${time}${problems === '' ? '' : `, ${problems}`}.`;
}
