import { describe, expect, it } from 'vitest';
import { hasErrors } from '../../../generator/core/diagnostic.js';
import { readSchemaDocument } from '../../../generator/model/read/schema/read-schema.js';
import type { DialectId, Json, Keywords, Schema } from '../../../generator/model/schema.js';
import { description, read } from './read.js';

const uri = 'https://example.com/root.json';

function readSchemas(
  value: Json,
  dialect?: DialectId,
  registry?: ReadonlyMap<string, Json>,
): {
  readonly root: Keywords;
  at(id: string | undefined): Schema | undefined;
  readonly codes: readonly string[];
} {
  const options = {
    uri,
    ...(dialect === undefined ? {} : { dialect }),
    ...(registry === undefined ? {} : { registry }),
  };
  const { value: read, diagnostics } = readSchemaDocument(value, options);
  const root = read?.schemas.get(read.root);
  if (read === undefined || root?.kind !== 'keywords')
    throw new Error('the root is no schema of keywords');
  return {
    root: root.keywords,
    at: (id) => [...read.schemas.values()].find((schema) => schema.id === id),
    codes: diagnostics.map(({ code }) => code),
  };
}

describe('dialects, normalised to 2020-12', () => {
  it.each<[what: string, dialect: DialectId, schema: Json, want: object]>([
    ['reads one type as a list', '2020-12', { type: 'string' }, { type: ['string'] }],
    [
      'reads nullable as the type null',
      'openapi-3.0',
      { type: 'string', nullable: true },
      { type: ['string', 'null'] },
    ],
    ['ignores nullable without a type', 'openapi-3.0', { nullable: true }, {}],
    [
      'ignores nullable in 3.1',
      'openapi-3.1',
      { type: 'string', nullable: true },
      { type: ['string'] },
    ],
    [
      'reads an exclusive flag as an exclusive bound',
      'openapi-3.0',
      { minimum: 1, exclusiveMinimum: true },
      { exclusiveMinimum: { value: 1, text: '1' } },
    ],
    [
      'keeps the bound beside an exclusive flag that is false',
      '4',
      { maximum: 1, exclusiveMaximum: false },
      { maximum: { value: 1, text: '1' } },
    ],
    [
      'reads an exclusive flag in 3.1 too',
      'openapi-3.1',
      { minimum: 1, exclusiveMinimum: true },
      { minimum: { value: 1, text: '1' }, exclusiveMinimum: { value: 1, text: '1' } },
    ],
    [
      'keeps an exclusive bound',
      '7',
      { exclusiveMinimum: 1 },
      { exclusiveMinimum: { value: 1, text: '1' } },
    ],
    [
      'reads a tuple as prefixItems',
      '7',
      { items: [{}, {}], additionalItems: false },
      { prefixItems: [`${uri}#/items/0`, `${uri}#/items/1`], items: `${uri}#/additionalItems` },
    ],
    ['ignores additionalItems alone', '7', { additionalItems: false }, {}],
    [
      'splits dependencies',
      '7',
      { dependencies: { a: ['b'], c: {} } },
      {
        dependentRequired: [['a', ['b'], 'dependencies']],
        dependentSchemas: [['c', `${uri}#/dependencies/c`]],
      },
    ],
    [
      'ignores keywords beside a reference',
      '7',
      { $ref: '#/definitions/a', maxLength: 1, definitions: { a: {} } },
      { $ref: `${uri}#/definitions/a` },
    ],
    [
      'keeps keywords beside a reference',
      '2020-12',
      { $ref: '#/$defs/a', maxLength: 1, $defs: { a: {} } },
      { $ref: `${uri}#/$defs/a`, maxLength: 1 },
    ],
    ['keeps the constant null', '2020-12', { const: null }, { const: { value: null } }],
    ['ignores const in draft 4', '4', { const: 1 }, {}],
    ['ignores then without if', '2020-12', { then: {} }, {}],
    ['ignores minContains without contains', '2020-12', { minContains: 2 }, {}],
    [
      'reads a property named $ref',
      '2020-12',
      { properties: { $ref: { type: 'string' } } },
      { properties: [['$ref', `${uri}#/properties/$ref`]] },
    ],
  ])('%s (%s)', (_what, dialect, schema, want) => {
    expect(JSON.parse(JSON.stringify(readSchemas(schema, dialect).root))).toEqual(want);
  });
});

describe('references between schemas', () => {
  it.each<[what: string, schema: Json, dialect: DialectId, target: string]>([
    ['a pointer', { $ref: '#/$defs/a~1b', $defs: { 'a/b': {} } }, '2020-12', `${uri}#/$defs/a~1b`],
    [
      'percent-encoding',
      { $ref: '#/$defs/a%20b', $defs: { 'a b': {} } },
      '2020-12',
      `${uri}#/$defs/a b`,
    ],
    ['an array index', { $ref: '#/anyOf/1', anyOf: [{}, {}] }, '2020-12', `${uri}#/anyOf/1`],
    [
      'an anchor',
      { $ref: '#here', $defs: { a: { $anchor: 'here' } } },
      '2020-12',
      `${uri}#/$defs/a`,
    ],
    [
      'an anchor in an id',
      { allOf: [{ $ref: '#here' }], definitions: { a: { $id: '#here' } } },
      '7',
      `${uri}#/definitions/a`,
    ],
    [
      'a resource by its id',
      { $ref: 'inner.json', $defs: { a: { $id: 'inner.json' } } },
      '2020-12',
      'https://example.com/inner.json#',
    ],
    [
      'a pointer into a resource',
      { $ref: 'inner.json#/$defs/b', $defs: { a: { $id: 'inner.json', $defs: { b: {} } } } },
      '2020-12',
      'https://example.com/inner.json#/$defs/b',
    ],
    [
      'a pointer below an unknown keyword',
      { $ref: '#/unknown/a', unknown: { a: {} } },
      '2020-12',
      `${uri}#/unknown/a`,
    ],
    [
      'a recursion',
      { $ref: '#/$defs/a', $defs: { a: { properties: { next: { $ref: '#/$defs/a' } } } } },
      '2020-12',
      `${uri}#/$defs/a`,
    ],
  ])('resolve %s', (_what, schema, dialect, target) => {
    const { root, at, codes } = readSchemas(schema, dialect);
    const first = at(root.allOf?.[0]);
    const found = root.$ref ?? (first?.kind === 'keywords' ? first.keywords.$ref : undefined);
    expect([found, codes.filter((code) => code !== 'unknown-keyword')]).toEqual([target, []]);
    expect(at(found)).toBeDefined();
  });

  it('resolve to documents of the registry, each read in its own dialect', () => {
    const other = {
      $schema: 'http://json-schema.org/draft-07/schema#',
      items: [{ type: 'string' }],
    };
    const { root, at } = readSchemas(
      { $ref: 'other.json' },
      undefined,
      new Map([['https://example.com/other.json', other]]),
    );
    const target = at(root.$ref);
    expect(target).toMatchObject({
      dialect: '7',
      keywords: { prefixItems: ['https://example.com/other.json#/items/0'] },
    });
  });

  it('are dynamic only with a dynamic anchor', () => {
    const dynamic = readSchemas({ $dynamicRef: '#node', $dynamicAnchor: 'node' }).root;
    const plain = readSchemas({
      items: { $dynamicRef: '#node' },
      $defs: { a: { $anchor: 'node' } },
    });
    expect(dynamic).toMatchObject({
      $dynamicAnchor: 'node',
      $dynamicRef: { initial: `${uri}#`, anchor: 'node' },
    });
    expect(plain.at(plain.root.items)).toMatchObject({ keywords: { $ref: `${uri}#/$defs/a` } });
  });

  it.each<[schema: Json]>([
    [{ $ref: '#/$defs/b' }],
    [{ $ref: 'https://example.com/none.json' }],
    [{ $ref: '#none' }],
    [{ $ref: '#/%zz' }],
  ])('are reported if unresolved: %j', (schema) =>
    expect(readSchemas(schema).codes).toEqual(['unresolved-reference']),
  );

  it('ignore keywords of vocabularies that the dialect does not have', () => {
    const meta = {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      $vocabulary: {
        'https://json-schema.org/draft/2020-12/vocab/core': true,
        'https://json-schema.org/draft/2020-12/vocab/applicator': true,
      },
    };
    const schema = { $schema: 'https://example.com/meta', minimum: 1, properties: {} };
    const { root } = readSchemas(
      schema,
      undefined,
      new Map<string, Json>([['https://example.com/meta', meta]]),
    );
    expect(root).toEqual({ properties: [] });
  });
});

describe('schemas of a description', () => {
  it('keep the spelling of bounds', () => {
    const { api } = read(
      description({ components: 'schemas:\n  A: { type: integer, maximum: 9223372036854775807 }' }),
    );
    const schema = api?.schemas.get(api.components[0]?.id as never);
    expect(schema).toMatchObject({ keywords: { maximum: { text: '9223372036854775807' } } });
  });

  it('have discriminators with explicit values and names of branches', () => {
    const { api, diagnostics } = read(
      description({
        components: `
schemas:
  Pet:
    oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }]
    discriminator: { propertyName: kind, mapping: { cat: Cat, feline: '#/components/schemas/Cat' } }
  Cat: { type: object }
  Dog: { type: object }`,
      }),
    );
    const base = 'file:///api.yaml#/components/schemas/';
    expect(hasErrors(diagnostics)).toBe(false);
    expect(api?.schemas.get(api.components[0]?.id as never)).toMatchObject({
      keywords: {
        discriminator: {
          propertyName: 'kind',
          mapping: [
            ['cat', `${base}Cat`],
            ['feline', `${base}Cat`],
            ['Dog', `${base}Dog`],
          ],
        },
      },
    });
  });

  it('are selected by name if they extend a schema with a discriminator', () => {
    const { api } = read(
      description({
        components: `
schemas:
  Pet: { type: object, discriminator: { propertyName: kind } }
  Cat: { allOf: [{ $ref: '#/components/schemas/Pet' }] }`,
      }),
    );
    expect(api?.schemas.get(api.components[0]?.id as never)).toMatchObject({
      keywords: {
        discriminator: { mapping: [['Cat', 'file:///api.yaml#/components/schemas/Cat']] },
      },
    });
  });

  it('are read in the dialect of the document', () => {
    const { api } = read(
      description({
        root: 'jsonSchemaDialect: http://json-schema.org/draft-07/schema#',
        components: 'schemas:\n  A: { items: [{ type: string }] }',
      }),
    );
    expect(api?.schemas.get(api.components[0]?.id as never)).toMatchObject({
      dialect: '7',
      keywords: { prefixItems: [expect.any(String)] },
    });
  });
});

describe('anchor in a description', () => {
  it('is found in components, without reading the description as a schema', () => {
    const { api, places } = read(
      description({
        components: `schemas:
  A: { $ref: '#here' }
  B: { type: string, $anchor: here }`,
      }),
    );
    expect(places).toEqual([]);
    const [a, b] = api?.components ?? [];
    const schema = a === undefined ? undefined : api?.schemas.get(a.id);
    expect(schema?.kind === 'keywords' && schema.keywords.$ref).toBe(b?.id);
  });
});

describe('id of a schema in another file', () => {
  it.each([
    ['before', "A: { $ref: 'other.yaml' }\n  B: { $ref: 'https://ids.example/other/inner#here' }"],
    ['after', "B: { $ref: 'https://ids.example/other/inner#here' }\n  A: { $ref: 'other.yaml' }"],
  ])('is resolved by a reference %s the reference to the file', (_, schemas) => {
    const { api, places } = read({
      'api.yaml': description({ components: `schemas:\n  ${schemas}` }),
      'other.yaml': `$id: https://ids.example/other/
$defs: { a: { $id: inner, $defs: { b: { $anchor: here, type: string } } } }`,
    });
    expect(places).toEqual([]);
    const named = api?.components.find(({ name }) => name === 'B');
    const schema = named && api?.schemas.get(named.id);
    const target = schema?.kind === 'keywords' ? schema.keywords.$ref : undefined;
    expect(target && api?.schemas.get(target)).toMatchObject({ keywords: { type: ['string'] } });
  });
});
