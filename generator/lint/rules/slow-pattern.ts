import { obstacleTo } from '../../../runtime/core/pattern/index.js';
import type { Reporter } from '../../core/diagnostic.js';
import { childOrigin, type Origin } from '../../core/origin.js';
import { flagsOf } from '../../core/pattern-flags.js';
import type { Api } from '../../model/api.js';
import type { Verdict } from '../../patterns/judge-pattern.js';
import { isQuick } from '../../patterns/is-quick.js';
import { createPatternJudge, type PatternJudge } from '../../patterns/pattern-judge.js';

/** What is done about patterns that may be slow: they are warned of, refused, or compiled to what takes linear time. */
export type SlowPatterns = 'warn' | 'error' | 'linear';

/**
 * Patterns are searched for in text that others send: one that backtracks catastrophically lets a short text stop
 * a server. A `maxLength` that keeps the work small is enough, because lengths are tested first.
 */
export async function slowPattern(
  api: Api,
  reporter: Reporter,
  mode: SlowPatterns = 'warn',
  { judge }: PatternJudge = createPatternJudge(),
): Promise<void> {
  const report = mode === 'error' ? reporter.error : reporter.warning;
  for (const { source, origin, part, maxLength } of patternsOf(api)) {
    if (isQuick(source)) continue;
    const obstacle = obstacleTo(source, flagsOf(source));
    if (mode === 'linear' && obstacle === undefined) continue;
    const verdict = await judge(source, maxLength);
    const isOpen = mode === 'linear' && maxLength === undefined;
    if (verdict === undefined && !isOpen) continue;
    const beside =
      mode === 'linear' && obstacle !== undefined
        ? `, and ${obstacles[obstacle]} keeps it from being compiled`
        : '';
    report('slow-pattern', origin, sentence(source, verdict) + beside, {
      part,
      hint: hint(verdict) + (obstacle === undefined ? '' : notCompared),
    });
  }
}

const obstacles = {
  lookaround: 'what it looks around for',
  'back-reference': 'what it refers back to',
  size: 'its size',
  syntax: 'its syntax',
} as const;

function sentence(source: string, verdict: Verdict | 'unjudged' | undefined): string {
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

function hint(verdict: Verdict | 'unjudged' | undefined): string {
  if (verdict === undefined) return 'write it without that, or set a "maxLength"';
  if (verdict === 'unjudged' || verdict.growth === 'unknown')
    return 'let there be fewer repetitions in it';
  return `try ${verdict.attack}; let no two repetitions take the same text, or set a small "maxLength"`;
}

/** Only what can be searched for in linear time is compared with every value that a description gives. */
const notCompared = '; examples and defaults are compared with it only as long as that is quick';

interface Pattern {
  readonly source: string;
  readonly origin: Origin;
  readonly part: 'key' | 'value';
  readonly maxLength: number | undefined;
}

function patternsOf(api: Api): readonly Pattern[] {
  const found: Pattern[] = [];
  for (const schema of api.schemas.values()) {
    if (schema.kind !== 'keywords') continue;
    const { pattern, patternProperties, maxLength } = schema.keywords;
    if (pattern !== undefined) {
      const origin = childOrigin(schema.origin, 'pattern');
      found.push({ source: pattern, origin, part: 'value', maxLength });
    }
    for (const [source] of patternProperties ?? []) {
      const origin = childOrigin(schema.origin, 'patternProperties', source);
      found.push({ source, origin, part: 'key', maxLength: undefined });
    }
  }
  return found;
}
