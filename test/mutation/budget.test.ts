import { expect, test } from 'vitest';
import { generate, memoryHost } from '../../generator/index.js';
import { deepParameter, typesThatMultiply } from './forms-that-grow.js';

const text = { type: 'string' };

/** Schemas of which each means something else on every way to it. */
const shapes: Readonly<Record<string, (count: number) => Record<string, object>>> = {
  'a base with many branches and subtypes': (count) => askers(count),
  'a cycle of trees': (count) =>
    named(count, (index) => ({
      $id: `https://schemas.test/a${index}`,
      $dynamicAnchor: 'node',
      type: 'object',
      properties: {
        child: { $dynamicRef: '#node' },
        [`next${index}`]: { $ref: `https://schemas.test/a${(index + 1) % count}` },
      },
    })),
  'independent trees': (count) =>
    named(count, (index) => ({
      $id: `https://schemas.test/a${index}`,
      $dynamicAnchor: 'node',
      type: 'object',
      properties: { [`p${index}`]: text, child: { $dynamicRef: '#node' } },
    })),
  'a chain of trees': (count) =>
    named(count, (index) => ({
      $id: `https://schemas.test/a${index}`,
      $dynamicAnchor: 'node',
      type: 'object',
      properties: { [`p${index}`]: text, child: { $dynamicRef: '#node' } },
      ...(index + 1 < count && { allOf: [{ $ref: `https://schemas.test/a${index + 1}` }] }),
    })),
  'a template for each of many schemas': (count) => ({
    T: {
      $id: 'https://schemas.test/template',
      type: 'object',
      properties: named(count, (index) => ({ $dynamicRef: `#n${index}` })),
      $defs: named(count, (index) => ({ $dynamicAnchor: `n${index}` })),
    },
    ...named(count, (index) => ({
      $id: `https://schemas.test/a${index}`,
      $ref: 'https://schemas.test/template',
      $defs: { own: { $dynamicAnchor: `n${index}`, type: 'object' } },
    })),
  }),
};

/** Schemas that each evaluate all branches of one base. */
const askers = (count: number): Record<string, object> => ({
  Base: {
    type: 'object',
    anyOf: Object.values(named(count, (index) => ({ properties: { [`p${index}`]: text } }))),
  },
  ...named(count, () => ({
    allOf: [{ $ref: '#/components/schemas/Base' }],
    unevaluatedProperties: false,
  })),
});

function named(count: number, of: (index: number) => object): Record<string, object> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`A${index}`, of(index)]));
}

const documentOf = (schemas: object): object => ({
  openapi: '3.1.0',
  info: { title: 'Budget', version: '1.0.0' },
  paths: {},
  components: { schemas },
});

async function errorsOf(document: object): Promise<readonly string[]> {
  const host = memoryHost({ 'a.json': JSON.stringify(document) });
  const { diagnostics } = await generate({ documents: ['a.json'], out: 'out' }, host);
  return diagnostics
    .filter(({ severity }) => severity === 'error')
    .map(({ code, message }) => `${code}: ${message}`);
}

test.each([
  ['a base with many branches and subtypes', 40, 700, '"unevaluatedProperties"'],
  ['a cycle of trees', 20, 120, '"$dynamicRef"'],
  ['independent trees', 40, 900, '"$dynamicRef"'],
  ['a chain of trees', 20, 150, '"$dynamicRef"'],
  ['a template for each of many schemas', 40, 450, '"properties"'],
])(
  'generates %s if small, and rejects it if its output would be too large',
  async (name, few, many, keyword) => {
    const shape = shapes[name] ?? (() => ({}));
    expect(await errorsOf(documentOf(shape(few)))).toEqual([]);
    expectOutgrown(await errorsOf(documentOf(shape(many))), keyword);
  },
  60_000,
);

test('rejects alternatives that lead to more and more kinds of texts', async () => {
  expect(await errorsOf(deepParameter(typesThatMultiply(6)))).toEqual([]);
  expectOutgrown(await errorsOf(deepParameter(typesThatMultiply(60))), '"anyOf"');
}, 60_000);

test('rejects a parameter with many properties that many operations share', async () => {
  const shared = (properties: number, operations: number): object => ({
    openapi: '3.1.0',
    info: { title: 'Budget', version: '1.0.0' },
    paths: Object.fromEntries(
      Array.from({ length: operations }, (_, index) => [
        `/p${index}`,
        {
          get: {
            parameters: [{ $ref: '#/components/parameters/filter' }],
            responses: { 204: { description: 'No content.' } },
          },
        },
      ]),
    ),
    components: {
      parameters: {
        filter: {
          name: 'filter',
          in: 'query',
          style: 'deepObject',
          schema: {
            type: 'object',
            properties: named(properties, () => ({ type: 'object', properties: { x: text } })),
          },
        },
      },
    },
  });
  expect(await errorsOf(shared(40, 40))).toEqual([]);
  expectOutgrown(await errorsOf(shared(4000, 400)), '"properties"');
}, 60_000);

test('rejects a form with more dynamic references than it is worth to follow', async () => {
  const form = (count: number): object => ({
    openapi: '3.1.0',
    info: { title: 'Budget', version: '1.0.0' },
    paths: {
      '/a': {
        post: {
          requestBody: {
            content: {
              'application/x-www-form-urlencoded': {
                schema: {
                  $id: 'https://schemas.test/form',
                  $defs: named(count, () => ({ $dynamicAnchor: 'node', type: 'object' })),
                  type: 'object',
                  properties: named(count, () => ({ $dynamicRef: '#node' })),
                  minProperties: 1,
                },
              },
            },
          },
          responses: { 204: { description: 'No content.' } },
        },
      },
    },
  });
  expect(await errorsOf(form(10))).toEqual([]);
  expectOutgrown(await errorsOf(form(500)), '"$dynamicRef"');
}, 60_000);

function expectOutgrown([error, ...others]: readonly string[], keyword: string): void {
  expect(error).toMatch(
    /^too-large: the "[^"]+" of this schema .* grows much faster than the document$/,
  );
  expect(error).toContain(keyword);
  expect(others).toEqual([]);
}
