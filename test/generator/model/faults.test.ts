import { describe, expect, it } from 'vitest';
import { diagnosticPosition } from '../../../generator/core/origin.js';
import { description, read } from './read.js';

const ok = "responses: { '200': { description: ok } }";
const operation = (text: string): string =>
  description({ paths: `/a/{id}:\n  get:\n    ${text.trim().replaceAll('\n', '\n    ')}` });
const schema = (text: string, version?: string): string =>
  description(
    { components: `schemas:\n  A:\n    ${text.trim().replaceAll('\n', '\n    ')}` },
    version,
  );
const id = '{ name: id, in: path, required: true, schema: { type: string } }';

/** Chain of schemas, each of which extends the previous one and has a discriminator for its subtypes. */
const chainOfBases = (count: number): string =>
  Array.from({ length: count }, (_, index) => {
    const above = index === 0 ? '' : `allOf: [{ $ref: '#/components/schemas/A${index - 1}' }], `;
    return `\n  A${index}: { ${above}properties: { k: { type: string } }, discriminator: { propertyName: k } }`;
  }).join('');

const subtypesOf = (base: string, count: number): string =>
  Array.from(
    { length: count },
    (_, index) => `\n  S${index}: { allOf: [{ $ref: '#/components/schemas/${base}' }] }`,
  ).join('');

describe('mistakes in OpenAPI', () => {
  it.each<[what: string, text: string, want: readonly string[]]>([
    ['Swagger 1.2', "swagger: '1.2'", ['error unsupported-document api.yaml:1:10']],
    [
      'an unsupported version of AsyncAPI',
      'asyncapi: 1.2.0',
      ['error unsupported-document api.yaml:1:11'],
    ],
    [
      'an unsupported version of OpenAPI',
      'openapi: 4.0.0',
      ['error unsupported-document api.yaml:1:10'],
    ],
    [
      'a version that is a number',
      'openapi: 3.0\ninfo: { title: T, version: 1.10 }\npaths: {}',
      ['warning loose-form api.yaml:1:10', 'warning loose-form api.yaml:2:28'],
    ],
    [
      'a version that is neither a string nor a number',
      'openapi: [3.1]',
      ['error invalid-type api.yaml:1:10'],
    ],
    [
      'members that are null',
      operation(
        `parameters: [${id}]\ntags:\nsummary: null\ncallbacks: null\nservers: null\nrequestBody: { content: {}, required: null }\n${ok}`,
      ),
      [
        'warning loose-form api.yaml:11:35',
        'warning loose-form api.yaml:8:7',
        'warning loose-form api.yaml:7:7',
        'warning loose-form api.yaml:10:7',
        'warning loose-form api.yaml:9:7',
      ],
    ],
    [
      'invalid security requirements',
      description({
        paths: `/a:\n  get: { security: null, ${ok} }\n  put: { security: bearer, ${ok} }\n  post: { security: [null], ${ok} }`,
      }),
      [
        'error invalid-security api.yaml:5:22',
        'error invalid-security api.yaml:6:22',
        'error invalid-security api.yaml:7:24',
      ],
    ],
    [
      'a null title',
      "openapi: 3.1.0\ninfo: { title: null, version: '1' }\npaths: {}",
      ['error missing-member api.yaml:2:7'],
    ],
    [
      'names and descriptions that are not text',
      description({
        root: 'tags: [{ name: 1, description: { $ref: a.md } }]',
        components: 'schemas: { A: { description: [a], title: 2.0 } }',
      }),
      [
        'warning ignored-member api.yaml:6:32',
        'warning loose-form api.yaml:6:44',
        'warning loose-form api.yaml:3:16',
        'warning ignored-member api.yaml:3:32',
      ],
    ],
    [
      'statuses in lower case, one of them twice',
      operation(
        `parameters: [${id}]\nresponses: { 2xx: { description: ok }, 4xx: { description: a }, 4XX: { description: b } }`,
      ),
      [
        'warning loose-form api.yaml:7:20',
        'warning loose-form api.yaml:7:46',
        'error duplicate-status api.yaml:7:71',
      ],
    ],
    [
      'a response without a description, and an operation without responses',
      description({ paths: '/a:\n  get: { responses: { 200: {} } }\n  put: {}' }, '3.0.3'),
      ['warning omitted-member api.yaml:5:30', 'warning omitted-member api.yaml:6:5'],
    ],
    [
      'only components in OpenAPI 3.0',
      'openapi: 3.0.3\ninfo: { title: T, version: 1.0.0 }\ncomponents: {}',
      ['warning omitted-member api.yaml:1:1'],
    ],
    ['a document that is not a description', 'a: 1', ['error unsupported-document api.yaml:1:1']],
    [
      'no info and no paths',
      'openapi: 3.0.0',
      ['error missing-member api.yaml:1:1', 'error missing-member api.yaml:1:1'],
    ],
    [
      'a member of the wrong type',
      'openapi: 3.1.0\ninfo: { title: true, version: [1.0] }\npaths: []',
      [
        'error invalid-type api.yaml:3:8',
        'error invalid-type api.yaml:2:16',
        'error invalid-type api.yaml:2:31',
      ],
    ],
    [
      'headers that no client can send, once for each name',
      description({
        paths: `
/a:
  parameters:
    - { name: Content-Length, in: header, required: true, schema: { type: integer } }
  get: { responses: { '200': { description: ok } }, parameters: [{ name: Host, in: header, schema: { type: string } }] }
  put: { responses: { '200': { description: ok } }, parameters: [{ name: transfer-encoding, in: header, schema: { type: string } }, { name: HOST, in: header, schema: { type: string } }] }`,
      }),
      [
        'warning ignored-parameter api.yaml:6:9',
        'warning ignored-parameter api.yaml:7:68',
        'warning ignored-parameter api.yaml:8:68',
      ],
    ],
    [
      'listed integers that become equal as doubles',
      schema('enum: [9007199254740992, 9007199254740993]'),
      ['error inexact-integer api.yaml:7:32'],
    ],
    [
      'integers that a double rounds, at any depth and in any spelling',
      schema(
        'properties:\n  a: { const: 0x20000000000001 }\n  b: { default: { c: [-9007199254740993] } }\n  d: { example: 9007199254740993.0 }\n  e: { examples: [1, 9007199254740993] }',
      ),
      [
        'error inexact-integer api.yaml:8:21',
        'warning inexact-annotation api.yaml:9:29',
        'warning inexact-annotation api.yaml:10:23',
        'warning inexact-annotation api.yaml:11:28',
      ],
    ],
    [
      'integers that are exact only as bigint, with x-int64',
      schema(
        'properties:\n  a: { type: integer, format: int64, enum: [1, 9007199254740993] }\n  b: { type: integer, const: 9007199254740993 }\n  c: { type: integer, format: int64, examples: [9007199254740993] }',
      ).replace('\n', '\nx-int64: bigint\n'),
      ['error inexact-integer api.yaml:10:36'],
    ],
    [
      'exact integers beyond 2^53, bounds, and strings',
      schema(
        "enum: [9007199254740992, 9223372036854775808, 9223372036854776000, 1e30, 0.12345678901234567890123]\nmaximum: 9223372036854775807\ndefault: '9007199254740993'",
      ),
      [],
    ],
    [
      'an empty list of required names in OpenAPI 3.0',
      schema('type: object\nrequired: []', '3.0.3'),
      ['warning loose-form api.yaml:8:17'],
    ],
    [
      'a style beside content',
      operation(
        `parameters: [${id}, { name: q, in: query, style: form, content: { application/json: {} } }]\n${ok}`,
      ),
      ['warning loose-form api.yaml:6:108'],
    ],
    [
      'a licence with two identifications',
      "openapi: 3.1.0\ninfo: { title: T, version: '1', license: { name: MIT, identifier: MIT, url: 'https://a.example/' } }\npaths: {}",
      ['warning loose-form api.yaml:2:33'],
    ],
    [
      'a path item and a callback that are used twice',
      description({
        paths: `/a:\n  $ref: '#/components/pathItems/P'\n/b:\n  $ref: '#/components/pathItems/P'`,
        components: `pathItems:\n  P:\n    get: { operationId: p, ${ok}, callbacks: { c: { $ref: '#/components/callbacks/C' } } }\ncallbacks:\n  C:\n    '{$request.query.u}': { post: { operationId: c, ${ok} } }`,
      }),
      [],
    ],
    [
      'tags with unknown parents, and with themselves as parents',
      'openapi: 3.2.0\ninfo: { title: T, version: 1.0.0 }\npaths: {}\ntags: [{ name: a, parent: x }, { name: b, parent: c }, { name: c, parent: b }, { name: d, parent: c }]',
      [
        'error tag-parent api.yaml:4:27',
        'error tag-parent api.yaml:4:51',
        'error tag-parent api.yaml:4:75',
      ],
    ],
    [
      'an unknown member',
      operation(`parameters: [${id}]\noperationID: x\n${ok}`),
      ['warning unknown-member api.yaml:7:7'],
    ],
    [
      'an undeclared path parameter',
      operation(ok),
      ['warning undeclared-path-parameter api.yaml:5:5'],
    ],
    [
      'a path parameter that is not in the path',
      operation(
        `parameters:\n  - ${id}\n  - { name: x, in: path, required: true, schema: {} }\n${ok}`,
      ),
      ['error unused-path-parameter api.yaml:8:11'],
    ],
    [
      'a path parameter without required',
      operation(`parameters: [{ name: id, in: path, schema: {} }]\n${ok}`),
      ['warning omitted-member api.yaml:6:20'],
    ],
    [
      'an optional path parameter',
      operation(`parameters: [{ name: id, in: path, required: false, schema: {} }]\n${ok}`),
      ['error optional-path-parameter api.yaml:6:20'],
    ],
    [
      'a parameter twice',
      operation(`parameters: [${id}, ${id}]\n${ok}`),
      ['error duplicate-parameter api.yaml:6:86'],
    ],
    [
      'a parameter without a location',
      operation(`parameters: [${id}, { name: x, schema: {} }]\n${ok}`),
      ['error missing-member api.yaml:6:86'],
    ],
    [
      'a parameter without a schema',
      operation(`parameters: [${id}, { name: x, in: query }]\n${ok}`),
      ['error parameter-description api.yaml:6:86'],
    ],
    [
      'a style that the location does not support',
      operation(`parameters: [${id}, { name: x, in: header, style: form, schema: {} }]\n${ok}`),
      ['error invalid-style api.yaml:6:116'],
    ],
    [
      'an invalid header name',
      operation(`parameters: [${id}, { name: 'x y', in: header, schema: {} }]\n${ok}`),
      ['error invalid-name api.yaml:6:94'],
    ],
    [
      'an invalid status',
      operation(`parameters: [${id}]\nresponses: { 600: { description: x } }`),
      ['error invalid-status api.yaml:7:20'],
    ],
    [
      'an invalid media type',
      operation(
        `parameters: [${id}]\nresponses: { 200: { description: x, content: { json: {} } } }`,
      ),
      ['warning loose-media-type api.yaml:7:54'],
    ],
    [
      'two equal operation ids',
      description({
        paths: `/a:\n  get: { operationId: x, ${ok} }\n  put: { operationId: x, ${ok} }`,
      }),
      ['error duplicate-operation-id api.yaml:6:25'],
    ],
    [
      'ambiguous paths',
      description({
        paths: `/{a}:\n  get: { parameters: [{ name: a, in: path, required: true, schema: {} }], ${ok} }\n/{b}: {}`,
      }),
      ['warning ambiguous-path api.yaml:6:3'],
    ],
    [
      'a path without a slash',
      description({ paths: 'a: {}' }),
      ['error invalid-path api.yaml:4:3'],
    ],
    ['an unclosed brace', description({ paths: '"/{a": {}' }), ['error invalid-path api.yaml:4:3']],
    [
      'an undeclared security scheme',
      description({ root: 'security: [{ key: [] }]' }),
      ['error undeclared-security-scheme api.yaml:3:14'],
    ],
    [
      'an undeclared server variable',
      description({ root: "servers: [{ url: 'https://{host}' }]" }),
      ['error undeclared-variable api.yaml:3:18'],
    ],
    [
      'an unresolved reference',
      description({
        paths: "/a:\n  get:\n    responses: { '200': { $ref: '#/components/responses/X' } }",
      }),
      ['error unresolved-reference api.yaml:6:35'],
    ],
    [
      'a cycle of references',
      description({
        paths: "/a:\n  get:\n    responses: { '200': { $ref: '#/components/responses/X' } }",
        components: "responses:\n  X: { $ref: '#/components/responses/X' }",
      }),
      ['error reference-cycle api.yaml:6:35', 'error reference-cycle api.yaml:9:16'],
    ],
    ['an unknown type', schema('type: strng'), ['error unknown-type api.yaml:7:13']],
    ['a length that is a string', schema("maxLength: '5'"), ['error invalid-type api.yaml:7:18']],
    ['a negative length', schema('maxLength: -1'), ['error invalid-value api.yaml:7:18']],
    ['a misspelt keyword', schema('maxLenght: 1'), ['warning unknown-keyword api.yaml:7:7']],
    [
      'nullable in OpenAPI 3.1',
      schema('type: string\nnullable: true'),
      ['warning foreign-keyword api.yaml:8:7'],
    ],
    [
      'a list of types in OpenAPI 3.0',
      schema('type: [string, "null"]', '3.0.3'),
      ['error invalid-type api.yaml:7:13'],
    ],
    [
      'keywords beside a reference in OpenAPI 3.0',
      schema("$ref: '#/components/schemas/B'\nmaxLength: 1", '3.0.3') + '    B: {}\n',
      ['warning ignored-sibling api.yaml:8:7'],
    ],
    [
      'a schema that is a string',
      schema('properties: { a: text }'),
      ['error invalid-type api.yaml:7:24'],
    ],
    [
      'a schema that contains itself',
      schema("allOf: [{ $ref: '#/components/schemas/A' }]"),
      ['error schema-cycle api.yaml:7:7'],
    ],
    [
      'a schema that refers to itself, and a response that uses it',
      schema("$ref: '#/components/schemas/A'") + "    B: { $ref: '#/components/schemas/A' }\n",
      ['error schema-cycle api.yaml:7:7', 'error reference-cycle api.yaml:8:16'],
    ],
    [
      'a schema below too many discriminators',
      description({ components: `schemas:${chainOfBases(18)}` }),
      ['error nested-discriminators api.yaml:22:96'],
    ],
    [
      'schemas with discriminators that form wide unions of each other',
      description({ components: `schemas:${chainOfBases(2)}${subtypesOf('A1', 8001)}` }),
      ['error nested-discriminators api.yaml:7:94'],
    ],
    ['an invalid pattern', schema("pattern: '(?i)a['"), ['error invalid-pattern api.yaml:7:16']],
    [
      'a reference to a property of Object.prototype',
      schema("$ref: '#/components/schemas/constructor'"),
      ['error unresolved-reference api.yaml:7:13'],
    ],
  ])('are reported as expected: %s', (_what, text, want) => {
    expect(read(text).places).toEqual(want);
  });

  it.each<[text: string, hint: string]>([
    [schema("$ref: '#/components/schemas/AA'"), 'did you mean "A"?'],
    [schema('type: strng'), 'did you mean "string"?'],
    [schema('maxLenght: 1'), 'did you mean "maxLength"?'],
    [
      schema('type: array\nitems: []', '3.0.3'),
      '"items" is the schema of every item: write "items: {}" for items of any kind',
    ],
    [operation(`parameters: [${id}]\noperationID: x\n${ok}`), 'did you mean "operationId"?'],
    [
      description({
        root: 'security: [{ bearr: [] }]',
        components: 'securitySchemes:\n  bearer: { type: http, scheme: bearer }',
      }),
      'did you mean "bearer"?',
    ],
    [operation(`parameters: [${id}]\nresponses: { 4xx: { description: x } }`), 'write "4XX"'],
  ])('have hints with the intended word (%#)', (text, hint) => {
    expect(read(text).diagnostics.map((diagnostic) => diagnostic.hint)).toContain(hint);
  });

  it('are all reported in one run', () => {
    const text = operation(
      `parameters: [{ name: id, in: path }]\nresponses: { 700: {} }\ntags: [{}]`,
    );
    expect(
      read(text)
        .diagnostics.map(({ code }) => code)
        .sort(),
    ).toEqual(['invalid-status', 'invalid-type', 'omitted-member', 'parameter-description']);
  });

  it('are reported for references outside the folder', () => {
    const { places } = read({
      'api.yaml': schema("$ref: 'https://example.com/a.yaml'"),
    });
    expect(places).toEqual(['error forbidden-reference api.yaml:7:13']);
  });

  it('are reported once for an "$id" that moves relative references outside the folder', () => {
    const { places, diagnostics } = read(
      schema(`$id: https://example.com/base/
properties:
  a: { $ref: a.json }
  b: { $ref: b.json }
  c: { $ref: 'https://example.com/c.json' }`),
    );
    expect(places).toEqual([
      'error remote-base api.yaml:7:7',
      'error forbidden-reference api.yaml:11:20',
    ]);
    const [diagnostic] = diagnostics;
    expect(
      diagnostic?.related?.map((note) => [note.message, diagnosticPosition(note).position?.line]),
    ).toEqual([['"a.json" is refused: it is on the network', 9]]);
  });
});
