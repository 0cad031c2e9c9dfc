import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  encodeComponent,
  encodeFormComponent,
  encodeLiteralPath,
  encodeReserved,
  isDotSegment,
  normaliseTarget,
} from '../../runtime/core/target.js';
import { randomRuns } from '../rounds.js';

fc.configureGlobal(randomRuns(500));

const parsed = (target: string): string => normaliseTarget('https', 'k.example', target);
/** Text that a URL can carry: every character but half a surrogate pair, with a taste for the awkward ones. */
const text = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: fc.constantFrom(...'.%2eE/\\?#\'"`{}|^<>[]@:;=&+ \t\n\0ü💚') }),
  fc.string({ unit: 'binary' }).filter((value) => !/\p{Surrogate}/u.test(value)),
);

describe('request target', () => {
  it('is unchanged by URL parsing, for any path and query', () => {
    fc.assert(
      fc.property(text, text, text, (literal, value, query) => {
        const segment = encodeComponent(value);
        fc.pre(!isDotSegment(segment) && value !== '');
        const fixed = encodeLiteralPath(literal.replaceAll('/', '').replaceAll('.', ''));
        const target = `/x${fixed}/${segment}/${encodeReserved(`r${value}`, 'path')}?${encodeComponent(query)}=${encodeReserved(query, 'query')}&${encodeFormComponent(query)}`;
        expect(parsed(target)).toBe(target);
      }),
      randomRuns(10000),
    );
  });

  it('keeps every value', () => {
    fc.assert(
      fc.property(text, (value) => {
        expect(decodeURIComponent(encodeComponent(value))).toBe(value);
        expect(new URLSearchParams(`a=${encodeFormComponent(value)}`).get('a')).toBe(value);
        expect(
          new URL(`https://k.example/?a=${encodeComponent(value)}`).searchParams.get('a'),
        ).toBe(value);
      }),
    );
  });

  it('keeps each value in its path segment', () => {
    fc.assert(
      fc.property(text, (value) => {
        expect(encodeComponent(value)).toMatch(/^[A-Za-z0-9%._~-]*$/);
        expect(encodeReserved(value, 'path')).not.toMatch(/[/?#]/);
        expect(encodeReserved(value, 'query')).not.toMatch(/[#&]/);
      }),
    );
  });

  it('rejects a lone surrogate', () => {
    expect(() => encodeComponent('\ud800')).toThrow(URIError);
  });

  it.each([
    ['.', true],
    ['..', true],
    ['%2e', true],
    ['%2E.', true],
    ['.%2e', true],
    ['...', false],
    ['', false],
    ['.a', false],
    ['%252e', false],
  ])('recognises dot segments: %j is %j', (segment, want) => {
    expect(isDotSegment(segment)).toBe(want);
    expect(parsed(`/a/${segment}/b`) === `/a/${segment}/b`).toBe(!want);
  });
});
