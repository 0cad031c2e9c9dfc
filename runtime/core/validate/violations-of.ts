import type { Check, Violation } from '../check.js';
import { accepts, isTooDeep, swapMemo } from './recursion.js';
import { reportOf, type Fits, type Report } from './report.js';

const none: readonly Violation[] = /* @__PURE__ */ Object.freeze([]);

/**
 * Returns every violation of a value, up to the limit of a report. `schemaLocation` is the location of the schema in the document, for
 * functions whose demands do not contain it.
 */
export function violationsOf(
  fits: Fits,
  value: unknown,
  schemaLocation?: string,
): readonly Violation[] {
  const report = reportOf(schemaLocation);
  fits(value, report);
  return violationsIn(report);
}

/** Like {@link violationsOf}, for a check that can recurse too deeply. Runs the guard first, which is faster for deeply nested data. */
export function deepViolationsOf(
  fits: Fits,
  value: unknown,
  schemaLocation?: string,
): readonly Violation[] {
  if (accepts(fits, value)) return none;
  const report = reportOf(schemaLocation);
  const outer = swapMemo(undefined);
  try {
    fits(value, report);
  } catch (error) {
    if (!isTooDeep(error)) throw error;
    report.violations = undefined;
    const [firstLine = ''] = report.demands.split('\n', 1);
    report.tells(`${firstLine}\n=  depth data that nests less deeply`);
    report.tell(1);
  } finally {
    swapMemo(outer);
  }
  return violationsIn(report);
}

/** Creates the check of an unnamed schema, for the tables of a server or a client. */
export function checkOf(fits: Fits, schemaLocation?: string): Check {
  return {
    is: (value) => fits(value),
    report: (value) => violationsOf(fits, value, schemaLocation),
  };
}

/**
 * Creates checks of unnamed schemas whose locations differ only in an index, such as those of an operation's parameters. Existing
 * checks are kept.
 */
export function checksAt(
  checks: readonly (Fits | Check | undefined)[],
  location: string,
): readonly (Check | undefined)[] {
  return checks.map((check, index) =>
    typeof check === 'function' ? checkOf(check, `${location}/${index}/schema`) : check,
  );
}

/** {@link checkOf} for a check that can recurse too deeply. */
export function deepCheckOf(fits: Fits, schemaLocation?: string): Check {
  return {
    is: (value) => accepts(fits, value),
    report: (value) => deepViolationsOf(fits, value, schemaLocation),
  };
}
function violationsIn({ violations }: Report): readonly Violation[] {
  if (violations === undefined) return none;
  return violations.length === 1 ? violations : distinct(violations);
}

/** Removes duplicate violations, which several parts of a schema report if they refer to the same schema. */
function distinct(violations: readonly Violation[]): readonly Violation[] {
  const seen = new Map<string, Violation | Set<string>>();
  return violations.filter((violation) => {
    const { keyword } = violation;
    const before = seen.get(keyword);
    if (before === undefined) {
      seen.set(keyword, violation);
      return true;
    }
    // Texts are only compared if a keyword occurs more than once.
    const texts = before instanceof Set ? before : new Set([textOf(before)]);
    seen.set(keyword, texts);
    const count = texts.size;
    return texts.add(textOf(violation)).size > count;
  });
}

function textOf({ pointer, schema, expected }: Violation): string {
  return `${pointer}\n${schema}\n${expected}`;
}
