import type { Origin, Position } from './origin.js';
import { redacted } from './redact.js';

/** Severity of a diagnostic. An error stops the run before anything is written. */
export type Severity = 'error' | 'warning';

/** A message to the author of a description, as data. The console renders it. */
export interface Diagnostic {
  /** Stable name in kebab case. Documented in `docs/diagnostics/<code>.md`. */
  readonly code: string;
  readonly severity: Severity;
  /** One sentence in the present tense, with names in quotes. */
  readonly message: string;
  readonly origin: Origin;
  /** Selects the key or the value of the node. Default: the value. */
  readonly part?: 'key' | 'value';
  /** A position that is not a node of the document, such as a syntax error. Takes precedence over `origin`. */
  readonly position?: Position;
  /** A correction, such as the text to write instead. */
  readonly hint?: string;
  /** Related nodes, such as the first of two equal names. */
  readonly related?: readonly { readonly message: string; readonly origin: Origin }[];
}

/** A result with its diagnostics. `value` is absent if no usable result could be produced. */
export interface Checked<T> {
  readonly value: T | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/** Collects diagnostics. */
export interface Reporter {
  error(code: string, origin: Origin, message: string, more?: DiagnosticDetails): void;
  warning(code: string, origin: Origin, message: string, more?: DiagnosticDetails): void;
  readonly diagnostics: readonly Diagnostic[];
}

/** Optional members of a diagnostic. */
export type DiagnosticDetails = Pick<Diagnostic, 'hint' | 'part' | 'position' | 'related'>;

/** Creates an empty reporter. */
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

/** True if at least one diagnostic is an error, which stops the run. */
export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some((diagnostic) => diagnostic.severity === 'error');
}
