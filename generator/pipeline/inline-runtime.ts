import {
  createDiagnostic,
  defineError,
  hasErrors,
  type Checked,
  type DiagnosticType,
} from '../core/diagnostic.js';
import type { Host } from '../core/host.js';
import { relativePath } from '../core/path.js';
import { didYouMean } from '../core/suggestion.js';
import { completePackageFiles } from '../inline/complete-manifest.js';
import { inlineRuntime } from '../inline/inline-runtime.js';
import type { RuntimeFiles } from '../inline/runtime-files.js';
import { runtimeLayout } from '../inline/runtime-layout.js';
import type { PackagePlan } from '../plan/plan.js';
import type { OutputFile } from '../write/changes.js';
import { fileOrigin } from '../write/file-text.js';
import type { PackageJob } from './package-job.js';

/** Copies of the runtime that cannot be made. */
export const inlinedRuntime: DiagnosticType<{
  conflict: { path: string };
  module: { name: string; runtime: string };
  unused: void;
}> = defineError('inline-runtime', {
  conflict: ({ path }) => `"${path}" is also the path of a copied file of the runtime`,
  module: ({ name, runtime }) => `"${name}" is not a subpath of "${runtime}"`,
  unused: () => '"runtimeModules" requires "inlineRuntime"',
});

/** Files of the copies by the module of the runtime, for `PlanOptions`. Empty if the package depends on the runtime. */
export async function runtimeCopies({
  request,
}: PackageJob): Promise<{ readonly runtimeCopies?: ReadonlyMap<string, string> }> {
  return request.inlineRuntime === true
    ? { runtimeCopies: runtimeLayout(await loadRuntime()) }
    : {};
}

/** The text of the runtime, which is loaded only when it is copied. */
async function loadRuntime(): Promise<RuntimeFiles> {
  const { runtimeFiles } = await import('../inline/runtime-files.js');
  return runtimeFiles();
}

/** Adds copies of the runtime to the output of a job that requests them. */
export async function withRuntime(
  files: readonly OutputFile[],
  plan: PackagePlan,
  job: PackageJob,
  host: Host,
): Promise<Checked<readonly OutputFile[]>> {
  const { inlineRuntime: isInlined = false, runtimeModules = [] } = job.request;
  const out = relativePath(host.cwd, job.location.out);
  const origin = fileOrigin(host.cwd, job.location.out);
  if (!isInlined) {
    const diagnostics =
      runtimeModules.length === 0
        ? []
        : [
            createDiagnostic(inlinedRuntime.unused(), origin, {
              hint: 'set "inlineRuntime: true" as well',
            }),
          ];
    return { value: diagnostics.length === 0 ? files : undefined, diagnostics };
  }
  const runtime = await loadRuntime();
  const { name } = runtime.manifest;
  const known = [...runtimeLayout(runtime).keys()].map((each) => each.slice(name.length + 1));
  const unknown = runtimeModules
    .filter((module) => !known.includes(module))
    .map((module) =>
      createDiagnostic(inlinedRuntime.module({ name: module, runtime: name }), origin, {
        ...didYouMean(module, known),
      }),
    );
  const inlined = inlineRuntime(files, { plan, runtime, modules: runtimeModules });
  const paths = inlined.files.map(({ path }) => path.toLowerCase());
  const conflicts = files
    .filter(
      ({ path }) => paths.indexOf(path.toLowerCase()) !== paths.lastIndexOf(path.toLowerCase()),
    )
    .map(({ path }) =>
      createDiagnostic(inlinedRuntime.conflict({ path: `${out}/${path}` }), origin, {
        hint: 'choose another path in the emitter, or omit "inlineRuntime"',
      }),
    );
  const diagnostics = [...unknown, ...conflicts];
  return {
    value: hasErrors(diagnostics) ? undefined : completePackageFiles(inlined, plan),
    diagnostics,
  };
}
