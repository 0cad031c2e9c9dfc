import { describe, expect, test } from 'vitest';
import { diagnosticPosition } from '../../generator/core/origin.js';
import { generate, memoryHost } from '../../generator/index.js';
import { deepShapes, evaluatedShapes, type Growing } from './shapes-that-grow.js';

/** The errors of a document: their codes and sentences. */
async function errorsOf(text: string, name = 'a.json'): Promise<readonly string[]> {
  const host = memoryHost({ [name]: text });
  const { diagnostics } = await generate({ documents: [name], out: 'out' }, host);
  return diagnostics
    .filter(({ severity }) => severity === 'error')
    .map((each) => {
      const { source, position } = diagnosticPosition(each);
      return `${source.path}:${position?.line}:${position?.column} ${each.code}: ${each.message}`;
    });
}

const text = { type: 'string' };
const next = (level: number): object => ({ $ref: `#/components/schemas/A${level + 1}` });
const rows: Readonly<Record<string, (level: number) => object>> = {
  references: next,
  'references in "allOf"': (level) => ({ allOf: [next(level)] }),
  'allOf with properties': (level) => ({
    allOf: [next(level)],
    properties: { [`p${level}`]: text },
  }),
  'branches of "anyOf"': (level) => ({ anyOf: [next(level), { type: 'null' }] }),
  'branches of "oneOf"': (level) => ({ oneOf: [next(level), { type: 'null' }] }),
  not: (level) => ({ not: next(level) }),
  conditions: (level) => ({ if: next(level), then: { minLength: level } }),
  properties: (level) => ({ type: 'object', properties: { a: next(level) } }),
  'additional properties': (level) => ({ type: 'object', additionalProperties: next(level) }),
  items: (level) => ({ type: 'array', items: next(level) }),
};

const row =
  (of: (level: number) => object, last: object = text): Growing =>
  (count) => ({
    openapi: '3.1.0',
    info: { title: 'Rows', version: '1.0.0' },
    paths: {},
    components: {
      schemas: Object.fromEntries(
        Array.from({ length: count + 1 }, (_, level) => [
          `A${level}`,
          level === count ? last : of(level),
        ]),
      ),
    },
  });

describe('chains of schemas', () => {
  const all = Object.entries({
    ...Object.fromEntries(Object.entries(rows).map(([name, of]) => [name, row(of)])),
    ...deepShapes,
    ...evaluatedShapes,
  });
  test.each(all)('are accepted with 120 levels: %s', async (_, shape) => {
    expect(await errorsOf(JSON.stringify(shape(120)))).toEqual([]);
  });

  test.each(Object.entries(rows))('are rejected with thousands of levels: %s', async (_, of) => {
    for (const count of [1000, 6000]) {
      const [error, ...others] = await errorsOf(JSON.stringify(row(of)(count)));
      expect(error).toMatch(
        /^a\.json:1:\d+ too-deep: \d+ schemas follow one another from here on, each used by the one before$/,
      );
      expect(others).toEqual([]);
    }
  });

  test('are rejected if a property of the last refers to the first', async () => {
    const ring = row(rows['allOf with properties'] ?? next, {
      type: 'object',
      properties: { first: next(-1) },
    });
    expect(await errorsOf(JSON.stringify(ring(120)))).toEqual([]);
    expect(await errorsOf(JSON.stringify(ring(6000)))).toEqual([
      expect.stringContaining(' too-deep: '),
    ]);
  });

  test('are accepted with properties that refer back, in any number', async () => {
    const ring = row(rows['properties'] ?? next, {
      type: 'object',
      properties: { first: next(-1) },
    });
    expect(await errorsOf(JSON.stringify(ring(1500)))).toEqual([]);
  });
});

test('rejects references through more than 100 others, once', async () => {
  const parameters = (count: number): string =>
    JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'Rows', version: '1.0.0' },
      paths: {
        '/a': {
          get: {
            parameters: [{ $ref: '#/components/parameters/P0' }],
            responses: { '204': { description: 'Done.' } },
          },
        },
      },
      components: {
        parameters: Object.fromEntries(
          Array.from({ length: count + 1 }, (_, index) => [
            `P${index}`,
            index === count
              ? { name: 'p', in: 'query', schema: text }
              : { $ref: `#/components/parameters/P${index + 1}` },
          ]),
        ),
      },
    });
  expect(await errorsOf(parameters(90))).toEqual([]);
  expect(await errorsOf(parameters(5000))).toEqual([
    expect.stringMatching(
      /^a\.json:1:\d+ too-deep: this reference leads through more than 100 others$/,
    ),
  ]);
});

test('rejects callbacks within more than 100 others, once', async () => {
  const callbacks = (count: number): string =>
    JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'Rows', version: '1.0.0' },
      paths: Object.fromEntries(
        Array.from({ length: count }, (_, index) => [
          `/p${index}`,
          {
            post: {
              operationId: `o${index}`,
              responses: { '204': { description: 'Done.' } },
              callbacks: {
                done: {
                  '{$request.query.url}': { $ref: `#/paths/~1p${(index + 1) % count}` },
                },
              },
            },
          },
        ]),
      ),
    });
  expect(await errorsOf(callbacks(90))).toEqual([]);
  expect(await errorsOf(callbacks(3000))).toEqual([
    expect.stringMatching(/^a\.json:1:\d+ too-deep: this callback is within more than 100 others$/),
  ]);
});

test.each(['flow', 'merge'])(
  'rejects deeply nested aliases like deeply nested values: %s',
  async (way) => {
    const lines = Array.from({ length: 1000 }, (_, index) => {
      const before = index === 0 ? '1' : `*a${index - 1}`;
      return way === 'flow' || index === 0
        ? `  a${index}: &a${index} [${before}]`
        : `  a${index}: &a${index} {<<: {a: ${before}}}`;
    });
    const head = ['openapi: 3.1.0', 'info: {title: Deep, version: 1.0.0}', 'paths: {}', 'x-a:'];
    const [error] = await errorsOf([...head, ...lines].join('\n'), 'a.yaml');
    expect(error).toMatch(
      /^a\.yaml:\d+:\d+ too-deep: the document is nested too deeply with this alias$/,
    );
  },
);

test('rejects a schema below names with thousands of characters', async () => {
  const named = (count: number): string => {
    const names = Array.from({ length: count }, (_, index) => `p${10_000 + index}`);
    return JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'Names', version: '1.0.0' },
      paths: {
        [names.map((name) => `/{${name}}`).join('')]: {
          get: {
            parameters: names.map((name) => ({ name, in: 'path', required: true, schema: text })),
            responses: { '204': { description: 'Done.' } },
          },
        },
      },
    });
  };
  expect(await errorsOf(named(1000))).toEqual([]);
  expect(await errorsOf(named(3000))).toEqual([
    expect.stringMatching(
      /^a\.json:1:\d+ too-deep: the names that lead to this schema have more than 15000 characters together$/,
    ),
  ]);
});
