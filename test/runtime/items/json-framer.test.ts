import { describe, expect, test } from 'vitest';
import {
  createLineFramer,
  createSequenceFramer,
  type JsonFramer,
} from '../../../runtime/core/items/json-framer.js';

function texts(framer: JsonFramer, body: string, step: number): readonly string[] {
  const bytes = new TextEncoder().encode(body);
  const found: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += step)
    found.push(...framer.push(bytes.subarray(at, at + step)));
  found.push(...framer.end());
  return found.map((each) => new TextDecoder().decode(each).trim());
}

describe.each([1, 2, 3, 1000])('chunks of %i bytes', (step) => {
  test.each([
    ['one item on each line', '{"a":1}\n[2]\n3\n', ['{"a":1}', '[2]', '3']],
    ['with carriage returns', '1\r\n2\r\n', ['1', '2']],
    ['with blank lines', '\n1\n \n\r\n2\n\n', ['1', '2']],
    ['without a final line break', '1\n"ü"', ['1', '"ü"']],
    ['no items', '', []],
  ])('split lines: %s', (_, body, expected) => {
    expect(texts(createLineFramer(100), body, step)).toEqual(expected);
  });

  test.each([
    ['one item after each separator', '\u001e{"a":1}\n\u001e[2]\n', ['{"a":1}', '[2]']],
    ['an item on several lines', '\u001e{\n"a":\n1}\n', ['{\n"a":\n1}']],
    ['with empty records', '\u001e\u001e1\n\u001e\n\u001e2\n', ['1', '2']],
    ['with a complete last record', '\u001e1\n\u001e{"a":1}', ['1', '{"a":1}']],
    ['no items', '', []],
  ])('split records: %s', (_, body, expected) => {
    expect(texts(createSequenceFramer(100), body, step)).toEqual(expected);
  });

  test.each([
    ['that start without a separator', '1\n\u001e2\n', 'precedes the first record separator'],
    ['with a truncated number at the end', '\u001e1\n\u001e23', 'truncated'],
    ['with a truncated word at the end', '\u001etru', 'truncated'],
  ])('reject records %s', (_, body, message) => {
    expect(() => texts(createSequenceFramer(100), body, step)).toThrow(message);
  });

  test('reject an item that is too long, whether complete or not', () => {
    expect(() => texts(createLineFramer(5), '1\n123456', step)).toThrow('longer than 5 bytes');
    expect(() => texts(createLineFramer(5), '1\n123456\n', step)).toThrow('longer than 5 bytes');
    expect(texts(createLineFramer(5), '12345\n12345', step)).toEqual(['12345', '12345']);
  });
});

test('copies the bytes of a chunk', () => {
  const framer = createLineFramer(100);
  const bytes = new TextEncoder().encode('"ab');
  expect(framer.push(bytes)).toEqual([]);
  bytes.fill(0);
  const [text] = framer.push(new TextEncoder().encode('c"\n'));
  expect(new TextDecoder().decode(text)).toBe('"abc"');
});
