import { describe, expect, it } from 'vitest';
import { createReporter } from '../../../generator/core/diagnostic.js';
import { diagnosticPosition } from '../../../generator/core/origin.js';
import { isLinearTime } from '../../../generator/patterns/linear-time.js';
import { createPatternCostChecker } from '../../../generator/patterns/pattern-cost.js';
import { checkPatterns } from '../../../generator/lint/rules/slow-pattern.js';
import { description, read } from '../model/read.js';

const quick = [
  '^[a-z]+$',
  '^[A-Za-z0-9][A-Za-z0-9-]{0,35}$',
  '^0x[0-9a-fA-F]{40}$',
  '^[a-z0-9]+(-[a-z0-9]+)*$',
  '^[a-z]([-a-z0-9]*[a-z0-9])?$',
  '^\\d{3}-\\d{2}-\\d{4}$',
  '^(?:0|[1-9]\\d*)(?:\\.\\d+)?$',
  '^[^@\\s]+@[^@\\s]+$',
  '^(foo|bar|baz)$',
  '^https?://',
  'b$',
  '[0-9]{3}',
  '^.{1,2000}$',
  '^\\p{L}+$',
  '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$',
  '',
  '^v\\d+\\.\\d+\\.\\d+$',
];
const doubtful = [
  '^(a+)+$',
  '^(a|a)*$',
  '^(a|ab?)*b?$',
  '^(\\w+\\s?)*$',
  '^a*a*$',
  '^a*[ab]*$',
  '\\s+$',
  'a+b',
  '^(a?){30}a{30}$',
  '^(a*)*$',
  '^(?=(a+)+$)a',
  '^(a)\\1*$',
  '^(.*a){25}$',
  '^((ab|a)(bc|c)?)*$',
  '^a?a?a?a?a?a?a?a?a?a?a?a?aaaaaaaaaaaa$',
];

describe('isLinearTime', () => {
  it.each(quick)('accepts %j', (source) => {
    expect(isLinearTime(source)).toBe(true);
  });

  it.each(doubtful)('rejects %j', (source) => {
    expect(isLinearTime(source)).toBe(false);
  });

  it('rejects long patterns without full analysis', () => {
    const long = '^' + '(a|b)?'.repeat(5000) + '$';
    expect(isLinearTime(long)).toBe(false);
  });

  it('rejects deeply nested groups', () => {
    const deep = `^${'('.repeat(3000)}a${')'.repeat(3000)}$`;
    expect(isLinearTime(deep)).toBe(false);
  });
});

async function diagnosticsOf(schema: string): Promise<readonly string[]> {
  const { api, diagnostics } = read(description({ components: `schemas:\n  A:\n${schema}` }));
  const reporter = createReporter();
  if (api !== undefined) await checkPatterns(api, reporter);
  return [...diagnostics, ...reporter.diagnostics].map((diagnostic) => {
    const { position } = diagnosticPosition(diagnostic);
    return `${diagnostic.severity} ${diagnostic.code} ${position?.line}:${position?.column} ${diagnostic.message}`;
  });
}

const exponential = 'grows exponentially with the length of the text';

describe('slow-pattern', () => {
  it('reports the position of a pattern', async () => {
    expect(await diagnosticsOf("    type: string\n    pattern: '^(a+)+$'")).toEqual([
      `warning slow-pattern 8:16 the time to match "^(a+)+$" ${exponential}`,
    ]);
  });

  it('reports the position of a name in patternProperties', async () => {
    expect(await diagnosticsOf("    patternProperties:\n      '^(a|a)*$': {}")).toEqual([
      `warning slow-pattern 8:9 the time to match "^(a|a)*$" ${exponential}`,
    ]);
  });

  it('reports nothing for a name in patternProperties that is not a regular expression', async () => {
    const reported = await diagnosticsOf("    patternProperties: { 'a[': {} }");
    expect(reported.map((text) => text.split(' ', 2).join(' '))).toEqual(['error invalid-pattern']);
  });

  it('reports patterns with lookaround', async () => {
    expect(await diagnosticsOf("    pattern: '^(?=(a+)+$)a'")).toEqual([
      `warning slow-pattern 7:16 the time to match "^(?=(a+)+$)a" ${exponential}`,
    ]);
  });

  it('reports patterns with polynomial time', async () => {
    expect(await diagnosticsOf("    pattern: '\\s+$'")).toEqual([
      'warning slow-pattern 7:16 the time to match "\\s+$" grows with the power 2 of the length of the text',
    ]);
  });

  it('reports nothing if maxLength bounds the time', async () => {
    expect(await diagnosticsOf("    maxLength: 100\n    pattern: '\\s+$'")).toEqual([]);
    expect(await diagnosticsOf("    maxLength: 13\n    pattern: '^(a+)+$'")).toEqual([]);
    expect(await diagnosticsOf("    maxLength: 16\n    pattern: '^(a+)+$'")).toHaveLength(1);
    expect(await diagnosticsOf("    maxLength: 2048\n    pattern: '\\s+$'")).toHaveLength(1);
  });

  it('reports the worst part of a pattern, unless maxLength bounds it', async () => {
    const url = String.raw`^(https?:\/\/)?([\da-z\.-]+)\.([a-z\.]{2,6})([\/\w \.-]*)*\/?$`;
    const schema = `    pattern: '${url}'`;
    expect(await diagnosticsOf(schema)).toEqual([
      `warning slow-pattern 7:16 the time to match "${url}" ${exponential}`,
    ]);
    expect(await diagnosticsOf(`    maxLength: 30\n${schema}`)).toHaveLength(1);
    expect(await diagnosticsOf(`    maxLength: 12\n${schema}`)).toEqual([]);
  });

  it.each([
    ['^a*a*a*$', 3],
    ['^a*a*b*b*$', 3],
    ['^(x+x+y?)+$|^\\s+$', 'exponential'],
    ['\\s+$', 2],
    ['^(.*,)*(a|b)*x*x*$', 'exponential'],
  ])('computes the growth of the worst part: %s', async (source, growth) => {
    const verdict = await createPatternCostChecker().costOf(source);
    expect(verdict).toMatchObject({
      growth: typeof growth === 'number' ? { degree: growth } : growth,
    });
  });

  it.each([
    ['nested groups', `^${'('.repeat(3000)}a${')'.repeat(3000)}$`],
    ['repetitions', `^${'([a-z]+|[0-9]+|\\s)*'.repeat(200)}$`],
  ])('reports a pattern that is too large to analyse: %s', async (_, large) => {
    expect(await diagnosticsOf(`    pattern: '${large}'`)).toEqual([
      `warning slow-pattern 7:16 the time to match "${large.slice(0, 57)}..." is unknown, because the pattern is too large`,
    ]);
    expect(await diagnosticsOf(`    maxLength: 20\n    pattern: '${large}'`)).toHaveLength(1);
  });

  it('reports nothing for an alternation of many words', async () => {
    const words = Array.from({ length: 500 }, (_, index) => `word${index}`).join('|');
    expect(await diagnosticsOf(`    pattern: '^(?:${words})$'`)).toEqual([]);
  });

  it.each([
    ['letters of any script', '^(\\p{L}+)*$'],
    ['characters beyond the Basic Multilingual Plane', '^(😀+)+$'],
    ['a lookbehind', '(?<=(a|a)*)$'],
    ['a negative lookahead', '^(?!.*(a+)+$)b'],
    ['a repeated named group', '^(?<n>\\w+)\\k<n>*(\\w+\\s?)*$'],
    ['counted repetitions', '^((a{2,5}){2,5}){2,50}$'],
  ])('finds slow parts in %s', async (_, source) => {
    expect(await diagnosticsOf(`    pattern: '${source}'`)).toEqual([
      `warning slow-pattern 7:16 the time to match "${source}" ${exponential}`,
    ]);
  });

  it('reports nothing if the full analysis finds linear time', async () => {
    expect(await diagnosticsOf("    pattern: '^a*[ab]$'")).toEqual([]);
    expect(await diagnosticsOf("    pattern: '^(?!a)[a-z]+$'")).toEqual([]);
  });
});
