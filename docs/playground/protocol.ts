/** A file that the user edits, by its name. */
export interface InputFile {
  readonly name: string;
  readonly text: string;
}

/** What a person works on: a description, and the config file (tallystick.yaml). */
export interface Input {
  readonly document: InputFile;
  readonly config: string;
}

/** A request to the worker. */
export type Request =
  | { readonly kind: 'generate'; readonly run: number; readonly input: Input }
  | { readonly kind: 'zip'; readonly files: readonly GeneratedFile[]; readonly contents: Blob };

/** A message of the worker. */
export type Reply =
  | { readonly kind: 'ready'; readonly emitters: readonly EmitterEntry[] }
  | { readonly kind: 'progress'; readonly run: number; readonly step: string }
  | { readonly kind: 'done'; readonly run: number; readonly result: RunResult }
  | { readonly kind: 'crashed'; readonly run: number; readonly message: string }
  | { readonly kind: 'zipped'; readonly archive: Blob };

/** An emitter of the generator, by its name in the config file. */
export interface EmitterEntry {
  readonly name: string;
  /** True if it runs only on request. */
  readonly isOptIn: boolean;
  /** Names of emitters that are selected with it. */
  readonly requires: readonly string[];
}

/** The result of a run. With errors there are no files. */
export interface RunResult {
  readonly ok: boolean;
  readonly milliseconds: number;
  readonly errors: number;
  readonly warnings: number;
  /** The first problems, sorted by position. */
  readonly problems: readonly Problem[];
  /** The generated files, sorted by path. */
  readonly files: readonly GeneratedFile[];
  /** The texts of all files, one after the other, so that a page holds no text that it does not show. */
  readonly contents: Blob;
}

/** A generated file, as a part of `RunResult.contents`. */
export interface GeneratedFile {
  readonly path: string;
  /** Identifies the content. */
  readonly digest: string;
  readonly start: number;
  readonly end: number;
}

/** A diagnostic, resolved to a position. */
export interface Problem {
  readonly code: string;
  readonly severity: 'error' | 'warning';
  readonly message: string;
  readonly hint?: string;
  readonly at: Place;
  readonly related: readonly { readonly message: string; readonly at: Place }[];
}

/** A position in a file. Line and column start at one, and are absent if the position is unknown. */
export interface Place {
  readonly file: string;
  readonly line?: number;
  readonly column?: number;
}
