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

/**
 * Roles of the programs that use a package with these emitters: all, if it has types alone. A package for message brokers has a class for
 * publishers, for subscribers, or for both.
 */
export function rolesOfPackage(
  emitters: readonly string[],
  brokers: { readonly publisher?: unknown; readonly subscriber?: unknown } = {},
): ReadonlySet<Role> {
  const found = new Set(emitters.flatMap((name) => rolesOfEmitters[name] ?? []));
  for (const role of ['publisher', 'subscriber'] as const)
    if (brokers[role] !== undefined) found.add(role);
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

/** The version that follows a released one after changes of a verdict. */
export function nextVersion(verdict: Verdict, since: string): string {
  return inc(since, bumpOf(verdict, since)) ?? since;
}

/**
 * The next prerelease that leads to a version: `1.3.0-next.0`, and with other numbers after those that exist. If the channel has prereleases of
 * a higher version, it goes on with them.
 */
export function nextPrerelease(target: string, channel: string, all: readonly string[]): string {
  const own = all.flatMap((each) => {
    const [name, number] = prerelease(each) ?? [];
    return name === channel && typeof number === 'number'
      ? { base: withoutPrerelease(each), number }
      : [];
  });
  const base = own.map((each) => each.base).reduce(later, target);
  const numbers = own.filter((each) => each.base === base).map(({ number }) => number);
  return `${base}-${channel}.${Math.max(-1, ...numbers) + 1}`;
}

function later(left: string, right: string): string {
  return compare(left, right) < 0 ? right : left;
}

/** The version that a prerelease leads to. */
export function withoutPrerelease(version: string): string {
  const parsed = parse(version);
  return parsed === null ? version : `${parsed.major}.${parsed.minor}.${parsed.patch}`;
}

/** True for a version such as 1.3.0-next.0. */
export function isPrerelease(version: string): boolean {
  return prerelease(version) !== null;
}

/** True for a prerelease of a channel. */
export function isOfChannel(version: string, channel: string): boolean {
  return prerelease(version)?.[0] === channel;
}

/** True if a version is high enough for changes of a verdict since another one. */
export function isEnough(version: string, since: string, verdict: Verdict): boolean {
  return compare(withoutPrerelease(version), nextVersion(verdict, since)) >= 0;
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
