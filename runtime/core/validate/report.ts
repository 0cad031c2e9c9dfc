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
