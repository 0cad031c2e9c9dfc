import avro from 'avsc';
import { describe, expect, it } from 'vitest';
import { read } from './read.js';

const head = 'asyncapi: 3.0.0\ninfo: { title: T, version: 1.0.0 }\n';

/** A description whose only message has a schema in Avro, which begins in line 6 at column 13. */
const described = (schema: string): string =>
  [
    `${head}components:`,
    '  messages:',
    "    m: { payload: { schemaFormat: 'application/vnd.apache.avro;version=1.9.0', schema:",
    `            ${schema} } }`,
  ].join('\n');

const record = (fields: string): string => `{ type: record, name: R, fields: [${fields}] }`;

describe('schemas in Avro', () => {
  it.each<[what: string, schema: string, want: readonly string[]]>([
    ['of a primitive type', 'string', []],
    ['with every kind of type', record('{ name: a, type: { type: map, values: R } }'), []],
    ['of JSON Schema', '{ type: object }', ['error invalid-avro api.yaml:6:21']],
    ['that are numbers', '5', ['error invalid-avro api.yaml:6:13']],
    ['without a type', '{ name: R }', ['error invalid-avro api.yaml:6:13']],
    ['of an unknown type', '{ type: array, items: Tea }', ['error invalid-avro api.yaml:6:35']],
    ['without items', '{ type: array }', ['error invalid-avro api.yaml:6:13']],
    ['without values', '{ type: map }', ['error invalid-avro api.yaml:6:13']],
    ['without a name', '{ type: record, fields: [] }', ['error invalid-avro api.yaml:6:13']],
    [
      'with a name that is code',
      "{ type: record, name: 'R(){}', fields: [] }",
      ['error invalid-avro api.yaml:6:35'],
    ],
    [
      'with a namespace that is code',
      "{ type: record, name: R, namespace: '${x}', fields: [] }",
      ['error invalid-avro api.yaml:6:49'],
    ],
    ['without fields', '{ type: record, name: R }', ['error invalid-avro api.yaml:6:13']],
    [
      'with a field twice',
      record('{ name: a, type: int }, { name: a, type: int }'),
      ['error invalid-avro api.yaml:6:71'],
    ],
    [
      'with a field that no object has',
      record('{ name: __proto__, type: int }'),
      ['error invalid-avro api.yaml:6:47'],
    ],
    ['with a field without a type', record('{ name: a }'), ['error invalid-avro api.yaml:6:47']],
    [
      'with a type twice',
      record(
        '{ name: a, type: { type: fixed, name: F, size: 1 } }, { name: b, type: { type: enum, name: F, symbols: [a] } }',
      ),
      ['error invalid-avro api.yaml:6:118'],
    ],
    [
      'with a size below zero',
      '{ type: fixed, name: F, size: -1 }',
      ['error invalid-avro api.yaml:6:43'],
    ],
    [
      'with symbols that are no names',
      "{ type: enum, name: E, symbols: [a, 'b c', a] }",
      ['error invalid-avro api.yaml:6:49', 'error invalid-avro api.yaml:6:56'],
    ],
    [
      'with a default that is no symbol',
      '{ type: enum, name: E, symbols: [a], default: b }',
      ['error invalid-avro api.yaml:6:59'],
    ],
    ['with a union in a union', '[int, [string]]', ['error invalid-avro api.yaml:6:19']],
    ['with a branch twice', '[int, string, int]', ['error invalid-avro api.yaml:6:27']],
    [
      'with the default of another branch',
      record('{ name: a, type: [int, "null"], default: null }'),
      ['error invalid-avro api.yaml:6:88'],
    ],
    [
      'with a default that contains itself',
      record('{ name: a, type: R, default: {} }'),
      ['error invalid-avro api.yaml:6:76'],
    ],
    ['in text that is not JSON', `'{ "type": '`, ['error invalid-avro api.yaml:6:13']],
    [
      'in text with a mistake',
      `'{ "type": "array", "items": "Tea" }'`,
      ['error invalid-avro api.yaml:6:13'],
    ],
    [
      'that are too deep',
      `${'{ type: array, items: '.repeat(120)}int${' }'.repeat(120)}`,
      ['error invalid-avro api.yaml:6:2235'],
    ],
  ])('%s are checked', (_, schema, want) => {
    expect(read(described(schema)).places).toEqual(want);
  });

  it('are read from files, and not from other hosts', () => {
    const at = (path: string): string => described(`{ $ref: '${path}' }`);
    const file = '{ "type": "record", "name": "R", "fields": [] }';
    expect(read({ 'api.yaml': at('./r.avsc'), 'r.avsc': file }).places).toEqual([]);
    expect(read({ 'api.yaml': at('./r.avsc'), 'r.avsc': file.replace('[]', '5') }).places).toEqual([
      'error invalid-avro r.avsc:1:44',
    ]);
    expect(read({ 'api.yaml': at('https://r.example/r.avsc') }).places).toEqual([
      'error forbidden-reference api.yaml:6:21',
    ]);
  });

  it('are declared beside the payload in version 2', () => {
    const { api, places } = read(
      [
        'asyncapi: 2.6.0',
        'info: { title: T, version: 1.0.0 }',
        'channels: {}',
        'components:',
        '  messages:',
        "    m: { schemaFormat: 'application/vnd.apache.avro+yaml;version=1.11.0', payload: { type: record, name: R, namespace: a.b, fields: [] } }",
      ].join('\n'),
    );
    expect(places).toEqual([]);
    expect(api?.messages[0]).toMatchObject({
      contentType: 'avro/binary',
      language: { name: 'avro' },
    });
    expect(api?.components).toMatchObject([{ key: 'schema:a.b.R', name: 'R' }]);
  });

  it('that several messages repeat are one type', () => {
    const message = (name: string, more: string): string =>
      `    ${name}: { payload: { schemaFormat: 'application/vnd.apache.avro;version=1.9.0', schema: { type: record, name: ${name}, fields: [{ name: a, type: { type: record, name: Shared, fields: [{ name: next, type: [null, Shared] }${more}] } }] } } }`;
    const text = (more: string): string =>
      [`${head}components:`, '  messages:', message('A', ''), message('B', more)]
        .join('\n')
        .replaceAll('[null, ', "['null', ");
    const names = (more: string): unknown => read(text(more)).api?.components.map(({ key }) => key);
    expect(names('')).toEqual(['schema:Shared', 'schema:A', 'schema:B']);
    expect(names(', { name: b, type: int }')).toEqual([
      'schema:Shared',
      'schema:A',
      'schema:Shared_2',
      'schema:B',
    ]);
  });

  it('do not describe headers', () => {
    const headers = described('string').replace('payload:', 'headers:');
    expect(read(headers).places).toEqual(['error unsupported-schema-format api.yaml:5:19']);
  });

  it.each(['application/raml+yaml;version=1.0', 'application/xml'])(
    'in %s instead are an error',
    (format) => {
      const text = described('{}').replace('application/vnd.apache.avro;version=1.9.0', format);
      expect(read(text).places).toEqual(['error unsupported-schema-format api.yaml:5:35']);
    },
  );

  it.each([
    record("{ name: a, type: [int, string], default: 5 }, { name: b, type: bytes, default: 'ÿ' }"),
    record(
      '{ name: a, type: { type: map, values: { type: array, items: long } }, default: { x: [1] } }',
    ),
    record(
      '{ name: a, type: { type: enum, name: E, symbols: [x] }, default: x }, { name: b, type: E, default: x }',
    ),
    record(
      '{ name: a, type: { type: record, name: a.b.S, fields: [{ name: c, type: { type: fixed, name: F, size: 2 } }] } }, { name: b, type: a.b.F }',
    ),
  ])('that are accepted are accepted by the library: %s', (schema) => {
    const { api, places } = read(described(schema));
    expect(places).toEqual([]);
    const language = api?.messages[0]?.language;
    if (language?.name !== 'avro') throw new Error('the payload is in Avro');
    expect(() => avro.Type.forSchema(language.schema as avro.Schema)).not.toThrow();
  });
});
