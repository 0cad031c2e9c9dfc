import { describe, expect, it } from 'vitest';
import { description } from '../model/read.js';
import { lintText } from './lint-text.js';

/** A description whose one schema, on line 6 and below, is this. */
const schema = (text: string): string =>
  description({ components: `schemas:\n  A: ${text}\n  B: {}` });

describe('defaults and examples of a schema', () => {
  it.each<readonly [what: string, text: string, want: readonly string[]]>([
    ['a valid default', '{ type: integer, maximum: 100, default: 20 }', []],
    [
      'a default of another type',
      '{ type: integer, default: "20" }',
      ['warning invalid-default 6'],
    ],
    [
      'a default beyond a bound',
      '{ type: integer, maximum: 10, default: 20 }',
      ['warning invalid-default 6'],
    ],
    ['a default that is not listed', '{ enum: [a, b], default: c }', ['warning invalid-default 6']],
    [
      'a default that a subschema in allOf rejects',
      '{ allOf: [{ maxLength: 2 }], default: abc }',
      ['warning invalid-default 6'],
    ],
    ['a null default of a nullable schema', '{ type: [string, "null"], default: null }', []],
    [
      'a valid example',
      '{ type: object, required: [a], properties: { a: { pattern: "^x" } }, example: { a: xy } }',
      [],
    ],
    [
      'an example without a required property',
      '{ type: object, required: [a], example: {} }',
      ['warning invalid-example 6'],
    ],
    [
      'an example without a required readOnly property',
      '{ type: object, required: [a], properties: { a: { readOnly: true } }, example: {} }',
      [],
    ],
    [
      'an example with an invalid property',
      '{ properties: { a: { items: { type: string } } }, example: { a: [b, 1] } }',
      ['warning invalid-example 6'],
    ],
    [
      'the second of two examples',
      '{ type: string, maxLength: 1, examples: [a, bc] }',
      ['warning invalid-example 6'],
    ],
    [
      'an example that no branch accepts',
      '{ anyOf: [{ type: string }, { type: "null" }], example: 1 }',
      ['warning invalid-example 6'],
    ],
    [
      'an example that one branch accepts',
      '{ oneOf: [{ type: string }, { type: integer }], example: 1 }',
      [],
    ],
    [
      'an example with a forbidden property',
      '{ additionalProperties: false, example: { a: 1 } }',
      ['warning invalid-example 6'],
    ],
    [
      'an example with properties in another order',
      '{ const: { a: 1, b: 2 }, example: { b: 2, a: 1 } }',
      [],
    ],
    [
      'an example of a recursive schema',
      "{ properties: { a: { $ref: '#/components/schemas/A' } }, maxProperties: 1, example: { a: { a: { a: 1, b: 2 } } } }",
      ['warning invalid-example 6'],
    ],
  ])('report the diagnostics expected for %s', async (_, text, want) => {
    expect(await lintText(schema(text))).toEqual(want);
  });
});

describe('contradictory schemas', () => {
  it('does not report integers that are bigint', async () => {
    const components = `schemas:\n  A: { type: integer, format: int64, enum: [9007199254740993, 1] }`;
    expect(await lintText(description({ components, root: 'x-int64: bigint' }))).toEqual([]);
  });

  it.each<readonly [what: string, text: string, want: readonly string[]]>([
    ['overlapping types', '{ allOf: [{ type: [string, integer] }, { type: number }] }', []],
    [
      'disjoint types',
      '{ allOf: [{ type: string }, { type: integer }] }',
      ['warning contradictory-types 6'],
    ],
    [
      'enum values of another type',
      '{ type: string, enum: [true, 969] }',
      ['warning contradictory-types 6'],
    ],
    ['enum values of which one has the type', '{ type: [integer, "null"], enum: [a, 1.0] }', []],
    [
      'a type and a subschema of another type',
      '{ type: object, allOf: [{ type: array }] }',
      ['warning contradictory-types 6'],
    ],
    [
      'a contradictory subschema, reported once',
      '{ allOf: [{ allOf: [{ type: string }, { type: integer }] }] }',
      ['warning contradictory-types 6'],
    ],
    [
      'a recursive schema',
      "{ type: object, properties: { a: { allOf: [{ $ref: '#/components/schemas/A' }] } } }",
      [],
    ],
    [
      'a branch that is a reference',
      "{ discriminator: { propertyName: kind }, oneOf: [{ $ref: '#/components/schemas/B' }, { properties: { kind: { const: b } } }, { type: 'null' }] }",
      [],
    ],
    [
      'a branch without a discriminator value',
      '{ discriminator: { propertyName: kind }, oneOf: [{ properties: { kind: { const: b } } }, { type: object, properties: { kind: { type: string } } }] }',
      ['warning unnamed-branch 6'],
    ],
    [
      'a subtype whose name the discriminator does not allow',
      "{ properties: { kind: { enum: [a, b] } }, discriminator: { propertyName: kind } }\n  C: { allOf: [{ $ref: '#/components/schemas/A' }] }",
      ['warning unnamed-branch 6'],
    ],
    [
      'a property that is required beside its declaration',
      '{ allOf: [{ required: [id], properties: { id: { readOnly: true } } }] }',
      [],
    ],
    [
      'a property that is declared in allOf and required outside',
      '{ required: [id], allOf: [{ properties: { id: { readOnly: true } } }] }',
      [],
    ],
    [
      'a property that is declared and required in different branches of allOf',
      '{ allOf: [{ required: [id] }, { properties: { id: { readOnly: true } } }] }',
      ['warning required-elsewhere 6'],
    ],
  ])('reports the diagnostics expected for %s', async (_, text, want) => {
    expect(await lintText(schema(text))).toEqual(want);
  });
});
