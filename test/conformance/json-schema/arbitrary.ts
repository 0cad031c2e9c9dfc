import fc from 'fast-check';
import type { Json } from '../../../generator/model/schema.js';

/**
 * Schemas and instances over a small vocabulary, so that they meet often: few names, short strings,
 * numbers around the bounds.
 */
const name = fc.constantFrom('a', 'b', 'c', 'type', 'constructor', 'a/b', 'ab');
const text = fc.constantFrom('', 'a', 'ab', 'abc', 'x', '😀', '😀😀', '1', 'null', 'y-z');
const number = fc.constantFrom(0, -0, 1, 2, 3, -1, 0.5, 1.5, 0.1, 0.3, 10, 100, 1e20, 2.5);
const pattern = fc.constantFrom('^a', 'b$', '^.$', '[0-9]', '^a|c', '^\\S+$');
const small = fc.integer({ min: 0, max: 3 });

/** Any JSON value, nested a little. */
export const instance: fc.Arbitrary<unknown> = fc.letrec<{ readonly value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constant(null),
    fc.boolean(),
    number,
    text,
    fc.array(tie('value'), { maxLength: 4 }),
    objectOf(tie('value'), 4),
  ),
})).value;

function objectOf<T>(
  value: fc.Arbitrary<T>,
  maxLength: number,
): fc.Arbitrary<{ readonly [name: string]: T }> {
  return fc.array(fc.tuple(name, value), { maxLength }).map((members) => fromEntries(members));
}

/** An object of exactly these members: `__proto__` is one like any other. */
function fromEntries<T>(members: readonly (readonly [string, T])[]): {
  readonly [name: string]: T;
} {
  const object: { [name: string]: T } = {};
  for (const [key, value] of members) {
    Object.defineProperty(object, key, {
      value,
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
  return object;
}

const types = ['null', 'boolean', 'object', 'array', 'number', 'string', 'integer'] as const;

const assertions: readonly fc.Arbitrary<readonly (readonly [string, unknown])[]>[] = [
  fc.constantFrom(...types).map((type) => [['type', type]]),
  fc
    .uniqueArray(fc.constantFrom(...types), { minLength: 1, maxLength: 3 })
    .map((type) => [['type', type]]),
  fc
    .array(fc.oneof(number, text, fc.boolean(), fc.constant(null)), { minLength: 1, maxLength: 3 })
    .map((values) => [['enum', values]]),
  fc
    .oneof(number, text, fc.constant(null), fc.constant([1]), fc.constant({ a: 1 }))
    .map((value) => [['const', value]]),
  number.map((value) => [['minimum', value]]),
  number.map((value) => [['maximum', value]]),
  number.map((value) => [['exclusiveMinimum', value]]),
  number.map((value) => [['exclusiveMaximum', value]]),
  // By 3, ajv divides 1e20 as a float: see ajv.test.ts.
  fc.constantFrom(1, 2, 5, 0.5).map((value) => [['multipleOf', value]]),
  small.map((value) => [['minLength', value]]),
  small.map((value) => [['maxLength', value]]),
  pattern.map((value) => [['pattern', value]]),
  small.map((value) => [['minItems', value]]),
  small.map((value) => [['maxItems', value]]),
  fc.constant([['uniqueItems', true]]),
  small.map((value) => [['minProperties', value]]),
  small.map((value) => [['maxProperties', value]]),
  fc.uniqueArray(name, { maxLength: 2 }).map((value) => [['required', value]]),
  fc
    .tuple(name, fc.uniqueArray(name, { maxLength: 2 }))
    .map(([key, value]) => [['dependentRequired', fromEntries([[key, value]])]]),
];

const leaf: fc.Arbitrary<Json> = fc
  .array(fc.oneof(...assertions), { maxLength: 2 })
  .map((parts) => fromEntries(parts.flat()) as Json);

/** A schema of draft 2020-12 whose references lead to its own `$defs` a and b. */
export const schema: fc.Arbitrary<Json> = fc
  .record({ root: subschema(2), a: subschema(1), b: subschema(1) })
  .map(
    ({ root, a, b }) =>
      ({
        ...(typeof root === 'object' ? root : { allOf: [root] }),
        $defs: { a: withoutReferences(a), b: withoutReferences(b) },
      }) as Json,
  );

/** References among definitions could cause endless recursion; the root may use all of them. */
function withoutReferences(value: Json): Json {
  if (Array.isArray(value)) return value.map(withoutReferences);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([key]) => key !== '$ref');
  return fromEntries(members.map(([key, member]) => [key, withoutReferences(member)] as const));
}

function subschema(depth: number): fc.Arbitrary<Json> {
  if (depth === 0) return fc.oneof(leaf, fc.boolean());
  const inner = subschema(depth - 1);
  const list = fc.array(inner, { minLength: 1, maxLength: 3 });
  const map = objectOf(inner, 3);
  const applicators: fc.Arbitrary<{ readonly [name: string]: unknown }> = fc.record(
    {
      allOf: list,
      anyOf: list,
      oneOf: list,
      not: inner,
      if: inner,
      then: inner,
      else: inner,
      properties: map,
      patternProperties: fc.array(fc.tuple(pattern, inner), { maxLength: 2 }).map(fromEntries),
      additionalProperties: inner,
      propertyNames: inner,
      dependentSchemas: map,
      prefixItems: list,
      items: inner,
      contains: inner,
      minContains: small,
      maxContains: small,
      $ref: fc.constantFrom('#/$defs/a', '#/$defs/b'),
    },
    { requiredKeys: [] },
  );
  return fc
    .tuple(
      leaf,
      applicators,
      fc.integer({ min: 1, max: 4 }),
      fc.array(fc.nat(40), { minLength: 4, maxLength: 4 }),
    )
    .map(([own, applied, count, picks]) => {
      const applicable = Object.entries(applied);
      const chosen = picks.slice(0, count).flatMap((pick) => {
        const member = applicable[pick % Math.max(applicable.length, 1)];
        return member === undefined ? [] : [member];
      });
      const members = new Map<string, unknown>([
        ...(count > 2 ? [] : Object.entries(own as object)),
        ...chosen,
      ]);
      return fromEntries([...members]) as Json;
    });
}
