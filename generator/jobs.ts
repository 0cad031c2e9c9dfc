import { createReporter, hasErrors, type Checked, type Reporter } from './core/diagnostic.js';
import { addressOf, isOfThisMachine, isUrl, isWebAddress, shownAddress } from './core/address.js';
import type { Host } from './core/host.js';
import { absolutePath, folderOf, isInside, relativePath } from './core/path.js';
import type { RemoteDocuments } from './remote/remotes.js';
import type { ConfigRequest, GenerateRequest, PackageRequest } from './request.js';
import { fileOrigin } from './write/file-text.js';
import type { Place } from './write/guard.js';

/** A package to make, every path absolute. */
export interface Job {
  readonly request: PackageRequest;
  readonly place: Place;
  /** What the package is called when it is talked about: its npm name, or its folder. */
  readonly name: string;
  /** What references may name beyond the document's folder. */
  readonly allowRefs: readonly string[];
  /** The documents of the network that it may read; absent where the run has none to do with. */
  readonly remote?: RemoteDocuments;
  /** Where documents that are named by an address are fetched from, secrets included, by that address as it is shown. */
  readonly addresses?: ReadonlyMap<string, string>;
  /** Overlays to apply to its documents, in this order. */
  readonly overlays: readonly string[];
}

/** What a request asks for, one job a package. */
export async function jobsOf(
  request: GenerateRequest,
  host: Host,
): Promise<Checked<readonly Job[]>> {
  const report = createReporter();
  const jobs =
    'config' in request
      ? await jobsOfConfig(request, host, report)
      : [jobOf(request, host.cwd, false, host)];
  const { diagnostics } = report;
  return { value: hasErrors(diagnostics) ? undefined : jobs, diagnostics };
}

/** Turns a request into a job. Relative paths start from `root`. */
export function jobOf(request: PackageRequest, root: string, configured: boolean, host: Host): Job {
  const documents = request.documents.map((path) => documentAt(root, path));
  const named = request.documents.filter(isWebAddress).map(addressOf);
  const out = absolutePath(root, request.out);
  const allowRefs = (request.allowRefs ?? []).map((path) =>
    isUrl(path) ? path : absolutePath(root, path),
  );
  return {
    request,
    place: { out, root, documents, configured },
    name: request.package ?? relativePath(host.cwd, out),
    allowRefs: [...allowRefs, ...new Set(named.flatMap(allowedBy))],
    ...(named.length > 0 && {
      addresses: new Map(named.map((address) => [shownAddress(address), address])),
    }),
    overlays: (request.overlays ?? []).map((path) => absolutePath(root, path)),
  };
}

async function jobsOfConfig(
  request: ConfigRequest,
  host: Host,
  report: Reporter,
): Promise<readonly Job[]> {
  const { readConfig } = await import('./config/config.js');
  const path = absolutePath(host.cwd, request.config);
  const { value: config, diagnostics } = readConfig(path, host);
  for (const { code, severity, origin, message, ...details } of diagnostics)
    report[severity](code, origin, message, details);
  const jobs = (config?.packages ?? []).map((each) => jobOf(each, folderOf(path), true, host));
  reportSharedFolders(jobs, host, report);
  if (request.documents === undefined || config === undefined) return jobs;
  const wanted = request.documents.map((document) => documentAt(host.cwd, document));
  for (const document of wanted) {
    if (jobs.some(({ place }) => place.documents.includes(document))) continue;
    report.error(
      'config-document',
      fileOrigin(host.cwd, document),
      'no package of the config file is made from this document',
      {
        hint: 'add a package to the config file, or say where to write with --out',
      },
    );
  }
  return jobs.filter(({ place }) => place.documents.some((document) => wanted.includes(document)));
}

function reportSharedFolders(jobs: readonly Job[], host: Host, report: Reporter): void {
  jobs.forEach(({ name, place: { out } }, index) => {
    const other = jobs
      .slice(0, index)
      .find(({ place }) => isInside(place.out, out) || isInside(out, place.out));
    if (other === undefined) return;
    report.error(
      'output-shared',
      fileOrigin(host.cwd, out),
      `the packages "${other.name}" and "${name}" would share this folder`,
    );
  });
}

/** A document by its absolute path, or by its address on the network as that may be shown. */
export function documentAt(root: string, document: string): string {
  return isWebAddress(document) ? shownAddress(addressOf(document)) : absolutePath(root, document);
}

/** Whoever names a document by its address means its host, which is asked for what it refers to there, too. */
function allowedBy(address: string): readonly string[] {
  const isSafe = address.startsWith('https:') || isOfThisMachine(address);
  return isSafe ? [`${new URL(address).origin}/**`] : [];
}
