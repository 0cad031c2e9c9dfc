import { createReporter, hasErrors, type Checked } from '../core/diagnostic.js';
import type { Host } from '../core/host.js';
import { baseName } from '../core/path.js';
import { resolveConversions } from './conversions.js';
import type { EmitterDocuments, SelectedEmitter } from '../emitters/emitter.js';
import { emit } from '../emitters/emit.js';
import { planPackage } from '../emitters/plan-package.js';
import { checkExtensionOf } from './check-extension.js';
import { checkEnumSyntax } from './enum-syntax.js';
import { importExtensionOf } from './import-extensions.js';
import { changeFile, createRename } from './hooks.js';
import { reportTemplateError, TemplateError, type LoadedTemplates } from './load-templates.js';
import type { PackageJob } from './package-job.js';
import { createPages } from '../printer/template.js';
import type { Api } from '../model/api.js';
import { byteForms } from '../model/analysis/binary-forms.js';
import { countLookups } from '../model/analysis/counted-schemas.js';
import { createShapes } from '../model/shape/create-shapes.js';
import { namePins } from './name-lock-file.js';
import type { NameLock } from '../plan/name-lock.js';
import type { PlanOptions } from '../plan/plan-common.js';
import type { Plan } from '../plan/plan.js';
import { generatorVersion } from '../core/version.js';
import type { OutputFile } from '../write/changes.js';
import { resourceLimitDiagnostics } from './resource-limits.js';
import { fileOrigin } from '../write/file-text.js';
import { loadLibrary as loadOptional } from '../write/library.js';
import { checkEmittedFile, filesUntilFailure, runEmitter } from './run-emitter.js';
import { printSourceFile } from '../printer/print.js';

/** Plans every name and every file of a job's package. */
export function planJob(
  job: PackageJob,
  api: Api,
  host: Host,
  emitters: readonly SelectedEmitter[],
  lock?: NameLock,
): Checked<Plan> {
  try {
    return planChecked(job, countLookups(api), host, emitters, lock);
  } catch (error) {
    return { value: undefined, diagnostics: resourceLimitDiagnostics(error, api.origin) };
  }
}

function planChecked(
  job: PackageJob,
  api: Api,
  host: Host,
  emitters: readonly SelectedEmitter[],
  lock?: NameLock,
): Checked<Plan> {
  const reporter = createReporter();
  const conversions = resolveConversions(job, api, host, reporter);
  const { request, name } = job;
  const { version, license, enums } = request;
  const extension = importExtensionOf(job, host);
  const checkExtension = checkExtensionOf(job, host);
  const int64 = request.int64 ?? api.int64;
  const shapes = createShapes(api.schemas, int64, new Set(conversions.keys()), byteForms(api));
  const rename = job.hooks && createRename(job.hooks, reporter);
  const options = {
    conversions,
    kind: request.package === undefined ? 'sources' : 'package',
    name: request.package ?? baseName(name),
    ...(version !== undefined && { version }),
    ...(license !== undefined && { license }),
    ...(extension.value !== undefined && { importExtension: extension.value }),
    ...(checkExtension.value !== undefined && { checkExtension: checkExtension.value }),
    buildsCommonJs: request.moduleFormats?.includes('cjs') === true,
    runtimeRange: `^${generatorVersion}`,
    linearPatterns: request.slowPatterns === 'linear',
    ...(enums !== undefined && { enums }),
    pins: namePins(job, api.origin),
    ...(lock !== undefined && { lock }),
    ...(rename !== undefined && { rename }),
  } satisfies PlanOptions;
  const { value, diagnostics } = planPackage(api, shapes, options, emitters, runEmitter);
  return {
    value,
    diagnostics: [
      ...extension.diagnostics,
      ...checkExtension.diagnostics,
      ...checkEnumSyntax(job, host),
      ...reporter.diagnostics,
      ...diagnostics,
    ],
  };
}

/** Input of an emission beside the plan. */
export interface RenderContext {
  readonly job: PackageJob;
  readonly host: Host;
  readonly emitters: readonly SelectedEmitter[];
  readonly documents: readonly EmitterDocuments[];
  readonly templates: LoadedTemplates;
}

/** Emits and prints the files of a plan, one at a time. */
export async function renderFiles(
  plan: Plan,
  { job, host, emitters, documents, templates }: RenderContext,
): Promise<Checked<readonly OutputFile[]>> {
  const reporter = createReporter();
  const origin = fileOrigin(host.cwd, job.location.out);
  const files: OutputFile[] = [];
  const pages = createPages(templates.byPage);
  try {
    const loadLibrary = async <Library>(
      name: string,
      load: () => Promise<Library>,
      emitter: string,
    ): Promise<Library | undefined> => {
      const loaded = await loadOptional(name, load, {
        needs: `the emitter "${emitter}"`,
        origin,
      });
      if ('library' in loaded) return loaded.library;
      reporter.add(loaded.missing);
      return undefined;
    };
    const taken = new Set<string>();
    const emitted = emit(plan, {
      emitters,
      documents,
      pages,
      reporter,
      loadLibrary,
      run: runEmitter,
      guard: (selected, step) =>
        selected.origin === undefined ? step() : filesUntilFailure(selected, step, reporter),
    });
    for await (const { file, selected } of emitted) {
      const { path } = file;
      if (!checkEmittedFile(selected, file, taken, reporter)) continue;
      taken.add(path.toLowerCase());
      const text = runEmitter(selected, () => printSourceFile(file), reporter);
      if (text === undefined) continue;
      const changed =
        job.hooks === undefined ? { path, text } : changeFile({ path, text }, job.hooks, reporter);
      if (changed !== undefined) files.push(changed);
    }
  } catch (error) {
    if (!(error instanceof TemplateError))
      return { value: undefined, diagnostics: resourceLimitDiagnostics(error, plan.api.origin) };
    reportTemplateError(error, reporter);
    return { value: undefined, diagnostics: reporter.diagnostics };
  }
  templates.reportUnknown(pages.rendered, reporter);
  const { diagnostics } = reporter;
  return { value: hasErrors(diagnostics) ? undefined : files, diagnostics };
}
