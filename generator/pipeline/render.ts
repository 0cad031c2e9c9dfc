import { createReporter, type Checked } from '../core/diagnostic.js';
import type { Host } from '../core/host.js';
import { baseName } from '../core/path.js';
import { resolveConversions } from './conversions.js';
import { emit } from '../emitters/emit.js';
import { checkEnumSyntax } from './enum-syntax.js';
import { importExtensionOf } from './import-extensions.js';
import type { PackageJob } from './package-job.js';
import type { Api } from '../model/api.js';
import { byteForms } from '../model/analysis/binary-forms.js';
import { CountedSchemas } from '../model/analysis/counted-schemas.js';
import { createShapes } from '../model/shape/create-shapes.js';
import { namePins } from './name-lock-file.js';
import type { NameLock } from '../plan/name-lock.js';
import { planPackage } from '../plan/plan-package.js';
import type { Plan } from '../plan/plan.js';
import type { Progress } from './request.js';
import { generatorVersion } from '../core/version.js';
import type { OutputFile } from '../write/changes.js';
import { resourceLimitDiagnostics } from './resource-limits.js';
import { printSourceFile } from '../write/print.js';

/** Plans every name and every file of a job's package. */
export function planJob(job: PackageJob, api: Api, host: Host, lock?: NameLock): Checked<Plan> {
  try {
    return planChecked(job, { ...api, schemas: new CountedSchemas(api.schemas) }, host, lock);
  } catch (error) {
    return { value: undefined, diagnostics: resourceLimitDiagnostics(error, api.origin) };
  }
}

function planChecked(job: PackageJob, api: Api, host: Host, lock?: NameLock): Checked<Plan> {
  const reporter = createReporter();
  const conversions = resolveConversions(job, api, host, reporter);
  const { request, name } = job;
  const { version, license, enums, zod, paths } = request;
  const extension = importExtensionOf(job, host);
  const int64 = request.int64 ?? api.int64;
  const shapes = createShapes(api.schemas, int64, new Set(conversions.keys()), byteForms(api));
  const { value, diagnostics } = planPackage(api, shapes, {
    conversions,
    kind: request.package === undefined ? 'sources' : 'package',
    name: request.package ?? baseName(name),
    ...(version !== undefined && { version }),
    ...(license !== undefined && { license }),
    ...(extension.value !== undefined && { importExtension: extension.value }),
    buildsCommonJs: request.moduleFormats?.includes('cjs') === true,
    runtimeRange: `^${generatorVersion}`,
    linearPatterns: request.slowPatterns === 'linear',
    ...(enums !== undefined && { enums }),
    ...(zod !== undefined && { zod }),
    ...(paths !== undefined && { paths }),
    pins: namePins(job, api.origin),
    ...(lock !== undefined && { lock }),
  });
  return {
    value,
    diagnostics: [
      ...extension.diagnostics,
      ...checkEnumSyntax(job, host),
      ...reporter.diagnostics,
      ...diagnostics,
    ],
  };
}

/** Emits and prints the files of a plan, one at a time. */
export function renderFiles(
  plan: Plan,
  progress: (step: Progress['step']) => void,
): Checked<readonly OutputFile[]> {
  progress('emit');
  const files: OutputFile[] = [];
  try {
    for (const file of emit(plan)) files.push({ path: file.path, text: printSourceFile(file) });
  } catch (error) {
    return { value: undefined, diagnostics: resourceLimitDiagnostics(error, plan.api.origin) };
  }
  return { value: files, diagnostics: [] };
}
