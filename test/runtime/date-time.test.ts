import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isDate, isDateTime, isTime } from '../../runtime/core/validate/formats/time.js';
import { randomRuns } from '../rounds.js';

test('isDateTime accepts exactly a date followed by a time', () => {
  const two = fc.integer({ min: 0, max: 61 }).map((value) => String(value).padStart(2, '0'));
  const written = fc
    .tuple(
      two,
      two,
      two,
      two,
      two,
      fc.constantFrom('', '.', '.5', '.123456', '.1x'),
      fc.constantFrom('Z', 'z', '+01:00', ''),
    )
    .map(
      ([month, day, hour, minute, second, rest, zone]) =>
        `2024-${month}-${day}T${hour}:${minute}:${second}${rest}${zone}`,
    );
  const valid = fc
    .date({ noInvalidDate: true, min: new Date('0001-01-01'), max: new Date('9999-01-01') })
    .map((date) => date.toISOString());
  const changed = fc
    .tuple(
      fc.oneof(valid, written),
      fc.nat({ max: 30 }),
      fc.constantFrom('', '0', '9', '-', 'T', ':', '/', 'é'),
    )
    .map(([text, at, put]) => text.slice(0, at) + put + text.slice(at + 1));
  fc.assert(
    fc.property(fc.oneof(valid, written, changed), (text) => {
      const want = /^.{10}t/i.test(text) && isDate(text.slice(0, 10)) && isTime(text.slice(11));
      expect(isDateTime(text)).toBe(want);
    }),
    randomRuns(20_000),
  );
});
