import { createReporter, defineError, hasErrors } from '../core/diagnostic.js';
import type { Checked, DiagnosticType, Reporter } from '../core/diagnostic.js';
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
import type { JobHooks } from './hooks.js';
import type { ConfigRequest, GenerateRequest, PackageRequest } from './request.js';
import { fileOrigin } from '../write/file-text.js';
import type { OutputLocation } from '../write/output-safety.js';

/** A document on the command line that the config file does not use. */
export const configDocument: DiagnosticType<{ default: void }> = defineError('config-document', {
  default: () => 'no package of the config file uses this document',
});

/** Two packages with the same output folder, or one inside the other. */
export const outputShared: DiagnosticType<{ default: { first: string; second: string } }> =
  defineError('output-shared', {
    default: ({ first, second }) =>
      `the packages "${first}" and "${second}" would share this folder`,
  });

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
  /** Functions of the config module. Absent if it has none. */
  readonly hooks?: JobHooks;
}

/** Creates one job for each package of a request. */
export async function packageJobs(
  request: GenerateRequest,
  host: Host,
): Promise<Checked<readonly PackageJob[]>> {
  const reporter = createReporter();
  const jobs =
    'config' in request
      ? await jobsOfConfig(request, host, reporter)
      : [packageJob(request, host.cwd, false, host)];
  const { diagnostics } = reporter;
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
  reporter: Reporter,
): Promise<readonly PackageJob[]> {
  const { readConfig } = await import('../config/config.js');
  const path = absolutePath(host.cwd, request.config);
  const { value: config, diagnostics } = await readConfig(path, host);
  for (const diagnostic of diagnostics) reporter.add(diagnostic);
  const hooks = config?.hooks && { hooks: config.hooks, origin: fileOrigin(host.cwd, path) };
  const jobs = (config?.packages ?? []).map((each) => ({
    ...packageJob(each, folderOf(path), true, host),
    ...(hooks && { hooks }),
  }));
  reportSharedFolders(jobs, host, reporter);
  if (request.documents === undefined || config === undefined) return jobs;
  const wanted = request.documents.map((document) => documentAt(host.cwd, document));
  for (const document of wanted) {
    if (jobs.some(({ location }) => location.documents.includes(document))) continue;
    reporter.report(configDocument.default(), fileOrigin(host.cwd, document), {
      hint: 'add a package to the config file, or name the output folder with --out',
    });
  }
  return jobs.filter(({ location }) =>
    location.documents.some((document) => wanted.includes(document)),
  );
}

function reportSharedFolders(jobs: readonly PackageJob[], host: Host, reporter: Reporter): void {
  jobs.forEach(({ name, location: { out } }, index) => {
    const other = jobs
      .slice(0, index)
      .find(({ location }) => isInside(location.out, out) || isInside(out, location.out));
    if (other === undefined) return;
    reporter.report(
      outputShared.default({ first: other.name, second: name }),
      fileOrigin(host.cwd, out),
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
