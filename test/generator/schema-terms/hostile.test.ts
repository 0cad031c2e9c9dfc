import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { DialectId } from '../../../generator/model/schema.js';
import { generate } from '../../../generator/index.js';
import { memoryHost } from '../../../generator/host/memory.js';
import * as runtime from '../../../runtime/core/validate/index.js';
import { breakouts } from '../../conformance/hostile/breakout.js';
import { instance, schema } from '../../conformance/json-schema/arbitrary.js';
import {
  compileSchemas,
  evaluate,
  testedLibraries,
} from '../../conformance/json-schema/libraries.js';
import { nearlyValid } from '../../conformance/json-schema/nearly-valid.js';
import { randomFrom, rounds, seed } from '../../rounds.js';
import { document } from '../plan/describe.js';

const dialect: DialectId = '2020-12';

/** Names of properties that a library could take for its own syntax. */
const names = [
  '+',
  '...',
  '[string]',
  '[a\nb]',
  'a?',
  'a\\',
  'a\\?',
  '\\+',
  '\\...',
  '\\[string]',
  '$id',
  '$ref',
  '$defs',
  'type',
  '~kind',
  '0',
  'a.b[0]',
  '',
];

describe.each(testedLibraries)('schemas of $name', (tested) => {
  test('read names as names', () => {
    const sources = names.flatMap((name) =>
      [[name], []].map((required) => ({
        schema: { type: 'object', properties: { [name]: { type: 'string' } }, required },
        dialect,
      })),
    );
    const closed = sources.map((source) => ({
      ...source,
      schema: { ...source.schema, additionalProperties: false },
    }));
    const values = names.flatMap((name) => [{ [name]: 'x' }, { [name]: 1 }, {}]);
    for (const each of compileSchemas(tested, [...sources, ...closed])) {
      for (const value of values)
        expect([value, each.accepts(value)]).toEqual([value, each.check(value).length === 0]);
    }
  });

  // Valibot passes over members of this name, as the guide says.
  test.skipIf(tested.name === 'valibot')('check members named as those of every object', () => {
    const values = { anyOf: [{ type: 'string' }, { type: 'number', minimum: 1 }] };
    const [record] = compileSchemas(tested, [
      { schema: { type: 'object', additionalProperties: values }, dialect },
    ]);
    const accepted = ['x', 1, 0, null].filter((constructor) => record?.accepts({ constructor }));
    expect(accepted).toEqual(['x', 1]);
  });

  test('accept nothing where no value is within the limits', () => {
    const impossible = [
      { type: 'number', minimum: 3, maximum: 1 },
      { type: 'number', exclusiveMinimum: 3, maximum: 3 },
      { type: 'integer', minimum: 0.5, maximum: 0.5 },
      { type: 'integer', format: 'int32', minimum: 3_000_000_000 },
      { type: 'string', minLength: 3, maxLength: 1 },
      { type: 'array', minItems: 3, maxItems: 1 },
      { type: 'object', minProperties: 3, maxProperties: 1 },
      { allOf: [{ type: 'string' }, { type: 'number' }] },
      { anyOf: [false, false], not: { type: 'null' } },
      { type: 'array', prefixItems: [false], minItems: 1 },
    ];
    const compiled = compileSchemas(
      tested,
      impossible.map((each) => ({ schema: each, dialect })),
    );
    const accepted = compiled.flatMap((each, index) =>
      [0.5, 2, 3, 'ab', [1, 2], [], {}, { a: 1, b: 2 }].filter((value) => each.accepts(value))
        .length === 0
        ? []
        : [impossible[index]],
    );
    expect(accepted).toEqual([]);
  });

  test('contain no code from the document', async () => {
    const evil = "*/ process.exit(1); `${process.exit(1)}` '\\";
    const described = document({
      [evil]: {
        type: 'object',
        required: [evil],
        properties: {
          [evil]: { enum: [evil, '\u2028'], description: evil },
          again: { $ref: `#/components/schemas/${encodeURIComponent(evil.replaceAll('/', '~1'))}` },
          'type?': { type: 'array', items: { type: 'string' }, uniqueItems: true },
        },
        additionalProperties: { type: 'string', pattern: "['`]\\*/" },
      },
    });
    const host = memoryHost({ '/case/api.json': JSON.stringify(described) }, '/case');
    const result = await generate(
      { documents: ['api.json'], out: 'out', emitters: [tested.name] },
      host,
    );
    expect(result.ok).toBe(true);
    const text = host.files().get(`/case/out/${tested.name}.ts`) ?? '';
    expect(breakouts(`${tested.name}.ts`, text, new Set(['process', 'exit']))).toEqual([]);
    const exported = evaluate(text, {
      ...tested.modules,
      '@tallystick/runtime/validate': runtime,
      './validators.js': new Proxy({}, { get: () => ({ check: () => [] }) }),
    });
    const [only] = Object.values(exported);
    expect(tested.accepts(only, { [evil]: evil, again: { [evil]: '\u2028' } })).toBe(true);
    expect(tested.accepts(only, { [evil]: 'kind' })).toBe(false);
    expect(tested.accepts(only, { [evil]: evil, again: { [evil]: 'kind' } })).toBe(false);
  });

  test('accept what the checks accept, for random schemas', () => {
    const drawn = fc.sample(schema, { numRuns: rounds(100), seed });
    const compiled = compileSchemas(
      tested,
      drawn.map((each) => ({ schema: each, dialect })),
    );
    const random = randomFrom(seed);
    const values = fc.sample(instance, { numRuns: 8, seed });
    const faults = compiled.flatMap((each, index) => {
      const source = drawn[index] ?? true;
      const tried = [...values, ...values.map(() => nearlyValid(source, random))].filter(
        // Valibot passes over members of this name, as the guide says.
        (value) =>
          tested.name !== 'valibot' || !JSON.stringify({ source, value }).includes('"constructor"'),
      );
      const wrong = tried.find((value) => each.accepts(value) !== (each.check(value).length === 0));
      return wrong === undefined ? [] : [JSON.stringify({ schema: source, value: wrong })];
    });
    expect(faults).toEqual([]);
  });
});
