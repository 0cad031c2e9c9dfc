import { describe, expect, it } from 'vitest';
import type { Diagnostic } from '../../../generator/core/diagnostic.js';
import { diagnosticPosition } from '../../../generator/core/origin.js';
import { generate, memoryHost } from '../../../generator/index.js';
import { lint } from '../../../generator/lint/lint.js';
import { description, read } from '../model/read.js';
import { lintText } from './lint-text.js';

const size = 'schema: { type: object, properties: { size: { type: integer } } }';

/** An operation whose lines begin at 4: `/a`, `get`, and what is given from line 6 on. */
function operation(text: string, components?: string, version?: string): string {
  const lines = text.trim().split('\n');
  const paths = ['/a:', '  get:', ...lines.map((line) => `    ${line}`)].join('\n');
  return description({ paths, ...(components === undefined ? {} : { components }) }, version);
}

const answers = (content: string): string =>
  operation(`responses:
  '200':
    description: ok
    ${content.replaceAll('\n', '\n    ')}`);

describe('examples beside a schema', () => {
  it.each<readonly [what: string, text: string, want: readonly string[]]>([
    [
      'the example of a response',
      answers(`content:\n  application/json:\n    ${size}\n    example: { size: big }`),
      ['warning invalid-example 12'],
    ],
    [
      'one of the examples of a response',
      answers(
        `content:\n  application/json:\n    ${size}\n    examples:\n      good: { value: { size: 1 } }\n      bad: { value: { size: big } }`,
      ),
      ['warning invalid-example 14'],
    ],
    ...(['additionalProperties', 'unevaluatedProperties'] as const).map(
      (keyword) =>
        [
          `members that nothing describes, where ${keyword} allows none`,
          answers(
            `content:\n  application/json:\n    schema: { type: object, ${keyword}: false, properties: { size: {} } }\n    examples:\n      good: { value: { size: 1 } }\n      slip: { value: { siez: 1 } }\n      bad: { value: { size: 1, colour: red } }`,
          ),
          ['warning invalid-example 14', 'warning invalid-example 15'],
        ] as const,
    ),
    [
      'properties that a subschema describes or may describe',
      answers(
        `content:\n  application/json:\n    schema:\n      type: object\n      unevaluatedProperties: false\n      allOf: [{ properties: { size: {} } }, { anyOf: [{ properties: { colour: {} } }, {}] }]\n    examples:\n      good: { value: { size: 1, colour: red } }\n      bad: { value: { weight: 1 } }`,
      ),
      ['warning invalid-example 17'],
    ],
    [
      'a valid example and an external one',
      answers(
        `content:\n  application/json:\n    ${size}\n    examples:\n      good: { value: { size: 1 } }\n      far: { externalValue: 'https://example.com/a.json' }`,
      ),
      [],
    ],
    [
      'JSON as text',
      answers(
        `content:\n  application/json:\n    ${size}\n    examples:\n      good: { value: '{"size": 1}' }\n      bad: { value: '{"size": "big"}' }\n      none: { value: size }`,
      ),
      ['warning invalid-example 14', 'warning invalid-example 15'],
    ],
    [
      'an example of XML',
      answers(`content:\n  application/xml:\n    ${size}\n    example: <size>big</size>`),
      [],
    ],
    [
      'an example of a stream',
      answers(
        `content:\n  application/jsonl:\n    itemSchema: { type: integer }\n    example: "1"`,
      ),
      [],
    ],
    [
      'the example of a header',
      answers(`headers:\n  X-Left:\n    schema: { type: integer }\n    example: many`),
      ['warning invalid-example 12'],
    ],
    [
      'the serialized example of a header',
      answers(`headers:\n  X-Left:\n    schema: { type: integer }\n    example: "12"`),
      [],
    ],
    [
      'the example of a body',
      operation(`requestBody:
  content:
    application/json:
      ${size}
      example: [1]
responses: { '200': { description: ok } }`),
      ['warning invalid-example 10'],
    ],
    [
      'the examples of parameters',
      operation(`parameters:
  - { name: a, in: query, schema: { type: integer, maximum: 10 }, example: "11" }
  - { name: b, in: query, schema: { type: array, items: { type: integer } }, example: "1,2" }
  - { name: c, in: query, schema: { type: array, items: { type: integer } }, example: [1, b] }
  - { name: d, in: query, schema: { type: string }, example: 12 }
  - name: e
    in: query
    schema: { enum: [x, y] }
    examples:
      one: { value: x }
      two: { value: z }
  - { name: f, in: query, schema: { type: boolean }, example: "yes" }
  - { name: g, in: query, schema: { type: boolean }, example: "true" }
responses: { '200': { description: ok } }`),
      [
        'warning invalid-example 7',
        'warning invalid-example 9',
        'warning invalid-example 10',
        'warning invalid-example 16',
        'warning invalid-example 17',
      ],
    ],
    [
      'the example of an unused parameter',
      description({
        components: `parameters:
  Size: { name: size, in: query, schema: { type: integer }, example: big }`,
      }),
      ['warning invalid-example 6'],
    ],
    [
      'dataValue in OpenAPI 3.2',
      operation(
        `parameters:
  - name: a
    in: query
    schema: { type: integer }
    examples:
      one: { dataValue: "1", serializedValue: "1" }
responses: { '200': { description: ok } }`,
        undefined,
        '3.2.0',
      ),
      ['warning invalid-example 11'],
    ],
  ])('reports the diagnostics expected for %s', async (_, text, want) => {
    expect(await lintText(text)).toEqual(want);
  });

  it('relates an invalid shared example to its reference', async () => {
    const { api, diagnostics } = read(
      operation(
        `responses:
  '200':
    description: ok
    content:
      application/json:
        ${size}
        examples:
          big: { $ref: '#/components/examples/Big' }`,
        'examples:\n  Big:\n    value: { size: big }',
      ),
    );
    expect(diagnostics).toEqual([]);
    const found = api === undefined ? [] : await lint(api);
    expect(found.map((each) => [each.message, diagnosticPosition(each).position?.line])).toEqual([
      ['the example does not satisfy "type: integer" of the schema beside it at /size', 17],
    ]);
    const [related] = found[0]?.related ?? [];
    expect(related && diagnosticPosition(related).position?.line).toBe(13);
  });
});

describe('examples of messages', () => {
  it('are compared with the payload and headers', async () => {
    const text = `asyncapi: 3.0.0
info: { title: Test, version: 1.0.0 }
components:
  messages:
    Tick:
      headers: { type: object, properties: { n: { type: integer } } }
      payload: { type: object, required: [price] }
      examples:
        - payload: { price: 1 }
          headers: { n: 1 }
        - payload: {}
          headers: { n: one }
`;
    expect(await lintText(text)).toEqual([
      'warning invalid-example 12',
      'warning invalid-example 11',
    ]);
  });
});

describe('examples and slow patterns', () => {
  const url = '^(https?:\\/\\/)?([\\da-z\\.-]+)\\.([a-z\\.]{2,6})([\\/\\w \\.-]*)*\\/?$';
  it.each([
    ['^(a+)+$', `${'a'.repeat(60)}!`],
    ['^(\\w+\\s?)*$', `${'word '.repeat(20)}!`],
    [url, 'https://example.com/a/long/path/to/some/page/of/the/site?with=a&query=1'],
  ])('compares %s with examples and defaults in linear time', async (pattern, text) => {
    const schema = { type: 'string', pattern, example: text, default: text };
    expect(await codesOf(schema)).toEqual(['invalid-default', 'invalid-example', 'slow-pattern']);
  });

  it('stops comparing a slow pattern with lookahead after a limit', async () => {
    const of = (example: string): object => ({ type: 'string', pattern: '^(?=(a+)+$)a', example });
    expect(await codesOf(of(`${'a'.repeat(60)}!`))).toEqual(['slow-pattern']);
    expect(await codesOf(of('ab'))).toEqual(['invalid-example', 'slow-pattern']);
    const [found] = await diagnosticsOf(of('aa'));
    expect(found?.hint).toContain('examples and defaults are matched only as long as');
  });

  it('generates a package despite a slow pattern for property names', async () => {
    const inner = { type: 'string', format: 'password' };
    const name = `${'a'.repeat(60)}!`;
    const schema = {
      allOf: [{ patternProperties: { '^(a+)+$': inner } }, { properties: { [name]: inner } }],
    };
    const document = { openapi: '3.1.0', info: { title: 'T', version: '1' }, paths: {} };
    const text = JSON.stringify({ ...document, components: { schemas: { A: schema } } });
    const host = memoryHost({ 'a.json': text });
    const { ok } = await generate({ documents: ['a.json'], out: 'out' }, host);
    expect(ok).toBe(true);
  });

  it('compares a quick pattern without a warning', async () => {
    const schema = { type: 'string', pattern: '^[a-z]+$', example: 'A1', default: 'a' };
    expect(await codesOf(schema)).toEqual(['invalid-example']);
  });
});

async function diagnosticsOf(schema: object): Promise<readonly Diagnostic[]> {
  const { api } = read(description({ components: `schemas:\n  A: ${JSON.stringify(schema)}` }));
  if (api === undefined) throw new Error('the description is right');
  return lint(api);
}

async function codesOf(schema: object): Promise<readonly string[]> {
  return (await diagnosticsOf(schema)).map(({ code }) => code);
}
