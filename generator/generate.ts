import { isUrl, isWebAddress } from './core/address.js';
import { hasErrors, type Checked, type Diagnostic } from './core/diagnostic.js';
import type { Host } from './core/host.js';
import { baseName, relativePath } from './core/path.js';
import { jobOf, jobsOf, type Job } from './jobs.js';
import type {
  GenerateRequest,
  GenerateResult,
  InspectRequest,
  LintRequest,
  PackageRequest,
  Progress,
  RunOptions,
} from './request.js';
import type { pathsFile } from './paths-view.js';
import { reachOut, toLookAt, type ReachingOut } from './reach-out.js';
import { runPackage, type Made } from './run-package.js';
import type { OutputFile } from './write/changes.js';

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
  const reaching = await reachOut(jobs.value ?? [], host, {
    fetch: request.check !== true,
    update: request.updateRefs === true,
  });
  const runs = [];
  for (const job of reaching.jobs) {
    const progress = (step: Progress['step']): void =>
      request.onProgress?.({ package: job.name, step });
    runs.push(
      await runPackage(job, request, reaching.host, () =>
        make(job, reaching.host, { ...request, progress }),
      ),
    );
  }
  const diagnostics = [...jobs.diagnostics, ...runs.flatMap((run) => run.diagnostics)];
  const ok = !hasErrors(diagnostics);
  let references: readonly string[] = [];
  if (ok && request.check !== true) {
    references = reaching.commit().map((path) => relativePath(host.cwd, path));
    for (const run of runs) {
      request.onProgress?.({ package: run.result.name, step: 'write' });
      run.commit();
    }
  }
  const packages = runs.map(({ result }) =>
    ok ? result : { ...result, written: [], unchanged: [], removed: [] },
  );
  return { ok, diagnostics, packages, references, copies: copiesOf(reaching) };
}

/** Documents that were named by their addresses, and not fetched. */
function copiesOf({ jobs, fetched }: ReachingOut): readonly string[] {
  const named = jobs.flatMap(({ place }) => place.documents.filter(isUrl));
  return [...new Set(named)].filter((address) => !fetched(address)).sort();
}

/** Everything there is to say about descriptions; writes nothing. */
export async function lint(request: LintRequest, host: Host): Promise<readonly Diagnostic[]> {
  const jobs =
    'config' in request
      ? await jobsOf(request, host)
      : { value: jobsToLint(request, host), diagnostics: [] };
  const { understand } = await import('./understand.js');
  const reaching = await reachOut(jobs.value ?? [], host, toLookAt(jobs.value ?? []));
  const understood = await Promise.all(
    reaching.jobs.flatMap((job) =>
      job.place.documents.map((path) =>
        understand(job, path, host, { strict: request.strict === true }),
      ),
    ),
  );
  return [...jobs.diagnostics, ...understood.flatMap(({ diagnostics }) => diagnostics)];
}

function jobsToLint(
  {
    documents,
    ...settings
  }: Pick<PackageRequest, 'documents' | 'allowRefs' | 'refCredentials' | 'lenient' | 'overlays'>,
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
  const [first = ''] = request.documents;
  const path = isWebAddress(first) ? new URL(first).pathname : first;
  const out = baseName(path).replace(/\.[^.]*$/, '') || 'api';
  const asked = jobOf({ ...request, out }, host.cwd, false, host);
  const [job = asked] = (await reachOut([asked], host, toLookAt([asked]))).jobs;
  const { understandAll } = await import('./understand.js');
  const { value, diagnostics } = await understandAll(job, host);
  if (value === undefined) return { value, diagnostics };
  const { modelAsData, planAsData } = await import('./inspect.js');
  if (what === 'model') return { value: modelAsData(value.api), diagnostics };
  if (hasErrors(diagnostics)) return { value: undefined, diagnostics };
  const { planJob } = await import('./express.js');
  const plan = planJob(job, value.api, host);
  return {
    value: plan.value && planAsData(plan.value),
    diagnostics: [...diagnostics, ...plan.diagnostics],
  };
}

/** load -> read -> lint -> plan -> emit -> print. No room is loaded until there is something to make. */
async function make(
  job: Job,
  host: Host,
  {
    progress,
    verify = false,
    acceptNames = false,
  }: Pick<RunOptions, 'verify' | 'acceptNames'> & {
    readonly progress: (step: Progress['step']) => void;
  },
): Promise<Checked<Made>> {
  progress('read');
  const { understandAll } = await import('./understand.js');
  const understood = await understandAll(job, host, () => progress('read'));
  if (understood.value === undefined || hasErrors(understood.diagnostics))
    return { ...understood, value: undefined };
  progress('plan');
  const { planJob, textsOf } = await import('./express.js');
  const { api, inputs, documents } = understood.value;
  const { readLock, settleNames } = await import('./name-lock-file.js');
  const before = readLock(job, host);
  const plan = planJob(job, api, host, before.value);
  const diagnostics = [...understood.diagnostics, ...before.diagnostics, ...plan.diagnostics];
  if (plan.value === undefined || hasErrors(diagnostics)) return { value: undefined, diagnostics };
  const settled = settleNames(
    { job, host, api, plan: plan.value, accept: acceptNames },
    before.value,
  );
  diagnostics.push(...settled.diagnostics);
  if (hasErrors(diagnostics)) return { value: undefined, diagnostics };
  const texts = textsOf(plan.value, progress);
  diagnostics.push(...texts.diagnostics);
  if (texts.value === undefined) return { value: undefined, diagnostics };
  const view =
    job.request.paths === true ? await viewOf(plan.value, documents, job, host) : nothing;
  diagnostics.push(...view.diagnostics);
  const made = {
    files: [...texts.value, ...(view.value === undefined ? [] : [view.value])],
    inputs,
    ...(settled.lock && { lock: settled.lock }),
  };
  if (!verify) return { value: made, diagnostics };
  progress('verify');
  const { verifyFiles } = await import('./write/verify.js');
  const found = await verifyFiles(host, job.place.out, made.files);
  return { value: made, diagnostics: [...diagnostics, ...found] };
}

const nothing: Checked<OutputFile> = { value: undefined, diagnostics: [] };

async function viewOf(...given: Parameters<typeof pathsFile>): Promise<Checked<OutputFile>> {
  const { pathsFile } = await import('./paths-view.js');
  return pathsFile(...given);
}
