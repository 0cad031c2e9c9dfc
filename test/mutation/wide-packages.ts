import { expect } from 'vitest';
import { generate, memoryHost } from '../../generator/index.js';
import type { PackageRequest } from '../../generator/pipeline/request.js';
import type { Workbench } from '../conformance/hostile/type-check.js';

const times = <T>(count: number, of: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => of(index));

/**
 * Wide schemas: an object with members of four kinds, a recursive or nullable one, a tuple, `allOf`, dependent schemas, branches without a
 * discriminator, and lists of objects.
 */
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
  const branches = times(count, (index) => ({
    type: 'object',
    properties: { [`p${index}`]: { type: 'string' } },
    required: [`p${index}`],
  }));
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
    One: { oneOf: branches },
    Any: { anyOf: branches },
    Values: { enum: times(count, (index) => ({ a: index, b: `x${index}` })) },
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
  await addDocument(bench, `wide-${count}`, document);
}

/** Generates what comes of a document into a workbench. */
export async function addDocument(
  bench: Workbench,
  name: string,
  document: object | string,
  settings: Partial<PackageRequest> = {},
): Promise<void> {
  const [path, text] =
    typeof document === 'string' ? ['a.yaml', document] : ['a.json', JSON.stringify(document)];
  const host = memoryHost({ [path]: text });
  const { ok, diagnostics } = await generate({ documents: [path], out: 'out', ...settings }, host);
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(ok).toBe(true);
  const files = [...host.files()].flatMap(([file, content]) =>
    file.startsWith('/out/') && file.endsWith('.ts')
      ? [[file.slice('/out/'.length), content] as const]
      : [],
  );
  bench.add(name, new Map(files));
}
