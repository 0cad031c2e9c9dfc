import type { Violation } from '../check.js';
import { violationLimit, type Fits, type Report } from './report.js';
import { Told } from './told.js';
import { pointerOf } from './way.js';

/**
 * Tells what is wrong with a value as the branch that it comes closest to, or that it is of none of their types. Where several
 * are as close, and each has one thing to say of the very value, all that would do is told in one.
 */
export function closestBranch(
  to: Report,
  line: number,
  branches: readonly (Fits | undefined)[],
  value: unknown,
  at: number | string | undefined,
  depth: number,
): boolean {
  const whole = to.whole();
  const search = searchOf(whole);
  if (search.open > 0) search.asked += 1;
  if (search.asked > askedLimit || search.told > toldLimit) return to.tell(line, value, at);
  const before = whole.violations;
  const here = pointerOf(to.into(line, at));
  let best: readonly Violation[] = [];
  let least = wrongType;
  const alone: Alternative[] = [];
  search.open += 1;
  for (const [index, fits] of branches.entries()) {
    if (fits === undefined) continue;
    whole.violations = undefined;
    fits(value, to.into(line + index + 1, at), depth);
    const found: readonly Violation[] = whole.violations ?? [];
    search.told += found.length;
    const distance = found.reduce((sum, violation) => sum + distanceOf(violation, here), 0);
    const [only] = found;
    if (found.length === 1 && only?.pointer === here) alone.push({ only, distance });
    if (distance >= least) continue;
    least = distance;
    best = found;
  }
  search.open -= 1;
  whole.violations = before;
  if (best.length === 0) return to.tell(line, value, at);
  const equal = alone.filter(
    ({ only, distance }) => distance === least || isOtherValue(only, value),
  );
  const isAlike = equal.every(({ only }) => only.expected === best[0]?.expected);
  const isShared = best.length === 1 && best[0]?.pointer === here && !isAlike;
  const told = isShared ? [new Either(to, line, value, at, equal)] : best;
  whole.violations = [...(before ?? []), ...told].slice(0, violationLimit);
  return false;
}

/** Alternatives that are told: a report must not be much larger than what it is about. */
const alternativeLimit = 8;

/** The only violation of a branch. */
interface Alternative {
  readonly only: Violation;
  readonly distance: number;
}

/** Whether a branch asks for values that are no structures either: each of them would do as well. */
function isOtherValue({ keyword }: Violation, value: unknown): boolean {
  return (keyword === 'const' || keyword === 'enum') && typeof value !== 'object';
}

/** That a value does not meet a demand of one branch or another. */
class Either extends Told {
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

/** How far the branches of one value's unions have been asked. */
interface Search {
  /** Unions whose branches are being asked what is wrong, one inside of the other. */
  open: number;
  /** Unions inside of branches that have been asked. */
  asked: number;
  /** Everything that branches have told, also those that are not the closest. */
  told: number;
}

const searches = new WeakMap<Report, Search>();

function searchOf(whole: Report): Search {
  const known = searches.get(whole);
  if (known !== undefined) return known;
  const search: Search = { open: 0, asked: 0, told: 0 };
  searches.set(whole, search);
  return search;
}

const wrongType = 1e9;

/**
 * Unions inside of branches whose own branches are still asked in one report. Each level of such data is looked at once
 * for every branch around it: without an end, a few hundred bytes would take minutes.
 */
const askedLimit = 1000;

/** What branches tell before no further ones are asked. */
const toldLimit = 10_000;

/** How much a violation says that this branch was not meant. */
function distanceOf({ keyword, pointer }: Violation, at: string): number {
  if (pointer === at && refusals.has(keyword)) return wrongType;
  const isLiteral = keyword === 'const' || keyword === 'enum';
  if (isLiteral && pointer.lastIndexOf('/') === at.length) return 1e4;
  return strangers.has(keyword) ? 10 : 1;
}

const strangers: ReadonlySet<string> = new Set([
  'required',
  'dependentRequired',
  'dependencies',
  'additionalProperties',
]);
const refusals: ReadonlySet<string> = new Set(['type', 'const', 'enum', 'false schema']);
