import { expect } from 'vitest';
import { generate, memoryHost } from '../../generator/generate.js';
import type { Workbench } from '../conformance/hostile/type-check.js';

const times = <T>(count: number, of: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => of(index));

/** Wide schemas: an object of members of four kinds, one that leads back to itself or is null, a tuple, parts, and what depends on members. */
function schemas(count: number): Readonly<Record<string, unknown>> {
  const item = { $ref: '#/components/schemas/Item' };
  const properties = Object.fromEntries(
    times(count, (index) => [
      `p${index}`,
      [
        { type: 'string', minLength: 1 },
        { type: 'integer', minimum: index },
        item,
        { type: 'array', items: item },
      ][index % 4],
    ]),
  );
  const texts = Object.fromEntries(times(count, (index) => [`p${index}`, { type: 'string' }]));
  return {
    Wide: {
      type: 'object',
      properties,
      required: times(count, (index) => `p${index}`),
      additionalProperties: false,
    },
    Ring: {
      type: ['object', 'null'],
      properties: { ...texts, next: { $ref: '#/components/schemas/Ring' } },
    },
    Tuple: {
      type: 'array',
      prefixItems: times(count, (index) =>
        index % 2 === 0 ? { type: 'string' } : { type: 'integer', minimum: 1 },
      ),
      items: false,
      minItems: count,
    },
    Parts: {
      allOf: times(count, (index) => ({
        type: 'object',
        properties: { [`p${index}`]: { type: 'string' } },
      })),
    },
    Dependent: {
      type: 'object',
      properties: { p0: { type: 'string' } },
      dependentRequired: Object.fromEntries(times(count, (index) => [`p${index}`, ['p0']])),
    },
    Item: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
  };
}

/** Generates a package of schemas as wide as this into a workbench. */
export async function addWidePackage(bench: Workbench, count: number): Promise<void> {
  const all = schemas(count);
  const paths = Object.fromEntries(
    Object.keys(all).map((name) => {
      const schema = { $ref: `#/components/schemas/${name}` };
      const content = { 'application/json': { schema } };
      const responses = { '200': { description: name, content } };
      return [`/${name}`, { post: { operationId: name, requestBody: { content }, responses } }];
    }),
  );
  const document = {
    openapi: '3.1.0',
    info: { title: 'Wide', version: '1.0.0' },
    paths,
    components: { schemas: all },
  };
  const host = memoryHost({ 'a.json': JSON.stringify(document) });
  const { diagnostics } = await generate({ documents: ['a.json'], out: 'out' }, host);
  expect(diagnostics).toEqual([]);
  const files = [...host.files()].flatMap(([path, text]) =>
    path.startsWith('/out/') && path.endsWith('.ts')
      ? [[path.slice('/out/'.length), text] as const]
      : [],
  );
  bench.add(`wide-${count}`, new Map(files));
}
