import { hasErrors, type Checked, type Diagnostic } from './core/diagnostic.js';
import type { Host } from './core/host.js';
import { absolutePath, baseName, folderOf, isInside } from './core/path.js';
import { seenFrom } from './core/seen-from.js';
import { jobOf, jobsOf, type Job } from './jobs.js';
import type { Source } from './load/source.js';
import type { Api } from './model/api.js';
import type { Plan } from './plan/plan.js';
import type {
  GenerateRequest,
  GenerateResult,
  InspectRequest,
  LintRequest,
  PackageRequest,
  Progress,
} from './request.js';
import { runPackage, type Made } from './run-package.js';
import { generatorVersion } from './version.js';

export type { Checked, Diagnostic, Severity } from './core/diagnostic.js';
export type { Host } from './core/host.js';
export { renderDiagnostics } from './core/render-diagnostics.js';
export { diskHost } from './host/disk.js';
export { memoryHost, type MemoryHost } from './host/memory.js';
export type * from './request.js';
export { generatorVersion } from './version.js';

/**
 * Descriptions in, packages out. Writes all of them or, where there is an error in any, none.
 * Mistakes in a description are diagnostics of the result; what the host throws is thrown on.
 *
 * ```ts
 * import { diskHost, generate } from 'tallystick';
 *
 * const result = await generate({ documents: ['petstore.yaml'], out: 'src/api' }, diskHost('/project'));
 * ```
 */
export async function generate(request: GenerateRequest, host: Host): Promise<GenerateResult> {
  const jobs = await jobsOf(request, host);
  const runs = [];
  for (const job of jobs.value ?? []) {
    const progress = (step: Progress['step']): void =>
      request.onProgress?.({ package: job.name, step });
    runs.push(await runPackage(job, request, host, () => make(job, host, progress)));
  }
  const diagnostics = [...jobs.diagnostics, ...runs.flatMap((run) => run.diagnostics)];
  const ok = !hasErrors(diagnostics);
  if (ok && request.check !== true) {
    for (const run of runs) {
      request.onProgress?.({ package: run.result.name, step: 'write' });
      run.commit();
    }
  }
  const packages = runs.map(({ result }) =>
    ok ? result : { ...result, written: [], unchanged: [], removed: [] },
  );
  return { ok, diagnostics, packages };
}

/** Everything there is to say about descriptions; writes nothing. */
export async function lint(request: LintRequest, host: Host): Promise<readonly Diagnostic[]> {
  const jobs =
    'config' in request
      ? await jobsOf(request, host)
      : { value: jobsToLint(request, host), diagnostics: [] };
  const understood = await Promise.all(
    (jobs.value ?? []).flatMap((job) =>
      job.place.documents.map((path) => understand(job, path, host, request.strict)),
    ),
  );
  return [...jobs.diagnostics, ...understood.flatMap(({ diagnostics }) => diagnostics)];
}

function jobsToLint(
  { documents, ...settings }: Pick<PackageRequest, 'documents' | 'allowRefs'>,
  host: Host,
): readonly Job[] {
  return documents.map((path) =>
    jobOf({ ...settings, documents: [path], out: '.' }, host.cwd, false, host),
  );
}

/** What was understood of a description (`model`), or what TypeScript is going to say (`plan`), as plain data. */
export async function inspect(
  what: 'model' | 'plan',
  request: InspectRequest,
  host: Host,
): Promise<Checked<unknown>> {
  const { document, ...settings } = request;
  const job = jobOf(
    { ...settings, documents: [document], out: baseName(document).replace(/\.[^.]*$/, '') },
    host.cwd,
    false,
    host,
  );
  const { value, diagnostics } = await understand(job, absolutePath(host.cwd, document), host);
  if (value === undefined) return { value, diagnostics };
  const { modelAsData, planAsData } = await import('./inspect.js');
  if (what === 'model') return { value: modelAsData(value.api), diagnostics };
  if (hasErrors(diagnostics)) return { value: undefined, diagnostics };
  const plan = await planFor(job, value.api);
  return {
    value: plan.value && planAsData(plan.value),
    diagnostics: [...diagnostics, ...plan.diagnostics],
  };
}

/** load -> read -> lint -> plan -> emit -> print. No room is loaded until there is something to make. */
async function make(
  job: Job,
  host: Host,
  progress: (step: Progress['step']) => void,
): Promise<Checked<Made>> {
  progress('read');
  const understood = await understandAll(job, host);
  if (understood.value === undefined || hasErrors(understood.diagnostics))
    return { ...understood, value: undefined };
  progress('plan');
  const { api, inputs } = understood.value;
  const plan = await planFor(job, api);
  const diagnostics = [...understood.diagnostics, ...plan.diagnostics];
  if (plan.value === undefined || hasErrors(diagnostics)) return { value: undefined, diagnostics };
  progress('emit');
  const { emit } = await import('./emit/emit.js');
  const sources = emit(plan.value);
  progress('print');
  const { printSourceFile } = await import('./write/print.js');
  const files = sources.map((file) => ({ path: file.path, text: printSourceFile(file) }));
  return { value: { files, inputs }, diagnostics };
}

/** What all documents of a package say together. */
async function understandAll(job: Job, host: Host): Promise<Checked<Understood>> {
  const all: Checked<Understood>[] = [];
  for (const path of job.place.documents) all.push(await understand(job, path, host));
  const diagnostics = all.flatMap((each) => each.diagnostics);
  const [first, ...rest] = all.flatMap(({ value }) => value ?? []);
  if (first === undefined || rest.length === 0 || hasErrors(diagnostics))
    return { value: rest.length + 1 === all.length ? first : undefined, diagnostics };
  const { combine } = await import('./model/combine.js');
  const combined = combine([first.api, ...rest.map(({ api }) => api)]);
  const { root } = job.place;
  const moved = combined.diagnostics.map((each) => seenFrom(host.cwd, root, each));
  return {
    value: combined.value && {
      api: combined.value,
      inputs: [...new Set([first, ...rest].flatMap(({ inputs }) => inputs))],
    },
    diagnostics: [...diagnostics, ...(root === host.cwd ? combined.diagnostics : moved)],
  };
}

/**
 * load -> read -> lint. The model is there beside errors too, where anything could be understood.
 * Documents are read from the root, so that what the output says of them is the same on every machine.
 */
async function understand(
  { place, allowRefs }: Job,
  document: string,
  host: Host,
  strict = false,
): Promise<Checked<Understood>> {
  const { createSources } = await import('./load/sources.js');
  const { readApi } = await import('./model/read/read-api.js');
  const { lint: lintApi } = await import('./lint/lint.js');
  const cwd = isInside(place.root, document) ? place.root : folderOf(document);
  const sources = createSources({ ...host, cwd }, { allowRef: allowRefs });
  const { value: entry, diagnostics } = sources.entry(document);
  const read = entry && readApi(sources, entry);
  const linted = read?.value && (await lintApi(read.value, { strict }));
  const own = [...diagnostics, ...(read?.diagnostics ?? []), ...(linted ?? [])];
  const asks = strict && read?.value?.speaks.includes('messages') === true && !hasErrors(own);
  const judged = asks && entry ? await secondOpinion(entry, sources.loaded) : [];
  const said = [...own, ...judged];
  const inputs = sources.loaded.map(({ path }) => absolutePath(cwd, path));
  return {
    value: read?.value && { api: read.value, inputs },
    diagnostics: cwd === host.cwd ? said : said.map((each) => seenFrom(host.cwd, cwd, each)),
  };
}

async function secondOpinion(
  entry: Source,
  loaded: readonly Source[],
): Promise<readonly Diagnostic[]> {
  const { judge } = await import('./load/judge.js');
  return judge(entry, loaded);
}

/** What a description says, and the absolute paths of all files it is written in. */
interface Understood {
  readonly api: Api;
  readonly inputs: readonly string[];
}

async function planFor({ request, name }: Job, api: Api): Promise<Checked<Plan>> {
  const { createShapes } = await import('./model/shape-of.js');
  const { planPackage } = await import('./plan/plan-package.js');
  const { version, license, zod } = request;
  const int64 = request.int64 ?? api.int64;
  return planPackage(api, createShapes(api.schemas, int64), {
    kind: request.package === undefined ? 'sources' : 'package',
    name: request.package ?? baseName(name),
    ...(version !== undefined && { version }),
    ...(license !== undefined && { license }),
    runtimeRange: `^${generatorVersion}`,
    ...(zod !== undefined && { zod }),
  });
}
