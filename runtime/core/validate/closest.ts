import type { Violation } from '../check.js';
import { alternatives } from './phrase.js';
import { violationLimit, type Fits, type Report } from './report.js';

/** A branch of a union: its name, and for all but a mere type what checks it and where it is written. */
export type UnionBranch = readonly [name: string, fits?: Fits, place?: string];

/** Tells what is wrong with a value as the branch that it comes closest to; if several match a `oneOf`, that. */
export function closestBranch(
  to: Report,
  keyword: 'anyOf' | 'oneOf',
  matches: number,
  branches: readonly UnionBranch[],
  value: unknown,
  pointer: string,
  place: string | undefined,
  depth: number,
): true {
  const names = alternatives(branches.map(([name]) => name));
  if (matches > 1) {
    const expected = `exactly one of ${names}, not several at once`;
    return to.tell(keyword, expected, value, pointer, place);
  }
  const { findings } = to;
  if (findings.asking > 0) findings.asked += 1;
  if (findings.asked > askedLimit) return to.tell(keyword, names, value, pointer, place);
  const before = findings.violations;
  const here = to.pointer + pointer;
  let best: readonly Violation[] = [];
  let least = wrongType;
  findings.asking += 1;
  for (const [name, fits, where] of branches) {
    if (fits === undefined) continue;
    findings.violations = undefined;
    fits(value, to.as(name, pointer, where), depth);
    const found: readonly Violation[] = findings.violations ?? [];
    const distance = found.reduce((sum, violation) => sum + distanceOf(violation, here), 0);
    if (distance >= least) continue;
    least = distance;
    best = found;
  }
  findings.asking -= 1;
  findings.violations = before;
  if (best.length === 0) return to.tell(keyword, names, value, pointer, place);
  findings.violations = [...(before ?? []), ...best].slice(0, violationLimit);
  return true;
}

const wrongType = 1e9;

/**
 * Unions inside of branches whose own branches are still asked in one report. Each level of such data is looked at once
 * for every branch around it: without an end, a few hundred bytes would take minutes.
 */
const askedLimit = 1000;

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
  'additionalProperties',
]);
const refusals: ReadonlySet<string> = new Set(['type', 'const', 'enum', 'false schema']);
