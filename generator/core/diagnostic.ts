import type { Origin, Position } from './origin.js';
import { redacted } from './redact.js';

/** How bad it is: an error stops the run before anything is written. */
export type Severity = 'error' | 'warning';

/** Something to say to the person who wrote a description. Data, not text: printing is the console's work. */
export interface Diagnostic {
  /** Stable kebab-case name; `docs/diagnostics/<code>.md` explains it. */
  readonly code: string;
  readonly severity: Severity;
  /** One sentence, present tense, names quoted. */
  readonly message: string;
  readonly origin: Origin;
  /** Whether the key or the value of the origin's node is meant; the value if absent. */
  readonly part?: 'key' | 'value';
  /** A place inside the document that is no node, such as a syntax error; wins over the origin. */
  readonly position?: Position;
  /** What to write instead. */
  readonly hint?: string;
  /** Other places that explain this one, such as the first of two equal names. */
  readonly related?: readonly { readonly message: string; readonly origin: Origin }[];
}

/** A value and everything there is to say about it. `value` is absent when nothing useful could be made. */
export interface Checked<T> {
  readonly value: T | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/** Collects diagnostics while a room works. */
export interface Reporter {
  error(code: string, origin: Origin, message: string, more?: DiagnosticDetails): void;
  warning(code: string, origin: Origin, message: string, more?: DiagnosticDetails): void;
  readonly diagnostics: readonly Diagnostic[];
}

/** What a diagnostic may carry beside its sentence. */
export type DiagnosticDetails = Pick<Diagnostic, 'hint' | 'part' | 'position' | 'related'>;

/** A fresh, empty reporter. */
export function createReporter(): Reporter {
  const diagnostics: Diagnostic[] = [];
  const add =
    (severity: Severity) =>
    (code: string, origin: Origin, message: string, more: DiagnosticDetails = {}): void => {
      const hint = more.hint === undefined ? {} : { hint: redacted(more.hint) };
      diagnostics.push({ code, severity, message: redacted(message), origin, ...more, ...hint });
    };
  return { error: add('error'), warning: add('warning'), diagnostics };
}

/** Whether any of them stops the run. */
export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some((diagnostic) => diagnostic.severity === 'error');
}
