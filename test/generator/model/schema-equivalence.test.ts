import { describe, expect, it } from 'vitest';
import { tokensOf } from '../../../generator/core/origin.js';
import { equivalenceClasses } from '../../../generator/model/analysis/schema-equivalence.js';
import { reachesSchema } from '../../../generator/model/analysis/reachability.js';
import { readSchemaDocument } from '../../../generator/model/read/schema/read-schema.js';
import type { DialectId, Json, Schema, SchemaTable } from '../../../generator/model/schema.js';
import { description, read } from './read.js';

/** The schemas under `$defs`, and what their contents are called. */
function contents(defs: { readonly [name: string]: Json }, dialect: DialectId = '2020-12') {
  const { value, diagnostics } = readSchemaDocument(
    { $defs: defs },
    { uri: 'https://example.com/root.json', dialect },
  );
  if (value === undefined) throw new Error('the schemas are read');
  const { of } = equivalenceClasses(value.schemas);
  const schema = (name: string): Schema => schemaOf(value.schemas, name);
  return {
    schemas: value.schemas,
    schema,
    diagnostics,
    number: (name: string) => of(schema(name)),
  };
}

function schemaOf(schemas: SchemaTable, name: string): Schema {
  const found = [...schemas.values()].find(
    ({ origin }) => tokensOf(origin).join('/') === `$defs/${name}`,
  );
  if (found === undefined) throw new Error(`there is a schema ${name}`);
  return found;
}

const pet = {
  type: 'object',
  required: ['name'],
  properties: {
    name: { type: 'string', maxLength: 9 },
    tags: { type: 'array', items: { enum: ['a', 1] } },
  },
};

describe('equivalence classes of schemas', () => {
  it.each<[what: string, one: Json, other: Json]>([
    ['another schema with the same type', { type: 'string' }, { type: 'string' }],
    [
      'another schema with the same type and format',
      { type: 'string', format: 'date' },
      { type: 'string', format: 'date' },
    ],
    [
      'another description and examples',
      { type: 'string', description: 'one' },
      { type: 'string', examples: ['two'] },
    ],
    ['another default', { type: 'string', default: 'a' }, { type: 'string', default: 'b' }],
    ['a copy of the properties', pet, structuredClone(pet)],
    ['a copy of the properties with a description', pet, { ...pet, description: 'A pet.' }],
    [
      'another reference to the same target',
      { $ref: '#/$defs/target' },
      { $ref: '#/$defs/target' },
    ],
    ['boolean schemas of equal value', { not: true }, { not: true }],
  ])('are the same despite %s', (_, one, other) => {
    const { number } = contents({ target: { minimum: 5 }, one, other });
    expect(number('one')).toBe(number('other'));
  });

  it.each<[what: string, one: Json, other: Json]>([
    ['another type', { type: 'string' }, { type: 'number' }],
    ['another format', { type: 'string', format: 'date' }, { type: 'string', format: 'time' }],
    ['having a format', { type: 'string', format: 'date' }, { type: 'string' }],
    ['the order of types', { type: ['string', 'null'] }, { type: ['null', 'string'] }],
    ['true and false', { not: true }, { not: false }],
    ['0 and -0', { enum: [0] }, { enum: [-0] }],
    ['0 and -0 in an object', { const: { a: 0 } }, { const: { a: -0 } }],
    ['1 and "1"', { enum: [1] }, { enum: ['1'] }],
    ['null and "null"', { const: null }, { const: 'null' }],
    ['one string and two', { enum: ['a', 'b'] }, { enum: ['a1"b'] }],
    ['lists that are equal when joined', { required: ['a', 'b'] }, { required: ['a,b'] }],
    ['a list and an object', { const: ['a'] }, { const: { 0: 'a' } }],
    ['the order of members', { const: { a: 1, b: 2 } }, { const: { b: 2, a: 1 } }],
    [
      'the order of properties',
      { properties: { a: { type: 'string' }, b: { type: 'string' } } },
      { properties: { b: { type: 'string' }, a: { type: 'string' } } },
    ],
    ['the name of a property', { properties: { a: {} } }, { properties: { b: {} } }],
    [
      'properties and patternProperties',
      { properties: { a: {} } },
      { patternProperties: { a: {} } },
    ],
    ['anyOf and oneOf', { anyOf: [{ type: 'null' }] }, { oneOf: [{ type: 'null' }] }],
    ['a subschema', { items: { type: 'string' } }, { items: { type: 'number' } }],
    [
      'a subschema and a reference to an equal one',
      { items: { minimum: 5 } },
      { items: { $ref: '#/$defs/target' } },
    ],
    ['the target of a reference', { $ref: '#/$defs/target' }, { $ref: '#/$defs/twin' }],
    ['a title', { type: 'string', title: 'Name' }, { type: 'string' }],
    ['the title of a branch', { anyOf: [{ title: 'A' }] }, { anyOf: [{ title: 'B' }] }],
    ['readOnly', { type: 'string', readOnly: true }, { type: 'string' }],
    [
      'readOnly and writeOnly',
      { type: 'string', readOnly: true },
      { type: 'string', writeOnly: true },
    ],
    [
      'readOnly in a property',
      { properties: { a: { readOnly: true } } },
      { properties: { a: {} } },
    ],
    ['an extension', { type: 'string', 'x-credential': true }, { type: 'string' }],
    ['two binary schemas', { contentMediaType: 'image/png' }, { contentMediaType: 'image/png' }],
    [
      'the dialect',
      { type: 'string' },
      { $schema: 'http://json-schema.org/draft-07/schema#', $id: 'old', type: 'string' },
    ],
    [
      'the dynamic anchor',
      { $dynamicAnchor: 'a', type: 'string' },
      { $dynamicAnchor: 'b', type: 'string' },
    ],
  ])('differ by %s', (_, one, other) => {
    const { number } = contents({ target: { minimum: 5 }, twin: { minimum: 5 }, one, other });
    expect(number('one')).not.toBe(number('other'));
  });

  it('depend on the resolved target of a reference, not on its base URI', () => {
    const { number } = contents({
      one: { $id: 'a/one', $ref: 'target' },
      other: { $id: 'b/other', $ref: 'target' },
      same: { $ref: 'a/target' },
      a: { $id: 'a/target', type: 'string' },
      b: { $id: 'b/target', type: 'string' },
    });
    expect(number('one')).not.toBe(number('other'));
    expect(number('one')).toBe(number('same'));
    expect(number('a')).toBe(number('b'));
  });

  it('differ by the spelling of numbers', () => {
    const { api } = read(
      description({
        components: [
          'schemas:',
          '  One: { type: number, minimum: 1.0 }',
          '  Same: { type: number, minimum: 1.0 }',
          '  Other: { type: number, minimum: 1 }',
        ].join('\n'),
      }),
    );
    const schemas: SchemaTable = api?.schemas ?? new Map();
    const { of } = equivalenceClasses(schemas);
    const [one, same, other] = [...schemas.values()].map(of);
    expect(one).toBe(same);
    expect(one).not.toBe(other);
  });

  it('differ for recursive schemas', () => {
    const list = (name: string): Json => ({ properties: { next: { $ref: `#/$defs/${name}` } } });
    const { number } = contents({ one: list('one'), other: list('other') });
    expect(number('one')).not.toBe(number('other'));
  });

  it('differ by the mapping of a discriminator', () => {
    const chooser = (target: string): Json => ({
      oneOf: [{ $ref: '#/$defs/a' }, { $ref: '#/$defs/b' }],
      discriminator: { propertyName: 'kind', mapping: { x: `#/$defs/${target}` } },
    });
    const branch = { type: 'object', properties: { kind: { type: 'string' } } };
    const { number } = contents(
      { a: branch, b: branch, one: chooser('a'), same: chooser('a'), other: chooser('b') },
      'openapi-3.1',
    );
    expect(number('one')).toBe(number('same'));
    expect(number('one')).not.toBe(number('other'));
  });
});

describe('reachability', () => {
  it('is found through subschemas, references and cycles', () => {
    const { schema, schemas } = contents({
      meant: { format: 'date' },
      holder: { properties: { at: { $ref: '#/$defs/meant' } } },
      ring: { items: { anyOf: [{ $ref: '#/$defs/ring' }, { $ref: '#/$defs/holder' }] } },
      twin: { properties: { at: { format: 'date' } } },
      other: { properties: { at: { format: 'time' }, ring: { $ref: '#/$defs/other' } } },
    });
    const leads = reachesSchema(
      schemas,
      (each) => each.kind === 'keywords' && each.keywords.format === 'date',
    );
    const names = ['meant', 'holder', 'ring', 'twin', 'other'];
    expect(names.filter((name) => leads(schema(name)))).toEqual([
      'meant',
      'holder',
      'ring',
      'twin',
    ]);
  });
});
