import type { Parameters } from 'recheck';
import { isQuick } from './is-quick.js';

/** How long a search for a pattern may take, as the text grows. */
export interface Verdict {
  /** `unknown` where a pattern is so large that judging it would take longer than anybody waits. */
  readonly growth: 'exponential' | 'unknown' | { readonly degree: number };
  /** A text that shows it, as an expression of JavaScript; none where nothing is known. */
  readonly attack: string;
}

/** Judges patterns; one judge serves a run and looks at each pattern once. */
export interface PatternJudge {
  /** What is wrong with a pattern that RegExp accepts; `undefined` where nothing is. */
  judge(source: string): Promise<Verdict | undefined>;
}

/** A judge without memory of other runs. */
export function createPatternJudge(): PatternJudge {
  const verdicts = new Map<string, Verdict | undefined>();
  return {
    async judge(source) {
      if (verdicts.has(source)) return verdicts.get(source);
      const verdict = await verdictOn(source);
      verdicts.set(source, verdict);
      return verdict;
    },
  };
}

async function verdictOn(source: string): Promise<Verdict | undefined> {
  if (isQuick(source)) return undefined;
  if (groupsWithin(source) > maxDepth || repetitionsIn(source) > maxRepetitions)
    return { growth: 'unknown', attack: '' };
  return lookCloser(source);
}

/**
 * Steps, never time: the same pattern gets the same verdict on every machine. The bounds are those that still
 * convict what is known to be slow, and end within seconds on whatever is found in descriptions.
 */
const limits: Parameters = {
  timeout: null,
  attackTimeout: null,
  incubationTimeout: null,
  seedingTimeout: null,
  randomSeed: 1,
  attackLimit: 200_000,
  incubationLimit: 3000,
  maxIteration: 1,
  maxGenerationSize: 20,
  maxInitialGenerationSize: 30,
  mutationSize: 10,
  crossoverSize: 5,
  maxGeneStringSize: 200,
  maxAttackStringSize: 3000,
  maxNFASize: 1000,
  heatRatio: 0.01,
};

/** Recheck follows groups within groups by recursion, and would overflow the stack. */
const maxDepth = 100;

/** Some seconds for recheck; with six times as many it takes minutes. */
const maxRepetitions = 100;

/** How many repetitions there are, at most: signs that are text count too. */
function repetitionsIn(source: string): number {
  return source.match(/[*+?{]/g)?.length ?? 0;
}

/** How deep groups nest, at most: parentheses that are text count too. */
function groupsWithin(source: string): number {
  let depth = 0;
  let deepest = 0;
  for (const point of source) {
    if (point === '(') deepest = Math.max(deepest, (depth += 1));
    else if (point === ')') depth -= 1;
  }
  return deepest;
}

async function lookCloser(source: string): Promise<Verdict | undefined> {
  // Megabytes of compiled Scala, which ordinary patterns never ask for.
  const { default: recheck } = await import('recheck/lib/browser.js');
  const found = recheck.checkSync(source, isUnicode(source) ? 'u' : '', limits);
  if (found.status !== 'vulnerable') return undefined;
  const { complexity, attack } = found;
  const growth = complexity.type === 'exponential' ? 'exponential' : { degree: complexity.degree };
  return { growth, attack: attack.pattern };
}

function isUnicode(source: string): boolean {
  try {
    new RegExp(source, 'u');
    return true;
  } catch {
    return false;
  }
}
