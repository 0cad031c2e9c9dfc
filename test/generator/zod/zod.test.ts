import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import ts from 'typescript';
import { beforeAll, describe, expect, test } from 'vitest';
import * as zod from 'zod';
import * as validators from '../../../generated/platform/src/validators.js';
import { generate, type GenerateResult } from '../../../generator/index.js';
import { diskHost } from '../../../generator/host/disk.js';
import { memoryHost } from '../../../generator/host/memory.js';
import { createSources } from '../../../generator/load/sources.js';
import { readApi } from '../../../generator/model/read/read-api.js';
import * as runtime from '../../../runtime/core/validate/index.js';
import { evaluate } from '../../conformance/json-schema/libraries.js';
import { document } from '../plan/describe.js';
import { randomRuns } from '../../rounds.js';

const guards: { readonly [name: string]: unknown } = validators;
const spec = 'spec/platform/openapi.yaml';

describe('Zod schemas of the platform', () => {
  const schemas = new Map<string, zod.z.ZodType>();
  const pool = valuesOf(spec);

  beforeAll(async () => {
    const host = memoryHost(textsBelow('spec/platform'), '/case');
    await generate({ documents: [spec], out: 'out', zod: true }, host);
    const exported = evaluate(textOf(host.files().get('/case/out/zod.ts')), {
      zod,
      '@tallystick/runtime/validate': runtime,
      './validators.js': validators,
    });
    for (const [name, schema] of Object.entries(exported))
      schemas.set(name.replace(/^zod/, ''), schema as zod.z.ZodType);
  });

  test('accept the same values as the checks', () => {
    expect(schemas.size).toBeGreaterThan(50);
    const tried = [...schemas].flatMap(([name, schema]) => {
      const is = guards[`is${name}`] as (value: unknown) => boolean;
      const valid = pool.filter((value) => is(value)).slice(0, 8);
      if (valid.length === 0) return [];
      const near = fc.constantFrom(...valid).chain(nearly);
      fc.assert(
        fc.property(near, (value) => {
          const { success, data } = schema.safeParse(value);
          expect([name, success]).toEqual([name, is(value)]);
          if (success) expect(data).toEqual(value);
        }),
        randomRuns(300),
      );
      return [name];
    });
    expect(tried.length).toBeGreaterThan(40);
  });

  test('become JSON Schema with their refinements', () => {
    const policy = schemas.get('Policy');
    if (policy === undefined) throw new Error('Policy has a Zod schema');
    const json = JSON.stringify(zod.z.toJSONSchema(policy));
    expect(json).toContain('"maxLength":50');
    expect(json).toContain('"format":"date-time"');
  });
});

describe('Zod schemas', () => {
  test('are generated only if requested', async () => {
    const without = await generated(document({ Pet: { type: 'object' } }), {});
    expect(without.files.has('src/zod.ts')).toBe(false);
    expect(textOf(without.files.get('package.json'))).not.toContain('zod');
    const { files } = await generated(document({ Pet: { type: 'object' } }));
    expect(JSON.parse(textOf(files.get('package.json')))).toMatchObject({
      exports: { './zod': { default: './dist/zod.js' } },
      peerDependencies: { zod: '^4.6.0' },
      peerDependenciesMeta: { zod: { optional: true } },
    });
    expect(textOf(files.get('README.md'))).toContain('`@acme/shop/zod`');
  });

  test('are not generated if no type has a name', async () => {
    const { files, result } = await generated(document({}));
    expect(result.ok).toBe(true);
    expect(files.has('src/zod.ts')).toBe(false);
    expect(textOf(files.get('package.json'))).not.toContain('zod');
  });

  test('report keywords that Zod cannot express, and check them nevertheless', async () => {
    const schemas = {
      Pair: {
        type: 'object',
        properties: { a: { not: { type: 'string' } }, b: {} },
        dependentRequired: { a: ['b'] },
        unevaluatedProperties: false,
      },
    };
    const { result, files } = await generated(document(schemas));
    const warned = result.diagnostics.filter(({ code }) => code === 'schema-limit');
    expect(warned.map(({ message }) => message)).toEqual([
      'Zod cannot express "not" in this schema',
      'Zod cannot express "dependentRequired" in this schema',
      'Zod cannot express "unevaluatedProperties" in this schema',
    ]);
    expect(textOf(files.get('src/zod.ts'))).toContain('.superRefine(beyond(pairSchema.check))');
  });

  test('distinguish names that differ only in case', async () => {
    const { files } = await generated(
      document({ pet: { type: 'string' }, Pet: { type: 'integer' }, undefined: { type: 'null' } }),
    );
    const text = textOf(files.get('src/zod.ts'));
    expect(text).toContain('export const zodPet: z.ZodType<Pet, Pet>');
    expect(text).toContain('export const zodPetSchema: z.ZodType<pet, pet>');
  });

  test('contain no code from the document', async () => {
    const evil = "*/ process.exit(1); `${process.exit(1)}` '\\";
    const { files } = await generated(
      document({
        [evil]: {
          type: 'object',
          required: [evil],
          properties: { [evil]: { enum: [evil, '\u2028'], description: evil }, __proto__x: {} },
          additionalProperties: { type: 'string', pattern: "['`]\\*/" },
        },
      }),
    );
    const exported = evaluate(textOf(files.get('src/zod.ts')), {
      zod,
      '@tallystick/runtime/validate': runtime,
      './validators.js': {},
    });
    const [schema] = Object.values(exported) as readonly zod.z.ZodType[];
    expect(schema?.safeParse({ [evil]: evil }).success).toBe(true);
    expect(schema?.safeParse({ [evil]: 'kind' }).success).toBe(false);
  });

  test('compile under the strict options of TypeScript 5.9', () => {
    const read = ts.readConfigFile('tsconfig.json', (path) => ts.sys.readFile(path));
    const { options } = ts.parseJsonConfigFileContent(read.config, ts.sys, process.cwd());
    const program = ts.createProgram(['test/cases/zod/output/zod.ts'], {
      ...options,
      skipLibCheck: true,
    });
    const messages = ts
      .getPreEmitDiagnostics(program)
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
    expect(messages).toEqual([]);
  });
});

function textOf(file: string | undefined): string {
  if (file === undefined) throw new Error('the file is written');
  return file;
}

/** Generates a package `@acme/shop` in memory; its files by their path within it. */
async function generated(
  described: object,
  settings: { readonly zod?: boolean } = { zod: true },
): Promise<{ readonly files: ReadonlyMap<string, string>; readonly result: GenerateResult }> {
  const host = memoryHost({ '/case/api.json': JSON.stringify(described) }, '/case');
  const request = { documents: ['api.json'], out: 'out', package: '@acme/shop', ...settings };
  const result = await generate(request, host);
  const files = [...host.files()].map(
    ([path, text]) => [path.replace('/case/out/', ''), text] as const,
  );
  return { files: new Map(files), result };
}

/** Every file below a folder, as it lies below `/case`. */
function textsBelow(folder: string): { readonly [path: string]: string } {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => path.endsWith('.yaml'));
  return Object.fromEntries(files.map((path) => [`/case/${path}`, readFileSync(path, 'utf8')]));
}

/** Every example of a description, and every value inside one. */
function valuesOf(path: string): readonly unknown[] {
  const sources = createSources(diskHost(process.cwd()));
  const entry = sources.entry(path).value;
  const api = entry === undefined ? undefined : readApi(sources, entry).value;
  if (api === undefined) throw new Error(`${path} can be read`);
  const examples = api.operations.flatMap(({ parameters, request, outcomes }) => [
    ...parameters.flatMap((each) => each.examples),
    ...(request?.contents ?? []).flatMap((each) => each.examples),
    ...outcomes.flatMap(({ contents }) => contents.flatMap((each) => each.examples)),
  ]);
  const inSchemas = [...api.schemas.values()].flatMap((schema) =>
    schema.kind === 'boolean'
      ? []
      : [...(schema.annotations.examples ?? []), ...(schema.keywords.enum ?? [])],
  );
  const all = [...examples, ...inSchemas].flatMap(within);
  return [...new Map(all.map((value) => [JSON.stringify(value), value])).values()];
}

function within(value: unknown): readonly unknown[] {
  if (typeof value !== 'object' || value === null) return [value];
  return [value, ...Object.values(value).flatMap(within)];
}

/** A value with one thing in it changed, removed or added; or as it is. */
function nearly(value: unknown): fc.Arbitrary<unknown> {
  const changed = fc.oneof(
    fc.jsonValue({ maxDepth: 1 }),
    fc.constantFrom<unknown>('', 'text', '0x', null, -1, 1.5, [], {}, '2024-13-01T00:00:00Z'),
    fc.string({ unit: 'grapheme', minLength: 30, maxLength: 60 }),
  );
  if (typeof value !== 'object' || value === null) return fc.oneof(fc.constant(value), changed);
  const keys = Object.keys(value);
  const into = keys.map((key) =>
    nearly(Reflect.get(value, key)).map((inner) => withMember(value, key, inner)),
  );
  const without = keys.map((key) => fc.constant(withMember(value, key, undefined)));
  const more = Array.isArray(value)
    ? changed.map((item) => [...value, item])
    : changed.map((item) => ({ ...value, more: item }));
  return fc.oneof(fc.constant(value), changed, more, ...into, ...without);
}

function withMember(value: object, key: string, member: unknown): unknown {
  if (Array.isArray(value))
    return value.flatMap((item: unknown, index) =>
      String(index) !== key ? [item] : member === undefined ? [] : [member],
    );
  const { [key]: _, ...rest } = value as { readonly [name: string]: unknown };
  return member === undefined ? rest : { ...rest, [key]: member };
}
