import { describe, expect, test } from 'vitest';
import type { Json } from '../../../generator/model/schema.js';
import type { CompiledCheck } from '../../conformance/json-schema/compile.js';
import { compileDescribed } from '../../conformance/openapi-3.0/described.js';

function compile(schema: Json, version = '3.0.2'): CompiledCheck {
  const [check] = compileDescribed({ description: 'nullable', schema }, version);
  if (check === undefined) throw new Error('one schema makes one check');
  return check;
}

const short = { type: 'string', maxLength: 3 };
const owner = { type: 'object', required: ['name'], properties: { name: short } };

describe('"nullable" of OpenAPI 3.0.0 to 3.0.2', () => {
  test.each<[beside: string, schema: { readonly [name: string]: Json }, fits: Json, fails: Json]>([
    ['a type', { type: 'string' }, 'a', 1],
    ['enum', { enum: ['a', 'b'] }, 'b', 'c'],
    ['a type and enum', { type: 'string', enum: ['a', 'b'] }, 'b', 'c'],
    ['anyOf', { anyOf: [short, owner] }, { name: 'a' }, { name: 1 }],
    ['oneOf', { oneOf: [short, { type: 'integer' }] }, 1, 1.5],
    ['oneOf with a nullable branch', { oneOf: [{ ...short, nullable: true }, owner] }, 'a', 'long'],
    ['allOf', { allOf: [owner] }, { name: 'a' }, {}],
    ['a type and allOf', { type: 'object', allOf: [owner] }, { name: 'a' }, {}],
    ['not', { not: { enum: [null, 1] } }, 'a', 1],
  ])('accepts null, and nothing else, beside %s', (_beside, schema, fits, fails) => {
    const nullable = compile({ ...schema, nullable: true });
    expect([null, fits, fails].map((value) => nullable.is(value))).toEqual([true, true, false]);
    expect(nullable.check(null)).toEqual([]);
    const strict = compile({ ...schema, nullable: false });
    expect(strict.is(fits)).toBe(true);
    expect(strict.is(fails)).toBe(false);
  });

  test.each<[beside: string, schema: { readonly [name: string]: Json }, place: string]>([
    ['allOf with one subschema', { allOf: [owner] }, '/allOf/0/properties/name/maxLength'],
    ['allOf', { allOf: [owner, {}] }, '/allOf/0/properties/name/maxLength'],
    ['oneOf', { oneOf: [owner, { type: 'integer' }] }, '/oneOf/0/properties/name/maxLength'],
  ])('keeps the location of violations beside %s', (_, schema, place) => {
    const failures = compile({ ...schema, nullable: true }).check({ name: 'long' });
    expect(failures.map((each) => each.schema)).toEqual([
      `api.json#/components/schemas/SchemaUnderTest${place}`,
    ]);
  });

  test('adds null to the expectation', () => {
    const nullable = { nullable: true, anyOf: [{ type: 'string' }, { type: 'integer' }] };
    expect(compile(nullable).check(true)).toMatchObject([
      { expected: 'a string, an integer or null' },
    ]);
  });

  test('accepts null beside a discriminator', () => {
    const branch = (kind: string): Json => ({
      type: 'object',
      required: ['kind'],
      properties: { kind: { type: 'string', enum: [kind] } },
    });
    const oneOf = [branch('a'), branch('b')];
    const nullable = compile({ nullable: true, oneOf, discriminator: { propertyName: 'kind' } });
    expect([null, { kind: 'b' }, { kind: 'c' }].map((value) => nullable.is(value))).toEqual([
      true,
      true,
      false,
    ]);
  });

  test('accepts null beside allOf of a base with a discriminator', () => {
    const part = (name: string) => ({ type: 'object', required: [name] });
    const base = { $ref: '#/components/schemas/SchemaUnderTest' };
    const [pet] = compileDescribed(
      {
        description: 'extensions',
        schema: {
          ...part('kind'),
          properties: { kind: { type: 'string' } },
          discriminator: { propertyName: 'kind' },
        },
        components: {
          Cat: { allOf: [base, part('a')] },
          Dog: { nullable: true, allOf: [base, part('b')] },
          Fish: { nullable: true, allOf: [base] },
        },
      },
      '3.0.0',
    );
    const values = [
      { kind: 'Dog', b: 1 },
      { kind: 'Dog' },
      { kind: 'Cat', a: 1 },
      { kind: 'Cat' },
      // It only may be null, and extends nothing.
      { kind: 'Fish' },
    ];
    expect(values.map((value) => pet?.is(value))).toEqual([true, false, true, false, false]);
  });

  test.each(['3.0.0', '3.0.1'])('accepts null beside enum in %s', (version) => {
    expect(compile({ nullable: true, enum: ['a'] }, version).is(null)).toBe(true);
  });

  test.each(['3.0.3', '3.0.4'])(
    'rejects null beside enum in %s, where nullable requires a type',
    (version) => {
      expect(compile({ nullable: true, enum: ['a'] }, version).is(null)).toBe(false);
    },
  );
});
