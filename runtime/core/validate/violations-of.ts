import type { Check, Violation } from '../check.js';
import { accepts, isTooDeep, swapMemory } from './recursion.js';
import { reportOf, type Fits, type Report } from './report.js';

const none: readonly Violation[] = /* @__PURE__ */ Object.freeze([]);

/**
 * Every violation of a value, up to the limit of a report. `place` is where the schema is written in the document, for
 * checks that do not say so themselves.
 */
export function violationsOf(fits: Fits, value: unknown, place?: string): readonly Violation[] {
  const report = reportOf(place);
  fits(value, report);
  return told(report);
}

/** The same of a check that data may nest too deeply for. The guard is asked first: where much is nested, it is faster. */
export function deepViolationsOf(fits: Fits, value: unknown, place?: string): readonly Violation[] {
  if (accepts(fits, value)) return none;
  const report = reportOf(place);
  const outer = swapMemory(undefined);
  try {
    fits(value, report);
  } catch (error) {
    if (!isTooDeep(error)) throw error;
    report.violations = undefined;
    const [own = ''] = report.demands.split('\n', 1);
    report.tells(`${own}\n=  depth data that nests less deeply`);
    report.tell(1);
  } finally {
    swapMemory(outer);
  }
  return told(report);
}

/** The check of a schema that has no name, for the tables of a server or a client. */
export function checkOf(fits: Fits, place?: string): Check {
  return {
    is: (value) => fits(value),
    report: (value) => violationsOf(fits, value, place),
  };
}

/**
 * Checks of schemas without names that are written below one place under their own indexes, as those of an operation's
 * parameters are. What is a check already stays.
 */
export function checksAt(
  checks: readonly (Fits | Check | undefined)[],
  place: string,
): readonly (Check | undefined)[] {
  return checks.map((check, index) =>
    typeof check === 'function' ? checkOf(check, `${place}/${index}/schema`) : check,
  );
}

/** The same of a check that data may nest too deeply for. */
export function deepCheckOf(fits: Fits, place?: string): Check {
  return {
    is: (value) => accepts(fits, value),
    report: (value) => deepViolationsOf(fits, value, place),
  };
}
function told({ violations }: Report): readonly Violation[] {
  if (violations === undefined) return none;
  return violations.length === 1 ? violations : distinct(violations);
}

/** The violations without those that several parts of a schema tell alike, because they refer to the same one. */
function distinct(violations: readonly Violation[]): readonly Violation[] {
  const known = new Map<string, Violation | Set<string>>();
  return violations.filter((violation) => {
    const { keyword } = violation;
    const before = known.get(keyword);
    if (before === undefined) {
      known.set(keyword, violation);
      return true;
    }
    // Texts are only compared where there is more than one of a keyword.
    const texts = before instanceof Set ? before : new Set([textOf(before)]);
    known.set(keyword, texts);
    const count = texts.size;
    return texts.add(textOf(violation)).size > count;
  });
}

function textOf({ pointer, schema, expected }: Violation): string {
  return `${pointer}\n${schema}\n${expected}`;
}
