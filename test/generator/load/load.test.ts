import { describe, expect, it } from 'vitest';
import { diagnosticPosition } from '../../../generator/core/origin.js';
import { memoryHost } from '../../../generator/host/memory.js';
import { loadDocument } from '../../../generator/load/load.js';

function load(text: string | Uint8Array, name = 'api.yaml'): ReturnType<typeof loadDocument> {
  return loadDocument(memoryHost({ [name]: text }), name);
}

/** `code line:column`, as a person would look for it. */
function places(text: string | Uint8Array, name?: string): readonly string[] {
  return load(text, name).diagnostics.map((diagnostic) => {
    const { position } = diagnosticPosition(diagnostic);
    return `${diagnostic.code} ${position?.line}:${position?.column}`;
  });
}

/** Hint of the first diagnostic. */
function hint(text: string, name: string): string | undefined {
  return load(text, name).diagnostics[0]?.hint;
}

describe('loadDocument', () => {
  it.each([
    ['{"a": 1, // one\n"b": 2}', 'JSON has no comments'],
    ['{"a": /* one */ 1}', 'JSON has no comments'],
    ['{"a": 1,}', 'JSON has no comma behind the last of several'],
    ['{"a": [1,]}', 'JSON has no comma behind the last of several'],
    ["{'a': 1}", 'JSON has double quotes only'],
    ['{"a": x}', undefined],
  ])('hints at the reason for a JSON syntax error: %j', (text, want) => {
    expect(hint(text, 'a.json')).toBe(want);
  });

  it('distinguishes a folder from a missing file', () => {
    const host = memoryHost({ 'spec/api.yaml': 'a: 1' });
    const messages = ['spec', 'specs'].map(
      (path) => loadDocument(host, path).diagnostics[0]?.message,
    );
    expect(messages).toEqual(['this is a folder, not a file', 'this file does not exist']);
  });

  it.each<[what: string, text: string, name: string, want: unknown]>([
    ['YAML', 'a: 1\nb: [x, yes, null]', 'a.yaml', { a: 1, b: ['x', 'yes', null] }],
    ['JSON', '{"a": [1.5, "x", true, null]}', 'a.json', { a: [1.5, 'x', true, null] }],
    [
      'YAML in a file named .json',
      '# a\n---\nopenapi: 3.1.0\nb: [x]',
      'a.json',
      { openapi: '3.1.0', b: ['x'] },
    ],
    ['JSON in a file without an extension', ' {"a": 1}', 'a', { a: 1 }],
    ['a YAML flow mapping', '{a: 1}', 'a.yaml', { a: 1 }],
    [
      'numeric keys with their spelling',
      '200: a\n1.10: b\ntrue: c',
      'a.yaml',
      { '200': 'a', '1.10': 'b', true: 'c' },
    ],
    [
      'YAML 1.2: no dates, no octal 010, no yes',
      'a: 2024-01-01\nb: 010\nc: no',
      'a.yaml',
      { a: '2024-01-01', b: 10, c: 'no' },
    ],
    ['aliases', 'a: &x {b: 1}\nc: *x', 'a.yaml', { a: { b: 1 }, c: { b: 1 } }],
    ['a byte order mark', '\uFEFFa: 1', 'a.yaml', { a: 1 }],
  ])('reads %s', (_what, text, name, want) => {
    const { value, diagnostics } = load(text, name);
    expect(diagnostics).toEqual([]);
    expect(value?.value).toEqual(want);
  });

  it.each([
    ['a.yaml', '__proto__: {polluted: yes}\nconstructor: 1'],
    ['a.json', '{"__proto__": {"polluted": "yes"}, "constructor": 1}'],
  ])('reads __proto__ as an ordinary member in %s', (name, text) => {
    const { value } = load(text, name);
    expect(Object.keys(value?.value ?? {})).toEqual(['__proto__', 'constructor']);
    expect('polluted' in {}).toBe(false);
    expect(value?.locate(['__proto__', 'polluted'], 'value')?.line).toBe(1);
  });

  it.each<[what: string, text: string | Uint8Array, name: string, want: readonly string[]]>([
    ['a missing brace', '{"a": 1', 'a.json', ['syntax 1:8']],
    ['a trailing comma', '{"a": [1,]}', 'a.json', ['syntax 1:10']],
    ['text after the end', '{"a": 1} x', 'a.json', ['syntax 1:10']],
    ['a member outside an object', '"a" 1', 'a.json', ['syntax 1:5']],
    ['an HTML page', '<!doctype html>\n<p>', 'a.json', ['syntax 1:1']],
    ['an unescaped line break', '{"a": "b\nc"}', 'a.json', ['syntax 1:7']],
    [
      'duplicate keys in JSON',
      '{"a": 1,\n "b": 2,\n "\\u0061": 3}',
      'a.json',
      ['duplicate-key 3:2'],
    ],
    [
      'every duplicate key',
      '{"a": {"x": 1, "x": 2}, "a": 3}',
      'a.json',
      ['duplicate-key 1:16', 'duplicate-key 1:25'],
    ],
    [
      'JSON numbers that overflow to infinity',
      '{"a": [1e308, 1e400], "b": -1e999}',
      'a.json',
      ['not-json 1:15', 'not-json 1:28'],
    ],
    ['duplicate keys in YAML', 'a: 1\nb: 2\na: 3', 'a.yaml', ['duplicate-key 3:1']],
    ['keys that become the same name', "200: a\n'200': b", 'a.yaml', ['duplicate-key 2:1']],
    ['a syntax error in YAML', 'a: [1, 2', 'a.yaml', ['syntax 1:9']],
    ['several documents', 'a: 1\n---\nb: 2', 'a.yaml', ['several-documents 2:1']],
    ['an unknown tag', 'a: 1\nb: !!js/function x', 'a.yaml', ['unknown-tag 2:4']],
    ['a merge key with a string value', 'a: &x b\nc:\n  <<: *x', 'a.yaml', ['invalid-merge 3:7']],
    ['a merge key with an empty value', 'c:\n  <<:\n  d: 1', 'a.yaml', ['invalid-merge 2:6']],
    [
      'a merge key with a list of lists',
      'a: &x [{b: 1}]\nc: {<<: [*x]}',
      'a.yaml',
      ['invalid-merge 2:9'],
    ],
    [
      'a merge key that refers to its own anchor',
      'a: &x\n  <<: *x',
      'a.yaml',
      ['invalid-alias 2:7'],
    ],
    [
      'a duplicate key beside a merge key',
      'a: &x {b: 1}\nc: {b: 2, <<: *x, b: 3}',
      'a.yaml',
      ['duplicate-key 2:19'],
    ],
    ['a merge tag on a value', 'a: !!merge x', 'a.yaml', ['unknown-tag 1:12']],
    ['a key that is a list', '? [a]\n: 1', 'a.yaml', ['invalid-key 1:3']],
    ['an alias without an anchor', 'a: *x', 'a.yaml', ['invalid-alias 1:4']],
    ['an alias inside its own anchor', 'a: &x\n  b: *x', 'a.yaml', ['invalid-alias 2:6']],
    ['infinity', 'a: .inf', 'a.yaml', ['not-json 1:4']],
    [
      'invalid UTF-8',
      Uint8Array.from([0x61, 0x3a, 0x20, 0x31, 0x0a, 0xc3, 0x28]),
      'a.yaml',
      ['invalid-encoding 2:1'],
    ],
    ['UTF-16', Uint8Array.from([0xff, 0xfe, 0x61, 0x00]), 'a.yaml', ['invalid-encoding 1:1']],
    [
      'UTF-16 without a byte order mark',
      Uint8Array.from([0x61, 0x00, 0x3a, 0x00]),
      'a.yaml',
      ['invalid-encoding 1:1'],
    ],
    ['a missing file', '', 'b.yaml/none', ['missing-file undefined:undefined']],
  ])('reports the position of %s', (what, text, name, want) => {
    if (what === 'a missing file') {
      expect(loadDocument(memoryHost(), name).diagnostics.map(({ code }) => code)).toEqual([
        'missing-file',
      ]);
    } else expect(places(text, name)).toEqual(want);
  });

  it('hints at the position of the first of two equal keys', () => {
    const [diagnostic] = load('{"a": 1,\n "a": 2}', 'a.json').diagnostics;
    expect(diagnostic?.hint).toBe('the first is at line 1, column 2');
  });

  it.each(['a.json', 'a.yaml'])('rejects very deep nesting in %s', (name) => {
    const text = '{"a": ' + '['.repeat(20_000) + ']'.repeat(20_000) + '}';
    const codes = load(text, name).diagnostics.map(({ code }) => code);
    expect(codes).toContain('too-deep');
  });

  it('rejects aliases that expand too much, at the member that grows most', () => {
    const lines = ['a0: &a0 [x, x, x, x, x, x, x, x, x]'];
    for (let index = 1; index < 10; index++) {
      lines.push(
        `a${index}: &a${index} [${Array(9)
          .fill(`*a${index - 1}`)
          .join(', ')}]`,
      );
    }
    expect(places(lines.join('\n'))).toEqual(['alias-expansion 10:1']);
  });
});

describe('source', () => {
  it.each<[name: string, text: string]>([
    ['a.yaml', 'paths:\n  /a:\n    get: {x: [1, 2]}\n'],
    ['a.json', '{"paths": {\n  "/a": {\n    "get": {"x": [1, 2]}}}}'],
  ])('locates keys and values in %s', (name, text) => {
    const { value } = load(text, name);
    const key = value?.locate(['paths', '/a', 'get'], 'key');
    const item = value?.locate(['paths', '/a', 'get', 'x', '1'], 'value');
    const line = text.split('\n')[2] ?? '';
    expect(key).toEqual({ line: 3, column: 5 });
    expect(item).toEqual({ line: 3, column: line.indexOf('2') + 1 });
    expect(value?.line(3)).toBe(line);
    expect(value?.locate(['paths', '/b'], 'key')).toBeUndefined();
  });

  it.each([
    ['a.yaml', 'max: 9223372036854775807\nmin: -1.50\n'],
    ['a.json', '{"max": 9223372036854775807, "min": -1.50}'],
  ])('keeps the exact spelling of numbers in %s', (name, text) => {
    const { value } = load(text, name);
    expect(value?.numberText(['max'])).toBe('9223372036854775807');
    expect(value?.numberText(['min'])).toBe('-1.50');
    expect(value?.numberText(['none'])).toBeUndefined();
  });

  it('locates values behind aliases', () => {
    const { value } = load('a: &x\n  b: 1\nc: *x');
    expect(value?.locate(['c', 'b'], 'value')).toEqual({ line: 2, column: 6 });
  });
});
