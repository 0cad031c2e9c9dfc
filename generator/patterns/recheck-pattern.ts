import type { Parameters } from 'recheck';
import { flagsOf } from '../core/pattern-flags.js';
import type { Measured } from './attack.js';

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

/** What recheck finds, which tries out texts where a pattern looks around or back; `undefined` for a pattern that is too large for it. */
export async function recheckPattern(source: string): Promise<readonly Measured[] | undefined> {
  if (groupsWithin(source) > maxDepth || repetitionsIn(source) > maxRepetitions) return undefined;
  // Megabytes of compiled Scala, which ordinary patterns never ask for.
  const { default: recheck } = await import('recheck/lib/browser.js');
  const found = recheck.checkSync(source, flagsOf(source), limits);
  if (found.status !== 'vulnerable') return found.status === 'unknown' ? undefined : [];
  const { complexity, attack } = found;
  const growth = complexity.type === 'exponential' ? 'exponential' : { degree: complexity.degree };
  const pumps = attack.pumps.map(({ prefix, pump }) => ({ before: prefix, pump }));
  return [{ growth, attack: { pumps, end: attack.suffix } }];
}

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
