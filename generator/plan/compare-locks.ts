import type { Reporter } from '../core/diagnostic.js';
import type { Origin } from '../core/origin.js';
import type { Api } from '../model/api.js';
import type { LockedNames, NameLock, PackageNames, PartName } from './name-lock.js';
import type { PlaceKind, Places } from './places.js';

/** What of a package's names is compared, and where it is described. */
export interface NameComparison {
  readonly before: NameLock;
  readonly now: PackageNames;
  readonly api: Api;
  readonly places: Places;
  /** Whether a part was left out on purpose, so that names may be missing. */
  readonly isSelection: boolean;
}

/**
 * Tells which names of things that are still described are not what they were. What is not described any more takes
 * its names with it: that is the description's author's doing, and no accident.
 */
export function reportRenames(comparison: NameComparison, report: Reporter): void {
  const { before, now } = comparison;
  const owners = ownersOf(now);
  const known = new Set(ownersOf(before).keys());
  const origins = originsOf(comparison);
  for (const kind of ['operations', 'schemas'] as const) {
    for (const [place, locked] of before[kind]) {
      const origin = origins[kind].get(place);
      if (origin === undefined) continue;
      const names = now[kind].get(place);
      if (names === undefined) {
        if (kind === 'schemas' && !comparison.isSelection && !owners.has(locked.name))
          reportLost(report, origin, place, locked.name);
        continue;
      }
      for (const { part, from, to } of renamesOf(locked, names, known))
        reportRename(report, {
          kind,
          place,
          part,
          from,
          to,
          origin,
          owner: owners.get(from),
          isOwnerSchema: now.schemas.has(owners.get(from) ?? ''),
        });
    }
  }
}

interface Renaming {
  readonly part: string;
  readonly from: string;
  readonly to: string;
}

function renamesOf(
  locked: LockedNames,
  now: LockedNames & { readonly all: readonly PartName[] },
  known: ReadonlySet<string>,
): readonly Renaming[] {
  if (locked.name !== now.name) return [{ part: '', from: locked.name, to: now.name }];
  return now.all.flatMap(({ part, name, usual }) => {
    const before = locked.parts.get(part);
    if (before !== undefined) return before === name ? [] : [{ part, from: before, to: name }];
    // A part whose usual name belonged to something else before is new.
    return name === usual || known.has(usual) ? [] : [{ part, from: usual, to: name }];
  });
}

function reportLost(report: Reporter, origin: Origin, place: string, name: string): void {
  report.error(
    'public-name-changed',
    origin,
    `"${name}" would not be exported any more: "${place}" is no type of its own now`,
    { hint: 'run once with --accept-names if that is meant' },
  );
}

function reportRename(
  report: Reporter,
  {
    kind,
    place,
    part,
    from,
    to,
    owner,
    isOwnerSchema,
    origin,
  }: Renaming & {
    readonly kind: PlaceKind;
    readonly place: string;
    readonly owner: string | undefined;
    readonly isOwnerSchema: boolean;
    readonly origin: Origin;
  },
): void {
  const what = part === '' ? `"${place}"` : `the ${part} of "${place}"`;
  const why =
    owner === undefined
      ? 'the description calls it otherwise now'
      : owner === place
        ? 'something else of it has that name now'
        : `"${owner}" has that name now`;
  const pins =
    part === ''
      ? `pin the name in the config file (names: { ${kind}: { '${place}': ${from} } }), or `
      : owner === undefined || owner === place
        ? ''
        : `pin another name for "${owner}" (names: { ${isOwnerSchema ? 'schemas' : 'operations'}: { '${owner}': … } }), or `;
  report.error(
    'public-name-changed',
    origin,
    `${what} would be called "${to}" and not "${from}": ${why}`,
    { hint: `${pins}run once with --accept-names if that is meant` },
  );
}

/** Places by every name that is written down for them. */
function ownersOf(names: NameLock | PackageNames): ReadonlyMap<string, string> {
  const owners = new Map<string, string>();
  for (const kind of ['operations', 'schemas'] as const) {
    for (const [place, each] of names[kind]) {
      owners.set(each.name, place);
      const parts = 'all' in each ? each.all.filter(({ part }) => part !== 'method') : [];
      for (const { name } of parts) owners.set(name, place);
      if ('parts' in each)
        for (const [part, name] of each.parts) if (part !== 'method') owners.set(name, place);
    }
  }
  return owners;
}

function originsOf({
  api,
  places,
}: NameComparison): Readonly<Record<PlaceKind, ReadonlyMap<string, Origin>>> {
  const schemas = new Map<string, Origin>();
  for (const [id, schema] of api.schemas) schemas.set(places.schema(id), schema.origin);
  return {
    operations: new Map(api.operations.map((each) => [places.operation(each), each.origin])),
    schemas,
  };
}
