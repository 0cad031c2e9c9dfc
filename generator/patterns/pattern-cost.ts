import { isLinearTime, isWorkUsedUp } from './linear-time.js';
import type { MeasuredCost, PatternCost, Weaknesses } from './pattern-weaknesses.js';

/** Cache of results from earlier runs. It may lose entries at any time. */
export interface PatternCostCache {
  get(source: string, maxLength: number | undefined): MeasuredCost | undefined;
  set(source: string, maxLength: number | undefined, judgement: MeasuredCost): void;
}

/** Analyses the patterns of one run, up to a limit of total work. */
export interface PatternCostChecker {
  /**
   * Returns the cost of a pattern that `RegExp` accepts, for texts of at most `maxLength` characters. Returns `undefined` if it is fast,
   * and `unjudged` if the earlier patterns used up the work of the run.
   */
  costOf(source: string, maxLength?: number): Promise<PatternCost | 'unjudged' | undefined>;
}

/** Creates the checker of one run. Cached results count as much work as new ones, so every run has the same results. `run` identifies it. */
export function createPatternCostChecker(
  cache?: PatternCostCache,
  run: object = {},
): PatternCostChecker {
  const weaknesses = new Map<string, Promise<Weaknesses>>();
  const judged = new Map<string, PatternCost | undefined>();
  let spent = 0;
  return {
    async costOf(source, maxLength) {
      if (isLinearTime(source, run)) return undefined;
      const key = `${maxLength ?? ''} ${source}`;
      if (judged.has(key)) return judged.get(key);
      if (spent > MAX_COST || isWorkUsedUp(run)) return 'unjudged';
      const known = cache?.get(source, maxLength);
      const result = known ?? (await analyse(source)).within(maxLength);
      if (known === undefined) cache?.set(source, maxLength, result);
      spent += result.cost;
      judged.set(key, result.verdict);
      return result.verdict;
    },
  };

  async function analyse(source: string): Promise<Weaknesses> {
    const known = weaknesses.get(source);
    if (known !== undefined) return known;
    const { weaknessesOf } = await import('./pattern-weaknesses.js');
    const analysis = weaknessesOf(source);
    weaknesses.set(source, analysis);
    return analysis;
  }
}

/** Maximum steps of a run: several seconds. */
const MAX_COST = 200_000_000;
