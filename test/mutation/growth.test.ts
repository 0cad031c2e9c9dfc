import { expect, test } from 'vitest';
import { generate, memoryHost } from '../../generator/generate.js';

/** A document whose response is the schema `A0`. */
function document(schemas: Readonly<Record<string, unknown>>): string {
  const schema = { $ref: '#/components/schemas/A0' };
  const content = { 'application/json': { schema } };
  return JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Growth', version: '1.0.0' },
    paths: {
      '/a': { get: { operationId: 'getA', responses: { '200': { description: 'A.', content } } } },
    },
    components: { schemas },
  });
}

const reference = (level: number): object => ({ $ref: `#/components/schemas/A${level}` });

function levels(
  count: number,
  of: (level: number, next: object) => object,
  last: object,
): Readonly<Record<string, unknown>> {
  const schemas = Array.from({ length: count }, (_, level) => [
    `A${level}`,
    of(level, reference(level + 1)),
  ]);
  return Object.fromEntries([...schemas, [`A${count}`, last]]);
}

/** Schemas that name the next one twice: looked at by every way that leads to them, 40 levels would never end. */
const shapes: Readonly<Record<string, (count: number) => Readonly<Record<string, unknown>>>> = {
  'the same parent twice': (count) =>
    levels(
      count,
      (level, next) => ({ allOf: [next, next], properties: { [`p${level}`]: { type: 'string' } } }),
      { type: 'object', properties: { x: { type: 'string' } } },
    ),
  'the same parent twice, and nothing unevaluated': (count) =>
    levels(
      count,
      (level, next) => ({
        allOf: [next, next],
        properties: { [`p${level}`]: { type: 'string' } },
        unevaluatedProperties: false,
      }),
      { type: 'object', properties: { x: { type: 'string' } } },
    ),
  'two branches of one schema, with a wrong example': (count) =>
    levels(count, (_, next) => ({ anyOf: [next, { allOf: [next] }], example: 5 }), {
      type: 'string',
    }),
};

test.each(Object.entries(shapes))('%s, through 40 levels, is generated', async (_, shape) => {
  const length = async (count: number): Promise<number> => {
    const host = memoryHost({ 'a.json': document(shape(count)) });
    const { ok } = await generate({ documents: ['a.json'], out: 'out' }, host);
    expect(ok).toBe(true);
    const texts = [...host.files()].filter(([path]) => path.startsWith('/out/'));
    return texts.reduce((sum, [, text]) => sum + text.length, 0);
  };
  const [ten, twenty, forty] = [await length(10), await length(20), await length(40)];
  // What is written grows with the document, and no faster.
  expect(forty - twenty).toBeLessThan((twenty - ten) * 4);
});
