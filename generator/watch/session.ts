import type { RevisableRun } from '../pipeline/revise.js';
import { recordProse } from '../core/prose.js';
import type { Host } from '../core/host.js';
import { generateAgain } from '../pipeline/generate.js';
import type { PackageJob } from '../pipeline/package-job.js';
import type { PackageRun } from '../pipeline/package-run.js';
import type { RemoteAccess } from '../pipeline/remote-access.js';
import type { GenerateRequest, GenerateResult } from '../pipeline/request.js';
import { isRevisable, type RunMemory } from '../pipeline/run-memory.js';
import { conditionalGet } from './conditional-get.js';
import { recordFiles } from './recorded-files.js';

/** Runs of `generate` in one process. A run does again only what a change since the last one affects. */
export interface GenerateSession {
  /** Generates. The result is that of `generate`, except that unaffected packages are reported as current. */
  run(options?: { readonly updateRefs?: boolean }): Promise<GenerateResult>;
  /** Absolute paths of the files that the last run read or looked for. */
  followed(): ReadonlySet<string>;
  /** Absolute paths of the files that the last run read, sorted. */
  files(): readonly string[];
  /** Files whose content differs from what the last run read. Reads them. */
  changed(): readonly string[];
  /** Asks for the remote documents of the last run again. Resolves to true if one of them has changed. */
  isRemoteOutdated(): Promise<boolean>;
}

/** The reader of the config file, and of whatever else is read before the first package. */
const configReader = '';

/** Starts a session. Nothing is read yet. */
export function createSession(request: GenerateRequest, host: Host): GenerateSession {
  const files = recordFiles({ ...host, ...(host.get && { get: conditionalGet(host.get) }) });
  const written = new Map<string, PackageRun>();
  const revisable = new Map<string, RevisableRun>();
  let access: RemoteAccess | undefined;
  let jobs: readonly PackageJob[] = [];
  let isFirst = true;
  const readers = (): readonly string[] => [configReader, ...jobs.map(nameOf)];

  const memory: RunMemory = {
    begin(all, remote) {
      jobs = all;
      access = remote;
      files.exclude(all.map(({ location }) => location.out));
    },
    recall(job) {
      const name = nameOf(job);
      const changed = files.changed(name);
      const unchanged = changed.length === 0 ? written.get(name) : undefined;
      if (unchanged !== undefined) return { unchanged };
      written.delete(name);
      const run = revisable.get(name);
      revisable.delete(name);
      if (run === undefined) return {};
      files.resume(name);
      return { revisable: { run, changed } };
    },
    restart: (job) => files.enter(nameOf(job)),
    recordProse,
    made(job, run) {
      if (isRevisable(job, run.diagnostics)) revisable.set(nameOf(job), run);
    },
    written(job, { result }) {
      const unchanged = [...result.unchanged, ...result.written].sort();
      const current = { ...result, written: [], removed: [], unchanged, current: true };
      written.set(nameOf(job), { diagnostics: [], result: current, commit: () => {} });
    },
  };

  return {
    async run({ updateRefs = false } = {}) {
      // The options of every package may depend on the config file.
      if (isFirst || updateRefs || files.changed(configReader).length > 0) {
        written.clear();
        revisable.clear();
      }
      isFirst = false;
      files.begin();
      files.enter(configReader);
      access = undefined;
      jobs = [];
      const result = await generateAgain(
        { ...request, ...((updateRefs || request.updateRefs) && { updateRefs: true }) },
        files.host,
        memory,
      );
      files.keep(readers());
      for (const name of revisable.keys()) if (!readers().includes(name)) revisable.delete(name);
      return result;
    },
    followed: files.paths,
    files: () => [...files.paths()].filter(files.isFound).sort(),
    changed: () => readers().flatMap(files.changed),
    isRemoteOutdated: async () => (await access?.isOutdated()) === true,
  };
}

function nameOf({ location }: PackageJob): string {
  return location.out;
}
