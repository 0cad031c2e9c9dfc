import { isUrl } from '../core/address.js';
import type { Host } from '../core/host.js';
import { relativePath } from '../core/path.js';
import { buildId, generatorVersion } from '../core/version.js';
import { optionsDigestData } from '../options/options.js';
import { hasBuildMarker } from '../write/build-marker.js';
import { digest, isCurrent, readManifest, type Manifest } from '../write/manifest.js';
import { isInterrupted } from '../write/transaction.js';
import { importExtensionOf } from './project-settings.js';
import type { PackageJob } from './package-job.js';
import type { RunOptions } from './request.js';

/**
 * Returns the manifest of a job whose output is up to date: generator, options, documents and files are those of the last run. The job then
 * ends before a document is parsed. Returns `undefined` if something differs, or if the run must not end early.
 */
export function findCurrentManifest(
  job: PackageJob,
  host: Host,
  { verify, updateRefs }: Pick<RunOptions, 'verify' | 'updateRefs'>,
): Manifest | undefined {
  const { out } = job.location;
  // Hooks are code, which no digest covers.
  if (verify === true || updateRefs === true || job.hooks !== undefined) return undefined;
  const manifest = readManifest(host, out);
  if (manifest === undefined || manifest === 'unreadable') return undefined;
  if (isInterrupted(host, out) || !hasBuildMarker(host, out, buildId)) return undefined;
  return isCurrent(host, out, manifest, manifestInputs(job, host)) ? manifest : undefined;
}

/** Inputs of a job in its manifest, except files: the version of the generator, and a digest of the options. */
export function manifestInputs(
  job: PackageJob,
  host: Host,
): Pick<Manifest, 'generator' | 'settings'> {
  const { request, location } = job;
  const documents = location.documents.map((path) =>
    isUrl(path) ? path : relativePath(location.root, path),
  );
  // A change to the project's import extension changes the output, as a change to the request does.
  const importExtension = importExtensionOf(job, host).value;
  const options = optionsDigestData(request);
  const settings = digest(JSON.stringify({ documents, importExtension, options }));
  return { generator: generatorVersion, settings };
}
