import { describe, expect, it } from 'vitest';
import { description } from '../model/reading.js';
import { said } from './said.js';

/** A description whose one schema, on line 6 and below, is this. */
const schema = (text: string): string =>
  description({ components: `schemas:\n  A: ${text}\n  B: {}` });

describe('values that a description gives for its own schemas', () => {
  it.each<readonly [what: string, text: string, want: readonly string[]]>([
    ['a default that fits', '{ type: integer, maximum: 100, default: 20 }', []],
    ['one of another type', '{ type: integer, default: "20" }', ['warning invalid-default 6']],
    [
      'one beyond a bound',
      '{ type: integer, maximum: 10, default: 20 }',
      ['warning invalid-default 6'],
    ],
    ['one that is not listed', '{ enum: [a, b], default: c }', ['warning invalid-default 6']],
    [
      'one that a reference refuses',
      '{ allOf: [{ maxLength: 2 }], default: abc }',
      ['warning invalid-default 6'],
    ],
    ['null where it is allowed', '{ type: [string, "null"], default: null }', []],
    [
      'an example that fits',
      '{ type: object, required: [a], properties: { a: { pattern: "^x" } }, example: { a: xy } }',
      [],
    ],
    [
      'one that lacks a member',
      '{ type: object, required: [a], example: {} }',
      ['warning invalid-example 6'],
    ],
    [
      'one that lacks a member of answers',
      '{ type: object, required: [a], properties: { a: { readOnly: true } }, example: {} }',
      [],
    ],
    [
      'one with a wrong member',
      '{ properties: { a: { items: { type: string } } }, example: { a: [b, 1] } }',
      ['warning invalid-example 6'],
    ],
    [
      'the second of two',
      '{ type: string, maxLength: 1, examples: [a, bc] }',
      ['warning invalid-example 6'],
    ],
    [
      'one that no branch takes',
      '{ anyOf: [{ type: string }, { type: "null" }], example: 1 }',
      ['warning invalid-example 6'],
    ],
    [
      'one that some branch takes',
      '{ oneOf: [{ type: string }, { type: integer }], example: 1 }',
      [],
    ],
    [
      'one with a member that is refused',
      '{ additionalProperties: false, example: { a: 1 } }',
      ['warning invalid-example 6'],
    ],
    [
      'one whose members stand in another order',
      '{ const: { a: 1, b: 2 }, example: { b: 2, a: 1 } }',
      [],
    ],
    [
      'one of a schema that leads back to itself',
      "{ properties: { a: { $ref: '#/components/schemas/A' } }, maxProperties: 1, example: { a: { a: { a: 1, b: 2 } } } }",
      ['warning invalid-example 6'],
    ],
  ])('%s', async (_, text, want) => {
    expect(await said(schema(text))).toEqual(want);
  });
});

describe('schemas that contradict themselves', () => {
  it('do not where integers are bigint', async () => {
    const components = `schemas:\n  A: { type: integer, format: int64, enum: [9007199254740993, 1] }`;
    expect(await said(description({ components, root: 'x-int64: bigint' }))).toEqual([]);
  });

  it.each<readonly [what: string, text: string, want: readonly string[]]>([
    ['types that agree', '{ allOf: [{ type: [string, integer] }, { type: number }] }', []],
    [
      'types that do not',
      '{ allOf: [{ type: string }, { type: integer }] }',
      ['warning contradictory-types 6'],
    ],
    [
      'values of another type',
      '{ type: string, enum: [true, 969] }',
      ['warning contradictory-types 6'],
    ],
    ['values of which one has the type', '{ type: [integer, "null"], enum: [a, 1.0] }', []],
    [
      'a type and a part',
      '{ type: object, allOf: [{ type: array }] }',
      ['warning contradictory-types 6'],
    ],
    [
      'a part that contradicts itself, told once',
      '{ allOf: [{ allOf: [{ type: string }, { type: integer }] }] }',
      ['warning contradictory-types 6'],
    ],
    [
      'a schema that is made of itself',
      "{ type: object, properties: { a: { allOf: [{ $ref: '#/components/schemas/A' }] } } }",
      [],
    ],
    [
      'a branch that refers',
      "{ discriminator: { propertyName: kind }, oneOf: [{ $ref: '#/components/schemas/B' }, { properties: { kind: { const: b } } }, { type: 'null' }] }",
      [],
    ],
    [
      'a branch without a name',
      '{ discriminator: { propertyName: kind }, oneOf: [{ properties: { kind: { const: b } } }, { type: object, properties: { kind: { type: string } } }] }',
      ['warning unnamed-branch 6'],
    ],
    [
      'an extension whose name the member of its base can not have',
      "{ properties: { kind: { enum: [a, b] } }, discriminator: { propertyName: kind } }\n  C: { allOf: [{ $ref: '#/components/schemas/A' }] }",
      ['warning unnamed-branch 6'],
    ],
    [
      'a member required where it is declared',
      '{ allOf: [{ required: [id], properties: { id: { readOnly: true } } }] }',
      [],
    ],
    [
      'a member required around its declaration',
      '{ required: [id], allOf: [{ properties: { id: { readOnly: true } } }] }',
      [],
    ],
    [
      'a member required beside its declaration',
      '{ allOf: [{ required: [id] }, { properties: { id: { readOnly: true } } }] }',
      ['warning required-elsewhere 6'],
    ],
  ])('%s', async (_, text, want) => {
    expect(await said(schema(text))).toEqual(want);
  });
});
