import type { PackageJob } from './package-job.js';
import type { PackageRun } from './package-run.js';
import type { RemoteAccess } from './remote-access.js';

/** What runs of one process keep for the next one. A single run keeps nothing. */
export interface RunMemory {
  /** Called before the first job of a run. */
  begin(jobs: readonly PackageJob[], access: RemoteAccess): void;
  /** The result of an earlier run if it was written, and nothing that the job reads has changed since. Otherwise the job runs next. */
  unchanged(job: PackageJob): PackageRun | undefined;
  /** Called after the changes of a run were written. */
  written(job: PackageJob, run: PackageRun): void;
}

/** The memory of a single run. */
export const noMemory: RunMemory = {
  begin: () => {},
  unchanged: () => undefined,
  written: () => {},
};
