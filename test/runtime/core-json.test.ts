import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  JsonError,
  JsonNumber,
  parseExactJson,
  parseJson,
  sameJson,
} from '../../runtime/core/json.js';
import { randomRuns } from '../rounds.js';

fc.configureGlobal(randomRuns(500));

function fault(text: string | Uint8Array, options = {}): string | undefined {
  try {
    parseJson(text, options);
    return undefined;
  } catch (error) {
    if (error instanceof JsonError) return error.code;
    throw error;
  }
}

describe('parseJson', () => {
  it('returns the same as JSON.parse', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(undefined, 2, '\t'), (value, indent) => {
        const text = JSON.stringify(value, undefined, indent);
        expect(parseJson(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  it('accepts and rejects the same texts as JSON.parse, except for duplicate members', () => {
    const accepted = (text: string): boolean => {
      try {
        JSON.parse(text);
        return true;
      } catch {
        return false;
      }
    };
    const piece = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"a"',
      '"b"',
      '1',
      '-0',
      '1e5',
      '01',
      '.5',
      'true',
      'null',
      ' ',
      '\n',
      '\u00a0',
      '"\\u00',
      '"\\x"',
      '"\t"',
      '/*x*/',
      "'a'",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const text = pieces.join('');
        const code = fault(text);
        expect(code === undefined || code === 'duplicate-member').toBe(accepted(text));
      }),
      randomRuns(15000),
    );
  });

  it.each([
    ['a duplicate member', '{"a":1,"a":1}', 'duplicate-member'],
    ['a duplicate member with another spelling', '{"a":1,"\\u0061":2}', 'duplicate-member'],
    ['a duplicate __proto__', '{"__proto__":1,"__proto__":2}', 'duplicate-member'],
    ['a lone surrogate', '"\\ud800"', 'lone-surrogate'],
    ['a lone surrogate in a name', '{"\\udc00":1}', 'lone-surrogate'],
    ['text after the value', '1 2', 'syntax'],
    ['an empty text', '', 'syntax'],
    ['a byte order mark', Uint8Array.of(0xef, 0xbb, 0xbf, 0x31), 'encoding'],
    ['invalid UTF-8', Uint8Array.of(0x22, 0xc0, 0x80, 0x22), 'encoding'],
    ['129 levels', '['.repeat(129) + ']'.repeat(129), 'too-deep'],
    ['a million levels', '[{"a":'.repeat(500_000), 'too-deep'],
  ])('rejects %s', (_, text, code) => {
    expect(fault(text)).toBe(code);
  });

  it('accepts 128 levels, a surrogate pair, and a lone surrogate if allowed', () => {
    expect(fault('['.repeat(128) + ']'.repeat(128))).toBeUndefined();
    expect(parseJson('"\\ud83d\\udc9a"')).toBe('💚');
    expect(parseJson('"\\ud800"', { loneSurrogates: true })).toBe('\ud800');
  });

  it('reads __proto__ as an ordinary member', () => {
    const value = parseJson('{"__proto__":{"admin":true},"constructor":1}');
    expect(Object.keys(value as object)).toEqual(['__proto__', 'constructor']);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect('admin' in (value as object)).toBe(false);
  });

  it.each(['9007199254740993', '1e400', '-123456789012345678901234567891'])(
    'rejects %s if numbers must be exact',
    (text) => {
      expect(fault(text, { exactNumbers: true })).toBe('inexact-number');
      expect(fault(text)).toBeUndefined();
    },
  );

  it('keeps the spelling of exact numbers', () => {
    expect(parseExactJson('[1.0,-0,1E+2]')).toEqual([
      new JsonNumber('1.0'),
      new JsonNumber('-0'),
      new JsonNumber('1E+2'),
    ]);
  });

  it('does not quote the text in errors', () => {
    expect(() => parseJson('{"secret":hunter2}')).toThrow(
      /^invalid JSON at offset 10: it is malformed$/,
    );
  });

  it('reads hostile texts in linear time', () => {
    expect(fault(`"${'a'.repeat(1_000_000)}`)).toBe('syntax');
    expect(fault(`"${'\\n'.repeat(500_000)}`)).toBe('syntax');
    const zeros = `1${'0'.repeat(500_000)}1`;
    expect(sameJson(parseExactJson(zeros), parseExactJson(`${zeros}0e-1`))).toBe(true);
    const digits = '1'.repeat(500_000);
    expect(sameJson(parseExactJson(`1e${digits}`), parseExactJson(`1e${digits}`))).toBe(true);
  });

  it.each(['"\\u12G4"', '"\\u12"', '"\\"', '"\\\n"', '"a\nb"', '"\u0000"'])(
    'rejects the string %j',
    (text) => {
      expect(fault(text)).toBe('syntax');
    },
  );

  it('reads a long string without a deep stack', () => {
    const long = `"${'a\\n'.repeat(1_000_000)}"`;
    expect(parseJson(long)).toHaveLength(2_000_000);
  });
});

describe('sameJson', () => {
  it.each([
    ['1', '1.0', true],
    ['1', '1e0', true],
    ['100', '1e2', true],
    ['0', '-0', true],
    ['0.10', '1E-1', true],
    ['9007199254740993', '9007199254740992', false],
    ['1', '"1"', false],
    ['null', '0', false],
    ['{"a":1,"b":[2]}', '{"b":[2.0],"a":1}', true],
    ['{"a":1}', '{"a":1,"b":1}', false],
    ['[1,2]', '[2,1]', false],
    ['{"a":null}', '{}', false],
    ['[]', '{}', false],
    ['{"__proto__":1}', '{"__proto__":1}', true],
    ['{"__proto__":1}', '{"a":1}', false],
    ['"\\u00e9"', '"é"', true],
    ['1e999999999', '1e999999998', false],
  ])('compares %s and %s: %j', (left, right, want) => {
    expect(sameJson(parseExactJson(left), parseExactJson(right))).toBe(want);
    expect(sameJson(parseExactJson(right), parseExactJson(left))).toBe(want);
  });

  it('compares ordinary values with exact ones', () => {
    expect(sameJson({ a: [1, 1e21] }, parseExactJson('{"a":[1.0,1000000000000000000000]}'))).toBe(
      true,
    );
  });
});
