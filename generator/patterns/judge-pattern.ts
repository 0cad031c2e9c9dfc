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

/** What is worst of a pattern. */
export interface Verdict {
  /** How the time of a search grows with the text; `unknown` where a pattern is too large to tell. */
  readonly growth: Growth | 'unknown';
  /** A text that shows it, as an expression of JavaScript; empty where nothing is known. */
  readonly attack: string;
}

/** A verdict, or none where nothing is wrong, and what it took to find. */
export interface Judgement {
  readonly verdict?: Verdict;
  /** Steps, as `StepCounter` counts them; other work as many as take as long. */
  readonly cost: number;
}

/** The weaknesses of one pattern. */
export interface Weaknesses {
  /** What is wrong with the pattern where texts are no longer than so many characters. */
  within(maxLength: number | undefined): Judgement;
}

/**
 * Looks for all that may make a pattern slow that `RegExp` accepts, whatever the text. Work is counted, never timed: the same pattern gets
 * the same verdict on every computer.
 */
export async function weaknessesOf(source: string): Promise<Weaknesses> {
  const counter = counterOf(source);
  if (counter === undefined) return { within: () => ({ verdict: unknown, cost: searchCost }) };
  const own = measured(source, counter);
  // Our own search knows little of what looks around or back, and can be surpassed only where it found nothing that doubles.
  const isEnough =
    own !== undefined && (isPlain(source) || own.some(({ growth }) => growth === 'exponential'));
  const other = isEnough ? [] : await lookCloser(source);
  const all = [...(own ?? []), ...(other ?? [])].sort(
    (one, two) => rankOf(two.growth) - rankOf(one.growth),
  );
  const cost = searchCost + (isEnough ? 0 : recheckCost) + counter.spent();
  const [worst] = all;
  if (worst === undefined)
    return {
      within: () => ({
        cost,
        ...(own === undefined && other === undefined && { verdict: unknown }),
      }),
    };
  const verdict = { growth: worst.growth, attack: expressionOf(worst.attack, counter) };
  return {
    within(maxLength) {
      const isCheap =
        maxLength !== undefined &&
        all.every(({ attack }) => counter.count(longestOf(attack, maxLength), cheap) <= cheap);
      return {
        cost: cost + (maxLength === undefined ? 0 : all.length * cheap),
        ...(!isCheap && { verdict }),
      };
    },
  };
}

const unknown: Verdict = { growth: 'unknown', attack: '' };

/** Steps that V8 does within a millisecond, the first time it runs an expression: later it is about ten times as fast. */
const cheap = 50_000;

/** What looking for ambiguities takes, and asking recheck, in steps. */
const searchCost = 1_000_000;
const recheckCost = 20_000_000;

function measured(source: string, counter: StepCounter): readonly Measured[] | undefined {
  const flags = flagsOf(source);
  const pattern = parsePattern(source, flags);
  const graph = pattern && graphOf(pattern, flags);
  return (graph && attacksOn(graph, counter))?.flatMap((attack) => {
    const growth = growthOf(attack, counter);
    return growth === undefined ? [] : [{ attack, growth }];
  });
}

/** Whether a pattern neither looks around nor back. */
function isPlain(source: string): boolean {
  const pattern = parsePattern(source, flagsOf(source));
  const isOdd = (node: NonNullable<typeof pattern>): boolean =>
    node.kind === 'look' || node.kind === 'back' || partsOf(node).some(isOdd);
  return pattern !== undefined && !isOdd(pattern);
}

async function lookCloser(source: string): Promise<readonly Measured[] | undefined> {
  const { recheckPattern } = await import('./recheck-pattern.js');
  return recheckPattern(source);
}
