import { createReporter, hasErrors, type Checked } from '../core/diagnostic.js';
import type { Host } from '../core/host.js';
import { baseName } from '../core/path.js';
import { resolveBrands } from './brands.js';
import { resolveConversions } from './conversions.js';
import type { EmitterDocuments, SelectedEmitter } from '../emitters/emitter.js';
import { emit } from '../emitters/emit.js';
import { planPackage } from '../emitters/plan-package.js';
import { checkExtensionOf, checkEnumSyntax, importExtensionOf } from './project-settings.js';
import { changeFile, createRename } from './hooks.js';
import { withRuntime } from './inline-runtime.js';
import { reportTemplateError, TemplateError, type LoadedTemplates } from './load-templates.js';
import type { PackageJob } from './package-job.js';
import { createPages } from '../printer/template.js';
import type { Api } from '../model/api.js';
import { byteForms } from '../model/analysis/binary-forms.js';
import { countLookups } from '../model/analysis/counted-schemas.js';
import { createShapes } from '../model/shape/create-shapes.js';
import { namePins } from './name-lock-file.js';
import type { NameLock } from '../plan/names/name-lock.js';
import type { PlanOptions } from '../plan/plan-common.js';
import type { Plan } from '../plan/plan.js';
import { generatorVersion } from '../core/version.js';
import type { OutputFile } from '../write/changes.js';
import { resourceLimitDiagnostics } from './resource-limits.js';
import { fileOrigin } from '../write/file-text.js';
import { loadLibrary as loadOptional } from '../write/library.js';
import { checkEmittedFile, filesUntilFailure, runEmitter } from './run-emitter.js';
import { printSourceFile } from '../printer/print.js';

/** What a plan depends on beside the job and the descriptions. */
export interface PlanSettings extends Pick<PlanOptions, 'runtimeCopies'> {
  readonly lock?: NameLock | undefined;
}

/** Plans every name and every file of a job's package. */
export function planJob(
  job: PackageJob,
  api: Api,
  host: Host,
  emitters: readonly SelectedEmitter[],
  settings: PlanSettings,
): Checked<Plan> {
  try {
    return planChecked(job, countLookups(api), host, emitters, settings);
  } catch (error) {
    return { value: undefined, diagnostics: resourceLimitDiagnostics(error, api.origin) };
  }
}

function planChecked(
  job: PackageJob,
  api: Api,
  host: Host,
  emitters: readonly SelectedEmitter[],
  { lock, runtimeCopies }: PlanSettings,
): Checked<Plan> {
  const reporter = createReporter();
  const conversions = resolveConversions(job, api, host, reporter);
  const { request, name } = job;
  const { version, license, enums, publish } = request;
  const extension = importExtensionOf(job, host);
  const checkExtension = checkExtensionOf(job, host);
  const int64 = request.int64 ?? api.int64;
  const formats = new Set(conversions.keys());
  const bytes = byteForms(api);
  const brands = resolveBrands(
    request.brand,
    api,
    () => createShapes(api.schemas, int64, formats, bytes),
    reporter,
  );
  const shapes = createShapes(api.schemas, int64, formats, bytes, brands);
  const rename = job.hooks && createRename(job.hooks, reporter);
  const options = {
    conversions,
    brands,
    kind: request.package === undefined ? 'sources' : 'package',
    name: request.package ?? baseName(name),
    ...(version !== undefined && { version }),
    ...(license !== undefined && { license }),
    ...(publish !== undefined && { publishing: publish }),
    ...(extension.value !== undefined && { importExtension: extension.value }),
    ...(checkExtension.value !== undefined && { checkExtension: checkExtension.value }),
    buildsCommonJs: request.moduleFormats?.includes('cjs') === true,
    runtimeRange: `^${generatorVersion}`,
    ...(runtimeCopies !== undefined && { runtimeCopies }),
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
      if (text !== undefined) files.push({ path, text });
    }
  } catch (error) {
    if (!(error instanceof TemplateError))
      return { value: undefined, diagnostics: resourceLimitDiagnostics(error, plan.api.origin) };
    reportTemplateError(error, reporter);
    return { value: undefined, diagnostics: reporter.diagnostics };
  }
  templates.reportUnknown(pages.rendered, reporter);
  const complete = await withRuntime(files, plan.package, job, host);
  for (const each of complete.diagnostics) reporter.add(each);
  const { hooks } = job;
  const changed = (complete.value ?? []).flatMap((file) =>
    hooks === undefined ? file : (changeFile(file, hooks, reporter) ?? []),
  );
  const { diagnostics } = reporter;
  return { value: hasErrors(diagnostics) ? undefined : changed, diagnostics };
}
