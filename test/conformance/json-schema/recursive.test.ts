import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rounds, seed } from '../../rounds.js';
import type { Json } from '../../../generator/model/schema.js';
import { compileAll } from './compile.js';

type Members = { readonly [keyword: string]: Json };

const name = fc.constantFrom('x', 'y', 'z', 'k');
const child: fc.Arbitrary<Json> = fc.oneof(
  fc.constantFrom('#', '#/$defs/a', '#/$defs/b').map(($ref) => ({ $ref })),
  fc.constantFrom<Json>({ type: 'string' }, { type: ['null', 'object'] }, true),
);
const object: fc.Arbitrary<Members> = fc
  .record(
    {
      type: fc.constantFrom<Json>('object', ['object', 'null'], ['object', 'string']),
      required: fc.uniqueArray(name, { maxLength: 2 }),
      properties: fc.dictionary(name, child, { maxKeys: 3 }),
      patternProperties: fc.dictionary(fc.constantFrom('^x', 'y|z'), child, { maxKeys: 1 }),
      additionalProperties: fc.oneof(child, fc.constant(false)),
      items: child,
      contains: child,
    },
    { requiredKeys: [] },
  )
  .map((members) => members as Members);
const some = fc.array(object, { minLength: 2, maxLength: 3 });
const body: fc.Arbitrary<Members> = fc.oneof(
  some.map((anyOf) => ({ anyOf })),
  some.map((oneOf) => ({ oneOf })),
  some.map((allOf) => ({ allOf })),
  fc.tuple(object, object, object).map(([a, b, c]) => ({ if: a, then: b, else: c })),
  fc.tuple(object, object).map(([own, not]) => ({ ...own, not })),
  fc.tuple(object, some).map(([own, anyOf]) => ({ ...own, anyOf, unevaluatedProperties: false })),
  fc.tuple(name, object, object).map(([key, own, more]) => ({
    ...own,
    dependentSchemas: { [key]: more },
  })),
);
const schema = fc
  .record({ root: body, a: body, b: body })
  .map(({ root, a, b }): Json => ({ ...root, $defs: { a, b } }));
const value: fc.Arbitrary<unknown> = fc.letrec<{ readonly value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'large', withCrossShrink: true },
    fc.constantFrom('s', 1, null),
    fc.dictionary(name, tie('value'), { maxKeys: 3 }),
    fc.array(tie('value'), { minLength: 1, maxLength: 3 }),
  ),
})).value;

/** Schemas that lead back to themselves in several ways, so that answers are remembered. */
const count = rounds(300, 20);

test('validates random recursive schemas like ajv', { timeout: 600_000 }, () => {
  const values = fc.array(value, { minLength: 60, maxLength: 60 });
  const drawn = fc.sample(fc.tuple(schema, values), { seed, numRuns: count });
  const compiled = compileAll(drawn.map(([item]) => ({ schema: item, dialect: '2020-12' })));
  const found = { valid: 0, invalid: 0, disagreements: [] as unknown[] };
  drawn.forEach(([item, given], index) => {
    const check = compiled[index];
    const ajv = new Ajv2020({
      strict: false,
      ownProperties: true,
      validateSchema: false,
      meta: false,
    });
    const theirs = ajv.compile(item as object);
    for (const each of given) {
      const expected = theirs(each);
      found[expected ? 'valid' : 'invalid'] += 1;
      const isEmpty = check?.check(each).length === 0;
      if (check?.is(each) === expected && isEmpty === expected) continue;
      found.disagreements.push({ schema: item, value: each, ajv: expected });
    }
  });
  expect(found.disagreements.slice(0, 2)).toEqual([]);
  expect(Math.min(found.valid, found.invalid)).toBeGreaterThan(count * 5);
});
