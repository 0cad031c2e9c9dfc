import { describe, expect, test } from 'vitest';
import type { Json } from '../../../generator/model/schema.js';
import { compile } from './compile.js';

describe('secret', () => {
  test('is hidden for writeOnly, format password, and everything below', () => {
    const account = compile({
      type: 'object',
      properties: {
        password: { type: 'string', format: 'password', minLength: 20 },
        key: { type: 'string', writeOnly: true, pattern: '^k' },
        nested: { writeOnly: true, $ref: '#/$defs/secret' },
        choice: { writeOnly: true, anyOf: [{ type: 'string', minLength: 99 }, { type: 'number' }] },
      },
      additionalProperties: false,
      $defs: { secret: { type: 'object', properties: { pin: { type: 'string', maxLength: 4 } } } },
    });
    const value = {
      password: 'hunter2',
      key: 'hunter2',
      nested: { pin: 'hunter2' },
      choice: 'hunter2',
      passwort: 'hunter2',
    };
    const violations = account.check(value);
    expect(violations).toHaveLength(5);
    expect(JSON.stringify(violations)).not.toContain('hunter2');
  });
});

describe('secret of one of several schemas', () => {
  const secret = { type: 'string', format: 'password' } as const;
  const value = { key: 'hunter2' };
  const object = (key: Json): Json => ({
    type: 'object',
    properties: { key },
    $defs: { Secret: { ...secret, pattern: '^k' }, Again: { $ref: '#/$defs/Secret' } },
  });

  test.each<readonly [string, Json]>([
    ['allOf, beside the constraint', { minLength: 20, allOf: [secret] }],
    ['allOf, in another branch', { allOf: [secret, { minLength: 20 }] }],
    ['$ref', { $ref: '#/$defs/Secret', minLength: 20 }],
    ['$ref to a $ref', { $ref: '#/$defs/Again', enum: ['a'] }],
    ['anyOf', { anyOf: [{ ...secret, type: 'integer' }, { type: 'null' }] }],
    ['oneOf', { oneOf: [secret, { type: 'string' }] }],
    ['then', { if: {}, then: secret, maxLength: 2 }],
  ])('is hidden in violations of the others: %s', (_, schema) => {
    const violations = compile(object(schema)).check(value);
    expect(violations.length).toBeGreaterThan(0);
    expect(JSON.stringify(violations)).not.toContain('hunter2');
  });

  const pin: Json = { type: 'string', writeOnly: true };
  const long: Json = { minLength: 20 };
  const members = (properties: Json): Json => ({ properties });
  test.each<readonly [string, Json, Json]>([
    [
      'in one subschema of allOf',
      { allOf: [members({ pin }), members({ pin: long })] },
      { pin: 'hunter2' },
    ],
    ['beside allOf', { properties: { pin }, allOf: [members({ pin: long })] }, { pin: 'hunter2' }],
    [
      'in allOf behind references',
      {
        allOf: [{ $ref: '#/$defs/A' }, { $ref: '#/$defs/B' }],
        $defs: { A: members({ pin }), B: { allOf: [members({ pin: long })] } },
      },
      { pin: 'hunter2' },
    ],
    [
      'under then',
      { ...(members({ pin: long }) as object), if: {}, then: members({ pin }) },
      { pin: 'hunter2' },
    ],
    [
      'two levels down',
      { allOf: [members({ auth: members({ pin }) }), members({ auth: members({ pin: long }) })] },
      { auth: { pin: 'hunter2' } },
    ],
    [
      'with patternProperties',
      { properties: { pin: long }, patternProperties: { '^p': pin } },
      { pin: 'hunter2' },
    ],
    ['with two patterns', { patternProperties: { '^p': pin, n$: long } }, { pin: 'hunter2' }],
    [
      'in contains',
      {
        properties: {
          pins: { contains: { const: 'a' }, items: { ...(pin as object), ...(long as object) } },
        },
      },
      { pins: ['hunter2'] },
    ],
    [
      'in items',
      { allOf: [members({ pins: { items: pin } }), members({ pins: { prefixItems: [long] } })] },
      { pins: ['hunter2'] },
    ],
    [
      'in additionalProperties',
      { allOf: [{ additionalProperties: pin }, members({ pin: long })] },
      { pin: 'hunter2' },
    ],
    [
      'in patternProperties and additionalProperties',
      { allOf: [{ patternProperties: { '^p': pin } }, { additionalProperties: long }] },
      { pin: 'hunter2' },
    ],
    [
      'with x-credential',
      members({ pin: { 'x-credential': true, ...(long as object) } }),
      { pin: 'hunter2' },
    ],
    [
      'as a discriminator',
      {
        oneOf: ['a', 'b'].map((name) => ({
          type: 'object',
          required: ['pin'],
          properties: { pin: { const: name, writeOnly: true } },
        })),
      },
      { pin: 'hunter2' },
    ],
    [
      'in a branch',
      {
        type: 'object',
        minProperties: 1,
        anyOf: [members({ pin }), { required: ['x'] }],
        properties: { pin: long },
      },
      { pin: 'hunter2' },
    ],
    [
      'in a dependent schema',
      { properties: { pin: long }, dependentSchemas: { pin: members({ pin }) } },
      { pin: 'hunter2' },
    ],
  ])('is hidden if one schema declares it: %s', (_, schema, given) => {
    const violations = compile(schema).check(given);
    expect(violations.length).toBeGreaterThan(0);
    expect(JSON.stringify(violations)).not.toContain('hunter2');
  });

  test('does not hide properties with the same name elsewhere', () => {
    const check = compile({
      properties: {
        secret: { allOf: [members({ pin }), members({ pin: { $ref: '#/$defs/Text' } })] },
        open: members({ pin: { $ref: '#/$defs/Text' } }),
      },
      $defs: { Text: { type: 'string', minLength: 20 } },
    });
    const violations = check.check({ secret: { pin: 'hunter2' }, open: { pin: 'seen' } });
    expect(violations.map(({ pointer, found }) => [pointer, found])).toEqual([
      ['/secret/pin', undefined],
      ['/open/pin', '"seen"'],
    ]);
  });

  test.each<readonly [string, Json]>([
    ['enum', { enum: ['opensesame', 'sesameopen'] }],
    ['const', { const: 'opensesame' }],
    ['not', { not: { const: 'hunter2' } }],
    ['anyOf', { anyOf: [{ const: 'opensesame' }, { enum: ['sesameopen', 'x'] }] }],
    ['oneOf with several valid branches', { oneOf: [{ const: 'hunter2' }, { pattern: '^h' }] }],
    ['equally close branches', { anyOf: [{ pattern: '^o' }, { const: 'opensesame' }] }],
    ['$ref', { $ref: '#/$defs/Word' }],
  ])('is not revealed by the expectation: %s', (_, schema) => {
    const check = compile({
      properties: { key: { ...secret, ...(schema as object) } },
      $defs: { Word: { enum: ['opensesame'] } },
    });
    const violations = check.check(value);
    expect(violations).toHaveLength(1);
    expect(JSON.stringify(violations)).not.toMatch(/hunter2|sesame/);
  });

  test('is not revealed as a discriminator', () => {
    const check = compile({
      oneOf: ['opensesame', 'sesameopen'].map((word) => ({
        type: 'object',
        required: ['key'],
        properties: { key: { const: word, writeOnly: true } },
      })),
    });
    expect(check.check(value)).toMatchObject([
      { pointer: '/key', keyword: 'discriminator', expected: 'a value that is allowed' },
    ]);
  });

  test('does not hide properties that its pattern does not match', () => {
    const check = compile({
      patternProperties: { '^pw': secret },
      additionalProperties: { type: 'integer' },
    });
    expect(check.check({ other: 'seen' })).toMatchObject([{ found: '"seen"' }]);
  });

  test('is reported for the closest branch', () => {
    const choice = compile(
      object({
        anyOf: [
          { ...secret, minLength: 20 },
          { type: 'object', required: ['a'] },
        ],
      }),
    );
    expect(choice.check(value)).toEqual([
      {
        pointer: '/key',
        keyword: 'minLength',
        expected: 'at least 20 characters',
        branch: 'anyOf/0',
        schema: 'api.yaml#/properties/key/anyOf/0/minLength',
      },
    ]);
  });

  test('does not hide other properties', () => {
    const both = compile({
      type: 'object',
      properties: { key: { allOf: [secret] }, other: { type: 'integer' } },
    });
    expect(both.check({ key: 'a', other: 'b' })).toMatchObject([{ found: '"b"' }]);
  });
});
