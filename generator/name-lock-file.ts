import { createReporter, hasErrors, type Checked, type Diagnostic } from './core/diagnostic.js';
import type { Host } from './core/host.js';
import { rootOrigin, type Origin } from './core/origin.js';
import type { Job } from './jobs.js';
import { loadDocument } from './load/load.js';
import type { Api } from './model/api.js';
import type { Json } from './model/schema.js';
import { reportRenames } from './plan/compare-locks.js';
import type { NamePin, NamePins } from './plan/fixed-names.js';
import { formatLock, packageNames, type LockedNames, type NameLock } from './plan/name-lock.js';
import { placesOf, type PlaceKind } from './plan/places.js';
import type { Plan } from './plan/plan.js';
import type { OutputFile } from './write/changes.js';

/** Where the lock of a package's names lies: beside its folder, so that it outlives the folder. */
export function lockPath({ place }: Job): string {
  return `${place.out}.names.json`;
}

/** The lock of a package; nothing where there is none, or where none is wanted. */
export function readLock(job: Job, host: Host): Checked<NameLock> {
  const path = lockPath(job);
  if (job.request.names?.lock === false || host.read(path) === undefined)
    return { value: undefined, diagnostics: [] };
  const { value: source, diagnostics } = loadDocument(host, path);
  if (source === undefined || hasErrors(diagnostics)) return { value: undefined, diagnostics };
  const lock = lockFrom(source.value);
  if (lock !== undefined) return { value: lock, diagnostics };
  const report = createReporter();
  report.error('name-lock', rootOrigin(source), 'this is no lock of public names', {
    hint: 'restore it from version control, or remove it to let the next run write it anew',
  });
  return { value: undefined, diagnostics: report.diagnostics };
}

/** Names that a config file pins, with the places where it does. */
export function pinsOf({ request: { names } }: Job, fallback: Origin): NamePins {
  const list = (kind: PlaceKind): readonly NamePin[] =>
    Object.entries(names?.[kind] ?? {}).map(([target, name]) => ({
      target,
      name,
      origin: names?.originOf?.(kind, target) ?? fallback,
    }));
  return { operations: list('operations'), schemas: list('schemas') };
}

/**
 * Compares a package's names with its lock, and gives the lock as it is to be from now on; none where none is kept.
 * Packages have one unless they do not want it; sources in somebody's own package, whose compiler sees every rename,
 * where they ask for it or have one.
 */
export function settleNames(
  {
    job,
    host,
    api,
    plan,
    accept,
  }: {
    readonly job: Job;
    readonly host: Host;
    readonly api: Api;
    readonly plan: Plan;
    readonly accept: boolean;
  },
  before: NameLock | undefined,
): { readonly diagnostics: readonly Diagnostic[]; readonly lock?: OutputFile } {
  const { names, package: published, select } = job.request;
  if (!(names?.lock ?? (published !== undefined || before !== undefined)))
    return { diagnostics: [] };
  const places = placesOf(api);
  const now = packageNames(plan, places);
  const report = createReporter();
  if (before !== undefined && !accept)
    reportRenames({ before, now, api, places, isSelection: select !== undefined }, report);
  if (now.operations.size + now.schemas.size === 0 && host.read(lockPath(job)) === undefined)
    return { diagnostics: report.diagnostics };
  return { diagnostics: report.diagnostics, lock: { path: lockPath(job), text: formatLock(now) } };
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
  const entries = Object.entries(value).flatMap(([place, each]): [string, LockedNames][] => {
    if (typeof each === 'string') return [[place, { name: each, parts: new Map() }]];
    if (!isObject(each)) return [];
    const { name, ...rest } = each;
    const parts = Object.entries(rest).filter((part): part is [string, string] => {
      return typeof part[1] === 'string';
    });
    return typeof name === 'string' ? [[place, { name, parts: new Map(parts) }]] : [];
  });
  return entries.length === Object.keys(value).length ? new Map(entries) : undefined;
}

function isObject(value: Json | undefined): value is { readonly [name: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
