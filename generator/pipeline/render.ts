import type { ProseReads } from '../core/prose.js';
import { createReporter, hasErrors, type Checked, type Reporter } from '../core/diagnostic.js';
import type { Host } from '../core/host.js';
import { baseName } from '../core/path.js';
import { resolveBrands } from './brands.js';
import { resolveConversions } from './conversions.js';
import type { EmitterDocuments, SelectedEmitter } from '../emitters/emitter.js';
import { emit, mayEmit } from '../emitters/emit.js';
import { planPackage } from '../emitters/plan-package.js';
import { checkExtensionOf, checkEnumSyntax, importExtensionOf } from './project-settings.js';
import { changeFile, createRename } from './hooks.js';
import { withRuntime } from './inline-runtime.js';
import { reportTemplateError, TemplateError, type LoadedTemplates } from './load-templates.js';
import type { PackageJob } from './package-job.js';
import { createPages, type Pages } from '../printer/template.js';
import type { Api } from '../model/api.js';
import { byteForms } from '../model/analysis/binary-forms.js';
import { countLookups, restartLookups } from '../model/analysis/counted-schemas.js';
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
  /** Records which emitter reads which prose. */
  readonly prose?: ProseReads | undefined;
}

/** Files by the emitter that has emitted them, in the order of emission. */
export type RenderedParts = ReadonlyMap<string, readonly OutputFile[]>;

/** The files of a plan. */
export interface Rendering {
  readonly files: readonly OutputFile[];
  readonly parts: RenderedParts;
}

/** Emits and prints the files of a plan, one at a time. */
export async function renderFiles(plan: Plan, context: RenderContext): Promise<Checked<Rendering>> {
  const reporter = createReporter();
  const { templates } = context;
  const pages = createPages(templates.byPage);
  const parts = await renderParts(plan, context, pages, reporter, new Map(), undefined);
  if (parts === undefined) return { value: undefined, diagnostics: reporter.diagnostics };
  templates.reportUnknown(pages.rendered, reporter);
  return completeFiles(plan, context, parts, reporter);
}

/** Emits and prints again what some readers of prose emit, and takes all other files from an earlier rendering of the plan. */
export async function renderAgain(
  plan: Plan,
  context: RenderContext,
  earlier: RenderedParts,
  readers: ReadonlySet<string>,
): Promise<Checked<Rendering>> {
  const reporter = createReporter();
  // What is cached by plan is not kept, because it may contain prose.
  const again = { ...plan };
  restartLookups(plan.api);
  const pages = createPages(context.templates.byPage);
  const parts = await renderParts(again, context, pages, reporter, earlier, readers);
  if (parts === undefined) return { value: undefined, diagnostics: reporter.diagnostics };
  return completeFiles(again, context, parts, reporter);
}

/** Renders what the readers in `only` emit, or everything, in place of the files of these paths. Returns `undefined` if that fails. */
async function renderParts(
  plan: Plan,
  { job, host, emitters, documents, prose }: RenderContext,
  pages: Pages,
  reporter: Reporter,
  earlier: RenderedParts,
  only: ReadonlySet<string> | undefined,
): Promise<RenderedParts | undefined> {
  const origin = fileOrigin(host.cwd, job.location.out);
  const parts = new Map<string, OutputFile[]>(
    [...earlier].map(([name, files]) => [name, only?.has(name) === true ? [] : [...files]]),
  );
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
    for (const [name, files] of earlier)
      if (only === undefined || !mayEmit(name, only))
        for (const { path } of files) taken.add(path.toLowerCase());
    const emitted = emit(plan, {
      emitters,
      only,
      prose,
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
      const { name } = selected.emitter;
      const own = parts.get(name);
      const index = own?.findIndex((each) => each.path === path) ?? -1;
      if (own === undefined) parts.set(name, [{ path, text }]);
      else if (index < 0) own.push({ path, text });
      else own[index] = { path, text };
    }
    return parts;
  } catch (error) {
    if (error instanceof TemplateError) reportTemplateError(error, reporter);
    else for (const each of resourceLimitDiagnostics(error, plan.api.origin)) reporter.add(each);
    return undefined;
  } finally {
    prose?.by(undefined);
  }
}

/** Adds copies of the runtime, and applies the hook for files. */
async function completeFiles(
  plan: Plan,
  { job, host }: RenderContext,
  parts: RenderedParts,
  reporter: Reporter,
): Promise<Checked<Rendering>> {
  const complete = await withRuntime([...parts.values()].flat(), plan.package, job, host);
  for (const each of complete.diagnostics) reporter.add(each);
  const { hooks } = job;
  const files = (complete.value ?? []).flatMap((file) =>
    hooks === undefined ? file : (changeFile(file, hooks, reporter) ?? []),
  );
  const { diagnostics } = reporter;
  return { value: hasErrors(diagnostics) ? undefined : { files, parts }, diagnostics };
}
