import { createReporter, hasErrors, type Checked, type Reporter } from '../core/diagnostic.js';
import {
  urlWithoutFragment,
  isLoopbackUrl,
  isUrl,
  isWebAddress,
  redactUrl,
} from '../core/address.js';
import type { Host } from '../core/host.js';
import { absolutePath, folderOf, isInside, relativePath } from '../core/path.js';
import type { RemoteDocuments } from '../remote/remotes.js';
import type { ConfigRequest, GenerateRequest, PackageRequest } from './request.js';
import { fileOrigin } from '../write/file-text.js';
import type { OutputLocation } from '../write/output-safety.js';

/** A package to generate, with absolute paths. */
export interface PackageJob {
  readonly request: PackageRequest;
  readonly location: OutputLocation;
  /** Name for messages: the npm name, or the folder. */
  readonly name: string;
  /** Paths and URLs outside the document's folder that references may use. */
  readonly allowRefs: readonly string[];
  /** Remote documents that the package may read. Absent if the run uses none. */
  readonly remote?: RemoteDocuments;
  /** Request URLs, including secrets, by the redacted URL. */
  readonly addresses?: ReadonlyMap<string, string>;
  /** Paths of overlays for the documents, in order of application. */
  readonly overlays: readonly string[];
}

/** Creates one job for each package of a request. */
export async function packageJobs(
  request: GenerateRequest,
  host: Host,
): Promise<Checked<readonly PackageJob[]>> {
  const report = createReporter();
  const jobs =
    'config' in request
      ? await jobsOfConfig(request, host, report)
      : [packageJob(request, host.cwd, false, host)];
  const { diagnostics } = report;
  return { value: hasErrors(diagnostics) ? undefined : jobs, diagnostics };
}

/** Creates a job from a request. Relative paths are resolved against `root`. */
export function packageJob(
  request: PackageRequest,
  root: string,
  configured: boolean,
  host: Host,
): PackageJob {
  const documents = request.documents.map((path) => documentAt(root, path));
  const urls = request.documents.filter(isWebAddress).map(urlWithoutFragment);
  const out = absolutePath(root, request.out);
  const allowRefs = (request.allowRefs ?? []).map((path) =>
    isUrl(path) ? path : absolutePath(root, path),
  );
  return {
    request,
    location: { out, root, documents, configured },
    name: request.package ?? relativePath(host.cwd, out),
    allowRefs: [...allowRefs, ...new Set(urls.flatMap(allowedReferences))],
    ...(urls.length > 0 && {
      addresses: new Map(urls.map((address) => [redactUrl(address), address])),
    }),
    overlays: (request.overlays ?? []).map((path) => absolutePath(root, path)),
  };
}

async function jobsOfConfig(
  request: ConfigRequest,
  host: Host,
  report: Reporter,
): Promise<readonly PackageJob[]> {
  const { readConfig } = await import('../config/config.js');
  const path = absolutePath(host.cwd, request.config);
  const { value: config, diagnostics } = await readConfig(path, host);
  for (const { code, severity, origin, message, ...details } of diagnostics)
    report[severity](code, origin, message, details);
  const jobs = (config?.packages ?? []).map((each) => packageJob(each, folderOf(path), true, host));
  reportSharedFolders(jobs, host, report);
  if (request.documents === undefined || config === undefined) return jobs;
  const wanted = request.documents.map((document) => documentAt(host.cwd, document));
  for (const document of wanted) {
    if (jobs.some(({ location }) => location.documents.includes(document))) continue;
    report.error(
      'config-document',
      fileOrigin(host.cwd, document),
      'no package of the config file is made from this document',
      {
        hint: 'add a package to the config file, or say where to write with --out',
      },
    );
  }
  return jobs.filter(({ location }) =>
    location.documents.some((document) => wanted.includes(document)),
  );
}

function reportSharedFolders(jobs: readonly PackageJob[], host: Host, report: Reporter): void {
  jobs.forEach(({ name, location: { out } }, index) => {
    const other = jobs
      .slice(0, index)
      .find(({ location }) => isInside(location.out, out) || isInside(out, location.out));
    if (other === undefined) return;
    report.error(
      'output-shared',
      fileOrigin(host.cwd, out),
      `the packages "${other.name}" and "${name}" would share this folder`,
    );
  });
}

/** Resolves a document to its absolute path, or to its redacted URL. */
export function documentAt(root: string, document: string): string {
  return isWebAddress(document)
    ? redactUrl(urlWithoutFragment(document))
    : absolutePath(root, document);
}

/** References to the host of a document that is named by URL are allowed, because the user has named that host. */
function allowedReferences(address: string): readonly string[] {
  const isSafe = address.startsWith('https:') || isLoopbackUrl(address);
  return isSafe ? [`${new URL(address).origin}/**`] : [];
}
