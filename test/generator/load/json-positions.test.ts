import { describe, expect, it } from 'vitest';
import { memoryHost } from '../../../generator/host/memory.js';
import { loadDocument } from '../../../generator/load/load.js';
import type { Source } from '../../../generator/load/source.js';

const document = `{
  "b": [1, {"x": "ü", "y": 2}, [], [{"z": {}}]], "ключ": {"404": "𝒳𝒳", "200": {"a\\"b": null}, "é": 1e3},
  "9": {"__proto__": {"10": 1, "2": [{"c": 3}]}, "": 0}, "€": "🙂\\u0020", "last": ["a:", "b\\":"]
}`;

function load(text: string, name = 'api.json'): Source {
  const { value } = loadDocument(memoryHost({ [name]: text }), name);
  if (value === undefined) throw new Error('the document is not read');
  return value;
}

/** Text at the position of a node. */
function written(source: Source, text: string, tokens: string[], part: 'key' | 'value'): string {
  const { line, column } = source.locate(tokens, part) ?? { line: 0, column: 0 };
  expect(source.line(line)).toBe(text.split(/\r\n|\n|\r/)[line - 1]);
  return (source.line(line) ?? '').slice(column - 1);
}

const members: readonly [tokens: string[], key: string, value: string][] = [
  [['b'], '"b": [1', '[1, {'],
  [['b', '0'], '1, {', '1, {'],
  [['b', '1', 'x'], '"x": "ü"', '"ü"'],
  [['b', '1', 'y'], '"y": 2}', '2}'],
  [['b', '2'], '[], [{', '[], [{'],
  [['b', '3', '0', 'z'], '"z": {', '{}}]]'],
  [['ключ', '404'], '"404"', '"𝒳𝒳"'],
  [['ключ', '200'], '"200"', '{"a\\"b"'],
  [['ключ', '200', 'a"b'], '"a\\"b"', 'null}'],
  [['ключ', 'é'], '"é"', '1e3}'],
  [['9'], '"9"', '{"__proto__"'],
  [['9', '__proto__', '2', '0', 'c'], '"c": 3', '3}]}'],
  [['9', '__proto__', '10'], '"10": 1', '1, "2"'],
  [['9', ''], '"": 0', '0}'],
  [['€'], '"€"', '"🙂'],
  [['last', '1'], '"b\\":"', '"b\\":"'],
];

describe('source positions of JSON', () => {
  it.each([
    ['one member per line', document],
    ['everything on one line', document.replaceAll(/\n */g, ' ')],
    ['Windows line breaks', document.replaceAll('\n', '\r\n')],
    ['a byte order mark', `\ufeff${document}`],
  ])('points at the key and the value of each member, in a document with %s', (_, text) => {
    const source = load(text);
    const plain = text.replace('\ufeff', '');
    for (const [tokens, key, value] of members) {
      expect(written(source, plain, tokens, 'key').startsWith(key), tokens.join()).toBe(true);
      expect(written(source, plain, tokens, 'value').startsWith(value), tokens.join()).toBe(true);
    }
  });

  it.each([[['x']], [['b', '4']], [['b', '01']], [['b', '0', 'x']], [['9', 'toString']]])(
    'returns no position for a pointer to nothing: %j',
    (tokens) => {
      expect(load(document).locate(tokens, 'value')).toBeUndefined();
    },
  );

  it('keeps the spelling of numbers below keys with non-ASCII text', () => {
    const source = load('{"é": {"2": 1, "1": 9007199254740993}, "list": ["ü", -1.50e2]}');
    expect(source.numberText(['é', '1'])).toBe('9007199254740993');
    expect(source.numberText(['list', '1'])).toBe('-1.50e2');
    expect(source.numberText(['list', '0'])).toBeUndefined();
  });
});
