import { isUrl, isWebAddress } from '../core/address.js';
import { hasErrors, type Checked, type Diagnostic } from '../core/diagnostic.js';
import type { Host } from '../core/host.js';
import type { Api } from '../model/api.js';
import { baseName, relativePath } from '../core/path.js';
import { findCurrentManifest } from './freshness.js';
import { packageJob, packageJobs, type PackageJob } from './package-job.js';
import type {
  GenerateRequest,
  GenerateResult,
  InspectRequest,
  LintRequest,
  ModelsRequest,
  PackageRequest,
  Progress,
  RunOptions,
} from './request.js';
import { openRemoteAccess, readOnlyAccess, type RemoteAccess } from './remote-access.js';
import { noMemory, type RunMemory } from './run-memory.js';
import {
  completedRun,
  currentRun,
  failedRun,
  recoverOutput,
  type PackageRun,
  type PipelineOutput,
} from './package-run.js';

/**
 * Generates packages from descriptions. Writes all of them, or none if any has an error. Mistakes in a description are returned as
 * diagnostics. Errors of the host are thrown.
 *
 * ```ts
 * import { diskHost, generate } from 'tallystick';
 *
 * const result = await generate({ documents: ['petstore.yaml'], out: 'src/api' }, diskHost('/project'));
 * ```
 */
export async function generate(request: GenerateRequest, host: Host): Promise<GenerateResult> {
  return generateAgain(request, host, noMemory);
}

/** `generate` with the memory of earlier runs of this process. */
export async function generateAgain(
  request: GenerateRequest,
  host: Host,
  memory: RunMemory,
): Promise<GenerateResult> {
  const jobs = await packageJobs(request, host);
  const access = await openRemoteAccess(jobs.value ?? [], host, {
    fetch: request.check !== true,
    update: request.updateRefs === true,
  });
  memory.begin(access.jobs, access);
  const runs = [];
  for (const job of access.jobs)
    runs.push({ job, run: await runJob(job, access.host, request, memory) });
  const diagnostics = [...jobs.diagnostics, ...runs.flatMap(({ run }) => run.diagnostics)];
  const ok = !hasErrors(diagnostics);
  let references: readonly string[] = [];
  if (ok && request.check !== true) {
    references = access.commit().map((path) => relativePath(host.cwd, path));
    for (const { job, run } of runs) {
      request.onProgress?.({ package: run.result.name, step: 'write' });
      run.commit();
      memory.written(job, run);
    }
  }
  const packages = runs.map(({ run: { result } }) =>
    ok ? result : { ...result, written: [], unchanged: [], removed: [] },
  );
  return { ok, diagnostics, packages, references, copies: unfetchedAddresses(access) };
}

/** Runs one job without writing, as far as its input has changed since an earlier run. */
async function runJob(
  job: PackageJob,
  host: Host,
  options: RunOptions,
  memory: RunMemory,
): Promise<PackageRun> {
  const earlier = await runFromMemory(job, host, options, memory);
  if (earlier !== undefined) return earlier;
  memory.restart(job);
  return runAnew(job, host, options, memory);
}

/**
 * Completes a job with what an earlier run has made. Returns `undefined` if it must run from the start. A separate function, so that the
 * model and the plan of the earlier run are not retained by then.
 */
async function runFromMemory(
  job: PackageJob,
  host: Host,
  options: RunOptions,
  memory: RunMemory,
): Promise<PackageRun | undefined> {
  const { unchanged, revisable } = memory.recall(job);
  if (unchanged !== undefined) return unchanged;
  if (revisable === undefined || options.verify === true) return undefined;
  const problems = recoverOutput(job, host, options);
  if (hasErrors(problems)) return failedRun(job, host, problems);
  options.onProgress?.({ package: job.name, step: 'emit' });
  const { reviseRun } = await import('./revise.js');
  const run = await reviseRun(revisable.run, { job, host }, revisable.changed);
  if (run === undefined) return undefined;
  memory.made(job, run);
  return completedRun(job, host, options, { value: run.output, diagnostics: run.diagnostics });
}

/** Runs one job from the start. Ends before a document is read if the output is up to date. */
async function runAnew(
  job: PackageJob,
  host: Host,
  options: RunOptions,
  memory: RunMemory,
): Promise<PackageRun> {
  const problems = recoverOutput(job, host, options);
  if (hasErrors(problems)) return failedRun(job, host, problems);
  const current = findCurrentManifest(job, host, options);
  if (current !== undefined) return currentRun(job, host, current);
  const progress = (step: Progress['step']): void =>
    options.onProgress?.({ package: job.name, step });
  const output = await runPipeline(job, host, { ...options, progress, memory });
  return completedRun(job, host, options, output);
}

/** Addresses of documents that were requested by URL but read from a local copy. */
function unfetchedAddresses({ jobs, fetched }: RemoteAccess): readonly string[] {
  const addresses = jobs.flatMap(({ location }) => location.documents.filter(isUrl));
  return [...new Set(addresses)].filter((address) => !fetched(address)).sort();
}

/** Reports all mistakes in descriptions. Writes nothing. */
export async function lint(request: LintRequest, host: Host): Promise<readonly Diagnostic[]> {
  const jobs =
    'config' in request
      ? await packageJobs(request, host)
      : { value: jobsToLint(request, host), diagnostics: [] };
  const { readDescription } = await import('./read.js');
  const access = await openRemoteAccess(jobs.value ?? [], host, readOnlyAccess(jobs.value ?? []));
  const results = await Promise.all(
    access.jobs.flatMap((job) =>
      job.location.documents.map((path) =>
        readDescription(job, path, host, { strict: request.strict === true }),
      ),
    ),
  );
  return [...jobs.diagnostics, ...results.flatMap(({ diagnostics }) => diagnostics)];
}

function jobsToLint(
  {
    documents,
    ...settings
  }: Pick<PackageRequest, 'documents' | 'allowRefs' | 'refCredentials' | 'lenient' | 'overlays'>,
  host: Host,
): readonly PackageJob[] {
  return documents.map((path) =>
    packageJob({ ...settings, documents: [path], out: '.' }, host.cwd, false, host),
  );
}

/** Reads several descriptions, each on its own, with integers and dates as in JSON. Returns models only if none has an error. */
export async function readModels(
  { documents, ...settings }: ModelsRequest,
  host: Host,
): Promise<Checked<readonly Api[]>> {
  const request = { ...settings, int64: 'number', dates: 'string', out: '.' } as const;
  const jobs = documents.map((path) =>
    packageJob({ ...request, documents: [path] }, host.cwd, false, host),
  );
  const access = await openRemoteAccess(jobs, host, readOnlyAccess(jobs));
  const { readPackage } = await import('./read.js');
  const apis: Api[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const job of access.jobs) {
    const read = await readPackage(job, access.host);
    diagnostics.push(...read.diagnostics);
    if (read.value !== undefined) apis.push(read.value.api);
  }
  return { value: hasErrors(diagnostics) ? undefined : apis, diagnostics };
}

/** Serializes the model or the plan of a description as plain data. */
export async function inspect(
  what: 'model' | 'plan',
  request: InspectRequest,
  host: Host,
): Promise<Checked<unknown>> {
  const [first = ''] = request.documents;
  const path = isWebAddress(first) ? new URL(first).pathname : first;
  const out = baseName(path).replace(/\.[^.]*$/, '') || 'api';
  const localJob = packageJob({ ...request, out }, host.cwd, false, host);
  const [job = localJob] = (await openRemoteAccess([localJob], host, readOnlyAccess([localJob])))
    .jobs;
  const { readPackage } = await import('./read.js');
  const { value, diagnostics } = await readPackage(job, host);
  if (value === undefined) return { value, diagnostics };
  const { serializeModel, serializePlan } = await import('./inspect.js');
  if (what === 'model') return { value: serializeModel(value.api), diagnostics };
  if (hasErrors(diagnostics)) return { value: undefined, diagnostics };
  const { planJob } = await import('./render.js');
  const { selectEmitters } = await import('./select-emitters.js');
  const selection = await selectEmitters(job, host);
  const emitters = selection.value?.emitters ?? [];
  if (hasErrors(selection.diagnostics)) return { ...selection, value: undefined };
  const plan = planJob(job, value.api, host, emitters, {});
  return {
    value:
      plan.value &&
      serializePlan(
        plan.value,
        emitters.map(({ emitter }) => emitter.name),
      ),
    diagnostics: [...diagnostics, ...plan.diagnostics],
  };
}

/** Runs load, read, lint, plan, emit and print. Writes nothing. Each area is imported only when it is needed. */
export async function runPipeline(
  job: PackageJob,
  host: Host,
  {
    progress,
    verify = false,
    acceptNames = false,
    memory,
  }: Pick<RunOptions, 'verify' | 'acceptNames'> & {
    readonly memory: RunMemory;
    readonly progress: (step: Progress['step']) => void;
  },
): Promise<Checked<PipelineOutput>> {
  progress('read');
  const { readPackage } = await import('./read.js');
  const prose = memory.recordProse?.();
  const read = await readPackage(job, host, { onLoad: () => progress('read'), prose });
  if (read.value === undefined || hasErrors(read.diagnostics)) return { ...read, value: undefined };
  progress('plan');
  const { planJob, renderFiles } = await import('./render.js');
  const { api, inputs, documents, sources } = read.value;
  const { readNameLock, reconcileNames } = await import('./name-lock-file.js');
  const lock = readNameLock(job, host);
  const [{ selectEmitters }, { runtimeCopies }] = await Promise.all([
    import('./select-emitters.js'),
    import('./inline-runtime.js'),
  ]);
  const selection = await selectEmitters(job, host);
  if (selection.value === undefined || hasErrors(selection.diagnostics))
    return { value: undefined, diagnostics: [...read.diagnostics, ...selection.diagnostics] };
  const { emitters } = selection.value;
  const plan = planJob(job, api, host, emitters, {
    lock: lock.value,
    ...(await runtimeCopies(job)),
  });
  const diagnostics = [...read.diagnostics, ...lock.diagnostics, ...plan.diagnostics];
  if (plan.value === undefined || hasErrors(diagnostics)) return { value: undefined, diagnostics };
  const reconciled = reconcileNames(
    { job, host, api, plan: plan.value, accept: acceptNames },
    lock.value,
  );
  diagnostics.push(...reconciled.diagnostics);
  if (hasErrors(diagnostics)) return { value: undefined, diagnostics };
  const { loadTemplates } = await import('./load-templates.js');
  const templates = await loadTemplates(job, host);
  diagnostics.push(...templates.diagnostics);
  if (templates.value === undefined || hasErrors(diagnostics))
    return { value: undefined, diagnostics };
  progress('emit');
  const context = { job, host, emitters, documents, templates: templates.value, prose };
  const rendered = await renderFiles(plan.value, context);
  diagnostics.push(...rendered.diagnostics);
  if (rendered.value === undefined) return { value: undefined, diagnostics };
  const { files, parts } = rendered.value;
  const output = {
    files,
    inputs: [...new Set([...inputs, ...selection.value.inputs, ...templates.value.paths])],
    ...(reconciled.lock && { lock: reconciled.lock }),
  };
  // A diagnostic of an emitter would be lost when only others emit again.
  if (prose !== undefined && rendered.diagnostics.length === 0)
    memory.made(job, { plan: plan.value, context, parts, documents: sources, output, diagnostics });
  if (!verify) return { value: output, diagnostics };
  progress('verify');
  const { verifyFiles } = await import('../write/verify.js');
  const problems = await verifyFiles(host, job.location.out, output.files);
  return { value: output, diagnostics: [...diagnostics, ...problems] };
}
