import { isUrl } from './core/address.js';
import { hasErrors, type Checked, type Diagnostic } from './core/diagnostic.js';
import type { Host } from './core/host.js';
import { absolutePath, folderOf, isInside } from './core/path.js';
import { seenFrom } from './core/seen-from.js';
import type { Job } from './jobs.js';
import { lenient } from './lenient.js';
import { lint } from './lint/lint.js';
import { settlePagination } from './lint/settle-pagination.js';
import type { Documents } from './load/one-document.js';
import type { Source } from './load/source.js';
import { createSources, type Sources, type SourcesOptions } from './load/sources.js';
import type { Api } from './model/api.js';
import { openEnums } from './model/open-enums.js';
import { CountedSchemas } from './model/counted-schemas.js';
import { withBases } from './model/with-bases.js';
import { keptMemory } from './patterns/memory.js';
import type { ReadingOptions } from './model/read/openapi/reading.js';
import { readApi } from './model/read/read-api.js';
import { outOfBounds } from './within-bounds.js';
import type { IsAsked } from './model/read/schema/elsewhere.js';

/** What a description says, and the absolute paths of all files it is written in. */
export interface Understood {
  readonly api: Api;
  readonly inputs: readonly string[];
  /** The documents as they were read, overlays applied: one entry for each that was named. */
  readonly documents: readonly Documents[];
}

/** What all documents of a package say together, bases as the unions that they stand for. `onLoad` is called when one is there, before it is read. */
export async function understandAll(
  job: Job,
  host: Host,
  onLoad?: () => void,
): Promise<Checked<Understood>> {
  const { value, diagnostics } = await understandTogether(job, host, onLoad);
  if (value === undefined) return { value, diagnostics };
  const api = withBases(value.api);
  return {
    value: { ...value, api: job.request.openEnums === true ? openEnums(api) : api },
    diagnostics,
  };
}

async function understandTogether(
  job: Job,
  host: Host,
  onLoad?: () => void,
): Promise<Checked<Understood>> {
  const all: Checked<Understood>[] = [];
  for (const path of job.place.documents)
    all.push(await understand(job, path, host, { ...(onLoad && { onLoad }) }));
  const diagnostics = all.flatMap((each) => each.diagnostics);
  const [first, ...rest] = all.flatMap(({ value }) => value ?? []);
  if (first === undefined || hasErrors(diagnostics))
    return { value: rest.length + 1 === all.length ? first : undefined, diagnostics };
  const whole =
    rest.length === 0
      ? { value: first, diagnostics }
      : await combineAll(job, host, first, rest, diagnostics);
  const { select: selection } = job.request;
  if (selection === undefined || whole.value === undefined || hasErrors(whole.diagnostics))
    return whole;
  const { select } = await import('./model/select.js');
  const selected = select(whole.value.api, selection);
  return {
    value: selected.value && { ...whole.value, api: selected.value },
    diagnostics: [...whole.diagnostics, ...movedTo(job, host, selected.diagnostics)],
  };
}

async function combineAll(
  job: Job,
  host: Host,
  first: Understood,
  rest: readonly Understood[],
  diagnostics: readonly Diagnostic[],
): Promise<Checked<Understood>> {
  const { combine } = await import('./model/combine.js');
  const combined = combine([first.api, ...rest.map(({ api }) => api)]);
  return {
    value: combined.value && {
      api: combined.value,
      inputs: [...new Set([first, ...rest].flatMap(({ inputs }) => inputs))],
      documents: [first, ...rest].flatMap(({ documents }) => documents),
    },
    diagnostics: [...diagnostics, ...movedTo(job, host, combined.diagnostics)],
  };
}

/** Diagnostics of documents that were read from the root, as they are seen from where the person is. */
function movedTo(
  { place: { root } }: Job,
  host: Host,
  diagnostics: readonly Diagnostic[],
): readonly Diagnostic[] {
  if (root === host.cwd) return diagnostics;
  return diagnostics.map((each) => seenFrom(host.cwd, root, each));
}

/**
 * load -> read -> lint. The model is there beside errors too, where anything could be understood.
 * Documents are read from the root, so that what the output says of them is the same on every machine.
 */
export async function understand(
  job: Job,
  document: string,
  host: Host,
  { strict = false, onLoad }: { readonly strict?: boolean; readonly onLoad?: () => void } = {},
): Promise<Checked<Understood>> {
  const { place, allowRefs, request, overlays } = job;
  const isOwn = isUrl(document) || isInside(place.root, document);
  const cwd = isOwn ? place.root : folderOf(document);
  const amended = overlays.length === 0 ? undefined : await amendmentOf(job, { ...host, cwd });
  const options = {
    allowRef: allowRefs,
    ...(amended === undefined ? {} : { amend: amended.amend }),
    ...(job.remote === undefined ? {} : { remote: job.remote.read }),
  };
  const isAsked = await askerOf(request.select);
  const asked = {
    ...(isAsked && { isAsked }),
    ...(request.int64 && { int64: request.int64 }),
    ...(request.idempotency !== undefined && { idempotency: request.idempotency }),
    ...(request.impliedTypes !== undefined && { impliedTypes: request.impliedTypes }),
  };
  const readAll = (told?: () => void): Reading =>
    readOnce(document, { ...host, cwd }, options, asked, told);
  let { sources, entry, diagnostics, read } = readAll(onLoad);
  while ((await job.remote?.arrive()) === true) ({ sources, entry, diagnostics, read } = readAll());
  const memory = host.kept && keptMemory(host.kept);
  const settled = read?.value && settlePagination(read.value);
  const linted =
    settled?.value &&
    (await lintWithin(settled.value, {
      strict,
      ...(request.formats && { formats: request.formats }),
      ...(request.slowPatterns && { slowPatterns: request.slowPatterns }),
      ...(memory && { memory }),
    }));
  memory?.save();
  const found = [
    ...diagnostics,
    ...(read?.diagnostics ?? []),
    ...(settled?.diagnostics ?? []),
    ...(linted ?? []),
  ];
  const own = request.lenient === true ? lenient(found) : found;
  const asks = strict && read?.value?.speaks.includes('messages') === true && !hasErrors(own);
  const judged = asks && entry ? await secondOpinion(entry, sources.loaded) : [];
  const said = [...own, ...judged];
  const inputs = [...sources.loaded, ...(amended?.overlays ?? [])].flatMap(({ path, file }) =>
    isUrl(path) ? (file ?? []) : absolutePath(cwd, path),
  );
  return {
    value: settled?.value &&
      entry && { api: settled.value, inputs, documents: [{ entry, loaded: sources.loaded }] },
    diagnostics: cwd === host.cwd ? said : said.map((each) => seenFrom(host.cwd, cwd, each)),
  };
}

/** What rules say of a description, or that it is out of bounds. */
async function lintWithin(
  api: Api,
  options: Parameters<typeof lint>[1],
): Promise<readonly Diagnostic[]> {
  try {
    return await lint({ ...api, schemas: new CountedSchemas(api.schemas) }, options);
  } catch (error) {
    return outOfBounds(error, api.origin);
  }
}

interface Reading {
  readonly sources: Sources;
  readonly entry: Source | undefined;
  readonly diagnostics: readonly Diagnostic[];
  readonly read: Checked<Api> | undefined;
}

/** Reads all that there is; what has to be fetched is noted, and missing. */
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
    read: entry && readApi(sources, entry, reading),
  };
}

/** Which schemas of other files a selection asks for by name. */
async function askerOf(selection: Job['request']['select']): Promise<IsAsked | undefined> {
  if (selection?.schemas === undefined) return undefined;
  const { schemaAsker } = await import('./model/select.js');
  return schemaAsker(selection);
}

/** What overlays make of a document. Those that say they are for another one of the package leave it alone. */
async function amendmentOf(
  { overlays: paths, place }: Job,
  host: Host,
): Promise<{
  readonly amend: (source: Source) => Checked<Source>;
  readonly overlays: readonly Source[];
}> {
  const [{ loadDocument }, { applyOverlay, goalOf }] = await Promise.all([
    import('./load/load.js'),
    import('./load/overlay/overlay.js'),
  ]);
  const loaded = paths.map((path) => loadDocument(host, path));
  const overlays = loaded.flatMap(({ value }) => value ?? []);
  const faults = loaded.flatMap(({ diagnostics }) => diagnostics);
  const goals = overlays.map((overlay) => goalOf(overlay, place.documents));
  faults.push(...goals.flatMap(({ diagnostics }) => diagnostics));
  const amend = (source: Source): Checked<Source> => {
    let value = source;
    const diagnostics = [...faults];
    overlays.forEach((overlay, index) => {
      const goal = goals[index]?.value;
      if (goal !== undefined && goal !== source.uri) return;
      const applied = applyOverlay(value, overlay);
      diagnostics.push(...applied.diagnostics);
      value = applied.value ?? value;
    });
    return { value, diagnostics };
  };
  return { amend, overlays };
}

async function secondOpinion(
  entry: Source,
  loaded: readonly Source[],
): Promise<readonly Diagnostic[]> {
  const [{ judge }, { isQuick }] = await Promise.all([
    import('./load/judge.js'),
    import('./patterns/is-quick.js'),
  ]);
  return judge(entry, loaded, isQuick);
}
