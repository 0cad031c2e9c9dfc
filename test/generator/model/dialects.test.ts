import { describe, expect, it } from 'vitest';
import { readSchemaDocument } from '../../../generator/model/read/schema/read-schema.js';
import { formatPointer } from '../../../generator/core/pointer.js';
import { tokensOf } from '../../../generator/core/origin.js';
import type { DialectId, Json } from '../../../generator/model/schema.js';

/** Diagnostics of a schema: `severity code pointer hint`. */
function diagnosticsOf(
  schema: Json,
  dialect: DialectId,
  registry: ReadonlyMap<string, Json> = new Map(),
): readonly string[] {
  const read = readSchemaDocument(schema, {
    uri: 'https://schemas.test/a.json',
    dialect,
    registry,
  });
  return read.diagnostics.map(
    ({ severity, code, origin }) => `${severity} ${code} ${formatPointer(tokensOf(origin))}`,
  );
}

const drafts: readonly DialectId[] = ['4', '6', '7', '2019-09', '2020-12'];
const openApi: readonly DialectId[] = ['openapi-3.0', 'openapi-3.1'];

describe('keyword that the dialect does not define', () => {
  it.each([...drafts, ...openApi])('is reported: %s', (dialect) => {
    expect(diagnosticsOf({ type: 'object', colour: 1 }, dialect)).toEqual([
      'warning unknown-keyword /colour',
    ]);
    expect(diagnosticsOf({ type: 'string', maxLenght: 1 }, dialect)).toEqual([
      'warning unknown-keyword /maxLenght',
    ]);
    expect(diagnosticsOf({ type: 'object', 'x-colour': 1 }, dialect)).toEqual([]);
  });

  it.each<[DialectId, Json, string]>([
    ['4', { const: 1 }, 'const'],
    ['4', { $id: 'https://schemas.test/b' }, '$id'],
    ['4', { nullable: true }, 'nullable'],
    ['6', { if: {} }, 'if'],
    ['6', { id: 'https://schemas.test/b' }, 'id'],
    ['7', { unevaluatedProperties: false }, 'unevaluatedProperties'],
    ['7', { dependentRequired: {} }, 'dependentRequired'],
    ['7', { $defs: {} }, '$defs'],
    ['2019-09', { prefixItems: [{}] }, 'prefixItems'],
    ['2019-09', { $dynamicRef: '#a' }, '$dynamicRef'],
    ['2020-12', { additionalItems: false }, 'additionalItems'],
    ['2020-12', { $recursiveRef: '#' }, '$recursiveRef'],
    ['2020-12', { nullable: true }, 'nullable'],
    ['2020-12', { discriminator: { propertyName: 'a' } }, 'discriminator'],
    ['openapi-3.0', { const: 1 }, 'const'],
    ['openapi-3.0', { patternProperties: {} }, 'patternProperties'],
    ['openapi-3.0', { $id: 'https://schemas.test/b' }, '$id'],
    ['openapi-3.1', { nullable: true }, 'nullable'],
  ])('is reported as a keyword of another dialect: %s %j', (dialect, schema, name) => {
    expect(diagnosticsOf(schema, dialect)).toEqual([`warning foreign-keyword /${name}`]);
  });

  it('is reported below other keywords', () => {
    const schema = { allOf: [{ properties: { a: { items: { colour: 1 } } } }] };
    expect(diagnosticsOf(schema, '2020-12')).toEqual([
      'warning unknown-keyword /allOf/0/properties/a/items/colour',
    ]);
  });
});

describe('keyword without effect', () => {
  it.each<[DialectId, Json, string]>([
    ['openapi-3.0', { nullable: true, allOf: [{ type: 'string' }] }, 'nullable'],
    ['openapi-3.0', { nullable: true, enum: ['a'] }, 'nullable'],
    ['openapi-3.0', { type: 'string', nullable: true, enum: ['a'] }, 'nullable'],
    ['openapi-3.0', { type: 'integer', exclusiveMinimum: true }, 'exclusiveMinimum'],
    ['4', { type: 'integer', minimum: 1, exclusiveMaximum: true }, 'exclusiveMaximum'],
    ['4', { additionalItems: false }, 'additionalItems'],
    ['7', { items: {}, additionalItems: {} }, 'additionalItems'],
    ['7', { then: {} }, 'then'],
    ['2020-12', { else: {} }, 'else'],
    ['2019-09', { minContains: 2 }, 'minContains'],
    ['openapi-3.1', { maxContains: 2 }, 'maxContains'],
    [
      'openapi-3.1',
      { properties: { a: { $schema: 'http://json-schema.org/draft-07/schema#' } } },
      'properties/a/$schema',
    ],
    ['7', { not: { $schema: 'https://schemas.test/unknown' } }, 'not/$schema'],
  ])('is a warning: %s %j', (dialect, schema, name) => {
    expect(diagnosticsOf(schema, dialect)).toEqual([`warning ineffective-keyword /${name}`]);
  });

  it.each<[DialectId, Json]>([
    ['openapi-3.0', { nullable: true }],
    ['openapi-3.0', { nullable: false, enum: ['a'] }],
    ['openapi-3.0', { type: 'string', nullable: true, enum: ['a', null] }],
    ['openapi-3.0', { type: 'integer', exclusiveMinimum: false }],
    ['7', { items: [{}], additionalItems: false }],
    ['7', { if: {} }],
    ['2020-12', { contains: {}, minContains: 0 }],
    ['2020-12', { not: { $schema: 'https://json-schema.org/draft/2020-12/schema' } }],
    ['2020-12', { not: { $schema: 'http://json-schema.org/draft-07/schema', $id: 'a' } }],
  ])('is not reported if it has an effect, or if nothing is lost: %s %j', (dialect, schema) => {
    expect(diagnosticsOf(schema, dialect)).toEqual([]);
  });
});

describe('identifiers of schemas: reports', () => {
  it.each<[string, DialectId, Json, readonly string[]]>([
    [
      'a duplicate anchor',
      '2020-12',
      { $defs: { a: { $anchor: 'x' }, b: { $anchor: 'x' } } },
      ['warning duplicate-id /$defs/b/$anchor'],
    ],
    [
      'a duplicate anchor that is dynamic',
      '2020-12',
      { $defs: { a: { $anchor: 'x' }, b: { $dynamicAnchor: 'x' } } },
      ['warning duplicate-id /$defs/b/$dynamicAnchor'],
    ],
    [
      'a duplicate id in draft 7',
      '7',
      { definitions: { a: { $id: '#x' }, b: { $id: '#x' } } },
      ['warning duplicate-id /definitions/b/$id'],
    ],
    [
      'nothing for the same anchor in another resource',
      '2020-12',
      { $defs: { a: { $anchor: 'x' }, b: { $id: 'b', $anchor: 'x' } } },
      [],
    ],
    [
      'a fragment as $id',
      '2020-12',
      { $defs: { a: { $id: '#x' } } },
      ['error invalid-value /$defs/a/$id'],
    ],
    ['an $id that is a number', '2020-12', { $id: 5 }, ['error invalid-type /$id']],
    ['an id that is a number in draft 4', '4', { id: 5 }, ['error invalid-type /id']],
    ['a $schema that is a number', '7', { $schema: 5 }, ['error invalid-type /$schema']],
    [
      'a $recursiveAnchor that is not a boolean',
      '2019-09',
      { $recursiveAnchor: 'yes' },
      ['error invalid-type /$recursiveAnchor'],
    ],
  ])('%s', (_, dialect, schema, want) => {
    expect(diagnosticsOf(schema, dialect)).toEqual(want);
  });
});

describe('keyword beside $ref', () => {
  it.each<DialectId>(['4', '6', '7', 'openapi-3.0'])(
    'is reported if the dialect ignores it: %s',
    (id) => {
      const schema = { properties: { a: { $ref: '#', maxLength: 1, title: 'A', 'x-a': 1 } } };
      expect(diagnosticsOf(schema, id)).toEqual([
        'warning ignored-sibling /properties/a/maxLength',
      ]);
    },
  );

  it.each<DialectId>(['2019-09', '2020-12', 'openapi-3.1'])(
    'is accepted since 2019-09: %s',
    (id) => {
      expect(diagnosticsOf({ properties: { a: { $ref: '#', maxLength: 1 } } }, id)).toEqual([]);
    },
  );
});

describe('vocabulary', () => {
  const metaSchema = (required: boolean): ReadonlyMap<string, Json> =>
    new Map([
      [
        'https://schemas.test/meta',
        {
          $schema: 'https://json-schema.org/draft/2020-12/schema',
          $id: 'https://schemas.test/meta',
          $vocabulary: {
            'https://json-schema.org/draft/2020-12/vocab/core': true,
            'https://json-schema.org/draft/2020-12/vocab/validation': true,
            'https://schemas.test/vocab/money': required,
          },
        },
      ],
    ]);
  const schema = { $schema: 'https://schemas.test/meta', type: 'string' };

  it('is an error if required and unknown', () => {
    expect(diagnosticsOf(schema, '2020-12', metaSchema(true))).toEqual([
      'error unknown-vocabulary /$schema',
    ]);
  });

  it('is accepted if optional and unknown', () => {
    expect(diagnosticsOf(schema, '2020-12', metaSchema(false))).toEqual([]);
  });

  it('makes its keywords foreign if omitted', () => {
    expect(diagnosticsOf({ ...schema, properties: {} }, '2020-12', metaSchema(false))).toEqual([
      'warning foreign-keyword /properties',
    ]);
  });
});
