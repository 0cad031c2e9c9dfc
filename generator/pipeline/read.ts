import type { ProseReads } from '../core/prose.js';
import { isUrl } from '../core/address.js';
import { hasErrors, type Checked, type Diagnostic } from '../core/diagnostic.js';
import type { Host } from '../core/host.js';
import { rootOrigin } from '../core/origin.js';
import { absolutePath, folderOf, isInside } from '../core/path.js';
import { relocateDiagnostic } from '../core/relocate-diagnostic.js';
import { changeDocument } from './hooks.js';
import type { PackageJob } from './package-job.js';
import { lint } from '../lint/lint.js';
import { resolvePagination } from '../lint/settle-pagination.js';
import type { EmitterDocuments } from '../emitters/emitter.js';
import type { Source } from '../load/source.js';
import { createSources, type Sources, type SourcesOptions } from '../load/sources.js';
import type { Api } from '../model/api.js';
import { assertFormats } from '../model/analysis/assert-formats.js';
import { openEnums } from '../model/analysis/open-enums.js';
import { countLookups } from '../model/analysis/counted-schemas.js';
import { addInheritanceUnions } from '../model/analysis/inheritance-unions.js';
import { fileCostCache } from '../patterns/cost-cache.js';
import type { ReadingOptions } from '../model/read/openapi/reading.js';
import { readApi } from '../model/read/read-api.js';
import { resourceLimitDiagnostics } from './resource-limits.js';
import type { SchemaFilter } from '../model/read/schema/external-schemas.js';

/** The model of a description, with the absolute paths of all files that it was read from. */
export interface ReadResult {
  readonly api: Api;
  readonly inputs: readonly string[];
  /** The documents with overlays applied, one entry for each entry document. */
  readonly documents: readonly EmitterDocuments[];
  /** All documents that were read, by absolute path, once for each entry document. */
  readonly sources: readonly (readonly [path: string, source: Source])[];
}

/** Options for reading a description. */
export interface ReadOptions {
  /** True to apply the rules for published documents. */
  readonly strict?: boolean;
  /** Called after each document is loaded and before it is interpreted. */
  readonly onLoad?: () => void;
  /** Records who reads the prose of the documents. */
  readonly prose?: ProseReads | undefined;
}

/** Reads all documents of a package into one model, with inheritance expanded to unions. */
export async function readPackage(
  job: PackageJob,
  host: Host,
  options: Omit<ReadOptions, 'strict'> = {},
): Promise<Checked<ReadResult>> {
  const { value, diagnostics } = await readDocuments(job, host, options);
  if (value === undefined) return { value, diagnostics };
  const { openEnums: opensEnums = false, assertFormats: formats = [] } = job.request;
  const api = assertFormats(addInheritanceUnions(value.api), formats);
  return { value: { ...value, api: opensEnums ? openEnums(api) : api }, diagnostics };
}

async function readDocuments(
  job: PackageJob,
  host: Host,
  options: ReadOptions,
): Promise<Checked<ReadResult>> {
  const results: Checked<ReadResult>[] = [];
  for (const path of job.location.documents)
    results.push(await readDescription(job, path, host, options));
  const diagnostics = results.flatMap((each) => each.diagnostics);
  const [first, ...rest] = results.flatMap(({ value }) => value ?? []);
  if (first === undefined || hasErrors(diagnostics))
    return { value: rest.length + 1 === results.length ? first : undefined, diagnostics };
  const combined =
    rest.length === 0
      ? { value: first, diagnostics }
      : await combineDocuments(job, host, first, rest, diagnostics);
  const { select: selection } = job.request;
  if (selection === undefined || combined.value === undefined || hasErrors(combined.diagnostics))
    return combined;
  const { select } = await import('../model/select.js');
  const selected = select(combined.value.api, selection);
  return {
    value: selected.value && { ...combined.value, api: selected.value },
    diagnostics: [...combined.diagnostics, ...relocateDiagnostics(job, host, selected.diagnostics)],
  };
}

async function combineDocuments(
  job: PackageJob,
  host: Host,
  first: ReadResult,
  rest: readonly ReadResult[],
  diagnostics: readonly Diagnostic[],
): Promise<Checked<ReadResult>> {
  const { mergeApis } = await import('../model/merge-apis.js');
  const combined = mergeApis([first.api, ...rest.map(({ api }) => api)]);
  return {
    value: combined.value && {
      api: combined.value,
      inputs: [...new Set([first, ...rest].flatMap(({ inputs }) => inputs))],
      documents: [first, ...rest].flatMap(({ documents }) => documents),
      sources: [first, ...rest].flatMap((each) => each.sources),
    },
    diagnostics: [...diagnostics, ...relocateDiagnostics(job, host, combined.diagnostics)],
  };
}

/** Makes the paths of diagnostics relative to the working directory instead of the root. */
function relocateDiagnostics(
  { location: { root } }: PackageJob,
  host: Host,
  diagnostics: readonly Diagnostic[],
): readonly Diagnostic[] {
  if (root === host.cwd) return diagnostics;
  return diagnostics.map((each) => relocateDiagnostic(host.cwd, root, each));
}

/**
 * Runs load, read and lint. The model is returned even beside errors if it could be built. Documents are read relative to the root, so that
 * paths in the output are the same on every machine.
 */
export async function readDescription(
  job: PackageJob,
  document: string,
  host: Host,
  { strict = false, onLoad, prose }: ReadOptions = {},
): Promise<Checked<ReadResult>> {
  const { location, allowRefs, request, overlays } = job;
  const isBelowRoot = isUrl(document) || isInside(location.root, document);
  const cwd = isBelowRoot ? location.root : folderOf(document);
  const overlaid = overlays.length === 0 ? undefined : await overlaysOf(job, { ...host, cwd });
  const options = {
    allowRef: allowRefs,
    ...amendmentOf(job, overlaid?.amend),
    ...(prose !== undefined && { prose }),
    ...(job.remote === undefined ? {} : { remote: job.remote.read }),
  };
  const schemaFilter = await createSchemaFilter(request.select);
  const readingOptions = {
    ...(schemaFilter && { isAsked: schemaFilter }),
    ...(request.int64 && { int64: request.int64 }),
    ...(request.idempotency !== undefined && { idempotency: request.idempotency }),
    ...(request.impliedTypes !== undefined && { impliedTypes: request.impliedTypes }),
  };
  const readAll = (notify?: () => void): Reading =>
    readOnce(document, { ...host, cwd }, options, readingOptions, notify);
  let { sources, entry, diagnostics, read } = readAll(onLoad);
  while ((await job.remote?.arrive()) === true) ({ sources, entry, diagnostics, read } = readAll());
  const cache = host.cache && fileCostCache(host.cache);
  const paginated = read?.value && resolvePagination(read.value);
  const linted =
    paginated?.value &&
    (await lintLimited(paginated.value, {
      strict,
      ...(request.formats && { formats: request.formats }),
      ...(request.slowPatterns && { slowPatterns: request.slowPatterns }),
      ...(cache && { memory: cache }),
    }));
  cache?.save();
  const reported = [
    ...diagnostics,
    ...(read?.diagnostics ?? []),
    ...(paginated?.diagnostics ?? []),
    ...(linted ?? []),
  ];
  const adjusted = request.lenient === true ? lowerRecoverable(reported) : reported;
  const runsParser =
    strict && read?.value?.speaks.includes('messages') === true && !hasErrors(adjusted);
  const parserDiagnostics =
    runsParser && entry ? await runAsyncApiParser(entry, sources.loaded) : [];
  const all = [...adjusted, ...parserDiagnostics];
  const inputs = [...sources.loaded, ...(overlaid?.overlays ?? [])].flatMap(({ path, file }) =>
    isUrl(path) ? (file ?? []) : absolutePath(cwd, path),
  );
  return {
    value: paginated?.value &&
      entry && {
        api: paginated.value,
        inputs,
        documents: [{ entry, loaded: sources.loaded }],
        sources: sources.loaded.map((source) => [absolutePath(cwd, source.path), source] as const),
      },
    diagnostics:
      cwd === host.cwd ? all : all.map((each) => relocateDiagnostic(host.cwd, cwd, each)),
  };
}

type Amendment = NonNullable<SourcesOptions['amend']>;

/** The changes to entry documents: overlays, then the hook. */
function amendmentOf({ hooks }: PackageJob, overlay: Amendment | undefined): SourcesOptions {
  if (hooks?.hooks.document === undefined) return overlay === undefined ? {} : { amend: overlay };
  return {
    amend(source) {
      const overlaid = overlay?.(source) ?? { value: source, diagnostics: [] };
      if (overlaid.value === undefined) return overlaid;
      const { value, diagnostics } = changeDocument(overlaid.value, hooks);
      return { value, diagnostics: [...overlaid.diagnostics, ...diagnostics] };
    },
  };
}

/** Runs the lint rules. Reports exceeded resource limits as diagnostics. */
async function lintLimited(
  api: Api,
  options: Parameters<typeof lint>[1],
): Promise<readonly Diagnostic[]> {
  try {
    return await lint(countLookups(api), options);
  } catch (error) {
    return resourceLimitDiagnostics(error, api.origin);
  }
}

interface Reading {
  readonly sources: Sources;
  readonly entry: Source | undefined;
  readonly diagnostics: readonly Diagnostic[];
  readonly read: Checked<Api> | undefined;
}

/** Reads all documents that are available locally. Remote documents that are missing are recorded for fetching. */
function readOnce(
  document: string,
  host: Host,
  options: SourcesOptions,
  reading: ReadingOptions,
  onLoad?: () => void,
): Reading {
  const sources = createSources(host, options);
  const { value: entry, diagnostics } = sources.entry(document);
  onLoad?.();
  return {
    sources,
    entry,
    diagnostics,
    read: entry && readLimited(sources, entry, reading),
  };
}

/** Reads the model. Reports exceeded resource limits as diagnostics. */
function readLimited(sources: Sources, entry: Source, reading: ReadingOptions): Checked<Api> {
  try {
    return readApi(sources, entry, reading);
  } catch (error) {
    return { value: undefined, diagnostics: resourceLimitDiagnostics(error, rootOrigin(entry)) };
  }
}

/** The filter for schemas of other files that the selection requests by name. */
async function createSchemaFilter(
  selection: PackageJob['request']['select'],
): Promise<SchemaFilter | undefined> {
  if (selection?.schemas === undefined) return undefined;
  const { schemaFilter } = await import('../model/select.js');
  return schemaFilter(selection);
}

/** Applies the overlays to a document. An overlay that extends another document of the package is skipped. */
async function overlaysOf(
  { overlays: paths, location }: PackageJob,
  host: Host,
): Promise<{
  readonly amend: (source: Source) => Checked<Source>;
  readonly overlays: readonly Source[];
}> {
  const [{ loadDocument }, { applyOverlay, extendedDocument }] = await Promise.all([
    import('../load/load.js'),
    import('../load/overlay/overlay.js'),
  ]);
  const results = paths.map((path) => loadDocument(host, path));
  const overlays = results.flatMap(({ value }) => value ?? []);
  const problems = results.flatMap(({ diagnostics }) => diagnostics);
  const targets = overlays.map((overlay) => extendedDocument(overlay, location.documents));
  problems.push(...targets.flatMap(({ diagnostics }) => diagnostics));
  const amend = (source: Source): Checked<Source> => {
    let value = source;
    const diagnostics = [...problems];
    overlays.forEach((overlay, index) => {
      const target = targets[index]?.value;
      if (target !== undefined && target !== source.uri) return;
      const applied = applyOverlay(value, overlay);
      diagnostics.push(...applied.diagnostics);
      value = applied.value ?? value;
    });
    return { value, diagnostics };
  };
  return { amend, overlays };
}

async function runAsyncApiParser(
  entry: Source,
  loaded: readonly Source[],
): Promise<readonly Diagnostic[]> {
  const [{ validateWithAsyncApiParser }, { isLinearTime }] = await Promise.all([
    import('../load/asyncapi-parser.js'),
    import('../patterns/linear-time.js'),
  ]);
  const run = {};
  return validateWithAsyncApiParser(entry, loaded, (source) => isLinearTime(source, run));
}

/** Lowers recoverable errors to warnings, for `--lenient`. */
export function lowerRecoverable(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return diagnostics.map((each) =>
    each.isRecoverable === true ? { ...each, severity: 'warning' } : each,
  );
}
