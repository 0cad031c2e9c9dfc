import { describe, expect, it } from 'vitest';
import { diagnosticPosition } from '../../../generator/core/origin.js';
import type { Diagnostic } from '../../../generator/core/diagnostic.js';
import { generate, memoryHost } from '../../../generator/index.js';
import { loadDocument } from '../../../generator/load/load.js';
import { applyOverlay } from '../../../generator/load/overlay/overlay.js';
import type { Source } from '../../../generator/load/source.js';
import type { Json } from '../../../generator/model/schema.js';

const head = 'overlay: 1.0.0\ninfo: { title: O, version: 1.0.0 }\n';

function load(text: string, name: string): Source {
  const { value } = loadDocument(memoryHost({ [name]: text }), name);
  if (value === undefined) throw new Error(`${name} can be read`);
  return value;
}

function apply(document: string, overlay: string): { source: Source; reported: readonly string[] } {
  const source = load(document, 'api.yaml');
  const { value = source, diagnostics } = applyOverlay(source, load(overlay, 'overlay.yaml'));
  return { source: value, reported: diagnostics.map(describeDiagnostic) };
}

function describeDiagnostic(each: Diagnostic): string {
  const { source, position } = diagnosticPosition(each);
  return `${each.severity} ${each.code} ${source.path}:${position?.line}:${position?.column}`;
}

describe('overlay', () => {
  it.each(["match(@.b, '(a+)+$')", "search(@.b, '(a|a)*c')"])(
    'reports a filter whose regular expression exceeds the time limit: %s',
    (test) => {
      const source = load(`a: { b: '${'a'.repeat(60)}!' }`, 'api.yaml');
      const text = `${head}actions:\n  - target: $[?${test}]\n    update: {}`;
      const { diagnostics } = applyOverlay(source, load(text, 'overlay.yaml'), 20);
      expect(diagnostics.map(describeDiagnostic)).toEqual([
        'error overlay-target overlay.yaml:4:13',
      ]);
    },
  );

  it('keeps the digits of integers that it adds, through a second overlay too', () => {
    const first = apply(
      'a: { b: 9007199254740995 }',
      `${head}actions: [{ target: $.a, update: { c: 9007199254740993, d: [9223372036854775807, 1] } }]`,
    );
    const { value } = applyOverlay(
      first.source,
      load(`${head}actions: [{ target: $.a, update: { e: 9007199254740997 } }]`, 'overlay.yaml'),
    );
    const texts = ['b', 'c', 'e'].map((name) => value?.numberText(['a', name]));
    expect(texts).toEqual(['9007199254740995', '9007199254740993', '9007199254740997']);
    expect(value?.numberText(['a', 'd', '0'])).toBe('9223372036854775807');
  });

  it.each<[what: string, document: string, actions: string, want: Json]>([
    [
      'merges objects',
      'a: { b: 1, c: { d: 2 } }',
      '[{ target: $.a, update: { c: { e: 3 }, f: 4 } }]',
      { a: { b: 1, c: { d: 2, e: 3 }, f: 4 } },
    ],
    ['updates the root', 'a: 1', '[{ target: $, update: { a: 2, b: 3 } }]', { a: 2, b: 3 }],
    [
      'appends to a list',
      'a: [1]',
      '[{ target: $.a, update: 2 }, { target: $.a, update: [3] }]',
      { a: [1, 2, [3]] },
    ],
    [
      'concatenates lists',
      'a: { b: [1] }',
      '[{ target: $.a, update: { b: [2] } }]',
      { a: { b: [1, 2] } },
    ],
    [
      'replaces a value of another type',
      'a: { b: [1] }',
      '[{ target: $.a, update: { b: { c: 1 } } }]',
      { a: { b: { c: 1 } } },
    ],
    [
      'updates every selected node',
      'a: { x: { v: 1 }, y: { v: 2 } }',
      '[{ target: $.a.*, update: { w: 0 } }]',
      { a: { x: { v: 1, w: 0 }, y: { v: 2, w: 0 } } },
    ],
    [
      'removes by a filter',
      'a: [{ n: x }, { n: y }, { n: x }]',
      `[{ target: '$.a[?@.n == "x"]', remove: true }]`,
      { a: [{ n: 'y' }] },
    ],
    [
      'compares an item of a list in a filter',
      'a: [{ n: [x] }, { n: [y] }]',
      `[{ target: '$.a[?@.n && @.n[0] == "y"]', remove: true }]`,
      { a: [{ n: ['x'] }] },
    ],
    [
      'removes each selected item once, in any order of selection',
      'a: [0, 1, 2, 3]',
      '[{ target: "$.a[3, 0, 0, -3]", remove: true }]',
      { a: [2] },
    ],
    [
      'removes values',
      'a: { b: 1, c: text, d: null }',
      "[{ target: \"$.a['b', 'd']\", remove: true }]",
      { a: { c: 'text' } },
    ],
    [
      'removes nodes nested in removed nodes',
      'a: { b: { b: {} } }',
      '[{ target: $..b, remove: true }]',
      { a: {} },
    ],
    [
      'ignores the update of an action that removes',
      'a: { b: {} }',
      '[{ target: $.a.b, remove: true, update: { c: 1 } }]',
      { a: {} },
    ],
    [
      'applies actions in order',
      'a: { b: { c: 1 } }',
      '[{ target: $.a.b, remove: true }, { target: $.a, update: { b: { d: 2 } } }]',
      { a: { b: { d: 2 } } },
    ],
    [
      'adds __proto__ as an ordinary member',
      'a: {}',
      '[{ target: $.a, update: { __proto__: { x: 1 } } }]',
      { a: JSON.parse('{"__proto__":{"x":1}}') as Json },
    ],
  ])('%s', (_what, document, actions, want) => {
    const { source, reported } = apply(document, `${head}actions: ${actions}\n`);
    expect(reported).toEqual([]);
    expect(JSON.stringify(source.value)).toBe(JSON.stringify(want));
    expect({}).not.toHaveProperty('x');
  });

  it.each<[what: string, overlay: string, want: readonly string[]]>([
    [
      'an unsupported version',
      'overlay: 2.0.0\nactions: []',
      ['error overlay-document overlay.yaml:1:10'],
    ],
    [
      'a document that is not an overlay',
      'openapi: 3.1.0',
      ['error overlay-document overlay.yaml:1:1'],
    ],
    ['missing actions', head, ['error overlay-document overlay.yaml:1:1']],
    [
      'an action without a target',
      `${head}actions: [{ update: {} }]`,
      ['error overlay-document overlay.yaml:3:11'],
    ],
    [
      'an action without an effect',
      `${head}actions: [{ target: $ }]`,
      ['error overlay-document overlay.yaml:3:11'],
    ],
    [
      'an invalid JSONPath expression',
      `${head}actions: [{ target: '$.a[', remove: true }]`,
      ['error overlay-target overlay.yaml:3:21'],
    ],
    [
      'a target that selects nothing',
      `${head}actions: [{ target: $.z, remove: true }]`,
      ['warning overlay-unmatched overlay.yaml:3:21'],
    ],
    [
      'an update of a string',
      `${head}actions: [{ target: $.a.b, update: x }]`,
      ['error overlay-target overlay.yaml:3:21'],
    ],
    [
      'an update of the wrong type',
      `${head}actions: [{ target: $.a, update: x }]`,
      ['error overlay-update overlay.yaml:3:34'],
    ],
    [
      'removal of the root',
      `${head}actions: [{ target: $, remove: true }]`,
      ['error overlay-target overlay.yaml:3:21'],
    ],
  ])('reports %s', (_what, overlay, want) => {
    expect(apply('a: { b: x }', overlay).reported).toEqual(want);
  });

  it('keeps the positions of unchanged nodes', () => {
    const text = 'a:\n  - { n: x }\n  - { n: y }\nb: { c: 1 }\n';
    const actions =
      "[{ target: '$.a[0]', remove: true }, { target: $.b, update: { d: { e: 2 } } }]";
    const { source } = apply(text, `${head}actions: ${actions}\n`);
    expect(source.locate(['a', '0', 'n'], 'value')).toEqual({ line: 3, column: 10 });
    expect(source.locate(['b', 'c'], 'value')).toEqual({ line: 4, column: 9 });
    expect(source.locate(['b', 'd', 'e'], 'value')).toEqual({ line: 4, column: 4 });
  });

  it('is the position of mistakes that it adds, with one package or several', async () => {
    const texts = {
      '/w/spec/api.yaml':
        'openapi: 3.1.0\ninfo: { title: T, version: 1.0.0 }\npaths: {}\ncomponents: { schemas: { A: { type: string }, L: { enum: [1] } } }\n',
      '/w/spec/old.yaml':
        "swagger: '2.0'\ninfo: { title: T, version: 1.0.0 }\npaths: {}\ndefinitions: { A: { type: string } }\n",
      '/w/o.yaml': `${head}actions:
  - target: $.components.schemas
    update:
      B: { type: text }
      A: { minLength: -1, maxLength: x }
  - target: $.components.schemas.L.enum
    update: 9007199254740993
  - target: $.components.schemas.B
    update: { pattern: '(' }
`,
      '/w/p.yaml': `${head}actions: [{ target: $.definitions, update: { B: { type: text } } }]\n`,
    };
    const places = async (document: string, overlay: string): Promise<readonly string[]> => {
      const request = { documents: [document], out: 'out', overlays: [overlay] };
      const { diagnostics } = await generate(request, memoryHost(texts, '/w'));
      return diagnostics.map(describeDiagnostic).sort();
    };
    expect(await places('spec/api.yaml', 'o.yaml')).toEqual([
      'error inexact-integer o.yaml:9:13',
      'error invalid-pattern o.yaml:11:24',
      'error invalid-type o.yaml:7:38',
      'error invalid-value o.yaml:7:23',
      'error unknown-type o.yaml:6:18',
    ]);
    expect(await places('spec/old.yaml', 'p.yaml')).toEqual(['error unknown-type p.yaml:3:57']);
  });

  it('quotes the start of a long target', () => {
    const target = `$.${'a'.repeat(500)}`;
    const overlay = load(`${head}actions: [{ target: ${target}, update: {} }]`, 'overlay.yaml');
    const { diagnostics } = applyOverlay(load('a: 1', 'api.yaml'), overlay);
    expect(diagnostics.map(({ message }) => message)).toEqual([
      `"${target.slice(0, 60)}…" selects nothing in the document`,
    ]);
  });

  const api = (title: string): string =>
    `openapi: 3.1.0\ninfo: { title: ${title}, version: 1.0.0 }\npaths: {}\n`;

  it('is applied to the document that it extends, and read again when it changes', async () => {
    const overlay = (extended: string, text: string): string =>
      `${head}extends: ${extended}\nactions: [{ target: $.info, update: { description: ${text} } }]\n`;
    const host = memoryHost(
      { '/w/api.yaml': api('A'), '/w/o.yaml': overlay('api.yaml', 'One.') },
      '/w',
    );
    const run = { documents: ['api.yaml'], out: 'out', overlays: ['o.yaml'] };
    expect((await generate(run, host)).ok).toBe(true);
    const read = (): string => new TextDecoder().decode(host.read('/w/out/client.ts'));
    expect(read()).toContain('One.');
    expect((await generate(run, host)).packages[0]?.current).toBe(true);
    host.write('/w/o.yaml', new TextEncoder().encode(overlay('api.yaml', 'Two.')));
    expect((await generate(run, host)).ok).toBe(true);
    expect(read()).toContain('Two.');
    host.write('/w/o.yaml', new TextEncoder().encode(overlay('other.yaml', 'Three.')));
    const { diagnostics } = await generate(run, host);
    expect(diagnostics.map(describeDiagnostic)).toEqual(['error overlay-document o.yaml:3:10']);
  });

  it('is not applied to files that the document refers to', async () => {
    const files = {
      '/w/api.yaml': `${api('A').replace('{}', '')}  /a: { $ref: paths.yaml#/a }\n`,
      '/w/paths.yaml': 'a: { get: { operationId: one, responses: { 204: { description: x } } } }\n',
      '/w/o.yaml': `${head}actions: [{ target: "$.paths['/a'].get", update: { operationId: two } }]\n`,
    };
    const host = memoryHost(files, '/w');
    const run = { documents: ['api.yaml'], out: 'out', overlays: ['o.yaml'] };
    const { diagnostics } = await generate(run, host);
    expect(diagnostics.map(describeDiagnostic)).toContain('warning overlay-unmatched o.yaml:3:21');
    expect(new TextDecoder().decode(host.read('/w/out/client.ts'))).toContain('one');
  });

  it('is applied to Swagger 2.0 before the conversion', () => {
    const host = memoryHost({
      'api.yaml': "swagger: '2.0'\ninfo: { title: T, version: '1' }\npaths: {}\n",
      'o.yaml': `${head}actions: [{ target: $, update: { host: h } }]\n`,
    });
    const overlay = loadDocument(host, 'o.yaml').value;
    const amended = loadDocument(host, 'api.yaml', {
      amend: (source) =>
        overlay === undefined ? { value: source, diagnostics: [] } : applyOverlay(source, overlay),
    });
    expect(amended.value?.value).toMatchObject({ servers: [{ url: 'https://h' }] });
  });
});
