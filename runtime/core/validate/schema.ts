import type { Check, Violation } from '../check.js';
import { InvalidValueError } from './invalid-value.js';
import { issuesOf, type Issues, type Matches } from './issues.js';
import { accepts, isTooDeep, swapMemo } from './recursion.js';
import { standardIssues, type StandardSchemaV1 } from './standard-schema.js';

/** A named schema: its check, its assertion, and its Standard Schema. */
export interface Schema<Value> extends StandardSchemaV1<Value>, Check {
  /** Type guard. Stops at the first violation. */
  readonly is: (value: unknown) => value is Value;
  /** Throws an {@link InvalidValueError} with the violations if a value is invalid. */
  readonly assert: (value: unknown) => asserts value is Value;
}

/**
 * Creates the schema of a check. Values are neither changed nor copied. `name` is used in messages of errors. `location` is that of
 * the schema, for checks that do not embed it. The type of the result is declared where the schema is stored, so that nothing has
 * to be inferred.
 */
export function schema(name: string, matches: Matches, location?: string): Schema<never> {
  return schemaOf(name, checkOf(matches, location));
}

/** {@link schema} for a check that can recurse too deeply. */
export function recursiveSchema(name: string, matches: Matches, location?: string): Schema<never> {
  return schemaOf(name, recursiveCheckOf(matches, location));
}

/** Creates a schema from a guard and a full check. */
export function schemaOf(name: string, { is, check }: Check): Schema<never> {
  return {
    is: is as Schema<never>['is'],
    check,
    assert: (value) => {
      const violations = check(value);
      if (violations.length === 0) return;
      throw new InvalidValueError(name, violations, standardIssues(value, violations));
    },
    '~standard': {
      version: 1,
      vendor: 'tallystick',
      validate: (value) =>
        is(value) ? { value: value as never } : { issues: standardIssues(value, check(value)) },
    },
  };
}

/** Creates the check of an unnamed schema, for the tables of a server or a client. */
export function checkOf(matches: Matches, location?: string): Check {
  return {
    is: (value) => matches(value),
    check: (value) => {
      const issues = issuesOf(location);
      matches(value, issues);
      return violationsIn(issues);
    },
  };
}

/**
 * {@link checkOf} for a check that can recurse too deeply. The full check runs the guard first, which is faster for deeply nested
 * data.
 */
export function recursiveCheckOf(matches: Matches, location?: string): Check {
  const is = (value: unknown): boolean => accepts(matches, value);
  return { is, check: (value) => (is(value) ? none : violationsOf(matches, value, location)) };
}

const none: readonly Violation[] = /* @__PURE__ */ Object.freeze([]);

function violationsOf(
  matches: Matches,
  value: unknown,
  location: string | undefined,
): readonly Violation[] {
  const issues = issuesOf(location);
  const outer = swapMemo(undefined);
  try {
    matches(value, issues);
  } catch (error) {
    if (!isTooDeep(error)) throw error;
    issues.violations = undefined;
    issues.reject('', 'depth', 'data that nests less deeply');
  } finally {
    swapMemo(outer);
  }
  return violationsIn(issues);
}

/**
 * Creates checks of unnamed schemas whose locations differ only in an index, such as those of an operation's parameters. Existing
 * checks are kept.
 */
export function checksAt(
  checks: readonly (Matches | Check | undefined)[],
  location: string,
): readonly (Check | undefined)[] {
  return checks.map((check, index) =>
    typeof check === 'function' ? checkOf(check, `${location}/${index}/schema`) : check,
  );
}

function violationsIn({ violations, finish }: Issues): readonly Violation[] {
  if (violations === undefined) return none;
  if (violations.length === 1) return violations;
  return distinct(finish === undefined ? violations : finish(violations));
}

/** Removes duplicate violations, which several parts of a schema report if they refer to the same schema. */
function distinct(violations: readonly Violation[]): readonly Violation[] {
  const seen = new Map<string, Violation | Set<string>>();
  return violations.filter((violation) => {
    const { pointer } = violation;
    const before = seen.get(pointer);
    if (before === undefined) {
      seen.set(pointer, violation);
      return true;
    }
    // Other texts are only compared if a part has several violations.
    const texts = before instanceof Set ? before : new Set([textOf(before)]);
    seen.set(pointer, texts);
    const count = texts.size;
    return texts.add(textOf(violation)).size > count;
  });
}

function textOf({ keyword, schema: location, expected }: Violation): string {
  return `${keyword}\n${location}\n${expected}`;
}
