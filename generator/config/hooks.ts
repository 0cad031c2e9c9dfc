/** A JSON value that a hook may change in place. */
export type HookValue = null | boolean | number | bigint | string | HookValue[] | HookJson;

/** A JSON object that a hook may change in place. */
export interface HookJson {
  [name: string]: HookValue;
}

/**
 * Functions of a config module (`tallystick.config.ts`) that adjust a run. They are synchronous. A hook that returns `undefined` changes
 * nothing, or for `document`, nothing but what it changed in place. An error that a hook throws stops the run with a diagnostic.
 */
export interface Hooks {
  /**
   * Changes an entry document after overlays are applied and before it is read. It receives a copy, which it may change in place, or returns
   * another document. Nodes that it leaves unchanged keep their positions in diagnostics.
   */
  document?(document: HookJson, context: DocumentHookContext): HookJson | undefined | void;
  /**
   * Changes a candidate for the name of an operation's function or of a schema's type. Candidates are tried in order, so the hook is called
   * for several of one target. Names that follow from it, such as those of arguments, change with it. A name under `names` in the config
   * file takes precedence.
   */
  name?(candidate: string, context: NameHookContext): string | undefined | void;
  /** Changes the text of a generated file. Omits the file if it returns `null`. */
  file?(file: FileHookInput): string | null | undefined | void;
}

/** Names of the hooks. */
export type HookName = keyof Hooks;

/** Context of the hook `document`. */
export interface DocumentHookContext {
  /** Path or URL of the document, as diagnostics show it. */
  readonly path: string;
}

/** Context of the hook `name`. */
export interface NameHookContext {
  readonly kind: 'operation' | 'schema';
  /** An operation as `GET /pets`; a schema as its name, such as `Pet`, or its location, such as `#/components/schemas/Pet/properties/owner`. */
  readonly target: string;
}

/** Input of the hook `file`. */
export interface FileHookInput {
  /** Path below the output folder, such as `src/client.ts` or `README.md`. */
  readonly path: string;
  readonly text: string;
}
