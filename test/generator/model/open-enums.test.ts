import { describe, expect, test } from 'vitest';
import { openEnums } from '../../../generator/model/analysis/open-enums.js';
import { addInheritanceUnions } from '../../../generator/model/analysis/inheritance-unions.js';
import { description, readAs } from './read.js';

/** Pointers of closed and open enums below the components. */
function listsOf(text: string): {
  readonly closed: readonly string[];
  readonly open: readonly string[];
} {
  const { api } = readAs({}, text);
  if (api === undefined) throw new Error('the description can be understood');
  const schemas = [...openEnums(addInheritanceUnions(api)).schemas.values()];
  const lists = schemas.flatMap((schema) => (schema.kind === 'keywords' ? [schema] : []));
  const placeOf = (id: string): string =>
    id.slice(id.indexOf('#/') + 2).replace(/^components\/schemas\//u, '');
  return {
    closed: lists.filter(({ keywords }) => keywords.enum).map(({ id }) => placeOf(id)),
    open: lists
      .filter(({ annotations }) => annotations.extensions['x-extensible-enum'])
      .map(({ id, keywords }) => `${placeOf(id)}: ${keywords.type?.join('|')}`),
  };
}

const components = (schemas: string): string =>
  description({ components: `schemas:\n${schemas.replaceAll(/^/gm, '  ')}` });

describe('open enum', () => {
  test.each([
    ['strings', '{ type: string, enum: [a, b] }', ['A: string']],
    ['strings without a type', '{ enum: [a, b] }', ['A: string']],
    ['integers', '{ type: integer, enum: [1, -2] }', ['A: integer']],
    ['numbers without a type', '{ enum: [1, 2.5] }', ['A: number']],
    ['strings and null', '{ type: [string, "null"], enum: [a, b, null] }', ['A: string|null']],
    ['null that the type forbids', '{ type: string, enum: [a, b, null] }', ['A: string']],
    ['strings and numbers', '{ enum: [a, 1] }', ['A: string|number']],
    ['one value', '{ type: string, enum: [a] }', []],
    ['one value and null', '{ enum: [a, null] }', []],
    ['the same value twice', '{ enum: [a, a] }', []],
    ['booleans', '{ type: boolean, enum: [true, false] }', []],
    ['objects', '{ enum: [{ a: 1 }, { a: 2 }] }', []],
    ['a constant beside an enum', '{ const: a, enum: [a, b] }', []],
    ['values of a FIX field', '{ type: string, x-fix-tag: 54, enum: ["1", "2"] }', []],
  ])('has the types of its values: %s', (_, schema, want) => {
    expect(listsOf(components(`A: ${schema}`)).open).toEqual(want);
  });
});

const status = 'status: { enum: [p, q] }';

describe('enum that stays closed', () => {
  test.each([
    [
      'is the property of a discriminator',
      `A: { oneOf: [{ $ref: '#/components/schemas/B' }, { $ref: '#/components/schemas/C' }], discriminator: { propertyName: kind } }
B: { type: object, required: [kind], properties: { kind: { $ref: '#/components/schemas/Kind' }, ${status} } }
C: { type: object, required: [kind], properties: { kind: { $ref: '#/components/schemas/Kind' }, ${status} } }
Kind: { type: string, enum: [B, C] }`,
      ['Kind'],
    ],
    [
      'is the discriminator of a base',
      `A: { type: object, required: [kind], properties: { kind: { enum: [B, C] } }, discriminator: { propertyName: kind } }
B: { allOf: [{ $ref: '#/components/schemas/A' }, { type: object, properties: { ${status} } }] }
C: { allOf: [{ $ref: '#/components/schemas/A' }] }`,
      ['A/properties/kind', 'B/discriminator/kind/values', 'C/discriminator/kind/values'],
    ],
    [
      'has values that no two branches share',
      `A: { anyOf: [
  { type: object, required: [t, status], properties: { t: { enum: [a, b] }, ${status} } },
  { type: object, required: [t, status], properties: { t: { enum: [c, d] }, ${status} } }] }`,
      ['A/anyOf/0/properties/t', 'A/anyOf/1/properties/t'],
    ],
    [
      'is not one beside a constant that distinguishes the branches',
      `A: { anyOf: [
  { type: object, required: [t, s], properties: { t: { const: a }, s: { enum: [p, q] } } },
  { type: object, required: [t, s], properties: { t: { const: b }, s: { enum: [r, s] } } }] }`,
      [],
    ],
    ['is in not', 'A: { type: string, not: { enum: [a, b] } }', ['A/not']],
    [
      'is referenced in if',
      `A: { type: object, if: { properties: { k: { $ref: '#/components/schemas/K' } } }, then: { required: [x] } }
K: { enum: [a, b] }`,
      ['K'],
    ],
    ['is in contains', 'A: { type: array, contains: { enum: [a, b] } }', ['A/contains']],
  ])('%s', (_, schemas, want) => {
    expect(listsOf(components(schemas)).closed).toEqual(want);
  });

  test.each([
    [
      'the property that distinguishes all of them',
      '{ type: { enum: [a, b] }, s: { enum: [p, q] } }',
      '{ type: { enum: [c, d] }, s: { enum: [p, q] } }',
      ['type', 'type'],
    ],
    [
      'no property beside a constant',
      '{ type: { const: a }, s: { enum: [p, q] } }',
      '{ type: { const: b }, s: { enum: [r, s] } }',
      [],
    ],
  ])('distinguishes messages: %s', (_, first, second, want) => {
    const { closed } = listsOf(`asyncapi: 3.0.0
info: { title: T, version: '1' }
channels:
  c:
    address: /c
    messages:
      first: { payload: { type: object, required: [type, s], properties: ${first} } }
      second: { payload: { type: object, required: [type, s], properties: ${second} } }
operations:
  r: { action: receive, channel: { $ref: '#/channels/c' } }
`);
    expect(closed.map((id) => id.slice(id.lastIndexOf('/') + 1))).toEqual(want);
  });
});

test('turns oneOf into anyOf if open enums make branches indistinguishable', () => {
  const text =
    components(`A: { oneOf: [{ $ref: '#/components/schemas/B' }, { type: string, enum: [x, y] }] }
B: { type: string, enum: [a, b] }
C: { oneOf: [{ $ref: '#/components/schemas/B' }, { type: integer }] }
D: { oneOf: [{ type: string, maxLength: 1 }, { type: string, minLength: 2 }] }`);
  const { api } = readAs({}, text);
  const schemas = [...(api === undefined ? [] : openEnums(api).schemas.values())];
  const branched = schemas.flatMap((schema) => {
    if (schema.kind === 'boolean') return [];
    const { oneOf, anyOf } = schema.keywords;
    const name = schema.id.slice(-1);
    return [...(oneOf ? [`${name} oneOf`] : []), ...(anyOf ? [`${name} anyOf`] : [])];
  });
  expect(branched).toEqual(['A anyOf', 'C oneOf', 'D oneOf']);
});
