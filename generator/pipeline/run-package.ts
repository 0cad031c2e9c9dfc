import { isUrl } from '../core/address.js';
import { createReporter, hasErrors, type Checked, type Diagnostic } from '../core/diagnostic.js';
import type { Host } from '../core/host.js';
import { absolutePath, relativePath } from '../core/path.js';
import { importExtensionOf } from './import-extensions.js';
import type { PackageJob } from './package-job.js';
import { optionsDigestData } from '../options/options.js';
import type { PackageResult, RunOptions } from './request.js';
import { buildId, generatorVersion } from '../core/version.js';
import type { OutputFile } from '../write/changes.js';
import { fileOrigin } from '../write/file-text.js';
import { checkOutputFolder } from '../write/output-safety.js';
import { manifestName } from '../write/manifest-name.js';
import { digest, isCurrent, readManifest, type Manifest } from '../write/manifest.js';
import { hasBuildMarker, markBuild } from '../write/build-marker.js';
import { isInterrupted, recover } from '../write/transaction.js';
import { prepareOutput, type PreparedOutput } from '../write/write.js';

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

/** Runs one job without writing. If inputs and outputs are unchanged since the last run, `make` is not called. */
export async function runPackage(
  job: PackageJob,
  options: RunOptions,
  host: Host,
  runPipeline: (job: PackageJob) => Promise<Checked<PipelineOutput>>,
): Promise<PackageRun> {
  const { location, name } = job;
  const { out } = location;
  const report = createReporter();
  const displayPath = relativePath(host.cwd, out);
  const emptyResult = {
    name,
    out: displayPath,
    written: [],
    unchanged: [],
    removed: [],
    current: false,
    warnings: 0,
  };
  const stop = (diagnostics: readonly Diagnostic[]): PackageRun => ({
    diagnostics,
    result: emptyResult,
    commit: () => {},
  });

  checkOutputFolder(host, location, report);
  if (hasErrors(report.diagnostics)) return stop(report.diagnostics);
  const inputs = { generator: generatorVersion, settings: settingsDigest(job, host) };
  if (options.check !== true) {
    for (const path of recover(host, out, options.force === true)) {
      report.error(
        'output-interrupted',
        fileOrigin(host.cwd, absolutePath(out, path)),
        'the file was changed after a run was interrupted that has yet to be completed',
        {
          hint: 'restore it from version control, or run again with --force to overwrite it',
        },
      );
    }
    if (hasErrors(report.diagnostics)) return stop(report.diagnostics);
  }
  const manifest = readManifest(host, out);
  if (
    options.verify !== true &&
    options.updateRefs !== true &&
    manifest !== undefined &&
    manifest !== 'unreadable' &&
    !isInterrupted(host, out) &&
    hasBuildMarker(host, out, buildId) &&
    isCurrent(host, out, manifest, inputs)
  ) {
    const unchanged = [manifestName, ...manifest.outputs.keys()].sort();
    return {
      diagnostics: [],
      result: { ...emptyResult, unchanged, current: true, warnings: manifest.warnings },
      commit: () => {},
    };
  }

  const { value, diagnostics } = await runPipeline(job);
  if (value === undefined || hasErrors(diagnostics)) return stop(diagnostics);
  const warnings = diagnostics.length;
  options.onProgress?.({ package: name, step: 'compare' });
  const output = { location, ...value, made: { ...inputs, warnings } };
  const prepared = prepareOutput(
    host,
    output,
    options.force === true || options.check === true ? 'overwrite' : 'keep',
  );
  const all = [...diagnostics, ...prepared.diagnostics];
  if (prepared.value === undefined || hasErrors(all)) return stop(all);
  const { changes, manifestChanged, lockChanged } = prepared.value;
  const paths = [
    ...changes.writes.map(({ path }) => path),
    ...(lockChanged === undefined ? [] : [relativePath(out, lockChanged)]),
  ];
  const result = {
    ...emptyResult,
    written: manifestChanged ? [manifestName, ...paths] : paths,
    unchanged: manifestChanged ? changes.unchanged : [manifestName, ...changes.unchanged],
    removed: changes.removes.map(({ path }) => path),
    warnings,
  };
  return { diagnostics: all, result, commit: () => commit(host, out, prepared.value) };
}

function commit(host: Host, out: string, prepared: PreparedOutput | undefined): void {
  prepared?.commit();
  markBuild(host, out, buildId);
}

function settingsDigest(job: PackageJob, host: Host): Manifest['settings'] {
  const { request, location } = job;
  const documents = location.documents.map((path) =>
    isUrl(path) ? path : relativePath(location.root, path),
  );
  // A change to the project's import extension changes the output, as a change to the request does.
  const importExtension = importExtensionOf(job, host).value;
  const options = optionsDigestData(request);
  return digest(JSON.stringify({ documents, importExtension, options }));
}
