import { domainToASCII } from 'node:url';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isHostname, isIdnEmail, isIdnHostname } from '../../runtime/core/validate/index.js';
import { decodePunycode, encodePunycode } from '../../runtime/core/validate/formats/punycode.js';
import { randomRuns } from '../rounds.js';

const names = [
  'münchen.de',
  'faß.de',
  '日本語.jp',
  'ไทย.com',
  'हिन्दी.भारत',
  'العربية.com',
  'עברית.co.il',
  'ελληνικά.gr',
  'россия.рф',
  '한국.kr',
  'sri.லங்கா',
  'ලංකා.lk',
  'ქართული.ge',
  'ᏣᎳᎩ.example',
];

describe('internationalised host names', () => {
  test.each(names)('include %s and its ASCII form', (name) => {
    expect(isIdnHostname(name)).toBe(true);
    expect(isHostname(name)).toBe(false);
    // The engine folds the case of Cherokee the other way.
    const sent = name.startsWith('Ꮳ') ? 'xn--f9dt7l.example' : domainToASCII(name);
    expect(isHostname(sent)).toBe(true);
    expect(isIdnHostname(sent)).toBe(true);
  });

  test.each([
    ['a capital letter is not folded', 'a capital letter is not its own small one'],
    ['a symbol is not a letter', 'a symbol is no letter'],
    ['a ligature is not normalised', 'a ligature falls apart when it is normalised'],
    ['a zero-width space is ignored', 'a space of no width is ignored'],
    ['م١۲.example', 'digits of two kinds'],
    ['اב1٢.example', 'numbers of two directions'],
    ['אb.example', 'letters of two directions'],
    ['1.אב.example', 'a name with a label from right to left has none that begins with a digit'],
    [`${'ü'.repeat(59)}.example`, 'more than 63 characters where it is sent'],
    [
      Array.from({ length: 12 }, () => '日本語東京大阪府県').join('.'),
      'more than 253 where it is sent',
    ],
  ])('exclude %s: %s', (name) => {
    expect(isIdnHostname(name)).toBe(false);
  });

  test('are valid in mailboxes', () => {
    expect(isIdnEmail('실례@실례.테스트')).toBe(true);
    expect(isIdnEmail('실례@〮실례.테스트')).toBe(false);
  });
});

describe('Punycode', () => {
  // RFC 3492 section 7.1, in lowercase where the RFC has mixed case for caseless letters.
  test.each([
    ['ليهمابتكلموشعربي؟', 'egbpdaj6bu4bxfgehfvwxn'],
    ['他们为什么不说中文', 'ihqwcrb4cv8a8dqg056pqjye'],
    ['почемужеонинеговорятпорусски', 'b1abfaaepdrnnbgefbadotcwatmq2g4l'],
    ['3年b組金八先生', '3b-ww4c5e180e575a65lsy2b'],
    ['-> $1.00 <-', '-> $1.00 <--'],
  ])('encodes %s as %s', (text, encoded) => {
    expect(encodePunycode(text)).toBe(encoded);
    expect(decodePunycode(encoded)).toBe(text);
  });

  test('decodes what it encoded, and rejects invalid text', () => {
    const unit = fc.integer({ min: 0, max: 0x10ffff }).filter((at) => at < 0xd800 || at > 0xdfff);
    const texts = fc.array(unit, { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(texts, (points) => {
        const text = String.fromCodePoint(...points);
        expect(decodePunycode(encodePunycode(text))).toBe(text);
      }),
      randomRuns(500),
    );
    for (const broken of ['x', 'a-', 'é', '99999999', 'a b!'])
      expect([undefined, 'a'], broken).toContain(decodePunycode(broken));
  });
});
