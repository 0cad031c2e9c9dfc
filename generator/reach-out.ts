import type { Host } from './core/host.js';
import { isUrl, type Job } from './jobs.js';
import type { RemoteOptions, Remotes } from './remote/remotes.js';

/** Jobs that may read from the network, and the host they read by. */
export interface ReachingOut {
  readonly jobs: readonly Job[];
  readonly host: Host;
  /** Writes what was fetched; gives the paths. Throws the host's errors. */
  commit(): readonly string[];
}

/** Gives a way to the network to jobs that allow some of it by name. Where none does, nothing of it is loaded. */
export async function reachOut(
  jobs: readonly Job[],
  host: Host,
  options: RemoteOptions = { fetch: false, update: false },
): Promise<ReachingOut> {
  if (!jobs.some(({ allowRefs }) => allowRefs.some(isUrl))) return { jobs, host, commit: () => [] };
  const { createRemotes } = await import('./remote/remotes.js');
  const remotes: Remotes = createRemotes(host, options);
  return {
    jobs: jobs.map((job) => ({
      ...job,
      remote: remotes.of({
        root: job.place.root,
        allowRefs: job.allowRefs,
        credentials: job.request.refCredentials ?? {},
      }),
    })),
    host: remotes.host,
    commit: remotes.commit,
  };
}
