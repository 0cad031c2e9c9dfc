import type { Violation } from '../check.js';
import { demandIn } from './demands.js';
import { Told } from './told.js';
import type { Step } from './way.js';

/** Violations that are gathered at most: a hostile value must not be answered by a larger report. */
export const violationLimit = 1000;

/** A generated check of one schema: whether a value satisfies it or, with a report, `true` once everything is told. */
export type Fits = (value: unknown, to?: Report, depth?: number) => boolean;

/**
 * What there is to tell of a part of a value: each function that a check goes on to has a report of its own, a step away
 * from the one around it, and all is gathered by that of the whole value. A generated function that is given no report
 * stops at the first fault; with one it tells each and goes on. A function that leads back to itself is given the report
 * on its part at once; any other one is asked without, and again with the report on its part where the answer is no, so
 * that nothing is made for parts that are right.
 */
export class Report implements Step {
  // Declared only: fields that a class defines are set twice.
  declare readonly around: Report | undefined;
  declare readonly line: number;
  declare readonly at: number | string | undefined;
  declare readonly hidden: boolean;
  declare demands: string;
  /** Of the whole value: everything that was told. */
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
    this.hidden = hidden;
    this.demands = '';
    this.violations = undefined;
  }

  /** Begins what a function tells: the text of its demands. */
  tells(demands: string): void {
    this.demands = demands;
  }

  /** The report on the part that a demand leads to. */
  into(line: number, at?: number | string): Report {
    return new Report(this, line, at, this.hidden);
  }

  /** The report on the same value that never shows what is found. */
  secret(): Report {
    const report = new Report(this, 0, undefined, true);
    report.demands = this.demands;
    return report;
  }

  /** Tells that a value does not meet a demand. Nothing stops for that. */
  tell(line: number, value?: unknown, at?: number | string): false {
    const whole = wholeOf(this);
    const told = new Told(this, line, value, at);
    if (whole.violations === undefined) whole.violations = [told];
    else if (whole.violations.length < violationLimit) whole.violations.push(told);
    return false;
  }

  /** The same of a value that another function has refused: that tells what is wrong with it. */
  pass(line: number, fits: Fits, value: unknown, at?: number | string): false {
    if (value === undefined && demandIn(this.demands, line).required)
      return this.tell(line, value, at);
    if (!this.isFull()) fits(value, this.into(line, at));
    return false;
  }

  /** The report on the whole value. */
  whole(): Report {
    return wholeOf(this);
  }

  /** Whether nothing more is gathered. */
  isFull(): boolean {
    const { violations } = this.whole();
    return violations !== undefined && violations.length >= violationLimit;
  }
}

/** A report on a whole value. `place` is where the schema is written, for checks that do not say so themselves. */
export function reportOf(place: string | undefined): Report {
  return new Report(undefined, 0, place, false);
}

function wholeOf(part: Report): Report {
  let report = part;
  while (report.around !== undefined) report = report.around;
  return report;
}
