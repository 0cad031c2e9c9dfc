import type { StandardJSONSchemaV1, StandardSchemaV1 } from '@standard-schema/spec';
import addFormats from 'ajv-formats';
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { describedSchema, schemaOf, type Schema } from '../../../runtime/core/validate/index.js';
import type { Keeper } from '../../cases/json-schemas/output/src/types.js';
import {
  animalSchema,
  catSchema,
  keeperInputSchema,
  keeperSchema,
} from '../../cases/json-schemas/output/src/validators.js';

const kind = fc.constantFrom('bird', 'owl', 'cat', 'Bird', 1);
const name = fc.constantFrom('', 'Ada', 'a'.repeat(20), 'a'.repeat(21), '😀'.repeat(20), null);
const animal = fc.letrec<{ readonly animal: object }>((tie) => ({
  animal: fc.record(
    {
      kind,
      wingspan: fc.constantFrom(0, 0.5, 0.7, 3, -1, 'wide'),
      ring: fc.constantFrom('a-b.c-12', 'a12', '-12', 'x-1'),
      lives: fc.constantFrom(1, 9, 10, 1.5, -3e9),
      kittens: fc.array(tie('animal'), { maxLength: 4 }),
    },
    { requiredKeys: [] },
  ),
})).animal;
const keeper = fc.record(
  {
    id: fc.constantFrom(1, 1.5, 2 ** 53, '1'),
    name,
    email: fc.constantFrom('ada@zoo.example', 'ada', null),
    homepage: fc.constantFrom('https://zoo.example', 'not a URI'),
    hired: fc.constantFrom('2024-02-29', '2023-02-29'),
    password: name,
  },
  { requiredKeys: [] },
);

const described = { animalSchema, catSchema, keeperInputSchema, keeperSchema };
const subjects = [
  { subject: 'animalSchema', values: animal },
  { subject: 'catSchema', values: animal },
  { subject: 'keeperSchema', values: keeper },
  { subject: 'keeperInputSchema', values: keeper },
] as const;
const targets = [
  { target: 'draft-2020-12', validator: () => new Ajv2020() },
  { target: 'draft-07', validator: () => new Ajv() },
] as const;

describe('Standard JSON Schema of a named schema', () => {
  test('has the types of the specification', () => {
    const specified: StandardJSONSchemaV1<Keeper, Keeper> & StandardSchemaV1<Keeper, Keeper> =
      keeperSchema;
    expectTypeOf<StandardJSONSchemaV1.InferOutput<typeof keeperSchema>>().toEqualTypeOf<Keeper>();
    expect(specified['~standard'].version).toBe(1);
  });

  test.each(subjects.flatMap((each) => targets.map((other) => ({ ...each, ...other }))))(
    'accepts what the check accepts: $subject for $target',
    ({ subject, values, target, validator }) => {
      const ajv = validator();
      addFormats.default(ajv);
      const schema = described[subject];
      const validate = ajv.compile(schema['~standard'].jsonSchema.input({ target }));
      const valid = { yes: 0, no: 0 };
      fc.assert(
        fc.property(values, (value) => {
          valid[schema.is(value) ? 'yes' : 'no'] += 1;
          expect(validate(value)).toBe(schema.is(value));
        }),
        // Not any seed: few random values are valid.
        { numRuns: 400, seed: 3333 },
      );
      expect(Math.min(valid.yes, valid.no)).toBeGreaterThan(0);
    },
  );

  test('is a document of its own, in which a recursive schema refers to itself', () => {
    const { input, output } = catSchema['~standard'].jsonSchema;
    expect(output({ target: 'draft-2020-12' })).toEqual(input({ target: 'draft-2020-12' }));
    expect(input({ target: 'draft-2020-12' })).toEqual({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: {
        kind: { type: 'string' },
        lives: { type: 'integer', minimum: -2147483648, maximum: 9, format: 'int32' },
        kittens: { type: 'array', items: { $ref: '#' }, maxItems: 3 },
      },
      required: ['kind'],
      additionalProperties: false,
    });
  });

  test('has definitions in the place and the words of the target', () => {
    const { input } = animalSchema['~standard'].jsonSchema;
    expect(Object.keys(input({ target: 'draft-2020-12' })['$defs'] as object)).toEqual([
      'Bird',
      'Cat',
    ]);
    const { definitions } = input({ target: 'openapi-3.0' });
    expect(definitions).toMatchObject({
      Bird: { properties: { wingspan: { minimum: 0, exclusiveMinimum: true } } },
      Cat: { properties: { kittens: { items: { $ref: '#/definitions/Cat' } } } },
    });
    expect(keeperSchema['~standard'].jsonSchema.input({ target: 'openapi-3.0' })).toMatchObject({
      properties: {
        email: { type: 'string', nullable: true, format: 'email' },
        name: { example: 'Ada' },
      },
    });
  });

  test('has no values of secrets, and only the formats that are asserted', () => {
    const { properties } = keeperInputSchema['~standard'].jsonSchema.input({
      target: 'draft-2020-12',
    });
    expect(properties).toMatchObject({
      password: { type: 'string', writeOnly: true },
      homepage: { type: 'string' },
    });
    expect(JSON.stringify(properties)).not.toMatch(/secret|"uri"/);
  });

  test('is a new object in every call', () => {
    const { input } = catSchema['~standard'].jsonSchema;
    const first = input({ target: 'draft-2020-12' });
    (first['properties'] as { kind: object }).kind = {};
    expect(input({ target: 'draft-2020-12' })).toMatchObject({
      properties: { kind: { type: 'string' } },
    });
  });

  test('throws for targets and keywords that it cannot serve, and for values that are no JSON', () => {
    const { input } = catSchema['~standard'].jsonSchema;
    expect(() => input({ target: 'draft-04' })).toThrow(
      'the target "draft-04" is not supported: use draft-2020-12, draft-07, openapi-3.0',
    );
    expect(() => input({ target: 'constructor' })).toThrow('is not supported');
    const anything: Schema<never> = schemaOf('Anything', { is: () => true, check: () => [] });
    const names = describedSchema(anything, {
      name: 'Names',
      schema: { propertyNames: { maxLength: 3 } },
    })['~standard'].jsonSchema;
    expect(() => names.input({ target: 'openapi-3.0' })).toThrow(
      'openapi-3.0 has no equivalent of "propertyNames"',
    );
    const dated = describedSchema(anything, {
      name: 'Dated',
      schema: { $ref: '#/$defs/Day' },
      uses: [{ name: 'Day', schema: { type: 'string' }, isConverted: true }],
    })['~standard'].jsonSchema;
    expect(() => dated.output({ target: 'draft-07' })).toThrow(
      'Dated has values that are no JSON, such as dates, bigints or bytes, in Day',
    );
  });
});
