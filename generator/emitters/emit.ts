import type { ProseReads } from '../core/prose.js';
import { planKey, type Plan } from '../plan/plan.js';
import type { Code } from '../printer/code.js';
import { fileHeader } from '../printer/file-header.js';
import type { SourceFile } from '../printer/source-file.js';
import type { EmitContext, PackagePart, SelectedEmitter } from './emitter.js';
import type { RunEmitter } from './plan-package.js';

/** Input of an emission beside the plan. */
export interface EmitOptions extends Pick<EmitContext, 'documents' | 'pages' | 'reporter'> {
  readonly emitters: readonly SelectedEmitter[];
  /** Readers of prose that emit. If absent, all. */
  readonly only?: ReadonlySet<string> | undefined;
  /** Records who reads which prose: an emitter by its name, or one file of it by both. */
  readonly prose?: ProseReads | undefined;
  readonly run: RunEmitter;
  /** Yields the files of an emitter. Reports an error, or throws it again. */
  guard(
    emitter: SelectedEmitter,
    emit: () => Iterable<SourceFile> | AsyncIterable<SourceFile>,
  ): Iterable<SourceFile> | AsyncIterable<SourceFile>;
  /** Loads a library for the emitter with this name. */
  loadLibrary<Library>(
    name: string,
    load: () => Promise<Library>,
    emitter: string,
  ): Promise<Library | undefined>;
}

/** A file, and the emitter that has emitted it. */
export interface EmittedFile {
  readonly file: SourceFile;
  readonly selected: SelectedEmitter;
}

/**
 * Yields every file of a package, or of a folder of sources in the user's project. Files are
 * generated one at a time, so that printed ones can be garbage collected. Paths are relative to the
 * output.
 */
export async function* emit(plan: Plan, options: EmitOptions): AsyncIterable<EmittedFile> {
  const planned = options.emitters.flatMap((selected) => {
    const part = plan.partOf(planKey(selected.emitter.name));
    return part === undefined ? [] : [{ selected, part }];
  });
  const packageParts = (): readonly PackagePart[] =>
    planned.flatMap(({ selected, part }) => {
      const context = { plan, options: selected.options, pages: options.pages };
      const step = (): PackagePart | undefined => selected.emitter.packagePart?.(part, context);
      return options.run(selected, step, options.reporter) ?? [];
    });
  const header = fileHeader(plan);
  const { sourceRoot } = plan.package;
  const { only, prose } = options;
  for (const { selected, part } of inOrderOfMemory(planned)) {
    const { name } = selected.emitter;
    if (only !== undefined && !mayEmit(name, only)) continue;
    prose?.by(name);
    const context: EmitContext = {
      ...options,
      plan,
      options: selected.options,
      get documents() {
        prose?.readAll();
        return options.documents;
      },
      packageParts,
      *emitAlone(path, emitFile) {
        const reader = `${name} ${path}`;
        if (only !== undefined && !only.has(name) && !only.has(reader)) return;
        prose?.by(reader);
        const file = emitFile();
        prose?.by(name);
        yield file;
      },
      loadLibrary: (library, load) => options.loadLibrary(library, load, name),
    };
    const files = options.guard(selected, () => selected.emitter.emit(part, context));
    for await (const file of files) yield { selected, file: withHeader(file, header, sourceRoot) };
  }
}

/** True if an emitter, or one file of it, is among the readers. */
export function mayEmit(name: string, readers: ReadonlySet<string>): boolean {
  return [...readers].some((reader) => reader === name || reader.startsWith(`${name} `));
}

/**
 * Order of emission. Checks need the most memory while they are compiled, so they come before the
 * client and the server, whose text is kept. Emitters of other packages come last.
 */
function inOrderOfMemory<Planned extends { readonly selected: SelectedEmitter }>(
  planned: readonly Planned[],
): readonly Planned[] {
  const isForeign = ({ selected }: Planned): boolean => selected.origin !== undefined;
  return [...planned.filter((each) => !isForeign(each)).reverse(), ...planned.filter(isForeign)];
}

/** Adds the comment about the source of the file. Paths of sources become those of the output. */
function withHeader(file: SourceFile, header: Code, sourceRoot: string): SourceFile {
  if (file.kind === 'text') return file;
  return {
    ...file,
    path: sourceRoot + file.path,
    declarations: [header, ...file.declarations],
  };
}
