import { parsePattern } from '../../runtime/core/pattern/parse-pattern.js';
import { flagsOf } from '../core/pattern-flags.js';
import {
  attacksOn,
  expressionOf,
  growthOf,
  longestOf,
  rankOf,
  type Growth,
  type Measured,
} from './attack.js';
import { partsOf } from './backtracking.js';
import { counterOf, type StepCounter } from './count-steps.js';
import { graphOf } from './graph.js';

/** The worst weakness of a pattern. */
export interface PatternCost {
  /** Growth of the time of a search with the text; `unknown` if the pattern is too large to analyse. */
  readonly growth: Growth | 'unknown';
  /** A slow text, as a JavaScript expression; empty if none is known. */
  readonly attack: string;
}

/** Result of an analysis, with its work. `verdict` is absent if the pattern is fast. */
export interface MeasuredCost {
  readonly verdict?: PatternCost;
  /** Steps, as counted by `StepCounter`; other work is converted to steps that take as long. */
  readonly cost: number;
}

/** Weaknesses of one pattern. */
export interface Weaknesses {
  /** Returns the result for texts of at most `maxLength` characters. */
  within(maxLength: number | undefined): MeasuredCost;
}

/** Analyses a pattern that `RegExp` accepts for slow texts. Work is counted rather than timed, so results are equal on every computer. */
export async function weaknessesOf(source: string): Promise<Weaknesses> {
  const counter = counterOf(source);
  if (counter === undefined) return { within: () => ({ verdict: unknown, cost: searchCost }) };
  const attacks = measureAttacks(source, counter);
  // This analysis is imprecise for lookarounds and back-references. Recheck is only asked if it found no exponential growth.
  const isConclusive =
    attacks !== undefined &&
    (isPlain(source) || attacks.some(({ growth }) => growth === 'exponential'));
  const recheckAttacks = isConclusive ? [] : await runRecheck(source);
  const all = [...(attacks ?? []), ...(recheckAttacks ?? [])].sort(
    (one, two) => rankOf(two.growth) - rankOf(one.growth),
  );
  const cost = searchCost + (isConclusive ? 0 : recheckCost) + counter.spent();
  const [worst] = all;
  if (worst === undefined)
    return {
      within: () => ({
        cost,
        ...(attacks === undefined && recheckAttacks === undefined && { verdict: unknown }),
      }),
    };
  const verdict = { growth: worst.growth, attack: expressionOf(worst.attack, counter) };
  return {
    within(maxLength) {
      const isCheap =
        maxLength !== undefined &&
        all.every(
          ({ attack }) => counter.count(longestOf(attack, maxLength), CHEAP_STEPS) <= CHEAP_STEPS,
        );
      return {
        cost: cost + (maxLength === undefined ? 0 : all.length * CHEAP_STEPS),
        ...(!isCheap && { verdict }),
      };
    },
  };
}

const unknown: PatternCost = { growth: 'unknown', attack: '' };

/** Steps that V8 executes within a millisecond on the first run of an expression. Later runs are about ten times as fast. */
const CHEAP_STEPS = 50_000;

/** Work of the ambiguity search and of recheck, in steps. */
const searchCost = 1_000_000;
const recheckCost = 20_000_000;

function measureAttacks(source: string, counter: StepCounter): readonly Measured[] | undefined {
  const flags = flagsOf(source);
  const pattern = parsePattern(source, flags);
  const graph = pattern && graphOf(pattern, flags);
  return (graph && attacksOn(graph, counter))?.flatMap((attack) => {
    const growth = growthOf(attack, counter);
    return growth === undefined ? [] : [{ attack, growth }];
  });
}

/** True if a pattern has neither lookarounds nor back-references. */
function isPlain(source: string): boolean {
  const pattern = parsePattern(source, flagsOf(source));
  const isOdd = (node: NonNullable<typeof pattern>): boolean =>
    node.kind === 'look' || node.kind === 'back' || partsOf(node).some(isOdd);
  return pattern !== undefined && !isOdd(pattern);
}

async function runRecheck(source: string): Promise<readonly Measured[] | undefined> {
  const { recheckPattern } = await import('./recheck-pattern.js');
  return recheckPattern(source);
}
