import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
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

/** Part of the second library. Its own declarations do not compile without `skipLibCheck`. */
interface SecondLibrary {
  readonly registerSchema: (schema: Json, uri: string, dialect: string) => void;
  readonly unregisterSchema: (uri: string) => void;
  readonly validate: (uri: string, value: unknown) => Promise<{ readonly valid: boolean }>;
}
const secondLibrary: string = '@hyperjump/json-schema/draft-2020-12';

/**
 * Verdict of a second library. ajv counts properties that a failed branch matched by a pattern as evaluated, and
 * throws for some schemas with `unevaluatedProperties`.
 */
async function secondVerdict(item: Json, each: unknown): Promise<boolean> {
  const library = (await import(secondLibrary)) as SecondLibrary;
  const uri = 'https://example.com/recursive';
  library.registerSchema(item, uri, 'https://json-schema.org/draft/2020-12/schema');
  try {
    return (await library.validate(uri, each)).valid;
  } finally {
    library.unregisterSchema(uri);
  }
}

/** Verdict of ajv; absent if its check throws. */
function verdictOfAjv(check: ValidateFunction, each: unknown): boolean | undefined {
  try {
    return check(each);
  } catch {
    return undefined;
  }
}

test('validates random recursive schemas like ajv', { timeout: 600_000 }, async () => {
  const values = fc.array(value, { minLength: 60, maxLength: 60 });
  const drawn = fc.sample(fc.tuple(schema, values), { seed, numRuns: count });
  const compiled = compileAll(drawn.map(([item]) => ({ schema: item, dialect: '2020-12' })));
  const found = { valid: 0, invalid: 0, disagreements: [] as unknown[] };
  for (const [index, [item, given]] of drawn.entries()) {
    const check = compiled[index];
    const ajv = new Ajv2020({
      strict: false,
      ownProperties: true,
      validateSchema: false,
      meta: false,
    });
    const theirs = ajv.compile(item as object);
    for (const each of given) {
      const isValid = check?.is(each);
      found[isValid === true ? 'valid' : 'invalid'] += 1;
      expect(check?.check(each).length === 0).toBe(isValid);
      if (verdictOfAjv(theirs, each) === isValid) continue;
      if ((await secondVerdict(item, each)) === isValid) continue;
      found.disagreements.push({ schema: item, value: each, isValid });
    }
  }
  expect(found.disagreements.slice(0, 2)).toEqual([]);
  expect(Math.min(found.valid, found.invalid)).toBeGreaterThan(count * 5);
});
