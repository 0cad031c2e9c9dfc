import { createReporter, hasErrors, type Checked, type Diagnostic } from './core/diagnostic.js';
import type { Host } from './core/host.js';
import { absolutePath, baseName, isInside, relativePath } from './core/path.js';
import { jobsOf } from './jobs.js';
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
import { runPackage, type Job, type Made } from './run-package.js';
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
  void request;
  void host;
  return [];
}

/** What was understood of a description (`model`), or what TypeScript is going to say (`plan`), as plain data. */
export async function inspect(
  what: 'model' | 'plan',
  request: InspectRequest,
  host: Host,
): Promise<Checked<unknown>> {
  void what;
  void request;
  void host;
  return { value: undefined, diagnostics: [] };
}

/** load -> read -> lint -> plan -> emit -> print. No room is loaded until there is something to make. */
async function make(
  job: Job,
  host: Host,
  progress: (step: Progress['step']) => void,
): Promise<Checked<Made>> {
  void job;
  void progress;
  void host;
  void createReporter;
  return { value: { files: [], inputs: [] }, diagnostics: [] };
}
