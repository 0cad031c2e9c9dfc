import {
  createDiagnostic,
  createReporter,
  defineError,
  hasErrors,
  type Checked,
  type Diagnostic,
  type DiagnosticType,
} from '../core/diagnostic.js';
import type { Host } from '../core/host.js';
import { rootOrigin, type Origin } from '../core/origin.js';
import type { PackageJob } from './package-job.js';
import { loadDocument } from '../load/load.js';
import type { Api } from '../model/api.js';
import type { Json } from '../model/schema.js';
import { reportRenames } from '../plan/names/compare-locks.js';
import type { NamePin, NamePins } from '../plan/names/fixed-names.js';
import {
  formatLock,
  packageNames,
  type LockedNames,
  type NameLock,
} from '../plan/names/name-lock.js';
import { createNameTargets, type NameTargetKind } from '../plan/names/name-targets.js';
import type { Plan } from '../plan/plan.js';
import type { OutputFile } from '../write/changes.js';

/** A name lock that cannot be read. */
export const nameLock: DiagnosticType<{ default: void }> = defineError('name-lock', {
  default: () => 'this is not a lock of public names',
});

/** Path of a package's name lock: next to the output folder, so that it survives the folder's removal. */
export function nameLockPath({ location }: PackageJob): string {
  return `${location.out}.names.json`;
}

/** Reads the name lock of a package. `value` is absent if there is no lock or locking is disabled. */
export function readNameLock(job: PackageJob, host: Host): Checked<NameLock> {
  const path = nameLockPath(job);
  if (job.request.names?.lock === false || host.read(path) === undefined)
    return { value: undefined, diagnostics: [] };
  const { value: source, diagnostics } = loadDocument(host, path);
  if (source === undefined || hasErrors(diagnostics)) return { value: undefined, diagnostics };
  const lock = lockFrom(source.value);
  if (lock !== undefined) return { value: lock, diagnostics };
  const hint = 'restore it from version control, or remove it to let the next run write a new one';
  const diagnostic = createDiagnostic(nameLock.default(), rootOrigin(source), { hint });
  return { value: undefined, diagnostics: [diagnostic] };
}

/** The names that the configuration sets, with their origins. */
export function namePins({ request: { names } }: PackageJob, fallback: Origin): NamePins {
  const list = (kind: NameTargetKind): readonly NamePin[] =>
    Object.entries(names?.[kind] ?? {}).map(([target, name]) => ({
      target,
      name,
      origin: names?.originOf?.(kind, target) ?? fallback,
    }));
  return { operations: list('operations'), schemas: list('schemas') };
}

/**
 * Compares the names of a package with its lock, and returns the updated lock, if one is kept. By default a publishable package has a lock.
 * Sources inside an existing package, whose compiler reports every rename, have one only if it is requested or already exists.
 */
export function reconcileNames(
  {
    job,
    host,
    api,
    plan,
    accept,
  }: {
    readonly job: PackageJob;
    readonly host: Host;
    readonly api: Api;
    readonly plan: Plan;
    readonly accept: boolean;
  },
  previous: NameLock | undefined,
): { readonly diagnostics: readonly Diagnostic[]; readonly lock?: OutputFile } {
  const { names, package: published, select } = job.request;
  if (!(names?.lock ?? (published !== undefined || previous !== undefined)))
    return { diagnostics: [] };
  const targets = createNameTargets(api);
  const current = packageNames(plan, targets);
  const report = createReporter();
  if (previous !== undefined && !accept)
    reportRenames(
      { before: previous, now: current, api, targets, isSelection: select !== undefined },
      report,
    );
  if (
    current.operations.size + current.schemas.size === 0 &&
    host.read(nameLockPath(job)) === undefined
  )
    return { diagnostics: report.diagnostics };
  return {
    diagnostics: report.diagnostics,
    lock: { path: nameLockPath(job), text: formatLock(current) },
  };
}

function lockFrom(value: Json): NameLock | undefined {
  if (!isObject(value)) return undefined;
  if (Object.keys(value).some((key) => key !== 'operations' && key !== 'schemas')) return undefined;
  const operations = namesFrom(value['operations'] ?? {});
  const schemas = namesFrom(value['schemas'] ?? {});
  return operations && schemas && { operations, schemas };
}

function namesFrom(value: Json): ReadonlyMap<string, LockedNames> | undefined {
  if (!isObject(value)) return undefined;
  const entries = Object.entries(value).flatMap(([target, entry]): [string, LockedNames][] => {
    if (typeof entry === 'string') return [[target, { name: entry, parts: new Map() }]];
    if (!isObject(entry)) return [];
    const { name, ...rest } = entry;
    const parts = Object.entries(rest).filter((part): part is [string, string] => {
      return typeof part[1] === 'string';
    });
    return typeof name === 'string' ? [[target, { name, parts: new Map(parts) }]] : [];
  });
  return entries.length === Object.keys(value).length ? new Map(entries) : undefined;
}

function isObject(value: Json | undefined): value is { readonly [name: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
