import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linearPattern, obstacleTo } from '../../../runtime/core/pattern/index.js';
import { randomRuns } from '../../rounds.js';

const flagsOf = fc.constantFrom('u', '' as const);

/** Atoms with special cases: surrogate pairs, lone surrogates, escapes of every kind, classes and assertions. */
const atoms = wordsOf(
  String.raw`a b c _ 1 - é 😀 . ^ $ \b \B (?:) \d \D \w \W \s \S \t \n \0 \/ \. \cA \ca \- \_ \e`,
  String.raw`[ab] [^ab] [a-c] [] [^] [\w-] [\d_] [^\s] [\b] [\]a] [😀é] [\ud83d] \ud83d\ude00 \ud83d \ude00`,
  String.raw`\x61 \u0061 \u{61} \u{1F600} \p{L} \P{L} [\p{Lu}\d] [^\p{L}] \p{Script=Greek} \p{Emoji}`,
  String.raw`{ } ] \1 \2 \12 \8 \01 \c \k \p \u x{ {1 a{,2}`,
);
const quantifiers = fc.oneof(
  { weight: 1, arbitrary: fc.constant('') },
  { weight: 2, arbitrary: wordsOf('* + ? *? +? ?? {2} {1,3} {0,2}? {2,} {0}') },
);
const { pattern: patterns } = fc.letrec<{ readonly pattern: string; readonly term: string }>(
  (tie) => ({
    pattern: fc
      .array(
        fc.array(tie('term'), { maxLength: 4 }).map((terms) => terms.join('')),
        {
          minLength: 1,
          maxLength: 3,
        },
      )
      .map((options) => options.join('|')),
    term: fc
      .tuple(
        fc.oneof(
          { depthSize: 'small', withCrossShrink: true },
          { weight: 4, arbitrary: atoms },
          { weight: 1, arbitrary: tie('pattern').map((inner) => `(${inner})`) },
          { weight: 1, arbitrary: tie('pattern').map((inner) => `(?:${inner})`) },
          { weight: 1, arbitrary: tie('pattern').map((inner) => `(?<n>${inner})`) },
        ),
        quantifiers,
      )
      .map(([body, quantifier]) => body + quantifier),
  }),
);
const characters = fc.oneof(
  wordsOf('a a b b c 1 2 _ - . / A é α 中 😀 { } ] x u p k e İ ſ'),
  fc.constantFrom(' ', '\ud83d', '\ude00', '\n', '\u2028', '\u0000', '\u0001', '\b', '\\'),
);
const texts = fc.array(characters, { maxLength: 12 }).map((all) => all.join(''));

function wordsOf(...lines: readonly string[]): fc.Arbitrary<string> {
  return fc.constantFrom(...lines.flatMap((line) => line.split(' ')));
}

function compiles(source: string, flags: string): boolean {
  try {
    void new RegExp(source, flags);
    return true;
  } catch {
    return false;
  }
}

describe('linearPattern', () => {
  it('returns the same as RegExp for random patterns and texts', () => {
    let compared = 0;
    fc.assert(
      fc.property(
        patterns,
        flagsOf,
        fc.array(texts, { minLength: 5, maxLength: 5 }),
        (source, flags, all) => {
          fc.pre(compiles(source, flags) && obstacleTo(source, flags) === undefined);
          const expression = new RegExp(source, flags);
          const linear = linearPattern(source, flags);
          for (const text of all) {
            expect(linear.test(text), JSON.stringify([source, flags, text])).toBe(
              expression.test(text),
            );
            compared += 1;
          }
        },
      ),
      // Five texts each: ten thousand pairs in the share that every run does.
      { ...randomRuns(10_000), maxSkipsPerRun: 1000 },
    );
    expect(compared).toBeGreaterThan(0);
  });

  it.each([
    ['exponential', '^(a+)+$'],
    [
      'exponential in a part',
      '^(https?:\\/\\/)?([\\da-z\\.-]+)\\.([a-z\\.]{2,6})([\\/\\w \\.-]*)*\\/?$',
    ],
    ['polynomial', '\\s+$'],
    ['counted repetition', '^(a?){500}a{500}!$'],
    ['not anchored', '(a|aa)+b'],
  ])('takes linear time for slow patterns of RegExp: %s', (_, source) => {
    const pattern = linearPattern(source);
    const start = process.cpuUsage();
    expect(pattern.test(`${'a'.repeat(100_000)}?`)).toBe(false);
    expect(pattern.test(`x.${' '.repeat(100_000)}?`)).toBe(false);
    expect(process.cpuUsage(start).user).toBeLessThan(10_000_000);
  });

  it('works beyond the limit of cached states', () => {
    // Two to the power of fourteen states, each of which some text leads to.
    const pattern = linearPattern('^[ab]*a[ab]{14}$');
    const expression = /^[ab]*a[ab]{14}$/u;
    let bits = 1;
    for (let round = 0; round < 40; round += 1) {
      let text = '';
      for (let at = 0; at < 200; at += 1) {
        bits = (Math.imul(bits, 1_103_515_245) + 12_345) >>> 0;
        text += (bits & 65_536) === 0 ? 'a' : 'b';
      }
      expect(pattern.test(text)).toBe(expression.test(text));
    }
  });

  it('reports unsupported features', () => {
    expect(obstacleTo('^(?=a)')).toBe('lookaround');
    expect(obstacleTo('(?<!a)b')).toBe('lookaround');
    expect(obstacleTo('(a)\\1')).toBe('back-reference');
    expect(obstacleTo('(?<n>a)\\k<n>')).toBe('back-reference');
    expect(obstacleTo('^(?:[a-z]{1,1000}){1,1000}$')).toBe('size');
    expect(obstacleTo('(?:){0,9999999999}a')).toBeUndefined();
    expect(obstacleTo('('.repeat(500) + ')'.repeat(500))).toBe('syntax');
    expect(obstacleTo('^[a-z]{0,4096}$')).toBeUndefined();
    // Of the older kind, a number without such a group is a character by its octal code.
    expect(obstacleTo('\\1(a)', '')).toBe('back-reference');
    expect(obstacleTo('\\2(a)', '')).toBeUndefined();
  });

  it('throws with the reason', () => {
    expect(() => linearPattern('(')).toThrow(SyntaxError);
    expect(() => linearPattern('^(?!a)')).toThrow(
      new RangeError('"^(?!a)" cannot be matched in linear time: lookaround'),
    );
  });
});
