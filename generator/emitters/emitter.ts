import type { Reporter } from '../core/diagnostic.js';
import type { Origin } from '../core/origin.js';
import type { Api } from '../model/api.js';
import type { Json } from '../model/schema.js';
import type { OptionType } from '../options/option.js';
import type { NameScope } from '../plan/names/name-scope.js';
import type { NameRequest } from '../plan/names/names.js';
import type { Plan } from '../plan/plan.js';
import type { Code } from '../printer/code.js';
import type { Declaration, SourceFile } from '../printer/source-file.js';
import type { Pages } from '../printer/template.js';

/**
 * Version of the interface `Emitter`. It changes when an emitter that was written against an earlier
 * version would no longer work.
 */
export const emitterApiVersion = 1;

/**
 * One kind of output. An emitter plans every name and every file of its output first, and emits the
 * files afterwards. It knows another emitter only by the names and files that it has planned.
 *
 * `Part` is its part of the plan, `Options` is the table of its options.
 */
export interface Emitter<
  Part = unknown,
  Options extends EmitterOptionTable = Readonly<Record<never, never>>,
> {
  /** Version of this interface, `emitterApiVersion`. */
  readonly apiVersion: typeof emitterApiVersion;
  /** Name in the option `emitters`, and in `inspect --plan`: `client`. */
  readonly name: string;
  /** Names of emitters whose names or files it uses. They are selected with it. */
  readonly requires?: readonly string[];
  /** True if it runs only on request. All others run unless the option `emitters` omits them. */
  readonly isOptIn?: true;
  /** True if it uses a check of each named type, including types that are written inline. */
  readonly needsEveryCheck?: true;
  /** Its options, by name: the members of `options` beside its name in the config file. */
  readonly options?: Options;
  /**
   * Names of the whole package, which are chosen before those of parameters, bodies and schemas that
   * have no name. They are in `Plan.packageNames`. The names of the emitters of this package are
   * reserved even if they are not selected, so that a selection changes no other names.
   */
  packageNames?(context: PackageNamesContext): readonly NameRequest[];
  /** Plans types of another kind than schemas, such as FIX messages, whose names come first. */
  planFirst?(context: PlanFirstContext): unknown;
  /** Plans the names and the files. Returns `undefined` if the description has nothing for it. */
  plan(context: PlanContext<Options>): Part | undefined;
  /** Emits the files, one at a time, so that printed ones can be garbage collected. */
  emit(part: Part, context: EmitContext<Options>): Iterable<SourceFile> | AsyncIterable<SourceFile>;
  /** Its part of `package.json`, `index.ts` and the README. */
  packagePart?(part: Part, context: PackagePartContext<Options>): PackagePart;
}

/** Options of an emitter by name. */
export interface EmitterOptionTable {
  readonly [name: string]: EmitterOption<unknown>;
}

/** An option of an emitter. The config reader checks its value. */
export interface EmitterOption<Value> {
  /** Sentence for messages about the option. */
  readonly summary: string;
  readonly type: OptionType<Value>;
}

/** Values of the options in a table. An option that the user does not set is absent. */
export type EmitterOptionValues<Options extends EmitterOptionTable> = {
  readonly [Name in keyof Options]?: Options[Name] extends EmitterOption<infer Value>
    ? Value
    : never;
};

/** Input for names of the whole package. */
export interface PackageNamesContext {
  readonly api: Api;
  /** Base name of the package: `@acme/pet-store` has `PetStore`. */
  readonly baseName: string;
}

/** Input for plans whose names come first. */
export interface PlanFirstContext extends PackageNamesContext {
  readonly names: NameScope;
}

/** Input of an emitter, in every step. */
export interface PartContext<Options extends EmitterOptionTable = EmitterOptionTable> {
  /** The common plan. `partOf` has the parts of emitters that are planned before this one. */
  readonly plan: Plan;
  readonly options: EmitterOptionValues<Options>;
}

/** Input of a plan. */
export interface PlanContext<
  Options extends EmitterOptionTable = EmitterOptionTable,
> extends PartContext<Options> {
  /** Chooses exported names. Emitters of other packages choose after those of this one. */
  readonly names: NameScope;
  readonly reporter: Reporter;
  /** Result of `planFirst`. */
  readonly first?: unknown;
}

/** Input of an emitter's part of the package. */
export interface PackagePartContext<
  Options extends EmitterOptionTable = EmitterOptionTable,
> extends PartContext<Options> {
  /** Renders Handlebars pages, which users may replace. */
  readonly pages: Pages;
}

/** Input of an emission. `partOf` has the parts of all emitters. */
export interface EmitContext<
  Options extends EmitterOptionTable = EmitterOptionTable,
> extends PackagePartContext<Options> {
  readonly reporter: Reporter;
  /** The documents as they were read, with overlays applied. */
  readonly documents: readonly EmitterDocuments[];
  /**
   * Yields a file that depends on no prose beside what `emit` reads. While watching, a change of other prose does not emit it again.
   *
   * ```ts
   * for (const service of plan.services) yield* emitAlone(service.file, () => emitService(service));
   * ```
   */
  emitAlone(path: string, emit: () => SourceFile): Iterable<SourceFile>;
  /** Parts of the package of all emitters, in the order of the emitters. */
  packageParts(): readonly PackagePart[];
  /** Loads an optional library. Returns `undefined`, and reports it, if it is not installed. */
  loadLibrary<Library>(name: string, load: () => Promise<Library>): Promise<Library | undefined>;
}

/** Documents of one description. */
export interface EmitterDocuments {
  readonly entry: EmitterDocument;
  /** All documents that were read, including the entry document. */
  readonly loaded: readonly EmitterDocument[];
}

/** A document as data. */
export interface EmitterDocument {
  readonly uri: string;
  readonly path: string;
  readonly value: Json;
}

/** An emitter's part of the package. */
export interface PackagePart {
  /** Files that `package.json` exports, beside `index.ts`. */
  readonly subpaths?: readonly Subpath[];
  /** Other files that are published with the package. */
  readonly files?: readonly string[];
  /** Declarations of `index.ts`, built for a file of this path. */
  readonly index?: readonly Declaration[];
  /** Packages that a user of the output installs. */
  readonly peerPackages?: readonly PeerPackage[];
  /** Section of the README. */
  readonly readme?: ReadmePart;
}

/** A subpath of the package's exports. */
export interface Subpath {
  /** Subpath without `./`, which is also the path of the file without `.ts`: `server`. */
  readonly name: string;
  /** Extension of the source. If absent, `.ts`. JavaScript has declarations beside it. */
  readonly extension?: '.ts' | '.js';
  /** Contents, for the table of subpaths in the README: `server factories`. */
  readonly contents: Code;
}

/** Section of a README that an emitter contributes. */
export interface ReadmePart {
  readonly text: Code;
  /** True for a table that is printed after the guides of all emitters. */
  readonly isReference?: true;
}

/** A package that the output imports. */
export interface PeerPackage {
  readonly name: string;
  /** npm version range. */
  readonly range: string;
  readonly isOptional: boolean;
}

/** Returns an emitter unchanged, with the types of its part and its options inferred. */
export function defineEmitter<
  Part,
  const Options extends EmitterOptionTable = Readonly<Record<never, never>>,
>(emitter: Emitter<Part, Options>): Emitter<Part, Options> {
  return emitter;
}

/** An emitter of a package's list, with the values of its options. */
export interface SelectedEmitter {
  readonly emitter: Emitter;
  readonly options: EmitterOptionValues<EmitterOptionTable>;
  /** False if only its names are reserved. */
  readonly isSelected: boolean;
  /** Origin of the setting that names an emitter of another package. Absent for those of this one. */
  readonly origin?: Origin;
  /** Origin of the setting that names the emitter. Absent for emitters that others require, or that are selected by default. */
  readonly requestedAt?: Origin;
}

/** A section of the README, if there is one, as a member of `PackagePart`. */
export function readmeOf(readme: ReadmePart | undefined): Pick<PackagePart, 'readme'> {
  return readme === undefined ? {} : { readme };
}
