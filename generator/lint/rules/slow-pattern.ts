import { obstacleTo } from '../../../runtime/core/pattern/index.js';
import { defineError, defineWarning } from '../../core/diagnostic.js';
import type { DiagnosticType, Reporter, Sentence, SentenceTable } from '../../core/diagnostic.js';
import { childOrigin, type Origin } from '../../core/origin.js';
import { flagsOf } from '../../core/pattern-flags.js';
import type { Api } from '../../model/api.js';
import type { PatternCost } from '../../patterns/pattern-weaknesses.js';
import { isLinearTime } from '../../patterns/linear-time.js';
import type { Rule, SlowPatterns } from '../rule.js';
import { createPatternCostChecker, type PatternCostChecker } from '../../patterns/pattern-cost.js';

type Obstacle = NonNullable<ReturnType<typeof obstacleTo>>;

/** `obstacle` prevents the compilation to a linear-time matcher, if that is asked for. */
interface SlowPatternSentences {
  growth: { source: string; growth: KnownGrowth; obstacle: Obstacle | undefined };
  size: { source: string; obstacle: Obstacle | undefined };
  effort: { source: string; obstacle: Obstacle | undefined; others: number };
  unbounded: { source: string; obstacle: Obstacle | undefined };
}

type KnownGrowth = Exclude<PatternCost['growth'], 'unknown'>;

const sentences: SentenceTable<SlowPatternSentences> = {
  growth: ({ source, growth, obstacle }) =>
    `the time to match "${source}" grows ${growth === 'exponential' ? 'exponentially with' : `with the power ${growth.degree} of`} the length of the text${prevention(obstacle)}`,
  size: ({ source, obstacle }) =>
    `the time to match "${excerptOf(source)}" is unknown, because the pattern is too large${prevention(obstacle)}`,
  effort: ({ source, obstacle, others }) =>
    `the time to match "${excerptOf(source)}"${countOthers(others)} is unknown, because the analysis of other patterns reached the limit${prevention(obstacle)}`,
  unbounded: ({ source, obstacle }) =>
    `the time to match "${excerptOf(source)}" has no limit${prevention(obstacle)}`,
};

const slowPattern: DiagnosticType<SlowPatternSentences> = defineWarning('slow-pattern', sentences);

const forbiddenSlowPattern: DiagnosticType<SlowPatternSentences> = defineError(
  'forbidden-slow-pattern',
  sentences,
);

function prevention(obstacle: Obstacle | undefined): string {
  return obstacle === undefined
    ? ''
    : `, and ${OBSTACLES[obstacle]} prevents the compilation to a matcher in linear time`;
}

const OBSTACLES: { readonly [obstacle in Obstacle]: string } = {
  lookaround: 'its lookaround',
  'back-reference': 'its backreference',
  size: 'its size',
  syntax: 'its syntax',
};

function countOthers(others: number): string {
  if (others === 0) return '';
  return ` and ${others} other ${others === 1 ? 'pattern' : 'patterns'}`;
}

function excerptOf(source: string): string {
  return source.length > 60 ? `${source.slice(0, 57)}...` : source;
}

/** Patterns cannot block a server. */
export const slowPatternRule: Rule = {
  diagnostics: [slowPattern, forbiddenSlowPattern],
  check(api, reporter, { slowPatterns, memory }) {
    return checkPatterns(
      api,
      reporter,
      slowPatterns,
      createPatternCostChecker(memory, api.schemas),
    );
  },
};

/**
 * Patterns run on untrusted text, and catastrophic backtracking on a short text can block a server. A small `maxLength` avoids the problem,
 * because lengths are checked first.
 */
export async function checkPatterns(
  api: Api,
  reporter: Reporter,
  mode: SlowPatterns = 'warn',
  { costOf }: PatternCostChecker = createPatternCostChecker(undefined, api.schemas),
): Promise<void> {
  const type = mode === 'error' ? forbiddenSlowPattern : slowPattern;
  /** Patterns that were not analysed, by what prevents their compilation. They are reported together. */
  const unjudged = new Map<Obstacle | undefined, { readonly first: Pattern; count: number }>();
  for (const pattern of patternsOf(api)) {
    const { source, origin, part, maxLength } = pattern;
    if (isLinearTime(source, api.schemas)) continue;
    if (mode === 'linear' && obstacleTo(source, flagsOf(source)) === undefined) continue;
    const cost = await costOf(source, maxLength);
    const isUnbounded = mode === 'linear' && maxLength === undefined;
    if (cost === undefined && !isUnbounded) continue;
    const obstacle = obstacleTo(source, flagsOf(source));
    if (cost === 'unjudged') {
      const known = unjudged.get(obstacle);
      if (known === undefined) unjudged.set(obstacle, { first: pattern, count: 1 });
      else known.count += 1;
      continue;
    }
    const parameters = { source, obstacle: mode === 'linear' ? obstacle : undefined };
    reporter.report(sentenceOf(type, parameters, cost), origin, {
      part,
      hint: hint(cost) + (obstacle === undefined ? '' : NOT_COMPARED),
    });
  }
  for (const [obstacle, { first, count }] of unjudged) {
    const prevented = mode === 'linear' ? obstacle : undefined;
    reporter.report(
      type.effort({ source: first.source, obstacle: prevented, others: count - 1 }),
      first.origin,
      {
        part: first.part,
        hint: hint('unjudged') + (obstacle === undefined ? '' : NOT_COMPARED),
      },
    );
  }
}

function sentenceOf(
  type: DiagnosticType<SlowPatternSentences>,
  parameters: { readonly source: string; readonly obstacle: Obstacle | undefined },
  verdict: PatternCost | undefined,
): Sentence {
  if (verdict === undefined) return type.unbounded(parameters);
  const { growth } = verdict;
  return growth === 'unknown' ? type.size(parameters) : type.growth({ ...parameters, growth });
}

function hint(verdict: PatternCost | 'unjudged' | undefined): string {
  if (verdict === undefined) return 'write it differently, or set a "maxLength"';
  if (verdict === 'unjudged' || verdict.growth === 'unknown') return 'use fewer repetitions';
  return `try ${verdict.attack}; do not let two repetitions match the same text, or set a small "maxLength"`;
}

/** Examples and defaults are only matched against patterns with linear time, or if that is fast. */
const NOT_COMPARED = '; examples and defaults are matched only as long as that is fast';

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
