import type { Violation } from '../check.js';
import { isArray } from './shape.js';

/** Where the violations of one value are gathered. */
export interface Report {
  readonly violations: Violation[];
  /** What was found is not shown. */
  readonly hidden: boolean;
  /** The branch of a union that is being looked at. */
  readonly branch: string | undefined;
}

/** Violations that are gathered at most: a hostile value must not be answered by a larger report. */
export const violationLimit = 1000;

/** Levels of data that a recursive schema is followed into; what nests deeper is refused. */
export const depthLimit = 1000;

/** Every violation of a value that a guard has refused, up to {@link violationLimit}. */
export function collect(
  value: unknown,
  into: (value: unknown, at: string, report: Report, depth: number) => void,
): readonly Violation[] {
  const report: Report = { violations: [], hidden: false, branch: undefined };
  into(value, '', report, 0);
  if (report.violations.length === 0)
    throw new Error('a value that a guard refuses has a violation');
  return report.violations;
}

/** Adds one violation. */
export function violate(
  report: Report,
  at: string,
  keyword: string,
  expected: string,
  found: unknown,
  schema: string,
): void {
  if (report.violations.length >= violationLimit) return;
  const { branch } = report;
  const shown = report.hidden || found === undefined ? undefined : abbreviate(found);
  // Written out, because spreading what may be absent costs more than everything else here.
  if (shown === undefined)
    report.violations.push(
      branch === undefined
        ? { pointer: at, keyword, expected, schema }
        : { pointer: at, keyword, expected, branch, schema },
    );
  else
    report.violations.push(
      branch === undefined
        ? { pointer: at, keyword, expected, found: shown, schema }
        : { pointer: at, keyword, expected, found: shown, branch, schema },
    );
}

/** The same report, without showing what was found. */
export function hide(report: Report): Report {
  return report.hidden ? report : { ...report, hidden: true };
}

/** The same report, looking at one branch of a union. The innermost branch is the one that is named. */
export function inBranch(report: Report, branch: string): Report {
  return { ...report, branch };
}

/** A branch of a union: its name, and what reports its violations. */
export type BranchReport = readonly [name: string, report: (report: Report) => void];

/**
 * Adds the violations of the branch that came closest: the one whose violations lie deepest, and of those
 * the one with the fewest. Where the value has the wrong type for every branch, nothing is added and the answer is
 * false.
 */
export function reportClosest(
  report: Report,
  at: string,
  branches: readonly BranchReport[],
): boolean {
  let best: readonly Violation[] | undefined;
  let least = Infinity;
  for (const [name, reportBranch] of branches) {
    const own: Report = { violations: [], hidden: report.hidden, branch: name };
    reportBranch(own);
    const distance = own.violations.reduce((sum, violation) => sum + distanceOf(violation, at), 0);
    if (distance >= least) continue;
    least = distance;
    best = own.violations;
  }
  if (best === undefined || least >= wrongType) return false;
  for (const violation of best) {
    if (report.violations.length < violationLimit) report.violations.push(violation);
  }
  return true;
}

const wrongType = 1e9;

/** How much a violation says that this branch was not meant. */
function distanceOf(violation: Violation, at: string): number {
  const { keyword, pointer } = violation;
  if (pointer === at && refusals.has(keyword)) return wrongType;
  const isLiteral = keyword === 'const' || keyword === 'enum';
  if (isLiteral && pointer.lastIndexOf('/') === at.length) return 1e4;
  if (keyword === 'required' || keyword === 'additionalProperties') return 10;
  return 1;
}

const refusals = new Set(['type', 'const', 'enum', 'false schema']);

/** A pointer to a member whose name is not known before (RFC 6901). */
export function pointerTo(at: string, name: string): string {
  return `${at}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** A value in at most a few words; strings are cut, structures only counted. */
function abbreviate(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return JSON.stringify(value.length > 48 ? `${value.slice(0, 45)}...` : value);
    case 'object':
      if (value === null) return 'null';
      return isArray(value) ? `an array of ${value.length} items` : 'an object';
    case 'number':
    case 'bigint':
    case 'boolean':
      return String(value);
    default:
      return `a ${typeof value}`;
  }
}
