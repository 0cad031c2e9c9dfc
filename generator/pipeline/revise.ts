import type { Diagnostic } from '../core/diagnostic.js';
import type { Host } from '../core/host.js';
import type { Source } from '../load/source.js';
import type { Plan } from '../plan/plan.js';
import type { PackageJob } from './package-job.js';
import type { PipelineOutput } from './package-run.js';
import { renderAgain, type RenderContext, type RenderedParts } from './render.js';

/** What a run has made, as far as it stays when only prose of the documents changes. */
export interface RevisableRun {
  readonly plan: Plan;
  readonly context: RenderContext;
  readonly parts: RenderedParts;
  /** Documents by the path that they were read from. A document of several descriptions is listed for each. */
  readonly documents: readonly (readonly [path: string, source: Source])[];
  readonly output: PipelineOutput;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Revises the output of an earlier run after changes of files. The emitters that have read changed prose emit their files again. Returns
 * `undefined` if anything else may have changed. The earlier run is then no longer usable.
 */
export async function reviseRun(
  run: RevisableRun,
  { job, host }: { readonly job: PackageJob; readonly host: Host },
  changed: readonly string[],
): Promise<RevisableRun | undefined> {
  const readers = new Set<string>();
  for (const path of changed) {
    const sources = run.documents.filter(([each]) => each === path).map(([, source]) => source);
    const bytes = host.read(path);
    if (bytes === undefined || sources.length === 0) return undefined;
    for (const { revise } of sources) {
      const own = revise?.(bytes);
      if (own === undefined) return undefined;
      for (const reader of own) readers.add(reader);
    }
  }
  const context = { ...run.context, job, host };
  const rendered = await renderAgain(run.plan, context, run.parts, readers);
  if (rendered.value === undefined || rendered.diagnostics.length > 0) return undefined;
  const { files, parts } = rendered.value;
  // A copy of each, because positions of reported diagnostics are remembered.
  const diagnostics = run.diagnostics.map((each) => ({ ...each }));
  return { ...run, context, parts, output: { ...run.output, files }, diagnostics };
}
