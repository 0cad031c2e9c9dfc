import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomRuns, seed } from '../../rounds.js';
import { createXmlEndpoints } from './endpoints.js';

/** A schema, and values of it as a program holds them. */
interface Sample {
  readonly schema: object;
  readonly value: fc.Arbitrary<unknown>;
}

/** Texts that XML has to spell with care. */
const word = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '<a>&amp;</a>',
    ']]>',
    '"\'',
    'a\r\n\tb',
    '\u00e9\u4e2d\u{1f600}',
    'true',
    '12',
  ),
  fc.string({ unit: 'grapheme' }).filter(isSpeakable),
);

function isSpeakable(text: string): boolean {
  return /^[\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]*$/u.test(text);
}

const number = fc.double({ noNaN: true, noDefaultInfinity: true }).map((each) => each + 0);
const text: Sample = { schema: { type: 'string' }, value: word };
const leaves: readonly Sample[] = [
  text,
  text,
  { schema: { type: 'integer' }, value: fc.maxSafeInteger() },
  { schema: { type: 'number' }, value: number },
  { schema: { type: 'boolean' }, value: fc.boolean() },
  { schema: { type: ['integer', 'null'] }, value: fc.option(fc.integer()) },
  { schema: { type: ['string', 'null'] }, value: fc.option(word) },
  { schema: { enum: ['a', 'b', null] }, value: fc.constantFrom('a', 'b', null) },
  {
    schema: { oneOf: [{ type: 'integer' }, { enum: ['auto', 'none'] }] },
    value: fc.oneof(fc.integer(), fc.constantFrom('auto', 'none')),
  },
  { schema: { $ref: '#/components/schemas/Tree' }, value: tree() },
];

/** Values of a schema that holds itself. */
function tree(depth = 3): fc.Arbitrary<unknown> {
  const leaf = depth === 0 ? fc.constant([]) : fc.array(tree(depth - 1), { maxLength: 2 });
  return fc.record({ at: fc.integer(), leaf }, { noNullPrototype: true });
}

/** What may be said of a member, and of which. */
const forms: readonly ((schema: object, isSingle: boolean) => object)[] = [
  (schema) => schema,
  (schema) => schema,
  (schema) => ({ allOf: [schema], xml: { name: 'renamed' } }),
  (schema) => ({ allOf: [schema], xml: { namespace: 'urn:one', prefix: 'one' } }),
  (schema) => ({ allOf: [schema], xml: { namespace: 'urn:two' } }),
  (schema, isSingle) => (isSingle ? { ...schema, xml: { attribute: true } } : schema),
];

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
      { requiredKeys: [...required], noNullPrototype: true },
    ),
  };
}

const samples: fc.Arbitrary<Sample> = fc.letrec<{ sample: Sample; part: Sample }>((tie) => {
  const inner = tie('part');
  const formed = fc
    .tuple(inner, fc.constantFrom(...forms))
    .map(([{ schema, value }, form]): Sample => {
      const { type } = schema as { type?: unknown };
      return { schema: form(schema, type === 'string' || type === 'integer'), value };
    });
  const lists = fc.tuple(inner, fc.boolean()).map(([{ schema, value }, isNamed]): Sample => ({
    schema: {
      type: 'array',
      items: isNamed ? { allOf: [schema], xml: { name: 'item' } } : schema,
      xml: { wrapped: true },
    },
    value: fc.array(value, { maxLength: 3 }),
  }));
  const unwrapped = inner.map(({ schema, value }): Sample => {
    const list = {
      schema: { type: 'array', items: schema },
      value: fc.array(value, { maxLength: 3 }),
    };
    return object({ many: list, other: text }, ['many']);
  });
  const maps = inner.map(({ schema, value }): Sample => ({
    schema: { type: 'object', additionalProperties: schema },
    value: fc.dictionary(
      fc.constantFrom('a', 'b-c', '__proto__', 'constructor', 'toString'),
      value,
      {
        noNullPrototype: true,
      },
    ),
  }));
  const tuples = fc.tuple(inner, inner).map(([one, other]): Sample => ({
    schema: {
      type: 'array',
      prefixItems: [one.schema, other.schema],
      minItems: 2,
      items: false,
      xml: { nodeType: 'element' },
    },
    value: fc.tuple(one.value, other.value),
  }));
  const objects = fc.tuple(formed, inner).map(([one, other]) => object({ one, other }, ['one']));
  const withText = fc.constantFrom('text', 'cdata').map((nodeType) =>
    object(
      {
        kind: { schema: { type: 'string', xml: { nodeType: 'attribute' } }, value: word },
        said: { schema: { type: 'string', xml: { nodeType } }, value: word },
      },
      ['said'],
    ),
  );
  const spread = inner.map((part) => {
    const below = object({ deep: part }, ['deep'], { xml: { nodeType: 'none' } });
    return object({ group: below, plain: text }, ['group']);
  });
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
  const tagged = fc.tuple(inner, inner).map(([one, other]): Sample => {
    const tag = (name: string): Sample => ({ schema: { const: name }, value: fc.constant(name) });
    const branches = [
      object({ kind: tag('x'), at: one }, ['kind', 'at']),
      object({ kind: tag('y'), at: other }, ['kind', 'at']),
    ];
    return {
      schema: { oneOf: branches.map(({ schema }) => schema) },
      value: fc.oneof(...branches.map(({ value }) => value)),
    };
  });
  const untagged = fc.tuple(inner, inner).map(([one, other]): Sample => {
    const branches = [object({ x: one, z: text }, ['x']), object({ y: other, z: text }, ['y'])];
    return {
      schema: { anyOf: branches.map(({ schema }) => schema) },
      value: fc.oneof(...branches.map(({ value }) => value)),
    };
  });
  return {
    part: fc.oneof({ maxDepth: 3 }, fc.constantFrom(...leaves), tie('sample'), nullable),
    sample: fc.oneof(
      objects,
      lists,
      unwrapped,
      maps,
      tuples,
      withText,
      spread,
      merged,
      tagged,
      untagged,
    ),
  };
}).sample;

const drawn = fc.sample(samples, randomRuns(400));
const schemas = {
  Tree: {
    type: 'object',
    required: ['at', 'leaf'],
    properties: {
      at: { type: 'integer', xml: { attribute: true } },
      leaf: { type: 'array', items: { $ref: '#/components/schemas/Tree' } },
    },
  },
  ...Object.fromEntries(drawn.map(({ schema }, index) => [`Sample${index}`, schema])),
};
const endpoints = await createXmlEndpoints({
  openapi: '3.2.0',
  bodies: Object.fromEntries(
    drawn.map((_, index) => [index, { $ref: `#/components/schemas/Sample${index}` }]),
  ),
  schemas,
  settings: {},
});

/** What another library has of a document: names with their namespaces, attributes and texts. */
interface Dom {
  readonly documentElement: { readonly localName: string };
}

// Loaded by its name, since its types need those of browsers.
const library: string = '@xmldom/xmldom';
const { DOMParser, onErrorStopParsing } = (await import(library)) as {
  readonly DOMParser: new (options: object) => { parseFromString(text: string, type: string): Dom };
  readonly onErrorStopParsing: unknown;
};

describe('value of a random schema', () => {
  const parser = new DOMParser({ onError: onErrorStopParsing });

  it.each(drawn.map(({ schema, value }, index) => ({ index, schema, value })))(
    'is transferred unchanged in XML that other parsers read ($index)',
    async ({ index, schema, value }) => {
      for (const given of fc.sample(value, { seed: seed + index, numRuns: 12 })) {
        const { request, got, response, outcome } = await endpoints.send(String(index), given);
        const what = JSON.stringify({ schema, given, request, outcome });
        expect(got, what).toEqual(given);
        expect(response, what).toBe(request);
        expect(outcome, what).toMatchObject({ kind: 'success' });
        expect(Reflect.get(outcome, 'value'), what).toEqual(given);
        const { documentElement } = parser.parseFromString(request, 'application/xml');
        expect(documentElement.localName, what).toBe(`Sample${index}`);
      }
    },
  );
});
