import type { Violation } from '../check.js';
import { closestName } from '../closest-name.js';
import type { Issues } from './issues.js';
import { pointerOf } from './issue-location.js';
import { LazyViolation } from './lazy-violation.js';

/** Maximum number of violations in a report that have a suggestion. A hostile value must not cause thousands of comparisons. */
const suggestionLimit = 20;

/** Violation of a closed object by a property that it does not declare. */
export class UndeclaredViolation extends LazyViolation {
  // Only declared, because class fields would be initialised twice.
  declare private readonly names: Iterable<unknown>;
  declare private readonly hasSuggestion: boolean;

  constructor(issues: Issues, pointer: string, keyword: string, names: Iterable<unknown>) {
    super(issues, pointer, keyword, '', undefined);
    this.names = names;
    this.hasSuggestion = (issues.root.violations?.length ?? 0) < suggestionLimit;
  }

  override get expected(): string {
    const { issues, names, hasSuggestion } = this;
    const meant =
      hasSuggestion && !this.isListed()
        ? closestName(String(issues.key), [...names].map(String))
        : undefined;
    const text = 'no such member';
    return meant === undefined ? text : `${text}; did you mean ${JSON.stringify(meant)}?`;
  }

  /** Pointer to the object. */
  get object(): string {
    const { around } = this.issues;
    return around === undefined ? '' : pointerOf(around);
  }

  /** True if some schema of the object declares the property, although none that applies does. */
  isListed(): boolean {
    for (const name of this.names) if (name === this.issues.key) return true;
    return false;
  }
}

/**
 * Removes the violations of properties that count as undeclared only because their object violates the schema that declares them, which is
 * reported, too.
 */
export function withoutConsequences(violations: readonly Violation[]): readonly Violation[] {
  const isListedIn = (violation: Violation): violation is UndeclaredViolation =>
    violation instanceof UndeclaredViolation && violation.isListed();
  const causes = violations.filter((violation) => !isListedIn(violation));
  return violations.filter((violation) => {
    if (!isListedIn(violation)) return true;
    const { object } = violation;
    return !causes.some(({ pointer }) => pointer === object || pointer.startsWith(`${object}/`));
  });
}
