import type { Violation } from '../check.js';
import { pointerOf } from './issue-location.js';
import { violationLimit, type Issues, type Matches } from './issues.js';
import { LazyViolation } from './lazy-violation.js';

/** A branch of a union: its name, its check, and the location of its schema if the check does not embed it. */
export type Branch = readonly [name: string, matches: Matches, location?: string];

/**
 * Reports why a value does not match a union: the violations of the closest branch, or that it has none of the branches' types.
 * If several branches are equally close and each has one violation of the value itself, their expectations are combined into
 * one violation. `matches` is the number of branches that match, which is only reported for a `oneOf`. Returns true if the check
 * must return false.
 */
export function noBranch(
  issues: Issues | undefined,
  keyword: string,
  branches: readonly Branch[],
  expected: string,
  value: unknown,
  matches = 0,
  depth = 0,
): boolean {
  if (issues === undefined) return true;
  if (matches > 1)
    return !issues.fail('', keyword, `exactly one of ${expected}, not several at once`, value);
  const { root } = issues;
  if (root.isFull()) return true;
  const search = searchOf(root);
  if (search.open > 0) search.examined += 1;
  if (search.examined > examinedLimit || search.reported > reportedLimit)
    return !issues.fail('', keyword, expected, value);
  const before = root.violations;
  const pointer = pointerOf(issues);
  let best: readonly Violation[] = [];
  let leastDistance = wrongType;
  const singles: Alternative[] = [];
  search.open += 1;
  for (const [name, matchesBranch, location] of branches) {
    root.violations = undefined;
    matchesBranch(value, issues.branch(name, location), depth);
    const violations: readonly Violation[] = root.violations ?? [];
    search.reported += violations.length;
    const distance = violations.reduce((sum, violation) => sum + distanceOf(violation, pointer), 0);
    const [only] = violations;
    if (violations.length === 1 && only?.pointer === pointer) singles.push({ only, distance });
    if (distance >= leastDistance) continue;
    leastDistance = distance;
    best = violations;
  }
  search.open -= 1;
  root.violations = before;
  if (best.length === 0) return !issues.fail('', keyword, expected, value);
  const equal = singles.filter(
    ({ only, distance }) => distance === leastDistance || isOtherValue(only, value),
  );
  const isAlike = equal.every(({ only }) => only.expected === best[0]?.expected);
  const isShared = best.length === 1 && best[0]?.pointer === pointer && !isAlike;
  const reported = isShared ? [new CombinedViolation(issues, keyword, value, equal)] : best;
  root.violations = [...(before ?? []), ...reported].slice(0, violationLimit);
  return root.isFull();
}

/** Maximum number of combined expectations. A report must not be much larger than the value. */
const alternativeLimit = 8;

/** The only violation of a branch. */
interface Alternative {
  readonly only: Violation;
  readonly distance: number;
}

/** True if the branch expects constants and the value is a primitive. All such branches are equally close. */
function isOtherValue({ keyword }: Violation, value: unknown): boolean {
  return (keyword === 'const' || keyword === 'enum') && typeof value !== 'object';
}

/** Violation of several branches at once. */
class CombinedViolation extends LazyViolation {
  declare private readonly alternatives: readonly Alternative[];

  constructor(
    issues: Issues,
    keyword: string,
    value: unknown,
    alternatives: readonly Alternative[],
  ) {
    super(issues, '', keyword, '', value);
    this.alternatives = alternatives;
  }

  override get expected(): string {
    const all = this.alternatives.map(({ only: { expected, branch } }) =>
      branch === undefined || /^(?:any|one)Of\//.test(branch)
        ? expected
        : `${expected} (${branch})`,
    );
    const phrases = [...new Set(all)];
    const rest = phrases.splice(alternativeLimit);
    if (rest.length > 0) phrases.push(`one of ${rest.length} more`);
    return phrases.join(', ').replace(/, ([^,]*)$/, ' or $1');
  }
}

/** Effort spent on the unions of one report. */
interface Search {
  /** Depth of nested unions whose branches are being examined. */
  open: number;
  /** Number of unions within branches that were examined. */
  examined: number;
  /** Number of violations that branches reported, including those that are not the closest. */
  reported: number;
}

const searches = new WeakMap<Issues, Search>();

function searchOf(root: Issues): Search {
  const known = searches.get(root);
  if (known !== undefined) return known;
  const search: Search = { open: 0, examined: 0, reported: 0 };
  searches.set(root, search);
  return search;
}

const wrongType = 1e9;

/**
 * Maximum number of unions within branches to examine in one report. Each level of nested data is examined once per branch
 * around it; without a limit, a few hundred bytes could take minutes.
 */
const examinedLimit = 1000;

/** Number of reported violations after which no further branches are examined. */
const reportedLimit = 10_000;

/** Weight of a violation as evidence that the branch was not intended. */
function distanceOf({ keyword, pointer }: Violation, at: string): number {
  if (pointer === at && typeKeywords.has(keyword)) return wrongType;
  const isLiteral = keyword === 'const' || keyword === 'enum';
  if (isLiteral && pointer.lastIndexOf('/') === at.length) return 1e4;
  return structuralKeywords.has(keyword) ? 10 : 1;
}

const structuralKeywords: ReadonlySet<string> = new Set([
  'required',
  'dependentRequired',
  'dependencies',
  'additionalProperties',
  'unevaluatedProperties',
]);
const typeKeywords: ReadonlySet<string> = new Set(['type', 'const', 'enum', 'false schema']);
