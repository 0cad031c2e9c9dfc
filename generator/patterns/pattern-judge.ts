import { isQuick } from './is-quick.js';
import type { Judgement, Verdict, Weaknesses } from './judge-pattern.js';

/** What is known of patterns from earlier runs. A memory may forget at any time. */
export interface PatternMemory {
  get(source: string, maxLength: number | undefined): Judgement | undefined;
  set(source: string, maxLength: number | undefined, judgement: Judgement): void;
}

/** Judges the patterns of one run, as long as that takes no more work than a run may take. */
export interface PatternJudge {
  /**
   * What is wrong with a pattern that `RegExp` accepts, where texts are no longer than so many characters: nothing if `undefined`,
   * `unjudged` where the patterns before it took all the work there is.
   */
  judge(source: string, maxLength?: number): Promise<Verdict | 'unjudged' | undefined>;
}

/** A judge for one run. Judgements that are remembered cost the run as much as new ones, so that it ends with the same verdicts. */
export function createPatternJudge(memory?: PatternMemory): PatternJudge {
  const weaknesses = new Map<string, Promise<Weaknesses>>();
  const judged = new Map<string, Verdict | undefined>();
  let spent = 0;
  return {
    async judge(source, maxLength) {
      if (isQuick(source)) return undefined;
      const key = `${maxLength ?? ''} ${source}`;
      if (judged.has(key)) return judged.get(key);
      if (spent > maxCost) return 'unjudged';
      const known = memory?.get(source, maxLength);
      const judgement = known ?? (await look(source)).within(maxLength);
      if (known === undefined) memory?.set(source, maxLength, judgement);
      spent += judgement.cost;
      judged.set(key, judgement.verdict);
      return judgement.verdict;
    },
  };

  async function look(source: string): Promise<Weaknesses> {
    const known = weaknesses.get(source);
    if (known !== undefined) return known;
    const { weaknessesOf } = await import('./judge-pattern.js');
    const found = weaknessesOf(source);
    weaknesses.set(source, found);
    return found;
  }
}

/** Steps of a run: several seconds. */
const maxCost = 200_000_000;
