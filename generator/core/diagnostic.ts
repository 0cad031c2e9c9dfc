import type { Origin, Position } from './origin.js';
import { redacted } from './address.js';

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
  /** True for an error that `--lenient` reports as a warning: the reader ignores the node and goes on. */
  readonly isRecoverable?: true;
}

/**
 * A kind of mistake: its code, its severity, and its sentences by name. `Sentences` lists the parameters of each sentence, `void` for none.
 * `default` is the name of the only sentence, or of the most general one.
 */
export type DiagnosticType<Sentences> = DiagnosticTypeData & {
  readonly [Name in keyof Sentences]: (parameters: Readonly<Sentences[Name]>) => Sentence;
};

/** The data of a kind of mistake. */
export interface DiagnosticTypeData {
  readonly code: string;
  readonly severity: Severity;
  /** True for an error that `--lenient` reports as a warning. */
  readonly isRecoverable: boolean;
}

/** Texts of the sentences of one code by name. */
export type SentenceTable<Sentences> = {
  readonly [Name in keyof Sentences]: (parameters: Readonly<Sentences[Name]>) => string;
};

/** One sentence about a mistake, with the type that it belongs to. Created by a `DiagnosticType` only. */
export interface Sentence {
  readonly type: DiagnosticTypeData;
  readonly message: string;
}

/**
 * Defines an error: nothing is written. The code is documented in `docs/diagnostics/<code>.md`. The type of the constant lists the
 * sentences and their parameters.
 *
 * ```ts
 * export const unknownTag: DiagnosticType<{ default: { name: string } }> = defineError('unknown-tag', {
 *   default: ({ name }) => `no tag is called "${name}"`,
 * });
 * reporter.report(unknownTag.default({ name }), origin, { part: 'key' });
 * ```
 */
export function defineError<Sentences>(
  code: string,
  sentences: NoInfer<SentenceTable<Sentences>>,
): DiagnosticType<Sentences> {
  return define({ code, severity: 'error', isRecoverable: false }, sentences);
}

/**
 * Defines an error about a single node, which the reader can ignore: with `--lenient`, it is a warning. A reference without a target
 * then accepts every value, an unreadable node is omitted, and the second of two equal names is replaced. Errors about an entire
 * document, security, or file access are not recoverable.
 */
export function defineRecoverableError<Sentences>(
  code: string,
  sentences: NoInfer<SentenceTable<Sentences>>,
): DiagnosticType<Sentences> {
  return define({ code, severity: 'error', isRecoverable: true }, sentences);
}

/** Defines a warning: the output is written. */
export function defineWarning<Sentences>(
  code: string,
  sentences: NoInfer<SentenceTable<Sentences>>,
): DiagnosticType<Sentences> {
  return define({ code, severity: 'warning', isRecoverable: false }, sentences);
}

function define<Sentences>(
  type: DiagnosticTypeData,
  sentences: SentenceTable<Sentences>,
): DiagnosticType<Sentences> {
  const texts = sentences as { readonly [name: string]: (parameters: unknown) => string };
  const reported = Object.entries(texts).map(([name, text]) => [
    name,
    (parameters: unknown): Sentence => ({ type, message: text(parameters) }),
  ]);
  return Object.assign(Object.fromEntries(reported), type) as DiagnosticType<Sentences>;
}

/** A result with its diagnostics. `value` is absent if no usable result could be produced. */
export interface Checked<T> {
  readonly value: T | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/** Collects diagnostics. */
export interface Reporter {
  /** Adds a diagnostic: a sentence of a `DiagnosticType`, about a node. */
  report(sentence: Sentence, origin: Origin, details?: DiagnosticDetails): void;
  /** Adds a diagnostic that another reporter collected. */
  add(diagnostic: Diagnostic): void;
  readonly diagnostics: readonly Diagnostic[];
}

/** Optional members of a diagnostic. */
export type DiagnosticDetails = Pick<Diagnostic, 'hint' | 'part' | 'position' | 'related'>;

/** Creates an empty reporter. */
export function createReporter(): Reporter {
  const diagnostics: Diagnostic[] = [];
  return {
    report: (sentence, origin, details) => {
      diagnostics.push(createDiagnostic(sentence, origin, details));
    },
    add: (diagnostic) => {
      diagnostics.push(diagnostic);
    },
    diagnostics,
  };
}

/** Creates a diagnostic without a reporter. Masks secrets in its sentence and its hint. */
export function createDiagnostic(
  { type, message }: Sentence,
  origin: Origin,
  details: DiagnosticDetails = {},
): Diagnostic {
  return {
    code: type.code,
    severity: type.severity,
    message: redacted(message),
    origin,
    ...details,
    ...(details.hint !== undefined && { hint: redacted(details.hint) }),
    ...(type.isRecoverable && { isRecoverable: true }),
  };
}

/** True if at least one diagnostic is an error, which stops the run. */
export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some((diagnostic) => diagnostic.severity === 'error');
}

/** Pages about the codes of diagnostics. */
export interface DiagnosticPages {
  readonly codes: () => readonly string[];
  /** URL of the page about a code, or `undefined` if there is none. */
  readonly urlOf: (code: string) => string | undefined;
  /** Markdown of the page about a code, or `undefined` if there is none. */
  readonly textOf: (code: string) => string | undefined;
}
