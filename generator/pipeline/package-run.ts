import { createReporter, defineError, hasErrors } from '../core/diagnostic.js';
import type { Checked, Diagnostic, DiagnosticType } from '../core/diagnostic.js';
import type { Host } from '../core/host.js';
import { absolutePath, relativePath } from '../core/path.js';
import { manifestInputs } from './freshness.js';
import type { PackageJob } from './package-job.js';
import type { PackageResult, RunOptions } from './request.js';
import { buildId } from '../core/version.js';
import type { OutputFile } from '../write/changes.js';
import { fileOrigin } from '../write/file-text.js';
import { checkOutputFolder } from '../write/output-safety.js';
import { manifestName } from '../write/manifest-name.js';
import type { Manifest } from '../write/manifest.js';
import { markBuild } from '../write/build-marker.js';
import { recover } from '../write/transaction.js';
import { prepareOutput, type PreparedOutput } from '../write/write.js';

/** A file that was changed before an interrupted run was completed. */
export const outputInterrupted: DiagnosticType<{ default: void }> = defineError(
  'output-interrupted',
  { default: () => 'the file was changed after an interrupted run and before its completion' },
);

/** Output of the pipeline for one job. */
export interface PipelineOutput {
  readonly files: readonly OutputFile[];
  /** Absolute paths of all files that were read. */
  readonly inputs: readonly string[];
  /** The name lock, with its absolute path. */
  readonly lock?: OutputFile;
}

/** A completed job whose output is not written yet. */
export interface PackageRun {
  readonly diagnostics: readonly Diagnostic[];
  readonly result: PackageResult;
  /** Writes the changes, if there are any. Throws the errors of the host. */
  commit(): void;
}

/**
 * Checks the output folder, and completes or removes what an interrupted run left there. With `check`, nothing is completed. Returns errors
 * that prevent the job.
 */
export function recoverOutput(
  { location }: PackageJob,
  host: Host,
  options: RunOptions,
): readonly Diagnostic[] {
  const { out } = location;
  const reporter = createReporter();
  checkOutputFolder(host, location, reporter);
  if (hasErrors(reporter.diagnostics) || options.check === true) return reporter.diagnostics;
  for (const path of recover(host, out, options.force === true)) {
    reporter.report(outputInterrupted.default(), fileOrigin(host.cwd, absolutePath(out, path)), {
      hint: 'restore it from version control, or run again with --force to overwrite it',
    });
  }
  return reporter.diagnostics;
}

/** A job with errors: nothing is written. */
export function failedRun(
  job: PackageJob,
  host: Host,
  diagnostics: readonly Diagnostic[],
): PackageRun {
  return { diagnostics, result: emptyResult(job, host), commit: () => {} };
}

/** A job whose output is up to date. */
export function currentRun(job: PackageJob, host: Host, manifest: Manifest): PackageRun {
  const unchanged = [manifestName, ...manifest.outputs.keys()].sort();
  const { warnings } = manifest;
  return {
    diagnostics: [],
    result: { ...emptyResult(job, host), unchanged, current: true, warnings },
    commit: () => {},
  };
}

/** Compares the output of the pipeline with the output folder, and prepares the changes. */
export function completedRun(
  job: PackageJob,
  host: Host,
  options: RunOptions,
  { value, diagnostics }: Checked<PipelineOutput>,
): PackageRun {
  if (value === undefined || hasErrors(diagnostics)) return failedRun(job, host, diagnostics);
  const { location } = job;
  const { out } = location;
  const warnings = diagnostics.length;
  options.onProgress?.({ package: job.name, step: 'compare' });
  const output = { location, ...value, made: { ...manifestInputs(job, host), warnings } };
  const prepared = prepareOutput(
    host,
    output,
    options.force === true || options.check === true ? 'overwrite' : 'keep',
  );
  const all = [...diagnostics, ...prepared.diagnostics];
  if (prepared.value === undefined || hasErrors(all)) return failedRun(job, host, all);
  const { changes, manifestChanged, lockChanged } = prepared.value;
  const paths = [
    ...changes.writes.map(({ path }) => path),
    ...(lockChanged === undefined ? [] : [relativePath(out, lockChanged)]),
  ];
  const result = {
    ...emptyResult(job, host),
    written: manifestChanged ? [manifestName, ...paths] : paths,
    unchanged: manifestChanged ? changes.unchanged : [manifestName, ...changes.unchanged],
    removed: changes.removes.map(({ path }) => path),
    warnings,
  };
  return { diagnostics: all, result, commit: () => commit(host, out, prepared.value) };
}

function emptyResult({ name, location }: PackageJob, host: Host): PackageResult {
  return {
    name,
    out: relativePath(host.cwd, location.out),
    written: [],
    unchanged: [],
    removed: [],
    current: false,
    warnings: 0,
  };
}

function commit(host: Host, out: string, prepared: PreparedOutput | undefined): void {
  prepared?.commit();
  markBuild(host, out, buildId);
}
