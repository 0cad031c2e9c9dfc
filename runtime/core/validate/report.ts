import type { Violation } from '../check.js';
import { demandIn } from './demands.js';
import { LazyViolation } from './lazy-violation.js';
import type { PathSegment } from './instance-path.js';

/** Maximum number of violations in a report. A hostile value must not cause a larger report. */
export const violationLimit = 1000;

/** A generated check of one schema. Without a report, it returns the result. With one, it reports violations and returns true. */
export type Fits = (value: unknown, to?: Report, depth?: number) => boolean;

/**
 * Report on a part of a value. Each function that a check calls has its own report, one step below that of its caller. The report
 * on the root value collects all violations.
 *
 * Without a report, a generated function stops at the first violation; with one, it reports each and continues. A recursive
 * function receives the report on its part immediately. Any other function is first called without a report, and again with one
 * if it rejects the part, so that valid parts cause no allocation.
 */
export class Report implements PathSegment {
  // Only declared, because class fields would be initialised twice.
  declare readonly around: Report | undefined;
  declare readonly line: number;
  declare readonly at: number | string | undefined;
  declare readonly hiddenForm: boolean;
  declare demands: string;
  /** In the report on the root value: all violations. */
  declare violations: Violation[] | undefined;

  constructor(
    around: Report | undefined,
    line: number,
    at: number | string | undefined,
    hidden: boolean,
  ) {
    this.around = around;
    this.line = line;
    this.at = at;
    this.hiddenForm = hidden;
    this.demands = '';
    this.violations = undefined;
  }

  /** Sets the demands of the function that uses this report. */
  tells(demands: string): void {
    this.demands = demands;
  }

  /** Creates the report on the part that a demand leads to. */
  into(line: number, at?: number | string): Report {
    return new Report(this, line, at, this.hiddenForm);
  }

  /** Creates a report on the same value that never shows it. */
  secret(): Report {
    const report = new Report(this, 0, undefined, true);
    report.demands = this.demands;
    return report;
  }

  /** Reports a failed demand. Returns false, so that checking continues. */
  tell(line: number, value?: unknown, at?: number | string): false {
    const root = wholeOf(this);
    const violation = new LazyViolation(this, line, value, at);
    if (root.violations === undefined) root.violations = [violation];
    else if (root.violations.length < violationLimit) root.violations.push(violation);
    return false;
  }

  /** Reports the violations of a value that another function rejected. */
  pass(line: number, fits: Fits, value: unknown, at?: number | string): false {
    if (value === undefined && demandIn(this.demands, line).required)
      return this.tell(line, value, at);
    if (!this.isFull()) fits(value, this.into(line, at));
    return false;
  }

  /** Returns the report on the root value. */
  whole(): Report {
    return wholeOf(this);
  }

  /** True if no further violations are collected. */
  isFull(): boolean {
    const { violations } = this.whole();
    return violations !== undefined && violations.length >= violationLimit;
  }
}

/** Creates the report on a root value. `schemaLocation` is the location of the schema, for functions whose demands do not contain it. */
export function reportOf(schemaLocation: string | undefined): Report {
  return new Report(undefined, 0, schemaLocation, false);
}

function wholeOf(part: Report): Report {
  let report = part;
  while (report.around !== undefined) report = report.around;
  return report;
}
