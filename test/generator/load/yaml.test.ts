import { describe, expect, it } from 'vitest';
import { isMap, isScalar, isSeq, parseDocument, type Document } from 'yaml';
import { hasErrors } from '../../../generator/core/diagnostic.js';
import { memoryHost } from '../../../generator/host/memory.js';
import { loadDocument } from '../../../generator/load/load.js';

/** Two parsers read YAML: a fast one for simple text, and `yaml` for the rest. Their results must be the same. */

const seeds = [
  "a: 1\nb:\n  - x\n  - y: \"q\\n\"\n    z: 'it''s'\nc: |\n  text\n   more\nd: >-\n  folded\n  line\n",
  'paths:\n  /pets/{id}:\n    get: {tags: [a, b], x: }\n    "200":\n    - 1.0\n    - -0x1f\n',
  '# comment\n? k\n: v\nmulti: one\n  two # end\nanchored: &n\n  m: 1\nagain: *n\nlist: [*n, ~]\n',
];

const pieces =
  '- |? |: |:|#| #|"|\'|>-|\n|&n |*n|!!str |{|}|[|]|,|\t|~|null|1.0|0b1|1_000|.5|.inf|True|<<: |---\n|...\n|\\|@|\r\n|\ufeff|é'.split(
    '|',
  );

describe('fast YAML parser', () => {
  it('returns the same values as the yaml package for text with random insertions', () => {
    let accepted = 0;
    for (const seed of seeds) {
      for (let at = 0; at <= seed.length; at += 1) {
        const piece = pieces[(at * 7) % pieces.length] ?? '';
        const text = seed.slice(0, at) + piece + seed.slice(at);
        const { value, diagnostics } = load(text);
        const document = parse(text);
        const isRight = document.errors.length + document.warnings.length === 0;
        if (value === undefined || hasErrors(diagnostics)) continue;
        accepted += 1;
        expect(isRight, JSON.stringify(text)).toBe(true);
        expect(value.value, JSON.stringify(text)).toEqual(plain(document));
      }
    }
    expect(accepted).toBeGreaterThan(100);
  });

  it.each(seeds)('returns the same positions as the yaml package', (text) => {
    const { value: source } = load(text);
    const document = parse(text);
    let count = 0;
    const compare = (node: unknown, tokens: readonly string[]): void => {
      if (!(isMap(node) || isSeq(node) || isScalar(node))) return;
      count += 1;
      const at = source?.locate(tokens, 'value');
      expect(at, tokens.join('/')).toEqual(positionOf(text, node.range?.[0] ?? 0));
      if (isMap(node))
        for (const { key, value } of node.items) {
          const name = isScalar(key) ? String(key.source ?? key.value) : '';
          const way = [...tokens, name];
          if (isScalar(key) && key.range != null)
            expect(source?.locate(way, 'key')).toEqual(positionOf(text, key.range[0]));
          compare(value, way);
        }
      if (isSeq(node))
        node.items.forEach((item, index) => compare(item, [...tokens, String(index)]));
    };
    compare(document.contents, []);
    expect(count).toBeGreaterThan(5);
  });

  it('locates keys behind an alias', () => {
    const { value } = load('a: &x\n  b: 1\nc: *x\n');
    expect(value?.locate(['c', 'b'], 'key')).toEqual({ line: 2, column: 3 });
    expect(value?.locate(['c', 'd'], 'key')).toBeUndefined();
  });

  describe.each([
    ['of the fast parser', ''],
    ['of the yaml package', '%YAML 1.2\n---\n'],
  ])('merge keys in YAML %s', (_, head) => {
    it.each<[what: string, text: string, want: unknown]>([
      ['a mapping', 'a: &a {b: 1, c: 2}\nd:\n  <<: *a\n  e: 3', { b: 1, c: 2, e: 3 }],
      ['a mapping below a tag', 'a: &a {b: 1}\nd:\n  !!merge <<: *a', { b: 1 }],
      ['nothing over an earlier member', 'a: &a {b: 1}\nd: {b: 2, <<: *a}', { b: 2 }],
      ['nothing over a later member', 'a: &a {b: 1}\nd: {<<: *a, b: 2}', { b: 2 }],
      [
        'a list in which the first mapping wins',
        'a: &a {b: 1}\nc: &c {b: 2, x: 3}\nd: {<<: [*a, *c, {y: 4}]}',
        { b: 1, x: 3, y: 4 },
      ],
      ['several mappings', 'a: &a {b: 1}\nd: {<<: *a, <<: {b: 2, c: 3}}', { b: 1, c: 3 }],
      [
        'a mapping that itself was merged',
        'a: &a {b: 1}\nc: &c {<<: *a, x: 1}\nd: {<<: *c}',
        { b: 1, x: 1 },
      ],
      ['nothing for a quoted key', 'd: {"<<": {b: 1}}', { '<<': { b: 1 } }],
      [
        'a member named __proto__',
        'd: {<<: {__proto__: {b: 1}}}',
        JSON.parse('{"__proto__":{"b":1}}'),
      ],
    ])('merge %s', (_what, text, want) => {
      const { value, diagnostics } = load(head + text);
      const content = value?.value as { readonly d: object };
      expect(content.d).toEqual(want);
      expect(Object.getPrototypeOf(content.d)).toBe(Object.prototype);
      expect(diagnostics.map(({ code, severity }) => `${severity} ${code}`)).toEqual(
        text.includes('"<<"') ? [] : ['warning merge-key'],
      );
    });

    it('keep the positions of merged members', () => {
      const text = `${head}a: &a\n  b: 1.0\nc: &c\n  <<: *a\nd:\n  <<: [{x: 1}, *c]\n  y: 2\n`;
      const { value } = load(text);
      const first = head.split('\n').length;
      expect(value?.locate(['d', 'b'], 'key')).toEqual({ line: first + 1, column: 3 });
      expect(value?.locate(['d', 'x'], 'value')).toEqual({ line: first + 5, column: 12 });
      expect(value?.locate(['d', 'y'], 'key')).toEqual({ line: first + 6, column: 3 });
      expect(value?.locate(['d', 'z'], 'key')).toBeUndefined();
      expect(value?.numberText(['d', 'b'])).toBe('1.0');
    });

    it.each([
      ['mappings that double', (before: string) => `{<<: [*${before}, *${before}]}`],
      ['members that double', (before: string) => `{<<: *${before}, x: *${before}, y: *${before}}`],
    ])('are rejected if they expand too much: %s', (_what, line) => {
      const lines = Array.from({ length: 40 }, (_, level) =>
        level === 0 ? 'a0: &a0 {k: 1}' : `a${level}: &a${level} ${line(`a${level - 1}`)}`,
      );
      const { diagnostics } = load(head + lines.join('\n'));
      expect(diagnostics.map(({ code }) => code)).toEqual(['alias-expansion']);
    });
  });

  it('keeps the spelling of numbers', () => {
    const { value } = load('a: 1\nb: 1.0\nc: 9007199254740993\nd: "2"\ne: 0x10\n');
    const texts = ['a', 'b', 'c', 'd', 'e'].map((name) => value?.numberText([name]));
    expect(texts).toEqual(['1', '1.0', '9007199254740993', undefined, '0x10']);
  });

  it('shares the values of aliases, and rejects too many of them', () => {
    const { value } = load('a: &x {b: 1}\nc: [*x, *x]\n');
    expect(value?.value).toEqual({ a: { b: 1 }, c: [{ b: 1 }, { b: 1 }] });
    const bomb = Array.from({ length: 9 }, (_, level) =>
      level === 0 ? 'a0: &a0 [x, x, x, x, x, x, x, x, x, x]' : bombLine(level),
    ).join('\n');
    expect(load(bomb).diagnostics.map(({ code }) => code)).toEqual(['alias-expansion']);
  });
});

function bombLine(level: number): string {
  const before = `*a${level - 1}`;
  return `a${level}: &a${level} [${Array.from({ length: 10 }, () => before).join(', ')}]`;
}

function load(text: string): ReturnType<typeof loadDocument> {
  return loadDocument(memoryHost({ 'api.yaml': text }), 'api.yaml');
}

function parse(text: string): Document.Parsed {
  return parseDocument(text.replace(/^\ufeff/, ''), {
    version: '1.2',
    schema: 'core',
    merge: false,
    uniqueKeys: false,
    logLevel: 'error',
  });
}

/** Content with keys as written. */
function plain(document: Document.Parsed): unknown {
  const of = (node: unknown): unknown => {
    if (isMap(node))
      return Object.fromEntries(
        node.items.map(({ key, value }) => {
          const name = isScalar(key) && typeof key.value !== 'string' ? key.source : undefined;
          return [name ?? String(isScalar(key) ? key.value : key), of(value)];
        }),
      );
    if (isSeq(node)) return node.items.map(of);
    if (isScalar(node)) return node.value;
    return typeof node === 'object' && node !== null && 'resolve' in node
      ? of((node as { resolve(document: Document): unknown }).resolve(document))
      : null;
  };
  return of(document.contents);
}

function positionOf(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length, column: (before.at(-1) ?? '').length + 1 };
}
