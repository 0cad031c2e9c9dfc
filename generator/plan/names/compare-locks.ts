import { defineError, type DiagnosticType, type Reporter } from '../../core/diagnostic.js';
import type { Origin } from '../../core/origin.js';
import type { Api } from '../../model/api.js';
import type { LockedNames, NameLock, PackageNames, PartName } from './name-lock.js';
import type { NameTargetKind, NameTargets } from './name-targets.js';

/** An exported name that would change or disappear, although the name lock has it. */
export const publicNameChanged: DiagnosticType<{
  removed: { name: string; target: string };
  renamed: { what: string; from: string; to: string; owner: string | undefined };
}> = defineError('public-name-changed', {
  removed: ({ name, target }) =>
    `"${name}" would no longer be exported, because "${target}" has no type any more`,
  renamed: ({ what, from, to, owner }) =>
    `${what} would be renamed from "${from}" to "${to}"${reasonOf(owner)}`,
});

/** Names to compare, and the description they belong to. */
export interface NameComparison {
  readonly before: NameLock;
  readonly now: PackageNames;
  readonly api: Api;
  readonly targets: NameTargets;
  /** True if parts of the description were deselected, so that names may be missing. */
  readonly isSelection: boolean;
}

/**
 * Reports names that changed although their targets are still described. Targets removed from the
 * description lose their names without a report, because the author removed them on purpose.
 */
export function reportRenames(comparison: NameComparison, report: Reporter): void {
  const { before, now } = comparison;
  const owners = ownersOf(now);
  const known = new Set(ownersOf(before).keys());
  const origins = originsOf(comparison);
  for (const kind of ['operations', 'schemas'] as const) {
    for (const [target, locked] of before[kind]) {
      const origin = origins[kind].get(target);
      if (origin === undefined) continue;
      const names = now[kind].get(target);
      if (names === undefined) {
        if (kind === 'schemas' && !comparison.isSelection && !owners.has(locked.name))
          reportLost(report, origin, target, locked.name);
        continue;
      }
      for (const { part, from, to } of renamesOf(locked, names, known))
        reportRename(report, {
          kind,
          target,
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
  return now.all.flatMap(({ part, name, defaultName }) => {
    const before = locked.parts.get(part);
    if (before !== undefined) return before === name ? [] : [{ part, from: before, to: name }];
    // A part whose default name belonged to another target before is new.
    return name === defaultName || known.has(defaultName)
      ? []
      : [{ part, from: defaultName, to: name }];
  });
}

function reasonOf(owner: string | undefined): string {
  return owner === undefined
    ? ', because the description names it differently'
    : `, because ${owner} has that name now`;
}

function reportLost(report: Reporter, origin: Origin, target: string, name: string): void {
  report.report(publicNameChanged.removed({ name, target }), origin, {
    hint: 'run once with --accept-names to accept this',
  });
}

function reportRename(
  report: Reporter,
  {
    kind,
    target,
    part,
    from,
    to,
    owner,
    isOwnerSchema,
    origin,
  }: Renaming & {
    readonly kind: NameTargetKind;
    readonly target: string;
    readonly owner: string | undefined;
    readonly isOwnerSchema: boolean;
    readonly origin: Origin;
  },
): void {
  const what = part === '' ? `"${target}"` : `the ${part} of "${target}"`;
  const newOwner = owner === target ? 'something else of it' : owner && `"${owner}"`;
  const pins =
    part === ''
      ? `pin the name in the config file (names: { ${kind}: { '${target}': ${from} } }), or `
      : owner === undefined || owner === target
        ? ''
        : `pin another name for "${owner}" (names: { ${isOwnerSchema ? 'schemas' : 'operations'}: { '${owner}': … } }), or `;
  report.report(publicNameChanged.renamed({ what, from, to, owner: newOwner }), origin, {
    hint: `${pins}run once with --accept-names to accept this`,
  });
}

/** Maps every recorded name to its target. */
function ownersOf(names: NameLock | PackageNames): ReadonlyMap<string, string> {
  const owners = new Map<string, string>();
  for (const kind of ['operations', 'schemas'] as const) {
    for (const [target, each] of names[kind]) {
      owners.set(each.name, target);
      const parts = 'all' in each ? each.all.filter(({ part }) => part !== 'method') : [];
      for (const { name } of parts) owners.set(name, target);
      if ('parts' in each)
        for (const [part, name] of each.parts) if (part !== 'method') owners.set(name, target);
    }
  }
  return owners;
}

function originsOf({
  api,
  targets,
}: NameComparison): Readonly<Record<NameTargetKind, ReadonlyMap<string, Origin>>> {
  const schemas = new Map<string, Origin>();
  for (const [id, schema] of api.schemas) schemas.set(targets.schema(id), schema.origin);
  return {
    operations: new Map(api.operations.map((each) => [targets.operation(each), each.origin])),
    schemas,
  };
}
