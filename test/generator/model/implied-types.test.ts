import { describe, expect, test } from 'vitest';
import type { TypeName } from '../../../generator/model/schema.js';
import { readAs } from './read.js';

const schema = 'A: { properties: { a: { type: string } } }';
const described = (root: string, version = '3.1.0', schemas = schema): string =>
  `openapi: ${version}\ninfo: { title: T, version: '1' }\n${root}paths: {}\ncomponents:\n  schemas:\n    ${schemas}\n`;

function typesOf(text: string, impliedTypes?: boolean): (readonly TypeName[] | undefined)[] {
  const { api } = readAs(impliedTypes === undefined ? {} : { impliedTypes }, text);
  return (api?.components ?? []).map(({ id }) => {
    const found = api?.schemas.get(id);
    return found?.kind === 'keywords' ? found.keywords.type : undefined;
  });
}

const dialect = 'jsonSchemaDialect: https://json-schema.org/draft/2020-12/schema\n';
const own = 'jsonSchemaDialect: https://spec.openapis.org/oas/3.1/dialect/base\n';
const asyncapi = `asyncapi: 3.0.0\ninfo: { title: T, version: '1' }\ncomponents:\n  schemas:\n    ${schema}\n`;

describe('implied type', () => {
  test.each([
    ['OpenAPI 3.0', described('', '3.0.3'), undefined, ['object']],
    ['OpenAPI 3.1', described(''), undefined, ['object']],
    ['OpenAPI 3.2', described('', '3.2.0'), undefined, ['object']],
    ['AsyncAPI', asyncapi, undefined, ['object']],
    ['a dialect set by jsonSchemaDialect', described(dialect), undefined, undefined],
    ['the dialect of OpenAPI set by jsonSchemaDialect', described(own), undefined, undefined],
    [
      'a schema with $schema',
      described(
        '',
        '3.1.0',
        `A: { $id: /a, $schema: https://json-schema.org/draft/2020-12/schema, properties: {} }`,
      ),
      undefined,
      undefined,
    ],
    ['a dialect set by jsonSchemaDialect, and the setting', described(dialect), true, ['object']],
    ['OpenAPI 3.1 without the setting', described(''), false, undefined],
  ])(
    'follows from keywords if the dialect or the setting allows it: %s',
    (_, text, setting, want) => {
      expect(typesOf(text, setting)).toEqual([want]);
    },
  );

  test.each([
    ['{ required: [a] }', ['object']],
    ['{ minProperties: 1 }', ['object']],
    ['{ additionalProperties: { type: string } }', ['object']],
    ['{ prefixItems: [{ type: string }] }', ['array']],
    ['{ uniqueItems: true }', ['array']],
    ['{ required: [a], minLength: 1 }', undefined],
    ['{ properties: {}, items: {} }', undefined],
    ['{ properties: {}, enum: [1] }', undefined],
    ['{ properties: {}, $ref: "#/components/schemas/B" }', undefined],
    ['{ properties: {}, allOf: [{ type: [object, "null"] }] }', undefined],
    ['{ properties: {}, allOf: [{ required: [a] }] }', ['object']],
    ['{ description: none }', undefined],
  ])('is derived from %s', (text, want) => {
    const [first] = typesOf(described('', '3.1.0', `A: ${text}\n    B: { type: object }`));
    expect(first).toEqual(want);
  });

  test('is reported once for each document, at the first schema', () => {
    const many = 'A: { properties: { a: { properties: {} } } }\n    B: { items: {} }';
    const { diagnostics, places } = readAs({}, described('', '3.1.0', many));
    expect(places).toEqual(['warning missing-type api.yaml:6:8']);
    expect(diagnostics[0]?.message).toBe(
      'a schema with "properties" and without "type" is read as an object, as are 2 others',
    );
  });
});
