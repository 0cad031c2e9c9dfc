import { isUrl } from '../core/address.js';
import type { Host } from '../core/host.js';
import type { PackageJob } from './package-job.js';
import type { RemoteOptions, Remotes } from '../remote/remotes.js';

/** Jobs with access to remote documents, and the host to read through. */
export interface RemoteAccess {
  readonly jobs: readonly PackageJob[];
  readonly host: Host;
  /** True if a document was fetched in this run. */
  fetched(address: string): boolean;
  /** Fetches the documents that were read, and resolves to true if one of them differs. Failures count as no difference. */
  isOutdated(): Promise<boolean>;
  /** Writes the fetched documents and returns their paths. Throws the errors of the host. */
  commit(): readonly string[];
}

/**
 * Options for commands that do not store what they read. A document that the user names by URL is fetched if there is no copy. Those of a
 * config file are read from their copies only.
 */
export function readOnlyAccess(jobs: readonly PackageJob[]): RemoteOptions {
  const isNamedByUser = jobs.some(
    ({ location }) =>
      !location.configured && location.documents.some((document) => isUrl(document)),
  );
  return { fetch: isNamedByUser, update: false };
}

/** Opens network access for jobs that allow URLs. Loads the code for it only if there is such a job. */
export async function openRemoteAccess(
  jobs: readonly PackageJob[],
  host: Host,
  options: RemoteOptions = { fetch: false, update: false },
): Promise<RemoteAccess> {
  if (!jobs.some(({ allowRefs }) => allowRefs.some(isUrl))) return noAccess(jobs, host);
  const { createRemotes } = await import('../remote/remotes.js');
  const remotes: Remotes = createRemotes(host, options);
  return {
    jobs: jobs.map((job) => ({
      ...job,
      remote: remotes.of({
        root: job.location.root,
        allowRefs: job.allowRefs,
        credentials: job.request.refCredentials ?? {},
        addresses: job.addresses ?? new Map(),
      }),
    })),
    host: remotes.host,
    fetched: remotes.fetched,
    isOutdated: remotes.isOutdated,
    commit: remotes.commit,
  };
}

function noAccess(jobs: readonly PackageJob[], host: Host): RemoteAccess {
  return { jobs, host, fetched: () => false, isOutdated: async () => false, commit: () => [] };
}
