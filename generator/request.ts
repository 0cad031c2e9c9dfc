import type { Diagnostic } from './core/diagnostic.js';
import type { Origin } from './core/origin.js';
import type { Selection } from './model/select.js';

/** One package, or one folder of sources, and the description it comes from. Paths start from the host's `cwd`. */
export interface PackageRequest {
  /**
   * The entry documents: one, or several that describe one service together, such as its REST half and its feed. Each is a path, or an
   * address of the web (`https://api.acme.example/openapi.json`), which is permission to read what lies at its host.
   */
  readonly documents: readonly string[];
  /** The folder to write; all of it is the generator's. */
  readonly out: string;
  /** npm name: writes a publishable package. Without it, sources only, for a folder inside a package. */
  readonly package?: string;
  /** Version of the package; that of the document if absent. */
  readonly version?: string;
  /** SPDX licence of the package; that of the document if absent. */
  readonly license?: string;
  /** What integers of 64 bits are in a program; what the document says (`x-int64`) if absent, and else `number`. */
  readonly int64?: 'number' | 'bigint';
  /**
   * Whether a header parameter `Idempotency-Key` makes retries safe as if it had `x-idempotency: true`. Default: yes; `false` asks for the
   * extension.
   */
  readonly idempotency?: boolean;
  /**
   * Whether a schema that describes members or items and says no `type` is read as an object or an array. If absent, it is where the
   * document names no dialect of JSON Schema (`jsonSchemaDialect`, `$schema`), and else takes any other value, too, as the letter says.
   */
  readonly impliedTypes?: boolean;
  /**
   * How lists of values (`enum`) that have a name are written: `union`, of literals (the default); `const`, an object of that name with its
   * type beside it; `enum`, an enum of TypeScript, which is no syntax that can be erased.
   */
  readonly enums?: 'union' | 'const' | 'enum';
  /**
   * Whether every list of values (`enum`) is open: values that are not listed are valid, and those that are known are offered. For
   * descriptions of others, whose lists grow. Default: no.
   */
  readonly openEnums?: boolean;
  /** What dates are in a program; what the document says (`x-dates`) if absent, and else `string`. */
  readonly dates?: DatesRequest;
  /** Files, folders and URLs that references may name although they lie outside the folder of the document. */
  readonly allowRefs?: readonly string[];
  /**
   * For documents that are not public: by origin, such as `https://schemas.acme.example`, the name under which the host keeps the value
   * of the `Authorization` to send there, and to nobody else. For the command line, that of an environment variable.
   */
  readonly refCredentials?: { readonly [origin: string]: string };
  /** Overlay documents (Overlay Specification 1.0) to apply before anything is understood, in this order. */
  readonly overlays?: readonly string[];
  /**
   * What stands behind the name of a file where another one of the sources imports it: nothing, `.js` or `.ts`. As the nearest
   * `tsconfig.json` asks for if absent. Not with `package`, which has a `tsconfig.json` of its own.
   */
  readonly importExtensions?: 'none' | 'js' | 'ts';
  /** What the build of a package writes: `esm`, and `cjs` beside it if that is listed. Default: `esm` alone. */
  readonly moduleFormats?: readonly ('esm' | 'cjs')[];
  /** Write Zod schemas too, in `zod.ts`. Default: no. */
  readonly zod?: boolean;
  /** Write the view of openapi-typescript too, in `paths.ts`; needs that library. Default: no. */
  readonly paths?: boolean;
  /** Warn of faults that concern one place only, and do without that place. Default: no, they are errors. */
  readonly lenient?: boolean;
  /** Formats of the author's own, beside those that OpenAPI and JSON Schema define: nothing is said of them. */
  readonly formats?: readonly string[];
  /**
   * What is done about patterns that may take very long: a warning (the default), an error, or `linear`, which compiles patterns to what takes
   * time in proportion to the text and warns of those that it can not.
   */
  readonly slowPatterns?: 'warn' | 'error' | 'linear';
  /** Generate these operations and schemas and what they need, and nothing else. Default: everything. */
  readonly select?: Selection;
  /** Names that are wanted, and whether those of a package are locked. */
  readonly names?: NamesRequest;
}

/** Texts as they are, `date-time` as `Date`, or what a module makes of each format. */
export type DatesRequest = 'string' | 'Date' | CodecsRequest;

/** What texts are in a program, by their format: `date-time`, `date`, or any other. */
export interface CodecsRequest {
  /** A file, relative to the host's `cwd` or the config file, or a package: what exports types and codecs. */
  readonly module?: string;
  readonly formats: { readonly [format: string]: CodecRequest };
  /** Where this is written, for diagnostics. */
  readonly origin?: Origin;
}

/** `Date`, for `date-time` alone, or names that the module exports: a type, and a `TextCodec` of it. */
export type CodecRequest = 'Date' | { readonly type: string; readonly codec: string };

/** What is said about public names. */
export interface NamesRequest {
  /** Functions by `operationId` or `GET /pets`; the names of their types follow. */
  readonly operations?: { readonly [target: string]: string };
  /** Types by the name of a component, or by a location such as `#/components/schemas/Pet/properties/owner`. */
  readonly schemas?: { readonly [target: string]: string };
  /** Whether names are kept in `<out>.names.json`, and a change of them is an error. Default: with `package`. */
  readonly lock?: boolean;
  /** Where a name is written, for diagnostics; those of the description if absent. */
  readonly originOf?: (kind: 'operations' | 'schemas', target: string) => Origin;
}

/** What to generate: one package, or all that a config file lists. */
export type GenerateRequest = (PackageRequest | ConfigRequest) & RunOptions;

/** Packages listed in a config file; `documents` picks those that come from these. */
export interface ConfigRequest {
  readonly config: string;
  readonly documents?: readonly string[];
}

/** Documents to lint: some, or those of a config file. */
export type LintRequest = (
  | Pick<PackageRequest, 'documents' | 'allowRefs' | 'refCredentials' | 'lenient' | 'overlays'>
  | ConfigRequest
) & {
  /** Ask for more than correctness: prose, examples, nothing unused. */
  readonly strict?: boolean;
};

/** What to look into: one document, or several that describe one service together. */
export type InspectRequest = Pick<
  PackageRequest,
  'documents' | 'package' | 'allowRefs' | 'refCredentials' | 'lenient' | 'select' | 'overlays'
>;

/** How a run behaves. */
export interface RunOptions {
  /** Compare and tell, and write nothing. */
  readonly check?: boolean;
  /** Overwrite files that were edited by hand or are in the way. */
  readonly force?: boolean;
  /** Let public names change that the lock holds. */
  readonly acceptNames?: boolean;
  /** Parse every file that is made before any is written; needs ts-morph. */
  readonly verify?: boolean;
  /** Fetch every document of the network anew, and take what it is now. */
  readonly updateRefs?: boolean;
  /** Is told before each step; a step can take seconds. */
  readonly onProgress?: (progress: Progress) => void;
}

/** What a run is at. */
export interface Progress {
  readonly package: string;
  readonly step: 'read' | 'lint' | 'plan' | 'emit' | 'verify' | 'compare' | 'write';
}

/** What a run has done, or with `check` would do. */
export interface GenerateResult {
  /** No errors. With errors nothing was written, in any package. */
  readonly ok: boolean;
  readonly diagnostics: readonly Diagnostic[];
  readonly packages: readonly PackageResult[];
  /** The lock and the copies of documents of the network that were written, relative to the host's `cwd`. */
  readonly references: readonly string[];
  /** Addresses of documents that were named by them and read from the copies of an earlier run, sorted. */
  readonly copies: readonly string[];
}

/** The files of one package, by path within its folder, sorted. All lists are empty where there were errors. */
export interface PackageResult {
  /** The npm name, or the folder's where there is none. */
  readonly name: string;
  /** The folder as it was asked for, relative to the host's `cwd`. */
  readonly out: string;
  readonly written: readonly string[];
  readonly unchanged: readonly string[];
  /** Files of an earlier run that are no longer made. */
  readonly removed: readonly string[];
  /** Inputs and outputs were as the last run left them, so that nothing was read again. */
  readonly current: boolean;
  /** Warnings; of the last run, if `current`. */
  readonly warnings: number;
}
