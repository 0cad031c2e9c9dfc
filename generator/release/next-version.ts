import { compare, inc, parse, prerelease } from 'semver';
import { roles, type Role, type Verdict, worst } from '../diff/verdict.js';
import type { RoleVerdicts } from '../diff/change.js';

/** The part of a version that a release raises. */
export type Bump = 'major' | 'minor' | 'patch';

/** Emitters that write code for programs of a role. All other emitters write types and values for any role. */
const rolesOfEmitters: Readonly<Record<string, readonly Role[]>> = {
  client: ['caller'],
  query: ['caller'],
  swr: ['caller'],
  mcp: ['caller'],
  server: ['server'],
  webhooks: ['subscriber', 'publisher'],
  feeds: ['subscriber', 'publisher'],
};

/** Roles of the programs that use a package with these emitters: all, if it has types alone. */
export function rolesOfPackage(emitters: readonly string[]): ReadonlySet<Role> {
  const found = new Set(emitters.flatMap((name) => rolesOfEmitters[name] ?? []));
  return found.size === 0 ? new Set(roles) : found;
}

/** The verdict about a change for the users of a package. A change that concerns no role of theirs is compatible. */
export function verdictForRoles(verdicts: RoleVerdicts, of: ReadonlySet<Role>): Verdict {
  const all = roles.flatMap((role) => {
    const verdict = verdicts[role];
    return verdict === undefined || !of.has(role) ? [] : verdict;
  });
  return worst(all) ?? 'cosmetic';
}

/**
 * The part of a version that changes of a verdict raise (Semantic Versioning 2.0.0). What cannot be told counts as breaking. While the
 * major version is 0, breaking changes raise the minor version, and all others the patch version.
 */
export function bumpOf(verdict: Verdict, version: string): Bump {
  const isInitial = parse(version)?.major === 0;
  if (verdict === 'breaking' || verdict === 'undecided') return isInitial ? 'minor' : 'major';
  return verdict === 'cosmetic' || isInitial ? 'patch' : 'minor';
}

/** The versions that a package has released. */
export interface ReleasedVersions {
  /** The last one that is no prerelease. */
  readonly stable?: string;
  /** Versions that exist, in any order. */
  readonly all: readonly string[];
}

/**
 * The next version after changes of a verdict. `channel` is the name of a prerelease, such as `next`: its numbers count up until the version
 * that they lead to is released.
 */
export function nextVersion(
  verdict: Verdict,
  { stable, all }: ReleasedVersions,
  first: string,
  channel: string | undefined,
): string {
  const target =
    stable === undefined
      ? withoutPrerelease(first)
      : (inc(stable, bumpOf(verdict, stable)) ?? stable);
  if (channel === undefined) return target;
  const ahead = all
    .filter((each) => prerelease(each)?.[0] === channel)
    .filter((each) => compare(withoutPrerelease(each), target) >= 0)
    .sort(compare)
    .at(-1);
  const base = ahead === undefined ? target : withoutPrerelease(ahead);
  const numbers = all.flatMap((each) => {
    const [name, number] = prerelease(each) ?? [];
    return name === channel && typeof number === 'number' && withoutPrerelease(each) === base
      ? number
      : [];
  });
  return `${base}-${channel}.${numbers.length === 0 ? 0 : Math.max(...numbers) + 1}`;
}

/** The version that a prerelease leads to. */
export function withoutPrerelease(version: string): string {
  const parsed = parse(version);
  return parsed === null ? version : `${parsed.major}.${parsed.minor}.${parsed.patch}`;
}

/** True if a version is high enough for changes of a verdict since another one. */
export function isEnough(version: string, since: string, verdict: Verdict): boolean {
  const needed = inc(withoutPrerelease(since), bumpOf(verdict, since)) ?? since;
  return compare(withoutPrerelease(version), needed) >= 0;
}

/** True if a version is higher than another one. */
export function isLater(version: string, than: string): boolean {
  return compare(version, than) > 0;
}

/** The highest of some versions that are no prereleases, or of all. */
export function highest(
  versions: readonly string[],
  which: 'stable' | 'any' = 'any',
): string | undefined {
  return versions
    .filter((each) => which === 'any' || prerelease(each) === null)
    .toSorted(compare)
    .at(-1);
}

/** The version after the last `@` of a tag, if the tag is one of this package: `@acme/petstore@1.2.0`. */
export function versionOfTag(tag: string, name: string): string | undefined {
  if (!tag.startsWith(`${name}@`)) return undefined;
  const version = tag.slice(name.length + 1);
  return parse(version)?.version === version ? version : undefined;
}

/** The tag of a released version. */
export function tagOf(name: string, version: string): string {
  return `${name}@${version}`;
}
