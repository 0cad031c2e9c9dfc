import type { Diagnostic } from '../core/diagnostic.js';
import type { ProseReads } from '../core/prose.js';
import type { PackageJob } from './package-job.js';
import type { PackageRun } from './package-run.js';
import type { RemoteAccess } from './remote-access.js';
import type { RevisableRun } from './revise.js';

/** What runs of one process keep for the next one. A single run keeps nothing. */
export interface RunMemory {
  /** Called before the first job of a run. */
  begin(jobs: readonly PackageJob[], access: RemoteAccess): void;
  /** What an earlier run of the job is good for. */
  recall(job: PackageJob): RecalledRun;
  /** Called before a job runs from the start. Everything about its earlier runs is forgotten. */
  restart(job: PackageJob): void;
  /** Starts to record who reads the prose of a job's documents. Absent if nothing is kept. */
  recordProse?(): ProseReads;
  /** Called when the output of a job is complete. */
  made(job: PackageJob, run: RevisableRun): void;
  /** Called after the changes of a run were written. */
  written(job: PackageJob, run: PackageRun): void;
}

/** An earlier run. If there is none to build on, it has no members. */
export interface RecalledRun {
  /** The result of a run that was written, if nothing that the job reads has changed since. */
  readonly unchanged?: PackageRun;
  /** What a run has made, and the files that have changed since. */
  readonly revisable?: { readonly run: RevisableRun; readonly changed: readonly string[] };
}

/** The memory of a single run. */
export const noMemory: RunMemory = {
  begin: () => {},
  recall: () => ({}),
  restart: () => {},
  made: () => {},
  written: () => {},
};

/** True if a job can be revised. Hooks are code, remote documents change unseen, and a position in a text is not found again. */
export function isRevisable(job: PackageJob, diagnostics: readonly Diagnostic[]): boolean {
  return (
    job.hooks === undefined &&
    job.remote === undefined &&
    diagnostics.every(({ position }) => position === undefined)
  );
}
