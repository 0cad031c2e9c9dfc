import type { Violation } from '../check.js';
import { alternatives } from './phrase.js';
import { violationLimit, type Fits, type Report } from './report.js';
import { pointerOf } from './way.js';

/** A branch of a union: its name, and for all but a mere type what checks it and where it is written. */
export type UnionBranch = readonly [name: string, fits?: Fits, place?: string];

/** Tells what is wrong with a value as the branch that it comes closest to; if several match a `oneOf`, that. */
export function closestBranch(
  to: Report,
  keyword: 'anyOf' | 'oneOf',
  matches: number,
  branches: readonly UnionBranch[],
  value: unknown,
  depth: number,
  pointer: string,
  place: string | undefined,
): true {
  const names = alternatives(branches.map(([name]) => name));
  if (matches > 1) {
    const expected = `exactly one of ${names}, not several at once`;
    return to.tell(keyword, expected, value, pointer, place);
  }
  const whole = to.whole();
  const search = searchOf(whole);
  if (search.open > 0) search.asked += 1;
  if (search.asked > askedLimit || search.told > toldLimit)
    return to.tell(keyword, names, value, pointer, place);
  const before = whole.violations;
  const here = pointerOf(to) + pointer;
  let best: readonly Violation[] = [];
  let least = wrongType;
  search.open += 1;
  for (const [name, fits, where] of branches) {
    if (fits === undefined) continue;
    whole.violations = undefined;
    fits(value, to.as(name, pointer, where), depth);
    const found: readonly Violation[] = whole.violations ?? [];
    search.told += found.length;
    const distance = found.reduce((sum, violation) => sum + distanceOf(violation, here), 0);
    if (distance >= least) continue;
    least = distance;
    best = found;
  }
  search.open -= 1;
  whole.violations = before;
  if (best.length === 0) return to.tell(keyword, names, value, pointer, place);
  whole.violations = [...(before ?? []), ...best].slice(0, violationLimit);
  return true;
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
