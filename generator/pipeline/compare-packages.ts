import { hasErrors, type Checked } from '../core/diagnostic.js';
import type { Host } from '../core/host.js';
import { createExports } from '../diff/exports.js';
import { optionsDigestData } from '../options/options.js';
import type { Api } from '../model/api.js';
import { packageNames, type PackageNames } from '../plan/names/name-lock.js';
import { createNameTargets } from '../plan/names/name-targets.js';
import type { Plan } from '../plan/plan.js';
import type { RemoteDocuments } from '../remote/remotes.js';
import type { PackageChange, ReleaseContents } from '../release/entries.js';
import { compareLimited, warningsOf } from './compare-versions.js';
import { describe, locationOf } from './describe-change.js';
import { readNameLock } from './name-lock-file.js';
import type { PackageJob } from './package-job.js';
import { readPackage } from './read.js';
import { openRemoteAccess } from './remote-access.js';
import { planJob } from './render.js';
import { selectEmitters } from './select-emitters.js';

/** A package as its descriptions and its options define it. */
export interface PackageState {
  readonly job: PackageJob;
  readonly api: Api;
  readonly plan: Plan;
  /** Names of the selected emitters. */
  readonly emitters: readonly string[];
}

/** Reads a package, and plans its names. Nothing is fetched. `remote` are documents with a URL that are known. */
export async function readPackageState(
  job: PackageJob,
  host: Host,
  remote?: RemoteDocuments,
): Promise<Checked<PackageState>> {
  const access = await openRemoteAccess([job], host, { fetch: false, update: false });
  const opened = access.jobs[0] ?? job;
  const own = remote === undefined ? opened : { ...opened, remote };
  const read = await readPackage(own, access.host);
  const selection = await selectEmitters(own, access.host);
  const lock = readNameLock(own, access.host);
  const diagnostics = [...read.diagnostics, ...selection.diagnostics, ...lock.diagnostics];
  if (read.value === undefined || selection.value === undefined || hasErrors(diagnostics))
    return { value: undefined, diagnostics };
  const { emitters } = selection.value;
  const plan = planJob(own, read.value.api, access.host, emitters, { lock: lock.value });
  return {
    value: plan.value && {
      job: own,
      api: read.value.api,
      plan: plan.value,
      emitters: emitters.flatMap(({ emitter, isSelected }) => (isSelected ? emitter.name : [])),
    },
    diagnostics: [...diagnostics, ...plan.diagnostics],
  };
}

/** Compares two states of a package: descriptions, exported names, and options. `prefix` is that of paths of the old descriptions. */
export function comparePackages(
  old: PackageState,
  next: PackageState,
  prefix: string,
): Checked<ReleaseContents> {
  const compared = compareLimited(old.api, next.api);
  if (compared.value === undefined) return { value: undefined, diagnostics: compared.diagnostics };
  const exportsOf = createExports(old, next);
  const changes = compared.value.map((change) =>
    describe(change, exportsOf, { old: prefix, next: '' }),
  );
  const known = new Set(
    changes.flatMap(({ exports }) =>
      exports.flatMap(({ name, before, change, member }) =>
        member === undefined && change === 'removed' ? [name] : (before ?? []),
      ),
    ),
  );
  const packageChanges = [
    ...renamedExports(old, next),
    ...removedExports(old, next, known),
    ...changedOptions(old, next),
  ];
  const earlier = new Set((old.api.notes ?? []).map(({ text }) => plainText(text)));
  const notes = (next.api.notes ?? [])
    .filter(({ text }) => !earlier.has(plainText(text)))
    .map(({ text, kind, origin }) => ({ text, kind, location: locationOf(origin, '') }));
  return { value: { changes, packageChanges, notes }, diagnostics: warningsOf(old.api, next.api) };
}

function plainText(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ');
}

/** Operations and schemas that both states have, with other names. */
function renamedExports(old: PackageState, next: PackageState): readonly PackageChange[] {
  const [before, after] = [namesOf(old), namesOf(next)];
  return (['operations', 'schemas'] as const).flatMap((kind) =>
    [...before[kind]].flatMap(([target, { name }]) => {
      const renamed = after[kind].get(target);
      if (renamed === undefined || renamed.name === name) return [];
      return [
        {
          verdict: 'breaking' as const,
          kind: 'changed' as const,
          text: `\`${name}\` is now called \`${renamed.name}\``,
        },
      ];
    }),
  );
}

/** Exported names that are gone, beside those that changes of the description explain. */
function removedExports(
  old: PackageState,
  next: PackageState,
  known: ReadonlySet<string>,
): readonly PackageChange[] {
  const [before, after] = [namesOf(old), namesOf(next)];
  const present = new Set(allNames(after));
  const isRenamed = new Set(renamedNames(before, after));
  const isOfRemoved = new Set(
    [...before.operations]
      .filter(([target]) => !after.operations.has(target))
      .flatMap(([, { all }]) => all.map(({ name }) => name)),
  );
  return [...new Set(allNames(before))]
    .filter((name) => !present.has(name) && !known.has(name))
    .filter((name) => !isRenamed.has(name) && !isOfRemoved.has(name))
    .map((name) => ({
      verdict: 'breaking',
      kind: 'removed',
      text: `\`${name}\` is no longer exported`,
    }));
}

function renamedNames(before: PackageNames, after: PackageNames): readonly string[] {
  return (['operations', 'schemas'] as const).flatMap((kind) =>
    [...before[kind]].flatMap(([target, names]) => {
      const renamed = after[kind].get(target);
      return renamed === undefined || renamed.name === names.name
        ? []
        : [names.name, ...names.all.map(({ name }) => name)];
    }),
  );
}

function namesOf({ api, plan }: PackageState): PackageNames {
  return packageNames(plan, createNameTargets(api));
}

/** Names of functions and types. Methods of the client are not exported on their own. */
function allNames({ operations, schemas }: PackageNames): readonly string[] {
  return [...operations.values(), ...schemas.values()].flatMap(({ name, all }) => [
    name,
    ...all.filter(({ part }) => part !== 'method').map((each) => each.name),
  ]);
}

/** Options whose effect the exported names and the descriptions show, or that have none on programs. */
const harmless: ReadonlySet<string> = new Set([
  'allowRefs',
  'checkFiles',
  'emitters',
  'includeDescription',
  'lenient',
  'license',
  'names',
  'overlays',
  'package',
  'publish',
  'refCredentials',
  'select',
  'slowPatterns',
  'templates',
  'version',
]);

function changedOptions(old: PackageState, next: PackageState): readonly PackageChange[] {
  const removed = old.emitters.filter((name) => !next.emitters.includes(name));
  const added = next.emitters.filter((name) => !old.emitters.includes(name));
  const [before, after] = [old, next].map(({ job }) => optionsDigestData(job.request));
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter(
    (name) =>
      !harmless.has(name) && JSON.stringify(before?.[name]) !== JSON.stringify(after?.[name]),
  );
  return [
    ...removed.map((name): PackageChange => ({
      verdict: 'breaking',
      kind: 'removed',
      text: `What the emitter \`${name}\` wrote is no longer in the package`,
    })),
    ...added.map((name): PackageChange => ({
      verdict: 'compatible',
      kind: 'added',
      text: `The package has what the emitter \`${name}\` writes`,
    })),
    ...names.map((name): PackageChange => ({
      verdict: 'undecided',
      kind: 'changed',
      text: `The option \`${name}\` of the generator changed`,
    })),
  ];
}
