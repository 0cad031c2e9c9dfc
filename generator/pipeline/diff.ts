import type { Diagnostic } from '../core/diagnostic.js';
import type { Host } from '../core/host.js';
import type { RoleVerdicts } from '../diff/change.js';
import type { ChangedExport } from '../diff/exports.js';
import type { Verdict } from '../diff/verdict.js';
import type { PackageRequest } from './request.js';

export type { ChangedExport } from '../diff/exports.js';
export type { RoleVerdicts } from '../diff/change.js';
export type { Role, Verdict } from '../diff/verdict.js';

/**
 * Two descriptions to compare. Each is a path, a URL, or a file of a git revision such as `main:spec/api.yaml`. A FIX dictionary in the XML
 * format of QuickFIX is converted first.
 */
export interface DiffRequest extends Pick<PackageRequest, 'allowRefs' | 'refCredentials'> {
  readonly old: string;
  readonly new: string;
  /** Path of the transport dictionary, for FIX dictionaries that require one. */
  readonly transport?: string;
}

/** What changed between two descriptions. */
export interface DiffResult {
  /** True if both descriptions could be read. */
  readonly ok: boolean;
  readonly diagnostics: readonly Diagnostic[];
  /** The changes, the worst for clients first. */
  readonly changes: readonly DescribedChange[];
  /** The worst verdict for programs that use the service. `undefined` without changes. */
  readonly clients?: Verdict;
  /** The worst verdict for programs that offer the service. */
  readonly servers?: Verdict;
}

/** One change, as data. */
export interface DescribedChange {
  /** Name of the rule, which `docs/guide/diff-rules.md` explains. */
  readonly rule: string;
  readonly message: string;
  readonly subject: string;
  readonly verdicts: RoleVerdicts;
  readonly clients: Verdict;
  readonly servers: Verdict;
  readonly old: ChangeLocation;
  readonly new: ChangeLocation;
  /** Parts of the interface that the change reaches, such as `request of POST /pets`. */
  readonly uses: readonly string[];
  /** Exported names of the generated package that the change concerns. */
  readonly exports: readonly ChangedExport[];
}

/** A location in a description. */
export interface ChangeLocation {
  /** The path as it was given: with the revision, if the file is of one. */
  readonly path: string;
  readonly line?: number;
  readonly column?: number;
  readonly pointer: string;
}

/**
 * Compares two descriptions: what changes for callers and servers, publishers and subscribers. Differences that have no effect, such as the
 * order of members, are no changes.
 *
 * ```ts
 * import { diff, diskHost } from 'tallystick';
 *
 * const { clients, changes } = await diff({ old: 'main:spec/api.yaml', new: 'spec/api.yaml' }, diskHost('.'));
 * ```
 */
export async function diff(request: DiffRequest, host: Host): Promise<DiffResult> {
  const { compareVersions } = await import('./compare-versions.js');
  return compareVersions(request, host);
}
