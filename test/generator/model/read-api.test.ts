import { describe, expect, it } from 'vitest';
import type { Operation } from '../../../generator/model/api.js';
import { description, read } from './read.js';

function only(text: string | { readonly [path: string]: string }): Operation {
  const { api, places } = read(text);
  expect(places).toEqual([]);
  const [operation] = api?.operations ?? [];
  if (operation === undefined) throw new Error('no operation was read');
  return operation;
}

const ok = "responses: { '200': { description: ok } }";

describe('readApi', () => {
  it('keeps the order of the document and identifies operations by id, or by method and path', () => {
    const { api, places } = read(
      description({
        paths: `
/b/{id}:
  put: { operationId: putB, ${ok} }
  get: { ${ok} }
  parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
/a:
  get: { ${ok} }`,
      }),
    );
    expect(places).toEqual([]);
    expect(api?.operations.map(({ key }) => key)).toEqual([
      'operation:putB',
      'operation:GET /b/{id}',
      'operation:GET /a',
    ]);
    expect(api?.operations[0]?.parameters.map(({ name }) => name)).toEqual(['id']);
  });

  it('splits a path at its parameters', () => {
    const { binding } = only(
      description({
        paths: `
/a/{x}.{y}/b:
  get:
    parameters:
      - { name: x, in: path, required: true, schema: { type: string } }
      - { name: y, in: path, required: true, schema: { type: string } }
    ${ok}`,
      }),
    );
    expect(binding).toEqual({
      kind: 'http',
      method: 'GET',
      target: {
        text: '/a/{x}.{y}/b',
        parts: ['/a/', { parameter: 'x' }, '.', { parameter: 'y' }, '/b'],
      },
    });
  });

  it('replaces a parameter of the path item with that of the operation', () => {
    const operation = only(
      description({
        paths: `
/a:
  parameters:
    - { name: X-Id, in: header, schema: { type: string } }
    - { name: limit, in: query, schema: { type: string } }
  get:
    parameters: [{ name: x-id, in: header, required: true, schema: { type: integer } }]
    ${ok}`,
      }),
    );
    expect(operation.parameters.map(({ name, required }) => [name, required])).toEqual([
      ['limit', false],
      ['x-id', true],
    ]);
  });

  it.each([
    ['query', undefined, 'form', true],
    ['query', 'deepObject', 'deepObject', false],
    ['path', undefined, 'simple', false],
    ['header', undefined, 'simple', false],
    ['cookie', undefined, 'form', true],
  ])('adds the defaults of a %s parameter of style %s', (place, style, wanted, explode) => {
    const text = `{ name: a, in: ${place}, required: true, schema: { type: object }${style === undefined ? '' : `, style: ${style}`} }`;
    const path = place === 'path' ? '/x/{a}' : '/x';
    const [parameter] = only(
      description({ paths: `${path}:\n  get:\n    parameters: [${text}]\n    ${ok}` }),
    ).parameters;
    expect(parameter?.wire).toMatchObject({ kind: 'style', style: wanted, explode });
  });

  it.each([
    ['application/json', '{ type: object }', 'json'],
    ['Application/Problem+JSON; charset=utf-8', '{ type: object }', 'json'],
    ['application/x-www-form-urlencoded', '{ type: object }', 'form'],
    ['multipart/form-data', '{ type: object }', 'opaque'],
    ['multipart/mixed', '{ type: array }', 'opaque'],
    ['multipart/mixed', '{}', 'binary'],
    ['application/json', '{ type: string, format: binary }', 'binary'],
    ['application/json', '{ type: string }', 'json'],
    ['text/plain', '{ type: string }', 'text'],
    ['text/event-stream', '{ type: string }', 'sse'],
    ['application/x-ndjson', '{ type: object }', 'json-lines'],
    ['application/json-seq', '{ type: object }', 'json-seq'],
    ['application/xml', '{ type: object }', 'xml'],
    ['application/octet-stream', '{ type: string, format: binary }', 'binary'],
    ['image/png', '{}', 'binary'],
    ['"*/*"', '{ type: object }', 'json'],
    ['"*/*"', '{ type: string, format: binary }', 'binary'],
  ])('derives the codec of %s with schema %s: %s', (mediaType, schema, codec) => {
    const operation = only(
      description({
        paths: `/a:\n  get:\n    responses:\n      '200':\n        description: ok\n        content:\n          ${mediaType}: { schema: ${schema} }`,
      }),
    );
    expect(operation.outcomes[0]?.contents[0]?.codec).toBe(codec);
  });

  it.each([
    ['3.0.3', 'get', false, false],
    ['3.0.3', 'head', false, false],
    ['3.0.3', 'get', true, true],
    ['3.0.3', 'delete', false, true],
    ['3.1.0', 'get', false, true],
  ])(
    'in OpenAPI %s, reads or ignores the body of %s that is required %j: %j',
    (version, method, required, want) => {
      const body = `requestBody: { required: ${required}, content: { application/json: { schema: { type: object } } } }`;
      const { api, places } = read(
        description(
          {
            paths: `/a:\n  ${method}:\n    ${body}\n    responses: { '200': { description: ok } }\n/b:\n  ${method}:\n    ${body}\n    responses: { '200': { description: ok } }`,
          },
          version,
        ),
      );
      expect(api?.operations.map(({ request }) => request !== undefined)).toEqual([want, want]);
      expect(places.filter((place) => place.includes('ignored-body'))).toHaveLength(want ? 0 : 1);
    },
  );

  it.each<readonly [keys: readonly string[], want: readonly string[]]>([
    [['"application/json, version=1.0.0"'], ['application/json json']],
    [['json'], ['*/* json']],
    [['applicationjson;version=1'], ['*/* json']],
    [['json', 'text'], ['*/* json']],
    [['json', 'application/xml'], ['application/xml xml']],
  ])('reads a body despite the invalid media type %j', (keys, want) => {
    const contents = keys.map((key) => `          ${key}: { schema: { type: object } }\n`).join('');
    const { api, places } = read(
      description({
        paths: `/a:\n  get:\n    responses:\n      '200':\n        description: ok\n        content:\n${contents}`,
      }),
    );
    expect(places[0]).toContain('warning loose-media-type');
    const found = api?.operations[0]?.outcomes[0]?.contents ?? [];
    expect(found.map(({ mediaType, codec }) => `${mediaType} ${codec}`)).toEqual(want);
  });

  it('reads statuses, ranges and default', () => {
    const operation = only(
      description({
        paths: `
/a:
  get:
    responses:
      200: { description: a }
      4XX: { description: b }
      default: { description: c }`,
      }),
    );
    expect(operation.outcomes.map(({ when }) => when)).toEqual([
      { status: 200 },
      { status: '4XX' },
      { status: 'default' },
    ]);
  });

  it('reads webhooks and callbacks as operations of the other side', () => {
    const { api, places } = read(
      description({
        root: `
webhooks:
  ping:
    post: { ${ok} }`,
        paths: `
/a:
  post:
    operationId: subscribe
    ${ok}
    callbacks:
      event:
        '{$request.body#/url}':
          post: { ${ok} }`,
      }),
    );
    expect(places).toEqual([]);
    expect(
      api?.operations.map(({ key, sentBy, parent, binding }) => [key, sentBy, parent, binding]),
    ).toEqual([
      ['operation:subscribe', 'client', undefined, expect.objectContaining({ kind: 'http' })],
      [
        'operation:subscribe event POST {$request.body#/url}',
        'server',
        'operation:subscribe',
        {
          kind: 'http',
          method: 'POST',
          target: {
            expression: '{$request.body#/url}',
            callback: 'event',
            address: [{ of: 'request', in: 'body', name: '/url' }],
          },
        },
      ],
      [
        'operation:POST webhooks/ping',
        'server',
        undefined,
        { kind: 'http', method: 'POST', target: { webhook: 'ping' } },
      ],
    ]);
  });

  it.each([
    ['3.0.3', 'x-webhooks', ['POST webhooks/ping']],
    ['3.1.0', 'webhooks', ['POST webhooks/ping']],
    ['3.1.0', 'x-webhooks', []],
  ])('reads the webhooks of %s from %s', (version, name, want) => {
    const { api, places } = read(
      description({ root: `${name}: { ping: { post: { ${ok} } } }`, paths: '{}' }, version),
    );
    expect(places).toEqual([]);
    expect(api?.operations.map(({ key }) => key)).toEqual(want.map((key) => `operation:${key}`));
  });
  it('ignores the security of the document for webhooks and callbacks', () => {
    const { api } = read(
      description({
        root: `
security: [{ key: [] }]
webhooks:
  ping: { post: { ${ok} } }
  pong: { post: { ${ok}, security: [{ key: [] }] } }`,
        paths: `
/a:
  post:
    ${ok}
    callbacks: { event: { $url: { post: { ${ok} } } } }`,
        components: 'securitySchemes:\n  key: { type: apiKey, in: header, name: X-Key }',
      }),
    );
    expect(api?.operations.map(({ security }) => security.length)).toEqual([1, 0, 0, 1]);
  });

  it('inherits servers and security, and lets an operation override them', () => {
    const { api, places } = read(
      description({
        root: `
servers: [{ url: 'https://{host}/v1', variables: { host: { default: a.example } } }]
security: [{ key: [] }]`,
        paths: `
/a:
  get: { ${ok} }
  post: { ${ok}, security: [], servers: [{ url: https://b.example }] }`,
        components: 'securitySchemes:\n  key: { type: apiKey, in: header, name: X-Key }',
      }),
    );
    expect(places).toEqual([]);
    const [get, post] = api?.operations ?? [];
    expect(get?.security).toMatchObject([{ schemes: [{ key: 'key', scopes: [] }] }]);
    expect(get?.servers[0]?.url).toBe('https://{host}/v1');
    expect([post?.security, post?.servers.map(({ url }) => url)]).toEqual([
      [],
      ['https://b.example'],
    ]);
    expect(api?.variables).toEqual([{ name: 'host', default: 'a.example' }]);
  });

  it('follows references across files, into arrays and through escapes', () => {
    const operation = only({
      'api.yaml': description({
        paths: "/a%20b~c:\n  $ref: 'paths/a.yaml#/items/~1a%20b'",
        components: 'parameters:\n  Limit: { name: limit, in: query, schema: { type: integer } }',
      }),
      'paths/a.yaml': `
items:
  '/a b':
    get:
      parameters: [{ $ref: '../api.yaml#/components/parameters/Limit' }]
      responses:
        '200': { $ref: '../responses.json#/list/1' }`,
      'responses.json': '{"list": [{}, {"description": "second"}]}',
    });
    expect(operation.parameters[0]?.name).toBe('limit');
    expect(operation.outcomes[0]?.description.text).toBe('second');
  });

  it('lists tags that are declared, then those that are only used', () => {
    const { api } = read(
      description({
        root: 'tags: [{ name: A, description: First }]',
        paths: `/a:\n  get: { tags: [B, A], ${ok} }`,
      }),
    );
    expect(api?.tags.map(({ name }) => name)).toEqual(['A', 'B']);
  });

  it('reads additional methods, query strings, item schemas and responses without descriptions of OpenAPI 3.2', () => {
    const { api, places } = read(
      description(
        {
          paths: `
/a:
  query:
    parameters: [{ name: q, in: querystring, content: { application/json: { schema: { type: object } } } }]
    responses:
      '200': { content: { application/jsonl: { itemSchema: { type: string } } } }
  additionalOperations:
    COPY: { ${ok} }`,
        },
        '3.2.0',
      ),
    );
    expect(places).toEqual([]);
    expect(api?.operations.map(({ key }) => key)).toEqual([
      'operation:QUERY /a',
      'operation:COPY /a',
    ]);
    expect(api?.operations[0]?.outcomes[0]?.contents[0]).toMatchObject({
      codec: 'json-lines',
      item: expect.any(String),
    });
  });
});
