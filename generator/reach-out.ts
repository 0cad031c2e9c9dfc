import { isUrl } from './core/address.js';
import type { Host } from './core/host.js';
import type { Job } from './jobs.js';
import type { RemoteOptions, Remotes } from './remote/remotes.js';

/** Jobs that may read from the network, and the host they read by. */
export interface ReachingOut {
  readonly jobs: readonly Job[];
  readonly host: Host;
  /** Whether a document has come over the network in this run. */
  fetched(address: string): boolean;
  /** Writes what was fetched; gives the paths. Throws the host's errors. */
  commit(): readonly string[];
}

/**
 * What a command may do that writes nothing of what it reads: a document that somebody names by its address is fetched, unless there is a
 * copy; those of a config file are read from their copies.
 */
export function toLookAt(jobs: readonly Job[]): RemoteOptions {
  const isNamed = jobs.some(
    ({ place }) => !place.configured && place.documents.some((document) => isUrl(document)),
  );
  return { fetch: isNamed, update: false };
}

/** Gives a way to the network to jobs that allow some of it by name. Where none does, nothing of it is loaded. */
export async function reachOut(
  jobs: readonly Job[],
  host: Host,
  options: RemoteOptions = { fetch: false, update: false },
): Promise<ReachingOut> {
  if (!jobs.some(({ allowRefs }) => allowRefs.some(isUrl))) return nothing(jobs, host);
  const { createRemotes } = await import('./remote/remotes.js');
  const remotes: Remotes = createRemotes(host, options);
  return {
    jobs: jobs.map((job) => ({
      ...job,
      remote: remotes.of({
        root: job.place.root,
        allowRefs: job.allowRefs,
        credentials: job.request.refCredentials ?? {},
        addresses: job.addresses ?? new Map(),
      }),
    })),
    host: remotes.host,
    fetched: remotes.fetched,
    commit: remotes.commit,
  };
}

function nothing(jobs: readonly Job[], host: Host): ReachingOut {
  return { jobs, host, fetched: () => false, commit: () => [] };
}
