import type { Diagnostic } from '../core/diagnostic.js';
import type { OptionValues } from '../options/options.js';

export type { CodecRequest, CodecsRequest, DatesRequest } from '../options/dates.js';
export type { EmitterRequest, EmittersRequest } from '../options/emitters.js';
export type { NamesRequest } from '../options/names.js';

/** One package, or one folder of sources, and the description to generate it from. Paths are relative to the host's `cwd`. */
export interface PackageRequest extends OptionValues {
  /**
   * The entry documents. Several describe one service together, such as its REST operations and its feed. Each is a path or a web address
   * (`https://api.acme.example/openapi.json`), which also allows references to other documents on its host.
   */
  readonly documents: readonly string[];
  /** The output folder. Its entire content is managed by the generator. */
  readonly out: string;
}

/** A single package, or all packages of a config file. */
export type GenerateRequest = (PackageRequest | ConfigRequest) & RunOptions;

/** The packages of a config file. `documents` restricts them to those generated from these documents. */
export interface ConfigRequest {
  readonly config: string;
  readonly documents?: readonly string[];
}

/** Documents to lint, listed or from a config file. */
export type LintRequest = (
  | Pick<PackageRequest, 'documents' | 'allowRefs' | 'refCredentials' | 'lenient' | 'overlays'>
  | ConfigRequest
) & {
  /** If true, also reports missing prose, missing examples and unused components. */
  readonly strict?: boolean;
};

/** Descriptions to read, each on its own. */
export type ModelsRequest = Pick<
  PackageRequest,
  'documents' | 'allowRefs' | 'refCredentials' | 'lenient' | 'select' | 'overlays'
>;

/** The documents of one service to inspect. */
export type InspectRequest = Pick<
  PackageRequest,
  'documents' | 'package' | 'allowRefs' | 'refCredentials' | 'lenient' | 'select' | 'overlays'
>;

/** Options of a run. */
export interface RunOptions {
  /** If true, reports what would change and writes nothing. */
  readonly check?: boolean;
  /** If true, overwrites files that were edited by hand or that are not the generator's. */
  readonly force?: boolean;
  /** If true, accepts changes to locked names. */
  readonly acceptNames?: boolean;
  /** If true, parses every file before any is written. Requires ts-morph. */
  readonly verify?: boolean;
  /** If true, fetches every remote document again and accepts its current content. */
  readonly updateRefs?: boolean;
  /** Called before each step. A step can take seconds. */
  readonly onProgress?: (progress: Progress) => void;
}

/** The current step of a run. */
export interface Progress {
  readonly package: string;
  readonly step: 'read' | 'lint' | 'plan' | 'emit' | 'verify' | 'compare' | 'write';
}

/** The result of a run, or with `check` the changes that it would make. */
export interface GenerateResult {
  /** True if there are no errors. With errors no package is written. */
  readonly ok: boolean;
  readonly diagnostics: readonly Diagnostic[];
  readonly packages: readonly PackageResult[];
  /** Files written for remote documents: the reference lock and the copies. Relative to the host's `cwd`. */
  readonly references: readonly string[];
  /** URLs of entry documents that were read from copies of an earlier run, sorted. */
  readonly copies: readonly string[];
}

/** The files of one package, as sorted paths within its folder. All lists are empty if there were errors. */
export interface PackageResult {
  /** The npm name, or the name of the folder. */
  readonly name: string;
  /** The output folder, relative to the host's `cwd`. */
  readonly out: string;
  readonly written: readonly string[];
  readonly unchanged: readonly string[];
  /** Files of an earlier run that are no longer generated. */
  readonly removed: readonly string[];
  /** True if inputs and outputs are unchanged since the last run, so that nothing was read again. */
  readonly current: boolean;
  /** Number of warnings. If `current`, that of the last run. */
  readonly warnings: number;
}
