import { hasErrors, type Reporter } from '../core/diagnostic.js';
import type { Host, Repository } from '../core/host.js';
import type { Origin } from '../core/origin.js';
import { absolutePath, joinPath, relativePath } from '../core/path.js';
import {
  addRelease,
  releaseIn,
  type ChangelogEntry,
  type ChangelogLinks,
  type ChangelogProblem,
} from '../release/changelog.js';
import { invalidChangelog, releaseVersion } from '../release/problems.js';
import { entriesOf, type ReleaseContents } from '../release/entries.js';
import {
  bumpOf,
  highest,
  isEnough,
  isLater,
  isOfChannel,
  isPrerelease,
  nextPrerelease,
  nextVersion,
  tagOf,
  withoutPrerelease,
} from '../release/next-version.js';
import { sizeOf } from '../release/size.js';
import type { OutputFile } from '../write/changes.js';
import { textOrigin } from '../write/file-text.js';
import { runPipeline } from './generate.js';
import { judgeRelease, type ReleaseJudgement } from './judge-release.js';
import { releasedVersions, type Baseline } from './last-release.js';
import type { PackageJob } from './package-job.js';
import { completedRun } from './package-run.js';
import type { ProposedPackage, ReleaseRequest } from './release.js';
import { noMemory } from './run-memory.js';

export interface ReleaseContext {
  readonly request: ReleaseRequest;
  readonly host: Host;
  readonly repository: Repository;
  readonly reporter: Reporter;
  /** Origin of what is about the config file. */
  readonly origin: Origin;
}

/** A package with its new changelog, unless it has the release already. */
export interface ReleasedPackage {
  readonly proposed: ProposedPackage;
  readonly job: PackageJob;
  readonly changelog?: { readonly path: string; readonly text: string };
}

/** What a package is compared with. */
export function baselineOf(
  job: PackageJob,
  {
    request,
    host,
    repository,
  }: Pick<ReleaseContext, 'host' | 'repository'> & {
    readonly request: Pick<ReleaseRequest, 'config' | 'from'>;
  },
): Baseline {
  const changelog = changelogOf(job, host);
  return {
    job,
    config: request.config,
    repository,
    versions: releasedVersions(job.name, repository),
    from: request.from,
    hasReleases: changelog !== undefined && /^##\s+\[?v?\d/m.test(changelog),
  };
}

/** Proposes the release of a package. `undefined` if there are errors. */
export async function proposePackage(
  job: PackageJob,
  context: ReleaseContext,
): Promise<ReleasedPackage | 'unchanged' | undefined> {
  const { request, host, reporter, origin } = context;
  const baseline = baselineOf(job, context);
  const judged = await judgeRelease(baseline, host);
  for (const each of judged.diagnostics) reporter.add(each);
  const { value } = judged;
  if (value === undefined) return undefined;
  const changelog = changelogOf(job, host);
  const contents = await contentsOf(value, baseline, context);
  if (contents === undefined) return undefined;
  const hasNotes = hasUnreleased(changelog);
  const chosen = chooseVersion(job, value, baseline, hasNotes, context);
  if (chosen === undefined || chosen === 'unchanged') return chosen;
  const { version, isByHand } = chosen;
  if (contents === 'unchanged' && !isByHand && !hasNotes) return 'unchanged';
  const { last, verdict } = value;
  if (isByHand && last !== undefined && verdict !== undefined)
    checkVersion(version, value, origin, reporter);
  const tag = tagOf(job.name, version);
  if (baseline.versions.all.includes(version)) {
    reporter.report(releaseVersion.taken({ tag }), origin, {
      hint: `merge the branch with the tag, or remove it: git tag --delete ${tag}`,
    });
    return undefined;
  }
  const entries =
    last === undefined
      ? [{ kind: 'added' as const, text: 'The first release.' }]
      : toldEntries(
          entriesOf(contents === 'unchanged' ? value.contents : contents, value.roles),
          hasNotes,
        );
  const path = relativePath(host.cwd, joinPath(job.location.out, 'CHANGELOG.md'));
  const present = changelog === undefined ? undefined : releaseIn(changelog, version);
  const before = highest(baseline.versions.included);
  const added =
    present !== undefined && isByHand
      ? undefined
      : addRelease(changelog, job.name, {
          version,
          date: request.date,
          entries,
          links: linksOf(job, tag, before),
        });
  if (added?.ok === false) {
    reportChangelog(added.reason, added.line, {
      path,
      text: changelog ?? '',
      version,
      host,
      reporter,
    });
    return undefined;
  }
  const generated = await generatedFiles(job, version, context);
  if (generated === undefined) return undefined;
  return {
    job,
    proposed: {
      name: job.name,
      out: relativePath(host.cwd, job.location.out),
      version,
      tag,
      isByHand,
      entries,
      section: added?.section ?? present ?? '',
      ...(last && { before: last.version }),
      ...(verdict !== undefined && { verdict }),
      size: { now: sizeOf(generated), ...(last?.files && { before: sizeOf(last.files) }) },
    },
    ...(added !== undefined && { changelog: { path, text: added.text } }),
  };
}

/** Entries of a release, which is never without a line. */
function toldEntries(
  entries: readonly ChangelogEntry[],
  hasNotes: boolean,
): readonly ChangelogEntry[] {
  if (entries.length > 0 || hasNotes) return entries;
  return [{ kind: 'changed', text: 'Nothing that users of the package notice.' }];
}

/**
 * What the changelog of a release tells: all changes since the last release, or for a prerelease those since the prerelease before it of the
 * same channel. `unchanged` if there are none since that prerelease.
 */
async function contentsOf(
  { contents }: ReleaseJudgement,
  baseline: Baseline,
  { request: { channel }, host, reporter }: ReleaseContext,
): Promise<ReleaseContents | 'unchanged' | undefined> {
  const latest = highest(baseline.versions.included);
  if (channel === undefined || latest === undefined || !isOfChannel(latest, channel))
    return contents;
  const from = `refs/tags/${tagOf(baseline.job.name, latest)}`;
  const { value, diagnostics } = await judgeRelease({ ...baseline, from }, host);
  for (const each of diagnostics) if (each.severity === 'error') reporter.add(each);
  if (value === undefined) return undefined;
  return value.verdict === undefined ? 'unchanged' : value.contents;
}

/** The version of a release: that of the config file if it was set by hand, or the one that follows from the changes. */
function chooseVersion(
  { name, request: { version: configured } }: PackageJob,
  { last, verdict, state }: ReleaseJudgement,
  { versions, from }: Baseline,
  hasNotes: boolean,
  { request: { channel }, reporter, origin }: ReleaseContext,
): { readonly version: string; readonly isByHand: boolean } | 'unchanged' | undefined {
  const latest = highest([
    ...versions.included,
    ...(from === undefined || last === undefined ? [] : [last.version]),
  ]);
  const isByHand = configured !== undefined && latest !== undefined && configured !== latest;
  if (isByHand && !isLater(configured, latest)) {
    reporter.report(releaseVersion.older({ name, version: configured, last: latest }), origin, {
      hint: 'remove "version" in the config file to let the changes decide',
    });
    return undefined;
  }
  if (isByHand)
    return {
      isByHand,
      version:
        channel === undefined || isPrerelease(configured)
          ? configured
          : nextPrerelease(configured, channel, versions.all),
    };
  const isPromoted = channel === undefined && latest !== undefined && isPrerelease(latest);
  // With another name, the package was never released.
  const isKnown = last !== undefined && versions.included.length > 0;
  if (isKnown && verdict === undefined && !hasNotes && !isPromoted) return 'unchanged';
  const target =
    last === undefined
      ? withoutPrerelease(state.plan.package.version)
      : nextVersion(verdict ?? 'cosmetic', last.version);
  if (channel !== undefined)
    return { isByHand, version: nextPrerelease(target, channel, versions.all) };
  // A prerelease may have led to a higher version than the changes need now.
  const promised = isPromoted ? withoutPrerelease(latest) : target;
  return { isByHand, version: isLater(promised, target) ? promised : target };
}

/** Reports a version that is too low for what changed. */
export function checkVersion(
  version: string,
  { last, verdict, contents, roles, state }: ReleaseJudgement,
  origin: Origin,
  reporter: Reporter,
): void {
  if (last === undefined || verdict === undefined) return;
  const isBreaking = verdict === 'breaking' || verdict === 'undecided';
  if (!isBreaking || isEnough(version, last.version, verdict)) return;
  const entries = entriesOf(contents, roles).filter(({ text }) => /^\*\*(?:B|P)/.test(text));
  const [first] = entries;
  const needed = nextVersion(verdict, last.version);
  const reason = `${entries.length === 1 ? 'a change is' : `${entries.length} changes are`} breaking or may be`;
  reporter.report(
    releaseVersion.low({ name: state.job.name, version, since: last.version, needed, reason }),
    origin,
    {
      hint: `raise the ${bumpOf(verdict, last.version)} version, or take back the change: ${plainText(first?.text ?? '')}`,
    },
  );
}

/** Markdown as plain text. */
function plainText(text: string): string {
  return text.replaceAll(/\*\*|`|\\(?=[^\w\s])/g, '').replaceAll('&#64;', '@');
}

function changelogOf({ location }: PackageJob, host: Host): string | undefined {
  const bytes = host.read(joinPath(location.out, 'CHANGELOG.md'));
  return bytes === undefined ? undefined : new TextDecoder('utf-8').decode(bytes);
}

/** True if a changelog has text below "Unreleased". */
function hasUnreleased(changelog: string | undefined): boolean {
  const [, body = ''] =
    /^##\s+\[?unreleased\]?[^\n]*\n(.*?)(?=^##\s|^\[[^\]]+\]:\s|$(?![^]))/ims.exec(
      changelog ?? '',
    ) ?? [];
  return body.replaceAll(/^###.*$/gm, '').trim() !== '';
}

/** Pages of GitHub about the changes, if the package names its repository there. */
function linksOf(
  { request: { publish } }: PackageJob,
  tag: string,
  before: string | undefined,
): ChangelogLinks | undefined {
  const [, path] =
    /^git\+https:\/\/github\.com\/(.+)\.git$/.exec(publish?.repository?.url ?? '') ?? [];
  if (path === undefined) return undefined;
  return { repository: `https://github.com/${path}`, tag, before };
}

function reportChangelog(
  reason: ChangelogProblem,
  line: number,
  {
    path,
    text,
    version,
    host,
    reporter,
  }: {
    readonly path: string;
    readonly text: string;
    readonly version: string;
    readonly host: Host;
    readonly reporter: Reporter;
  },
): void {
  const problems = {
    encoding: [invalidChangelog.encoding(), 'save it as UTF-8'],
    conflict: [invalidChangelog.conflict(), 'resolve it'],
    unreleased: [invalidChangelog.unreleased(), 'merge both sections'],
    version: [
      invalidChangelog.version({ version }),
      'remove the section, or set another version in the config file',
    ],
  } as const;
  const [sentence, hint] = problems[reason];
  reporter.report(sentence, textOrigin(host.cwd, absolutePath(host.cwd, path), text), {
    hint,
    position: { line, column: 1 },
  });
}

/** The files of a package with its next version, compared with the output folder. Reports why they cannot be written. */
async function generatedFiles(
  job: PackageJob,
  version: string,
  { host, reporter }: ReleaseContext,
): Promise<readonly OutputFile[] | undefined> {
  const next = withVersion(job, version);
  const output = await runPipeline(next, host, { progress: () => {}, memory: noMemory });
  const run = completedRun(next, host, {}, output);
  for (const each of run.diagnostics) if (each.severity === 'error') reporter.add(each);
  return hasErrors(run.diagnostics) ? undefined : output.value?.files;
}

/** A job with another version of its package. */
function withVersion(job: PackageJob, version: string): PackageJob {
  return { ...job, request: { ...job.request, version } };
}
