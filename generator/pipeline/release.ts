import type { Diagnostic } from '../core/diagnostic.js';
import type { Host } from '../core/host.js';
import type { ChangelogEntry } from '../release/changelog.js';
import type { Size } from '../release/size.js';
import type { Verdict } from '../diff/verdict.js';

/** Which packages are released, and how. */
export interface ReleaseRequest {
  /** Path of the config file. */
  readonly config: string;
  /** Names of packages. Default: all that changed. */
  readonly packages?: readonly string[];
  /** Channel of a prerelease, such as `next`. */
  readonly channel?: string;
  /** The state to compare with: a revision, or a published package. Default: the tag of the last release. */
  readonly from?: string;
  /** Date of the release for the changelog: `2026-11-28`. */
  readonly date?: string;
  /** True if nothing will be changed, so that the state of the working tree does not matter. */
  readonly dryRun?: boolean;
}

/** What a release would do. Nothing is changed until `apply` is called. */
export interface ReleaseProposal {
  readonly ok: boolean;
  readonly diagnostics: readonly Diagnostic[];
  /** Packages that are released. */
  readonly packages: readonly ProposedPackage[];
  /** Names of packages without changes since their last release. */
  readonly unchanged: readonly string[];
  /** True if an interrupted release is completed. */
  readonly isContinued: boolean;
  /** Paths of the files that change, relative to the working directory, except for generated ones. */
  readonly files: readonly string[];
  /** Writes, commits and tags. An error leaves a release that the same command completes. Absent with errors. */
  apply?(): Promise<readonly Diagnostic[]>;
}

/** The release of one package. */
export interface ProposedPackage {
  readonly name: string;
  /** The output folder, relative to the working directory. */
  readonly out: string;
  /** The version of the last release. Absent for the first one. */
  readonly before?: string;
  readonly version: string;
  readonly tag: string;
  /** The worst verdict for users of the package. Absent for the first release. */
  readonly verdict?: Verdict;
  /** True if the version was set by hand. */
  readonly isByHand: boolean;
  readonly entries: readonly ChangelogEntry[];
  /** The section of the changelog. */
  readonly section: string;
  /** Size of what is generated, and of the release before if it is known. */
  readonly size?: { readonly now: Size; readonly before?: Size };
}

/** The judgement of the version that a package has now. */
export interface ReleaseCheck {
  readonly name: string;
  readonly version: string;
  /** The version of the last release. Absent if there is none. */
  readonly before?: string;
  /** The lowest version that is high enough. Absent without changes. */
  readonly needed?: string;
}

/**
 * Proposes the next versions of packages by what changed since their last release, with their changelogs. Mistakes are returned as
 * diagnostics.
 *
 * ```ts
 * import { diskHost, proposeRelease } from 'tallystick';
 *
 * const { packages, apply } = await proposeRelease({ config: 'tallystick.yaml' }, diskHost('.'));
 * ```
 */
export async function proposeRelease(
  request: ReleaseRequest,
  host: Host,
): Promise<ReleaseProposal> {
  const { propose } = await import('./propose-release.js');
  return propose(request, host);
}

/** Reports packages whose versions are too low for what changed since their last release. */
export async function checkRelease(
  request: Pick<ReleaseRequest, 'config' | 'from'>,
  host: Host,
): Promise<{
  readonly diagnostics: readonly Diagnostic[];
  readonly packages: readonly ReleaseCheck[];
}> {
  const { check } = await import('./propose-release.js');
  return check(request, host);
}
