import type { Reporter } from '../../core/diagnostic.js';
import { childOrigin, type Origin } from '../../core/origin.js';
import type { Api } from '../../model/api.js';
import { createPatternJudge, type Verdict } from '../patterns/judge-pattern.js';

/**
 * Patterns are searched for in text that others send: one that backtracks catastrophically lets a short text stop
 * a server. A `maxLength` that keeps the work small is enough, because lengths are tested first.
 */
export async function slowPattern(api: Api, reporter: Reporter): Promise<void> {
  const { judge } = createPatternJudge();
  for (const { source, origin, part, maxLength } of patternsOf(api)) {
    const verdict = await judge(source);
    if (verdict === undefined || stepsFor(verdict, maxLength) <= maxSteps) continue;
    if (verdict.growth === 'unknown') {
      const start = source.length > 60 ? `${source.slice(0, 57)}...` : source;
      const message = `"${start}" is too large to tell how long it takes`;
      reporter.warning('slow-pattern', origin, message, { part, hint: 'set a small "maxLength"' });
      continue;
    }
    const growth =
      verdict.growth === 'exponential'
        ? 'exponentially with'
        : `with the power ${verdict.growth.degree} of`;
    reporter.warning(
      'slow-pattern',
      origin,
      `the time that "${source}" takes grows ${growth} the length of the text`,
      {
        part,
        hint: `try ${verdict.attack}; let no two repetitions take the same text, or set a small "maxLength"; examples and defaults are not compared with it`,
      },
    );
  }
}

/** Steps that nobody notices: some milliseconds. */
const maxSteps = 5_000_000;

function stepsFor({ growth }: Verdict, maxLength: number | undefined): number {
  if (maxLength === undefined) return Infinity;
  return typeof growth === 'string' ? 2 ** maxLength : maxLength ** growth.degree;
}

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
