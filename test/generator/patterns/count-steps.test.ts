import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { flagsOf } from '../../../generator/core/pattern-flags.js';
import { counterOf } from '../../../generator/patterns/count-steps.js';
import { isLinearTime } from '../../../generator/patterns/linear-time.js';
import { randomRuns } from '../../rounds.js';

function wordsOf(text: string): fc.Arbitrary<string> {
  return fc.constantFrom(...text.split(' '));
}

const atoms = wordsOf(String.raw`a a b c . ^ $ \b \B \w \d [ab] [^a] é \1 \2 (?:) \-`);
const quantifiers = fc.oneof(
  { weight: 3, arbitrary: fc.constant('') },
  { weight: 2, arbitrary: wordsOf('* + ? *? +? ?? {2} {1,3} {0,2}? {2,}') },
);
const { pattern: patterns } = fc.letrec<{ readonly pattern: string; readonly term: string }>(
  (tie) => ({
    pattern: fc
      .array(
        fc.array(tie('term'), { maxLength: 4 }).map((terms) => terms.join('')),
        { minLength: 1, maxLength: 2 },
      )
      .map((options) => options.join('|')),
    term: fc
      .tuple(
        fc.oneof(
          { depthSize: 'small', withCrossShrink: true },
          { weight: 4, arbitrary: atoms },
          {
            weight: 2,
            arbitrary: fc
              .tuple(wordsOf('( ( (?: (?= (?! (?<= (?<!'), tie('pattern'))
              .map(([open, inner]) => `${open}${inner})`),
          },
        ),
        quantifiers,
      )
      .map(([body, quantifier]) => body + quantifier),
  }),
);
const texts = fc
  .array(wordsOf('a a b b c 1 - é'), { maxLength: 8 })
  .map((characters) => characters.join(''));

function compiled(source: string): RegExp | undefined {
  try {
    return new RegExp(source, flagsOf(source));
  } catch {
    return undefined;
  }
}

describe('step-counting matcher', () => {
  it('matches the same texts as RegExp, with lookaround and backreferences', () => {
    fc.assert(
      fc.property(patterns, fc.array(texts, { minLength: 5, maxLength: 5 }), (source, all) => {
        const expression = compiled(source);
        fc.pre(expression !== undefined);
        const counter = counterOf(source);
        for (const text of all) {
          const found = counter?.matches(text, 1_000_000);
          expect(found ?? expression?.test(text), JSON.stringify([source, text])).toBe(
            expression?.test(text),
          );
        }
      }),
      { ...randomRuns(10_000), maxSkipsPerRun: 1000 },
    );
  });

  it('counts steps in proportion to the text for every linear pattern', () => {
    fc.assert(
      fc.property(patterns, wordsOf('a b ab ba aab c'), (source, pump) => {
        fc.pre(compiled(source) !== undefined && isLinearTime(source));
        const counter = counterOf(source);
        const [short = 0, long = 0] = [64, 512].map((times) =>
          counter?.count(`${pump.repeat(times)}-`, 10_000_000),
        );
        // Eight times as many and no more, but for what is there from the beginning.
        expect(long, JSON.stringify([source, pump])).toBeLessThanOrEqual(short * 10);
      }),
      { ...randomRuns(2000), maxSkipsPerRun: 1000 },
    );
  });
});
