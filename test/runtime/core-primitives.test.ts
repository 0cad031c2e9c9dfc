import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  decodeBase64,
  decodeBase64Url,
  encodeBase64,
  encodeBase64Url,
} from '../../runtime/core/base64.js';
import { decodeHex, encodeHex } from '../../runtime/core/hex.js';
import {
  headersFault,
  headerValue,
  headerValues,
  withHeader,
  withoutHeader,
} from '../../runtime/core/headers.js';
import { mediaTypeFit, parseMediaType } from '../../runtime/core/media-type.js';
import { randomFraction, randomUuid, systemRandom } from '../../runtime/core/random.js';
import { randomRuns } from '../rounds.js';

fc.configureGlobal(randomRuns(500));

describe('base64 and hexadecimal', () => {
  it('equal those of Node in both directions', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
        const buffer = Buffer.from(bytes);
        expect(encodeBase64(bytes)).toBe(buffer.toString('base64'));
        expect(encodeBase64Url(bytes)).toBe(buffer.toString('base64url'));
        expect(encodeHex(bytes)).toBe(buffer.toString('hex'));
        expect(decodeBase64(encodeBase64(bytes))).toEqual(bytes);
        expect(decodeBase64Url(encodeBase64Url(bytes))).toEqual(bytes);
        expect(decodeHex(encodeHex(bytes).toUpperCase())).toEqual(bytes);
      }),
    );
  });

  it('have one spelling for each value', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'AQgwZz09+/-_= \n') }), (text) => {
        const standard = decodeBase64(text);
        const urlSafe = decodeBase64Url(text);
        if (standard !== undefined) expect(encodeBase64(standard)).toBe(text);
        if (urlSafe !== undefined) expect(encodeBase64Url(urlSafe)).toBe(text);
      }),
      randomRuns(15000),
    );
  });

  it.each(['abc', '0g', ' 00'])('reject %j as hexadecimal', (text) => {
    expect(decodeHex(text)).toBeUndefined();
  });
});

describe('raw headers', () => {
  const headers = ['Accept', 'a', 'X-Two', '1', 'accept', 'b'];
  it('are found in any case, and joined in order', () => {
    expect(headerValues(headers, 'ACCEPT')).toEqual(['a', 'b']);
    expect(headerValue(headers, 'accept')).toBe('a, b');
    expect(headerValue(headers, 'missing')).toBeUndefined();
  });

  it('are replaced and removed as a whole', () => {
    expect(withHeader(headers, 'ACCEPT', 'c')).toEqual(['X-Two', '1', 'ACCEPT', 'c']);
    expect(withoutHeader(headers, 'accept')).toEqual(['X-Two', '1']);
  });

  it.each([
    ['a name without a value', ['X'], 'the raw header pairs end with a name that has no value'],
    ['a name with a colon', ['X:', 'a'], '"X:" is not a header name'],
    ['an empty name', ['', 'a'], '"" is not a header name'],
    [
      'a line break',
      ['X', 'secret\r\nY: 1'],
      'the value of the header "X" has characters that are not allowed in a header',
    ],
    [
      'text beyond Latin-1',
      ['X', '✓'],
      'the value of the header "X" has characters that are not allowed in a header',
    ],
  ])('are rejected with %s, without their value', (_, pairs, want) => {
    expect(headersFault(pairs)).toBe(want);
  });

  it('may contain tabs and Latin-1', () => {
    expect(headersFault(['X', 'a\tb é', 'Y', ''])).toBeUndefined();
  });
});

describe('media type', () => {
  it.each([
    ['application/json', { type: 'application', subtype: 'json', parameters: [] }],
    [
      'Text/HTML;Charset="utf-8"',
      { type: 'text', subtype: 'html', parameters: [['charset', 'utf-8']] },
    ],
    [
      'a/b ; c=d ;; e="f\\"g;h"',
      {
        type: 'a',
        subtype: 'b',
        parameters: [
          ['c', 'd'],
          ['e', 'f"g;h'],
        ],
      },
    ],
    ['*/*', { type: '*', subtype: '*', parameters: [] }],
    ['application/json;', { type: 'application', subtype: 'json', parameters: [] }],
  ])('is parsed: %j', (text, want) => {
    expect(parseMediaType(text)).toEqual(want);
  });

  it.each([
    '',
    'application',
    'application/',
    '/json',
    ' application/json',
    'application/json\t',
    'application /json',
    'application/json, text/plain',
    'a/b;c',
    'a/b;c=',
    'a/b;c = d',
    'a/b;c=d;C=e',
    'a/b;c="d',
    'a/b;c=d e',
    'a/b c',
    'a/b\r\nX: y',
  ])('is rejected: %j', (text) => {
    expect(parseMediaType(text)).toBeUndefined();
  });

  it.each([
    ['*/*', 'a/b', 1],
    ['a/*', 'a/b', 2],
    ['a/b', 'a/b', 3],
    ['a/b', 'a/c', 0],
    ['x/*', 'a/b', 0],
    ['a/b;charset=utf-8', 'a/b', 3],
    ['a/b;v=1', 'a/b;v=1', 4],
    ['a/b;v=1', 'a/b;v=2', 0],
    ['a/b', 'a/b;v=2', 3],
  ])('%s matches %s with precision %i', (declared, received, want) => {
    const [left, right] = [parseMediaType(declared), parseMediaType(received)];
    expect(left && right && mediaTypeFit(left, right)).toBe(want);
  });
});

describe('random values', () => {
  it('are version 4 UUIDs', () => {
    expect(randomUuid((length) => new Uint8Array(length))).toBe(
      '00000000-0000-4000-8000-000000000000',
    );
    expect(randomUuid((length) => new Uint8Array(length).fill(255))).toBe(
      'ffffffff-ffff-4fff-bfff-ffffffffffff',
    );
    expect(new Set(Array.from({ length: 100 }, () => randomUuid(systemRandom))).size).toBe(100);
  });

  it('are fractions from 0 to less than 1', () => {
    expect(randomFraction((length) => new Uint8Array(length))).toBe(0);
    expect(randomFraction((length) => new Uint8Array(length).fill(255))).toBe(1 - 2 ** -32);
  });
});
