import { describe, expect, test } from 'vitest';
import type { Json } from '../../../generator/model/schema.js';
import { InvalidValueError, schemaOf, type Schema } from '../../../runtime/core/validate/index.js';
import { compileAll } from '../../conformance/json-schema/compile.js';

const levels = 100_000;
const self: Json = { $ref: '#' };
const child: Json = { properties: { c: self } };

/** `{"c":{"c":…{}}}`, with a member more on each level if given. */
function chain(leaf = '{}', more = ''): unknown {
  return JSON.parse(`{${more}"c":`.repeat(levels) + leaf + '}'.repeat(levels)) as unknown;
}

/** `[[…[]]]`. */
function nest(): unknown {
  return JSON.parse('['.repeat(levels) + ']'.repeat(levels)) as unknown;
}

const recursions: readonly (readonly [string, Json, (() => unknown)?])[] = [
  ['properties', child],
  ['required members', { ...(child as object), required: ['c'] }],
  ['additionalProperties', { additionalProperties: self }],
  ['patternProperties', { patternProperties: { '^c': self } }],
  ['propertyNames beside it', { propertyNames: { pattern: '^c' }, additionalProperties: self }],
  ['items', { items: self }, nest],
  ['prefixItems', { prefixItems: [self] }, nest],
  ['contains', { type: 'array', contains: self }, nest],
  ['contains that nothing has to meet', { contains: self, minContains: 0, maxContains: 5 }, nest],
  ['unevaluatedProperties', { unevaluatedProperties: self }],
  [
    'unevaluatedProperties behind a union',
    { anyOf: [child, { required: ['z'] }], unevaluatedProperties: false },
  ],
  ['unevaluatedItems', { unevaluatedItems: self }, nest],
  [
    'unevaluatedItems behind a union',
    { oneOf: [{ prefixItems: [self] }, { minItems: 9 }], unevaluatedItems: false },
    nest,
  ],
  ['dependentSchemas', { dependentSchemas: { c: child } }],
  ['allOf', { allOf: [child, child] }],
  ['anyOf', { anyOf: [{ ...(child as object), required: ['q'] }, child] }],
  ['oneOf', { oneOf: [{ ...(child as object), required: ['q'] }, child] }],
  ['not', { properties: { c: { not: self } } }],
  ['not of not', { not: { not: child } }],
  ['if, then and else', { if: child, then: child, else: child }],
  [
    'branches that a member chooses',
    {
      oneOf: ['a', 'b'].map((kind) => ({
        type: 'object',
        required: ['kind'],
        properties: { kind: { const: kind }, c: self },
      })),
    },
    () => chain('{"kind":"b"}', '"kind":"a",'),
  ],
  ['$dynamicRef', { $dynamicAnchor: 'node', properties: { c: { $dynamicRef: '#node' } } }],
  [
    '$dynamicRef that another resource extends',
    {
      $dynamicAnchor: 'node',
      $ref: 'tree',
      unevaluatedProperties: false,
      $defs: {
        tree: { $id: 'tree', $dynamicAnchor: 'node', properties: { c: { $dynamicRef: '#node' } } },
      },
    },
  ],
  [
    'two schemas in turn',
    {
      $ref: '#/$defs/a',
      $defs: {
        a: { properties: { c: { $ref: '#/$defs/b' } } },
        b: { additionalProperties: { $ref: '#/$defs/a' } },
      },
    },
  ],
];

describe('values nested 100,000 levels deep', () => {
  const schemas = recursions.map(([, schema]) => schema);
  const checks = compileAll(
    schemas.map((schema) => ({ schema, dialect: '2020-12', uri: 'https://schemas.test/deep' })),
  );

  test.each(recursions.map(([name, , make = chain], index) => ({ name, make, index })))(
    'are one violation through $name',
    ({ make, index }) => {
      const { is, check } = checks[index] ?? { is: () => true, check: () => [] };
      const value = make();
      const deep: Schema<unknown> = schemaOf('Deep', { is, check });
      expect(is(value)).toBe(false);
      expect(check(value)).toMatchObject([
        { pointer: '', keyword: 'depth', expected: 'data that nests less deeply' },
      ]);
      expect(deep['~standard'].validate(value)).toEqual({
        issues: [{ message: 'expected data that nests less deeply', path: [] }],
      });
      expect(() => deep.assert(value)).toThrow(InvalidValueError);
    },
  );

  test.each<readonly [string, Json, () => unknown, boolean]>([
    ['equal arrays', { uniqueItems: true }, () => [nest(), nest()], false],
    ['equal objects', { items: { uniqueItems: true } }, () => [[chain(), chain()]], false],
    ['objects that differ at the end', { uniqueItems: true }, () => [chain(), chain('1')], true],
    ['a constant', { const: { a: [1] } }, () => ({ a: [nest()] }), false],
    ['an enum', { enum: [{ c: {} }, [[]]] }, () => chain(), false],
    ['a schema with one level', { properties: { c: child } }, () => chain(), false],
    ['a schema with only a type', { type: 'object' }, () => chain(), true],
  ])('are compared without recursion with %s', (_, schema, make, valid) => {
    const [compiled] = compileAll([{ schema, dialect: '2020-12' }]);
    const value = make();
    expect(compiled?.is(value)).toBe(valid);
    expect(compiled?.check(value).length === 0).toBe(valid);
  });
});
