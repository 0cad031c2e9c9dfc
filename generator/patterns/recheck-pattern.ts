import type { Parameters } from 'recheck';
import { flagsOf } from '../core/pattern-flags.js';
import type { Measured } from './attack.js';

/**
 * Limits in steps rather than time, so that a pattern has the same result on every computer. They are high enough for known slow patterns,
 * and low enough for patterns in known descriptions to take seconds at most.
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

/** Maximum nesting of groups. Recheck is recursive and would overflow the stack. */
const maxDepth = 100;

/** Maximum number of repetitions, which take recheck some seconds. Six times as many take minutes. */
const maxRepetitions = 100;

/**
 * Returns the attacks that recheck finds by generating texts for lookarounds and back-references; `undefined` if the pattern is too large.
 */
export async function recheckPattern(source: string): Promise<readonly Measured[] | undefined> {
  if (groupsWithin(source) > maxDepth || repetitionsIn(source) > maxRepetitions) return undefined;
  // Loaded on demand: several megabytes of compiled Scala that ordinary patterns do not need.
  const { default: recheck } = await import('recheck/lib/browser.js');
  const result = recheck.checkSync(source, flagsOf(source), limits);
  if (result.status !== 'vulnerable') return result.status === 'unknown' ? undefined : [];
  const { complexity, attack } = result;
  const growth = complexity.type === 'exponential' ? 'exponential' : { degree: complexity.degree };
  const pumps = attack.pumps.map(({ prefix, pump }) => ({ before: prefix, pump }));
  return [{ growth, attack: { pumps, end: attack.suffix } }];
}

/** Returns an upper bound of the number of repetitions; literal signs count too. */
function repetitionsIn(source: string): number {
  return source.match(/[*+?{]/g)?.length ?? 0;
}

/** Returns an upper bound of the nesting of groups; literal parentheses count too. */
function groupsWithin(source: string): number {
  let depth = 0;
  let deepest = 0;
  for (const point of source) {
    if (point === '(') deepest = Math.max(deepest, (depth += 1));
    else if (point === ')') depth -= 1;
  }
  return deepest;
}
