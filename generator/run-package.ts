import { isUrl } from './core/address.js';
import { createReporter, hasErrors, type Checked, type Diagnostic } from './core/diagnostic.js';
import type { Host } from './core/host.js';
import { absolutePath, relativePath } from './core/path.js';
import { importExtensionOf } from './import-extensions.js';
import type { Job } from './jobs.js';
import type { PackageRequest, PackageResult, RunOptions } from './request.js';
import { buildId, generatorVersion } from './version.js';
import type { OutputFile } from './write/changes.js';
import { fileOrigin } from './write/file-text.js';
import { guardPlace } from './write/guard.js';
import { manifestName } from './write/manifest-name.js';
import { digest, isCurrent, readManifest, type Manifest } from './write/manifest.js';
import { isStamped, stamp } from './write/stamp.js';
import { isInterrupted, recover } from './write/transaction.js';
import { prepareOutput, type PreparedOutput } from './write/write.js';

/** What a pipeline makes of a job. */
export interface Made {
  readonly files: readonly OutputFile[];
  /** Absolute paths of every file that was read. */
  readonly inputs: readonly string[];
  /** The lock of names, at its absolute path. */
  readonly lock?: OutputFile;
}

/** A job that is done but for writing. */
export interface PackageRun {
  readonly diagnostics: readonly Diagnostic[];
  readonly result: PackageResult;
  /** Writes; nothing where there is nothing to write. Throws the host's errors. */
  commit(): void;
}

/**
 * Runs one job up to the moment of writing. Where inputs and outputs are as the last run left them,
 * `make` is not called at all.
 */
export async function runPackage(
  job: Job,
  options: RunOptions,
  host: Host,
  make: (job: Job) => Promise<Checked<Made>>,
): Promise<PackageRun> {
  const { place, name } = job;
  const { out } = place;
  const report = createReporter();
  const shown = relativePath(host.cwd, out);
  const nothing = {
    name,
    out: shown,
    written: [],
    unchanged: [],
    removed: [],
    current: false,
    warnings: 0,
  };
  const stop = (diagnostics: readonly Diagnostic[]): PackageRun => ({
    diagnostics,
    result: nothing,
    commit: () => {},
  });

  guardPlace(host, place, report);
  if (hasErrors(report.diagnostics)) return stop(report.diagnostics);
  const made = { generator: generatorVersion, settings: settingsOf(job, host) };
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
  const last = readManifest(host, out);
  if (
    options.verify !== true &&
    options.updateRefs !== true &&
    last !== undefined &&
    last !== 'unreadable' &&
    !isInterrupted(host, out) &&
    isStamped(host, out, buildId) &&
    isCurrent(host, out, last, made)
  ) {
    const unchanged = [manifestName, ...last.outputs.keys()].sort();
    return {
      diagnostics: [],
      result: { ...nothing, unchanged, current: true, warnings: last.warnings },
      commit: () => {},
    };
  }

  const { value, diagnostics } = await make(job);
  if (value === undefined || hasErrors(diagnostics)) return stop(diagnostics);
  const warnings = diagnostics.length;
  options.onProgress?.({ package: name, step: 'compare' });
  const output = { place, ...value, made: { ...made, warnings } };
  const prepared = prepareOutput(
    host,
    output,
    options.force === true || options.check === true ? 'overwrite' : 'keep',
  );
  const said = [...diagnostics, ...prepared.diagnostics];
  if (prepared.value === undefined || hasErrors(said)) return stop(said);
  const { changes, manifestChanged, lockChanged } = prepared.value;
  const paths = [
    ...changes.writes.map(({ path }) => path),
    ...(lockChanged === undefined ? [] : [relativePath(out, lockChanged)]),
  ];
  const result = {
    ...nothing,
    written: manifestChanged ? [manifestName, ...paths] : paths,
    unchanged: manifestChanged ? changes.unchanged : [manifestName, ...changes.unchanged],
    removed: changes.removes.map(({ path }) => path),
    warnings,
  };
  return { diagnostics: said, result, commit: () => commit(host, out, prepared.value) };
}

function commit(host: Host, out: string, prepared: PreparedOutput | undefined): void {
  prepared?.commit();
  stamp(host, out, buildId);
}

/** The setting without the place where it is written. */
function saidOf(dates: NonNullable<PackageRequest['dates']>): unknown {
  if (typeof dates === 'string') return dates;
  const { module, formats } = dates;
  return { module, formats };
}

function settingsOf(job: Job, host: Host): Manifest['settings'] {
  const { request, place, overlays } = job;
  // What the project says counts like what the request says: when that changes, the sources do.
  const extension = importExtensionOf(job, host).value;
  const {
    package: name,
    version,
    license,
    allowRefs = [],
    int64,
    idempotency = true,
    impliedTypes,
    enums = 'union',
    openEnums = false,
    dates,
    zod = false,
    paths = false,
    lenient = false,
    formats = [],
    slowPatterns,
    select,
    names,
  } = request;
  const documents = place.documents.map((path) =>
    isUrl(path) ? path : relativePath(place.root, path),
  );
  return digest(
    JSON.stringify([
      documents,
      name ?? null,
      version ?? null,
      license ?? null,
      allowRefs,
      ...(int64 === undefined ? [] : [int64]),
      ...(idempotency ? [] : [{ idempotency }]),
      ...(impliedTypes === undefined ? [] : [{ impliedTypes }]),
      ...(enums === 'union' ? [] : [{ enums }]),
      ...(openEnums ? ['openEnums'] : []),
      ...(dates === undefined ? [] : [{ dates: saidOf(dates) }]),
      ...(zod ? ['zod'] : []),
      ...(paths ? ['paths'] : []),
      ...(request.moduleFormats?.includes('cjs') === true ? ['cjs'] : []),
      ...(extension === '.js' ? [] : [{ importExtension: extension }]),
      ...(lenient ? ['lenient'] : []),
      ...(formats.length === 0 ? [] : [{ formats }]),
      ...(slowPatterns === undefined ? [] : [{ slowPatterns }]),
      ...(overlays.length === 0
        ? []
        : [{ overlays: overlays.map((path) => relativePath(place.root, path)) }]),
      ...(select === undefined ? [] : [select]),
      ...(names === undefined ? [] : [{ names }]),
    ]),
  );
}
