import { obstacleTo } from '../../../runtime/core/pattern/index.js';
import type { Reporter } from '../../core/diagnostic.js';
import { childOrigin, type Origin } from '../../core/origin.js';
import { flagsOf } from '../../core/pattern-flags.js';
import type { Api } from '../../model/api.js';
import type { PatternCost } from '../../patterns/pattern-weaknesses.js';
import { isLinearTime } from '../../patterns/linear-time.js';
import { createPatternCostChecker, type PatternCostChecker } from '../../patterns/pattern-cost.js';

/** Treatment of patterns that may be slow: a warning, an error, or compilation to a linear-time matcher. */
export type SlowPatterns = 'warn' | 'error' | 'linear';

/**
 * Patterns run on untrusted text, and catastrophic backtracking on a short text can block a server. A small `maxLength` avoids the problem,
 * because lengths are checked first.
 */
export async function slowPattern(
  api: Api,
  reporter: Reporter,
  mode: SlowPatterns = 'warn',
  { costOf }: PatternCostChecker = createPatternCostChecker(),
): Promise<void> {
  const report = mode === 'error' ? reporter.error : reporter.warning;
  for (const { source, origin, part, maxLength } of patternsOf(api)) {
    if (isLinearTime(source)) continue;
    const obstacle = obstacleTo(source, flagsOf(source));
    if (mode === 'linear' && obstacle === undefined) continue;
    const cost = await costOf(source, maxLength);
    const isUnbounded = mode === 'linear' && maxLength === undefined;
    if (cost === undefined && !isUnbounded) continue;
    const obstacleText =
      mode === 'linear' && obstacle !== undefined
        ? `, and ${obstacles[obstacle]} keeps it from being compiled`
        : '';
    report('slow-pattern', origin, sentence(source, cost) + obstacleText, {
      part,
      hint: hint(cost) + (obstacle === undefined ? '' : NOT_COMPARED),
    });
  }
}

const obstacles = {
  lookaround: 'what it looks around for',
  'back-reference': 'what it refers back to',
  size: 'its size',
  syntax: 'its syntax',
} as const;

function sentence(source: string, verdict: PatternCost | 'unjudged' | undefined): string {
  const short = source.length > 60 ? `${source.slice(0, 57)}...` : source;
  if (verdict === 'unjudged')
    return `nothing is said of "${short}", because judging the patterns before it took all the work there is`;
  if (verdict === undefined) return `nothing bounds the time that "${short}" takes`;
  const { growth } = verdict;
  if (growth === 'unknown') return `"${short}" is too large to tell how long it takes`;
  const how =
    growth === 'exponential' ? 'exponentially with' : `with the power ${growth.degree} of`;
  return `the time that "${source}" takes grows ${how} the length of the text`;
}

function hint(verdict: PatternCost | 'unjudged' | undefined): string {
  if (verdict === undefined) return 'write it without that, or set a "maxLength"';
  if (verdict === 'unjudged' || verdict.growth === 'unknown')
    return 'let there be fewer repetitions in it';
  return `try ${verdict.attack}; let no two repetitions take the same text, or set a small "maxLength"`;
}

/** Examples and defaults are only matched against patterns with linear time, or if that is fast. */
const NOT_COMPARED = '; examples and defaults are compared with it only as long as that is quick';

interface Pattern {
  readonly source: string;
  readonly origin: Origin;
  readonly part: 'key' | 'value';
  readonly maxLength: number | undefined;
}

function patternsOf(api: Api): readonly Pattern[] {
  const collected: Pattern[] = [];
  for (const schema of api.schemas.values()) {
    if (schema.kind !== 'keywords') continue;
    const { pattern, patternProperties, maxLength } = schema.keywords;
    if (pattern !== undefined) {
      const origin = childOrigin(schema.origin, 'pattern');
      collected.push({ source: pattern, origin, part: 'value', maxLength });
    }
    for (const [source] of patternProperties ?? []) {
      const origin = childOrigin(schema.origin, 'patternProperties', source);
      collected.push({ source, origin, part: 'key', maxLength: undefined });
    }
  }
  return collected;
}
