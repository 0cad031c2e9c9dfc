import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import type { Json } from '../../../generator/model/schema.js';
import { compileAll } from './compile.js';

/** Differences between ajv and the specification, found by the differential test. Generated checks follow the specification. */
const cases: readonly {
  readonly name: string;
  readonly schema: Json;
  readonly value: unknown;
  readonly valid: boolean;
}[] = [
  {
    name: 'an empty "contains" beside "prefixItems" wants an item',
    schema: { prefixItems: [{ properties: {} }], contains: {} },
    value: [],
    valid: false,
  },
  {
    name: 'an empty "contains" after one that found an item wants one too',
    schema: { items: { contains: { maxLength: 1 } } },
    value: [[1], []],
    valid: false,
  },
  {
    name: '"contains" wants an item also where "prefixItems" names more than there are',
    schema: { prefixItems: [true, { type: 'string' }], contains: { type: 'string' } },
    value: [1],
    valid: false,
  },
  {
    name: 'a large number is divided exactly',
    schema: { multipleOf: 3 },
    value: 1e20,
    valid: false,
  },
  {
    name: 'items that "contains" has found are evaluated',
    schema: { not: { allOf: [{ contains: {} }], unevaluatedItems: false } },
    value: [true],
    valid: false,
  },
  {
    name: 'a reference in a branch that failed has evaluated nothing',
    schema: {
      unevaluatedItems: false,
      oneOf: [{}, { $ref: '#/$defs/b' }],
      $defs: { b: { prefixItems: [{ const: [] }] } },
    },
    value: [2.5],
    valid: false,
  },
  {
    name: 'a branch that failed on "unevaluatedItems" has evaluated nothing',
    schema: { unevaluatedItems: false, oneOf: [{}, { anyOf: [{ unevaluatedItems: false }] }] },
    value: ['null'],
    valid: false,
  },
  {
    name: 'what a dynamic reference means under "unevaluatedProperties" is the outermost schema',
    schema: {
      allOf: [{ $ref: 'tree' }],
      $defs: {
        tree: {
          $id: 'tree',
          $dynamicAnchor: 'node',
          unevaluatedProperties: { $dynamicRef: '#node' },
        },
        outermost: { $dynamicAnchor: 'node', enum: [] },
      },
    },
    value: { ab: '1' },
    valid: false,
  },
  {
    name: 'a dynamic reference under "unevaluatedProperties" takes what its schema takes',
    schema: {
      oneOf: [{}, { unevaluatedProperties: { $dynamicRef: '#leaf' } }],
      $defs: { leaf: { $dynamicAnchor: 'leaf' } },
    },
    value: { c: 0 },
    valid: false,
  },
  {
    name: 'a dependent schema of a member that an array can not have has evaluated nothing',
    schema: {
      unevaluatedItems: false,
      $ref: '#/$defs/a',
      $defs: { a: { dependentSchemas: { type: { prefixItems: [{}] } } } },
    },
    value: [false],
    valid: false,
  },
  {
    name: 'a condition that failed in a reference has evaluated nothing',
    schema: {
      unevaluatedProperties: false,
      if: { $ref: '#/$defs/c' },
      else: { then: {} },
      $defs: {
        a: { unevaluatedItems: false },
        c: { additionalProperties: { $ref: '#/$defs/a' } },
      },
    },
    value: { a: ['x'] },
    valid: false,
  },
  {
    name: 'items that "contains" has found in a condition are evaluated',
    schema: { unevaluatedItems: false, if: { contains: true } },
    value: ['1'],
    valid: true,
  },
  {
    name: 'a member named __proto__ is evaluated by the patterns of a reference like any other',
    schema: {
      allOf: [{ $ref: '#/$defs/list' }],
      unevaluatedProperties: false,
      $defs: { list: { patternProperties: { '^.$': {} } } },
    },
    value: JSON.parse('{ "__proto__": {} }'),
    valid: false,
  },
  {
    name: 'a member named __proto__ is checked like any other',
    schema: JSON.parse('{ "properties": { "__proto__": { "type": "number" } } }') as Json,
    value: JSON.parse('{ "__proto__": "text" }'),
    valid: false,
  },
];

describe('difference between ajv and the specification', () => {
  const compiled = compileAll(cases.map(({ schema }) => ({ schema, dialect: '2020-12' })));
  test.each(cases.map((item, index) => ({ ...item, index })))(
    '$name',
    ({ schema, value, valid, index }) => {
      expect(compiled[index]?.is(value)).toBe(valid);
      expect(compiled[index]?.check(value).length === 0).toBe(valid);
      const ajv = new Ajv2020({ strict: false, ownProperties: true });
      expect(ajv.compile(schema as object)(value), 'ajv has come to agree: drop the case').toBe(
        !valid,
      );
    },
  );
});
