import type { Violation } from '../check.js';
import { violationLimit, type Fits, type Report } from './report.js';
import { LazyViolation } from './lazy-violation.js';
import { pointerOf } from './instance-path.js';

/**
 * Reports why a value does not match a union: the violations of the closest branch, or that it has none of the branches' types.
 * If several branches are equally close and each has one violation of the value itself, their expectations are combined into
 * one violation.
 */
export function closestBranch(
  to: Report,
  line: number,
  branches: readonly (Fits | undefined)[],
  value: unknown,
  at: number | string | undefined,
  depth: number,
): boolean {
  const root = to.whole();
  const search = searchOf(root);
  if (search.open > 0) search.examined += 1;
  if (search.examined > examinedLimit || search.reported > reportedLimit)
    return to.tell(line, value, at);
  const before = root.violations;
  const pointer = pointerOf(to.into(line, at));
  let best: readonly Violation[] = [];
  let leastDistance = wrongType;
  const singles: Alternative[] = [];
  search.open += 1;
  for (const [index, fits] of branches.entries()) {
    if (fits === undefined) continue;
    root.violations = undefined;
    fits(value, to.into(line + index + 1, at), depth);
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
  if (best.length === 0) return to.tell(line, value, at);
  const equal = singles.filter(
    ({ only, distance }) => distance === leastDistance || isOtherValue(only, value),
  );
  const isAlike = equal.every(({ only }) => only.expected === best[0]?.expected);
  const isShared = best.length === 1 && best[0]?.pointer === pointer && !isAlike;
  const reported = isShared ? [new CombinedViolation(to, line, value, at, equal)] : best;
  root.violations = [...(before ?? []), ...reported].slice(0, violationLimit);
  return false;
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
    to: Report,
    line: number,
    value: unknown,
    at: number | string | undefined,
    alternatives: readonly Alternative[],
  ) {
    super(to, line, value, at);
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

const searches = new WeakMap<Report, Search>();

function searchOf(root: Report): Search {
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
]);
const typeKeywords: ReadonlySet<string> = new Set(['type', 'const', 'enum', 'false schema']);
