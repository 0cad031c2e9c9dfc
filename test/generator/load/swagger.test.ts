import { describe, expect, it } from 'vitest';
import { diagnosticPosition } from '../../../generator/core/origin.js';
import { memoryHost } from '../../../generator/host/memory.js';
import { loadDocument } from '../../../generator/load/load.js';
import type { Json } from '../../../generator/model/schema.js';

const head = "swagger: '2.0'\ninfo: { title: T, version: 1.0.0 }\n";

function load(text: string): ReturnType<typeof loadDocument> {
  return loadDocument(memoryHost({ 'api.yaml': head + text }), 'api.yaml');
}

function upgraded(text: string): Json {
  return load(text).value?.value ?? null;
}

/** An operation `get /a` with these lines. */
function operation(lines: string, rest = ''): string {
  return `${rest}paths:\n  /a:\n    get:\n      ${lines.trim().replaceAll('\n', '\n      ')}\n      responses: {}\n`;
}

const string = { type: 'string' };

describe('Swagger 2.0 document', () => {
  it.each<[what: string, text: string, want: Json]>([
    [
      'schemes and a host',
      'host: h:1\nschemes: [http, https]\nbasePath: /v/',
      [{ url: 'http://h:1/v' }, { url: 'https://h:1/v' }],
    ],
    ['a host alone', 'host: h', [{ url: 'https://h' }]],
    ['a base path alone', 'basePath: /v1', [{ url: '/v1' }]],
  ])('is converted to servers: %s', (_what, text, servers) => {
    expect(upgraded(text)).toMatchObject({ openapi: '3.0.4', servers });
  });

  it.each<[what: string, parameter: string, want: Json]>([
    [
      'a query',
      '{ name: a, in: query, type: string, maxLength: 2 }',
      { name: 'a', in: 'query', schema: { type: 'string', maxLength: 2 } },
    ],
    [
      'names of enum values',
      '{ name: a, in: query, type: string, enum: [b], x-enumNames: [B], x-ms-enum: { name: A }, x-other: 1 }',
      {
        name: 'a',
        in: 'query',
        'x-other': 1,
        schema: { type: 'string', enum: ['b'], 'x-enumNames': ['B'], 'x-ms-enum': { name: 'A' } },
      },
    ],
    [
      'a comma-separated list',
      '{ name: a, in: query, type: array, items: { type: string } }',
      {
        name: 'a',
        in: 'query',
        style: 'form',
        explode: false,
        schema: { type: 'array', items: string },
      },
    ],
    [
      'a repeated list',
      '{ name: a, in: query, type: array, items: { type: string }, collectionFormat: multi }',
      {
        name: 'a',
        in: 'query',
        style: 'form',
        explode: true,
        schema: { type: 'array', items: string },
      },
    ],
    [
      'a pipe-separated list',
      '{ name: a, in: query, type: array, items: { type: string }, collectionFormat: pipes }',
      {
        name: 'a',
        in: 'query',
        style: 'pipeDelimited',
        explode: false,
        schema: { type: 'array', items: string },
      },
    ],
    [
      'a list in a header',
      '{ name: a, in: header, type: array, items: { type: string } }',
      {
        name: 'a',
        in: 'header',
        style: 'simple',
        explode: false,
        schema: { type: 'array', items: string },
      },
    ],
    [
      'a nullable string',
      '{ name: a, in: query, type: string, x-nullable: true }',
      { name: 'a', in: 'query', schema: { type: 'string', nullable: true } },
    ],
    [
      'a nullable enum',
      '{ name: a, in: query, type: string, enum: [b], default: b, x-nullable: true }',
      {
        name: 'a',
        in: 'query',
        schema: { anyOf: [{ type: 'string', enum: ['b'] }, { enum: [null] }], default: 'b' },
      },
    ],
  ])('is converted to parameters with schemas: %s', (_what, parameter, want) => {
    expect(upgraded(operation(`parameters: [${parameter}]`))).toMatchObject({
      paths: { '/a': { get: { parameters: [want] } } },
    });
  });

  it.each<[what: string, text: string, body: Json]>([
    [
      'a media type for each type in consumes',
      operation(
        'consumes: [a/b, c/d]\nparameters: [{ name: x, in: body, required: true, schema: { type: string } }]',
        'consumes: [e/f]\n',
      ),
      { required: true, content: { 'a/b': { schema: string }, 'c/d': { schema: string } } },
    ],
    [
      'JSON without consumes',
      operation('parameters: [{ name: x, in: body, schema: { type: string } }]'),
      { content: { 'application/json': { schema: string } } },
    ],
    [
      'a shared body parameter',
      operation(
        "parameters: [{ $ref: '#/parameters/b' }]",
        'consumes: [e/f]\nparameters:\n  b: { name: b, in: body, schema: { type: string } }\n',
      ),
      { content: { 'e/f': { schema: string } } },
    ],
    [
      'a form',
      operation(
        'parameters:\n  - { name: a, in: formData, type: string, required: true, description: An a. }\n  - { name: b, in: formData, type: array, items: { type: string } }',
      ),
      {
        required: true,
        content: {
          'application/x-www-form-urlencoded': {
            schema: {
              type: 'object',
              required: ['a'],
              properties: {
                a: { type: 'string', description: 'An a.' },
                b: { type: 'array', items: string },
              },
            },
            encoding: { b: { style: 'form', explode: false } },
          },
        },
      },
    ],
    [
      'a file in a multipart form',
      operation('parameters: [{ name: f, in: formData, type: file }]'),
      {
        content: {
          'multipart/form-data': {
            schema: { type: 'object', properties: { f: { type: 'string', format: 'binary' } } },
          },
        },
      },
    ],
    [
      'form fields of the path item and the operation',
      'paths:\n  /a:\n    get:\n      parameters: [{ name: b, in: formData, type: string }]\n      responses: {}\n    parameters: [{ name: a, in: formData, type: string }, { name: b, in: formData, type: integer }]\n',
      {
        content: {
          'application/x-www-form-urlencoded': {
            schema: { type: 'object', properties: { a: string, b: string } },
          },
        },
      },
    ],
  ])('is converted to request bodies: %s', (_what, text, requestBody) => {
    expect(upgraded(text)).toMatchObject({ paths: { '/a': { get: { requestBody } } } });
  });

  it('is converted to responses with the media types in produces', () => {
    const text =
      'produces: [a/b]\nresponses:\n  R: { description: r, schema: { type: string }, examples: { c/d: x } }\npaths:\n  /a:\n' +
      "    get: { produces: [c/d], responses: { '200': { $ref: '#/responses/R' } } }\n" +
      "    put: { responses: { '200': { $ref: '#/responses/R' } } }\n";
    expect(upgraded(text)).toMatchObject({
      paths: {
        '/a': {
          get: {
            responses: {
              '200': { description: 'r', content: { 'c/d': { schema: string, example: 'x' } } },
            },
          },
          put: { responses: { '200': { $ref: '#/components/responses/R' } } },
        },
      },
      components: {
        responses: { R: { description: 'r', content: { 'a/b': { schema: string } } } },
      },
    });
  });

  it('is converted to references to the new locations', () => {
    const text =
      "definitions:\n  A: { properties: { __proto__: { $ref: '#/definitions/A' }, b: { $ref: 'other.yaml#/definitions/B' } } }\n" +
      "  C: { $ref: '#/paths/~1a/get/responses/200/schema' }\n" +
      "paths:\n  /a:\n    get: { responses: { '200': { description: r, schema: { type: string } } } }\n";
    const schemas = (upgraded(text) as { components: { schemas: Record<string, Json> } }).components
      .schemas;
    expect(JSON.stringify(schemas)).toBe(
      '{"A":{"properties":{"__proto__":{"$ref":"#/components/schemas/A"},"b":{"$ref":"other.yaml#/definitions/B"}}},' +
        '"C":{"$ref":"#/paths/~1a/get/responses/200/content/application~1json/schema"}}',
    );
  });

  it('is converted to security schemes with their descriptions and extensions', () => {
    const text =
      'securityDefinitions:\n  a: { type: basic, description: B. }\n' +
      '  b: { type: oauth2, flow: accessCode, authorizationUrl: u, tokenUrl: t, scopes: { s: S }, x-y: 1 }\n';
    expect(upgraded(text)).toMatchObject({
      components: {
        securitySchemes: {
          a: { type: 'http', scheme: 'basic', description: 'B.' },
          b: {
            type: 'oauth2',
            'x-y': 1,
            flows: {
              authorizationCode: { authorizationUrl: 'u', tokenUrl: 't', scopes: { s: 'S' } },
            },
          },
        },
      },
    });
  });

  const written = [
    'definitions:',
    '  A: { properties: { b: { type: string, x-nullable: true } } }',
    "  C: { description: c, $ref: '#/definitions/A', x-nullable: true }",
    'paths:',
    '  /a:',
    '    get:',
    '      parameters:',
    '        - { in: query, name: q, type: integer }',
    '        - { in: body, name: b, schema: { type: boolean } }',
    '      responses:',
    '        200: { description: r, schema: { type: number } }',
    '',
  ];

  it.each<[tokens: readonly string[], text: string]>([
    [['openapi'], "'2.0'"],
    [['components', 'schemas', 'A', 'properties', 'b', 'type'], 'string, x-nullable'],
    [['components', 'schemas', 'A', 'properties', 'b', 'nullable'], 'true } } }'],
    [['components', 'schemas', 'C', 'anyOf', '0', '$ref'], "'#/definitions/A'"],
    [['components', 'schemas', 'C', 'anyOf', '1'], 'true }'],
    [['components', 'schemas', 'C', 'description'], 'c, '],
    [['paths', '/a', 'get', 'parameters', '0', 'schema', 'type'], 'integer }'],
    [
      ['paths', '/a', 'get', 'requestBody', 'content', 'application/json', 'schema', 'type'],
      'boolean }',
    ],
    [['paths', '/a', 'get', 'requestBody'], '{ in: body'],
    [
      ['paths', '/a', 'get', 'responses', '200', 'content', 'application/json', 'schema'],
      '{ type: number',
    ],
  ])('keeps the positions of the original text: %j', (tokens, text) => {
    const source = load(written.join('\n')).value;
    const { line = 0, column = 0 } = source?.locate(tokens, 'value') ?? {};
    expect(source?.line(line)?.slice(column - 1)).toMatch(text);
  });

  it('reports an unsupported collectionFormat', () => {
    const { diagnostics } = load(
      operation(
        'parameters: [{ name: a, in: query, type: array, items: { type: string }, collectionFormat: tsv }]',
      ),
    );
    expect(
      diagnostics.map((each) => `${each.code} ${diagnosticPosition(each).position?.line}`),
    ).toEqual(['unsupported-collection-format 6']);
  });
});
