import { describe, expect, it } from 'vitest';
import { tokensOf } from '../../../generator/core/origin.js';
import { equivalenceClasses } from '../../../generator/model/analysis/schema-equivalence.js';
import { reachesSchema } from '../../../generator/model/analysis/reachability.js';
import { readSchemaDocument } from '../../../generator/model/read/schema/read-schema.js';
import type { DialectId, Json, Schema, SchemaTable } from '../../../generator/model/schema.js';
import { description, read } from './reading.js';

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

describe('schemas of one content', () => {
  it.each<[what: string, one: Json, other: Json]>([
    ['a type', { type: 'string' }, { type: 'string' }],
    ['a type and a format', { type: 'string', format: 'date' }, { type: 'string', format: 'date' }],
    ['other words', { type: 'string', description: 'one' }, { type: 'string', examples: ['two'] }],
    ['another default', { type: 'string', default: 'a' }, { type: 'string', default: 'b' }],
    ['the same members', pet, structuredClone(pet)],
    ['members with other words', pet, { ...pet, description: 'A pet.' }],
    ['one target', { $ref: '#/$defs/target' }, { $ref: '#/$defs/target' }],
    ['booleans', { not: true }, { not: true }],
  ])('have one number: %s', (_, one, other) => {
    const { number } = contents({ target: { minimum: 5 }, one, other });
    expect(number('one')).toBe(number('other'));
  });

  it.each<[what: string, one: Json, other: Json]>([
    ['another type', { type: 'string' }, { type: 'number' }],
    ['another format', { type: 'string', format: 'date' }, { type: 'string', format: 'time' }],
    ['a format and none', { type: 'string', format: 'date' }, { type: 'string' }],
    ['types in another order', { type: ['string', 'null'] }, { type: ['null', 'string'] }],
    ['true and false', { not: true }, { not: false }],
    ['0 and -0', { enum: [0] }, { enum: [-0] }],
    ['0 and -0 inside', { const: { a: 0 } }, { const: { a: -0 } }],
    ['1 and "1"', { enum: [1] }, { enum: ['1'] }],
    ['null and "null"', { const: null }, { const: 'null' }],
    ['one text and two', { enum: ['a', 'b'] }, { enum: ['a1"b'] }],
    ['lists that join to one text', { required: ['a', 'b'] }, { required: ['a,b'] }],
    ['a list and an object', { const: ['a'] }, { const: { 0: 'a' } }],
    ['members in another order', { const: { a: 1, b: 2 } }, { const: { b: 2, a: 1 } }],
    [
      'properties in another order',
      { properties: { a: { type: 'string' }, b: { type: 'string' } } },
      { properties: { b: { type: 'string' }, a: { type: 'string' } } },
    ],
    ['another name', { properties: { a: {} } }, { properties: { b: {} } }],
    ['a pattern for a name', { properties: { a: {} } }, { patternProperties: { a: {} } }],
    ['a keyword for another', { anyOf: [{ type: 'null' }] }, { oneOf: [{ type: 'null' }] }],
    ['another part', { items: { type: 'string' } }, { items: { type: 'number' } }],
    ['a part and a reference', { items: { minimum: 5 } }, { items: { $ref: '#/$defs/target' } }],
    ['another target', { $ref: '#/$defs/target' }, { $ref: '#/$defs/twin' }],
    ['a title', { type: 'string', title: 'Name' }, { type: 'string' }],
    ['the title of a branch', { anyOf: [{ title: 'A' }] }, { anyOf: [{ title: 'B' }] }],
    ['one way', { type: 'string', readOnly: true }, { type: 'string' }],
    ['the other way', { type: 'string', readOnly: true }, { type: 'string', writeOnly: true }],
    ['one way inside', { properties: { a: { readOnly: true } } }, { properties: { a: {} } }],
    ['an extension', { type: 'string', 'x-credential': true }, { type: 'string' }],
    ['bytes', { contentMediaType: 'image/png' }, { contentMediaType: 'image/png' }],
    [
      'a dialect',
      { type: 'string' },
      { $schema: 'http://json-schema.org/draft-07/schema#', $id: 'old', type: 'string' },
    ],
    [
      'a dynamic anchor',
      { $dynamicAnchor: 'a', type: 'string' },
      { $dynamicAnchor: 'b', type: 'string' },
    ],
  ])('have two: %s', (_, one, other) => {
    const { number } = contents({ target: { minimum: 5 }, twin: { minimum: 5 }, one, other });
    expect(number('one')).not.toBe(number('other'));
  });

  it('are those that refer to one place, whatever the bases they refer from', () => {
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

  it('are told apart by the spelling of their numbers', () => {
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

  it('are told apart by what they lead back to', () => {
    const list = (name: string): Json => ({ properties: { next: { $ref: `#/$defs/${name}` } } });
    const { number } = contents({ one: list('one'), other: list('other') });
    expect(number('one')).not.toBe(number('other'));
  });

  it('are told apart by what their values choose', () => {
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

describe('what leads to a schema', () => {
  it('is found through parts, references and rings', () => {
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
