import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { connect } from '@tallystick/runtime/http';
import type { Transport } from '@tallystick/runtime';
import { generateTopic } from '../suite/generated.js';
import { randomRuns, seed } from '../../rounds.js';

/** A schema, and values of it as a program holds them. */
interface Sample {
  readonly schema: object;
  readonly value: fc.Arbitrary<unknown>;
}

const instant = fc
  .date({ min: new Date('0000-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59.999Z') })
  .filter((date) => !Number.isNaN(date.getTime()));
const word = fc.constantFrom('soon', 'never', '', '2024-01-31', 'x');

const date: Sample = { schema: { type: 'string', format: 'date-time' }, value: instant };
const text: Sample = { schema: { type: 'string' }, value: word };
const leaves: readonly Sample[] = [
  date,
  date,
  text,
  { schema: { type: 'integer' }, value: fc.integer() },
  { schema: { type: ['string', 'null'], format: 'date-time' }, value: fc.option(instant) },
  {
    schema: { type: ['string', 'integer'], format: 'date-time' },
    value: fc.oneof(instant, fc.integer()),
  },
  { schema: { enum: ['a', 'b', null] }, value: fc.constantFrom('a', 'b', null) },
  { schema: { anyOf: [{ type: 'string' }, date.schema] }, value: fc.oneof(instant, word) },
  {
    schema: { oneOf: [date.schema, { enum: ['never', 'soon'] }] },
    value: fc.oneof(instant, fc.constantFrom('never', 'soon')),
  },
  { schema: { $ref: '#/components/schemas/Tree' }, value: tree() },
];

/** Values of a recursive schema. */
function tree(): fc.Arbitrary<unknown> {
  return fc.letrec((tie) => ({
    tree: fc.record(
      { at: instant, children: fc.array(tie('tree'), { maxLength: 2 }) },
      { requiredKeys: ['at'] },
    ),
  }))['tree'];
}

function object(
  members: Readonly<Record<string, Sample>>,
  required: readonly string[],
  more: object = {},
): Sample {
  return {
    schema: {
      type: 'object',
      required,
      properties: Object.fromEntries(
        Object.entries(members).map(([name, { schema }]) => [name, schema]),
      ),
      ...more,
    },
    value: fc.record(
      Object.fromEntries(Object.entries(members).map(([name, { value }]) => [name, value])),
      { requiredKeys: [...required] },
    ),
  };
}

const samples: fc.Arbitrary<Sample> = fc.letrec<{ sample: Sample; part: Sample }>((tie) => {
  const inner = tie('part');
  const lists = inner.map(({ schema, value }): Sample => ({
    schema: { type: 'array', items: schema },
    value: fc.array(value, { maxLength: 3 }),
  }));
  const maps = inner.map(({ schema, value }): Sample => ({
    schema: { type: 'object', additionalProperties: schema },
    value: fc.dictionary(fc.constantFrom('a', 'b/c', '__proto__', 'constructor'), value, {
      noNullPrototype: true,
    }),
  }));
  const tuples = fc.tuple(inner, inner).map(([one, other]): Sample => ({
    schema: { type: 'array', prefixItems: [one.schema, other.schema], minItems: 2, items: false },
    value: fc.tuple(one.value, other.value),
  }));
  const objects = fc.tuple(inner, inner).map(([one, other]) => object({ one, other }, ['one']));
  const nullable = inner.map(({ schema, value }): Sample => ({
    schema: { anyOf: [schema, { type: 'null' }] },
    value: fc.option(value),
  }));
  const merged = fc.tuple(inner, inner).map(([one, other]): Sample => {
    const [left, right] = [object({ one }, ['one']), object({ other }, ['other'])];
    return {
      schema: { allOf: [left.schema, right.schema] },
      value: fc.tuple(left.value, right.value).map(([a, b]) => Object.assign({}, a, b)),
    };
  });
  const closed = { additionalProperties: false };
  // One member is a date in one branch and a text, or anything, in the other.
  const tagged = inner.map((other): Sample => {
    const tag = (name: string): Sample => ({ schema: { const: name }, value: fc.constant(name) });
    const branches = [
      object({ kind: tag('x'), at: date }, ['kind', 'at']),
      object({ kind: tag('y'), at: other }, ['kind', 'at']),
    ];
    return {
      schema: { oneOf: branches.map(({ schema }) => schema) },
      value: fc.oneof(...branches.map(({ value }) => value)),
    };
  });
  const untagged = fc
    .tuple(inner, fc.constantFrom('oneOf', 'anyOf'))
    .map(([other, keyword]): Sample => {
      const branches = [
        object({ x: text, at: date }, ['x', 'at'], closed),
        object({ y: text, at: text }, ['y', 'at'], closed),
        object({ z: other, at: other }, ['z'], closed),
      ];
      return {
        schema: { [keyword]: branches.map(({ schema }) => schema) },
        value: fc.oneof(...branches.map(({ value }) => value)),
      };
    });
  return {
    part: fc.oneof({ maxDepth: 3 }, fc.constantFrom(...leaves), tie('sample')),
    sample: fc.oneof(objects, lists, maps, tuples, nullable, merged, tagged, untagged),
  };
}).sample;

const drawn = fc.sample(samples, randomRuns(600));
const generated = await generateTopic({
  name: 'dates in schemas of chance',
  title: 'Dates',
  extensions: { 'x-dates': 'Date' },
  operations: Object.fromEntries(
    drawn.map((_, index) => {
      const content = {
        'application/json': { schema: { $ref: `#/components/schemas/Sample${index}` } },
      };
      return [
        `echo${index}`,
        {
          method: 'post',
          requestBody: { required: true, content },
          responses: { '200': { description: 'The same.', content } },
        },
      ];
    }),
  ),
  components: {
    schemas: {
      Tree: {
        type: 'object',
        required: ['at'],
        properties: {
          at: date.schema,
          children: { type: 'array', items: { $ref: '#/components/schemas/Tree' } },
        },
      },
      ...Object.fromEntries(drawn.map(({ schema }, index) => [`Sample${index}`, schema])),
    },
  },
});

describe('value of a random schema with dates', () => {
  const texts: string[] = [];
  const handle = generated.createServer(
    new Proxy(
      {},
      {
        get: () => (request: { readonly body: unknown }, respond: { ok(body: unknown): unknown }) =>
          respond.ok(request.body),
        has: () => true,
      },
    ),
    { authorities: ['api.example.com'], validateResponses: generated.checks },
  );
  const transport: Transport = async (request) => {
    const response = await handle(request);
    texts.push(String(request.body), String(response.body));
    return response;
  };
  const client = connect(generated.description, {
    transport,
    checks: generated.checks,
    onInvalidResponse: 'error',
  });

  it.each(drawn.map((sample, index) => ({ index, sample })))(
    'is transferred unchanged between client and server ($index)',
    async ({ index, sample: { schema, value } }) => {
      for (const given of fc.sample(value, { seed: seed + index, numRuns: 12 })) {
        texts.length = 0;
        const outcome = await generated.call(`echo${index}`).result(client, given);
        expect(outcome, JSON.stringify({ schema, given })).toMatchObject({ kind: 'success' });
        expect(outcome['value']).toEqual(given);
        expect(texts[1]).toBe(texts[0]);
        expect(texts[0]).toBe(JSON.stringify(given));
      }
    },
  );
});
