import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import { javascript } from '@codemirror/lang-javascript';
import { yaml } from '@codemirror/lang-yaml';
import { bracketMatching, foldGutter, foldKeymap, syntaxHighlighting } from '@codemirror/language';
import { lintGutter, lintKeymap, setDiagnostics, type Diagnostic } from '@codemirror/lint';
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search';
import { EditorState, type Extension, type Text } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  keymap,
  lineNumbers,
  highlightSpecialChars,
} from '@codemirror/view';
import { classHighlighter } from '@lezer/highlight';
import { element } from './elements.js';
import type { Problem } from './protocol.js';

/** Largest text, in characters, that is highlighted. Parsing a larger one would take the page's time and memory. */
const maxHighlighted = 1_000_000;

/** Characters of a line that a marked problem covers at most. */
const maxMarked = 200;

/** The state of an open file: its text, selection and history. */
export type FileState = EditorState;

/** Options of an editor. */
export interface EditorOptions {
  readonly parent: HTMLElement;
  readonly label: string;
  readonly isReadOnly?: boolean;
  /** URL of the page about a code of diagnostics. */
  readonly pageOf?: (code: string) => string;
  readonly onChange?: () => void;
}

/** An editor that shows one file at a time. */
export interface Editor {
  /** Creates the state of a file, which `show` takes. */
  open(name: string, text: string): FileState;
  show(state: FileState): void;
  readonly state: FileState;
  /** Replaces the text as an edit that can be undone. */
  replace(text: string): void;
  setProblems(problems: readonly Problem[]): void;
  /** Selects a position, shows it, and moves the focus to it. */
  goTo(line: number, column: number): void;
}

/** Creates an editor. Tab moves the focus on, as it does in the rest of the page. */
export function createEditor(options: EditorOptions): Editor {
  const { isReadOnly = false, label, onChange, pageOf } = options;
  const common: Extension = [
    lineNumbers(),
    highlightSpecialChars(),
    drawSelection(),
    bracketMatching(),
    highlightSelectionMatches(),
    syntaxHighlighting(classHighlighter),
    EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'false', tabindex: '0' }),
    keymap.of([...defaultKeymap, ...searchKeymap, ...foldKeymap]),
    isReadOnly
      ? [EditorState.readOnly.of(true)]
      : [
          history(),
          keymap.of([...historyKeymap, ...lintKeymap]),
          lintGutter(),
          highlightActiveLine(),
        ],
    EditorView.updateListener.of(({ docChanged }) => {
      if (docChanged) onChange?.();
    }),
  ];
  const open = (name: string, text: string): FileState =>
    EditorState.create({ doc: text, extensions: [common, languageOf(name, text)] });
  const view = new EditorView({ parent: options.parent, state: open('', '') });
  return {
    open,
    show: (state) => view.setState(state),
    get state() {
      return view.state;
    },
    replace(text) {
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
    },
    setProblems(problems) {
      const marks = problems.map((problem) => markOf(view.state.doc, problem, pageOf));
      view.dispatch(setDiagnostics(view.state, marks));
    },
    goTo(line, column) {
      const at = offsetOf(view.state.doc, line, column);
      view.dispatch({
        selection: { anchor: at },
        effects: EditorView.scrollIntoView(at, { y: 'center' }),
      });
      view.focus();
    },
  };
}

function languageOf(name: string, text: string): Extension {
  if (text.length > maxHighlighted) return [];
  if (/\.[mc]?[jt]s$/.test(name)) return [javascript({ typescript: true }), foldGutter()];
  if (name.endsWith('.json')) return [json(), foldGutter()];
  return /\.ya?ml$/.test(name) ? [yaml(), foldGutter()] : [];
}

function offsetOf(text: Text, line: number, column: number): number {
  const { from, to } = text.line(Math.min(Math.max(line, 1), text.lines));
  return Math.min(from + column - 1, to);
}

/** A problem marks the word or the value that begins at its position. */
function markOf(
  text: Text,
  problem: Problem,
  pageOf: ((code: string) => string) | undefined,
): Diagnostic {
  const { line = 1, column = 1 } = problem.at;
  const from = offsetOf(text, line, column);
  const rest = text.sliceString(from, Math.min(text.lineAt(from).to, from + maxMarked));
  const marked = /^(?:"[^"]*"|'[^']*'|[^\s,:{}[\]]+|.)/.exec(rest)?.[0] ?? '';
  return {
    from,
    to: from + marked.length,
    severity: problem.severity,
    message: problem.message,
    renderMessage: () => explanationOf(problem, pageOf),
  };
}

/** The sentence, the hint and the link of a problem. */
export function explanationOf(
  { code, message, hint }: Problem,
  pageOf: ((code: string) => string) | undefined,
): HTMLElement {
  return element(
    'span',
    { class: 'pg-explanation' },
    message,
    ' ',
    ...(pageOf === undefined
      ? []
      : [element('a', { href: pageOf(code), target: '_blank', rel: 'noopener' }, code)]),
    ...(hint === undefined ? [] : [element('span', { class: 'pg-hint' }, `Hint: ${hint}`)]),
  );
}
