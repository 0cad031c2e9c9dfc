import ts from 'typescript';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { decodeUnknownSync } from 'effect/Schema';
import { parse, type InferInput, type InferOutput } from 'valibot';
import type { Static } from 'typebox';
import { Value } from 'typebox/value';
import type * as z from 'zod';
import type * as zodMini from 'zod/mini';
import type * as zod3 from 'zod/v3';
import { generate, type GenerateResult } from '../../../generator/index.js';
import { memoryHost } from '../../../generator/host/memory.js';
import { arktypeBook, type arktypePrice } from '../../cases/schema-libraries/output/arktype.js';
import { effectBook, type effectSize } from '../../cases/schema-libraries/output/effect.js';
import { typeboxBook, type typeboxMedium } from '../../cases/schema-libraries/output/typebox.js';
import type { Book, Medium, Price, Size } from '../../cases/schema-libraries/output/types.js';
import { valibotBook } from '../../cases/schema-libraries/output/valibot.js';
import { zodBook, type zodMedium } from '../../cases/schema-libraries/output/zod.js';
import { zodMiniBook, type zodMiniPrice } from '../../cases/schema-libraries/output/zod-mini.js';
import { zod3Book, type zod3Price } from '../../cases/schema-libraries/output/zod3.js';
import { testedLibraries } from '../../conformance/json-schema/libraries.js';
import { document } from '../plan/describe.js';

const book = { id: '8a7b2c1e-52a4-4c7f-8d62-0f6c2f0e9b11', title: 'Emma', extra: null };
const paper = { ...book, medium: { kind: 'Paper', pages: 474 } };

describe('schemas of libraries', () => {
  test('have the types of the package', () => {
    expectTypeOf<z.infer<typeof zodBook>>().toEqualTypeOf<Book>();
    expectTypeOf<z.input<typeof zodMedium>>().toEqualTypeOf<Medium>();
    expectTypeOf<zodMini.infer<typeof zodMiniBook>>().toEqualTypeOf<Book>();
    expectTypeOf<zodMini.infer<typeof zodMiniPrice>>().toEqualTypeOf<Price>();
    expectTypeOf<zod3.infer<typeof zod3Book>>().toEqualTypeOf<Book>();
    expectTypeOf<zod3.input<typeof zod3Price>>().toEqualTypeOf<Price>();
    expectTypeOf<InferInput<typeof valibotBook>>().toEqualTypeOf<Book>();
    expectTypeOf<InferOutput<typeof valibotBook>>().toEqualTypeOf<Book>();
    expectTypeOf<Static<typeof typeboxBook>>().toEqualTypeOf<Book>();
    expectTypeOf<Static<typeof typeboxMedium>>().toEqualTypeOf<Medium>();
    expectTypeOf<typeof arktypeBook.infer>().toEqualTypeOf<Book>();
    expectTypeOf<typeof arktypePrice.inferIn>().toEqualTypeOf<Price>();
    expectTypeOf<typeof effectBook.Type>().toEqualTypeOf<Book>();
    expectTypeOf<typeof effectSize.Encoded>().toEqualTypeOf<Size>();
    const parsed = [
      zodBook.parse(paper),
      zodMiniBook.parse(paper),
      zod3Book.parse(paper),
      parse(valibotBook, paper),
      Value.Parse(typeboxBook, paper),
      arktypeBook.assert(paper),
      decodeUnknownSync(effectBook)(paper),
    ];
    for (const each of parsed) expect(each).toEqual(paper);
  });

  test('compile under the strict options of TypeScript 5.9', () => {
    const read = ts.readConfigFile('tsconfig.json', (path) => ts.sys.readFile(path));
    const { options } = ts.parseJsonConfigFileContent(read.config, ts.sys, process.cwd());
    const files = testedLibraries.map(
      ({ name }) => `test/cases/schema-libraries/output/${name}.ts`,
    );
    const program = ts.createProgram(files, { ...options, skipLibCheck: true });
    const messages = ts
      .getPreEmitDiagnostics(program)
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
    expect(messages).toEqual([]);
  });

  test('make the library an optional peer, whose range suits all emitters', async () => {
    const { files } = await generated(['zod', 'zod-mini', 'zod3']);
    expect(JSON.parse(files.get('package.json') ?? '')).toMatchObject({
      exports: {
        './zod': { default: './dist/zod.js' },
        './zod-mini': { default: './dist/zod-mini.js' },
        './zod3': { default: './dist/zod3.js' },
      },
      peerDependencies: { zod: '^4.6.0' },
      peerDependenciesMeta: { zod: { optional: true } },
    });
    const alone = await generated(['zod3']);
    expect(JSON.parse(alone.files.get('package.json') ?? '')).toMatchObject({
      peerDependencies: { zod: '^3.25.0 || ^4.0.0' },
    });
  });

  test.each(testedLibraries)(
    '$name reports what it cannot express by its own name',
    async ({ name, library }) => {
      const { result, files } = await generated([name]);
      const warned = result.diagnostics.filter(({ code }) => code === 'schema-limit');
      expect(warned.map(({ message }) => message)).toEqual([
        `${library.title} cannot express "not" in this schema`,
      ]);
      expect(files.get(`src/${name}.ts`)).toContain('petSchema.check)');
      expect(files.get('README.md')).toContain(`\`@acme/shop/${name}\``);
    },
  );
});

/** Generates a package `@acme/shop` in memory; its files by their path within it. */
async function generated(
  emitters: readonly string[],
): Promise<{ readonly files: ReadonlyMap<string, string>; readonly result: GenerateResult }> {
  const described = document({ Pet: { not: { type: 'string' } } });
  const host = memoryHost({ '/case/api.json': JSON.stringify(described) }, '/case');
  const result = await generate(
    { documents: ['api.json'], out: 'out', package: '@acme/shop', emitters },
    host,
  );
  const files = [...host.files()].map(
    ([path, text]) => [path.replace('/case/out/', ''), text] as const,
  );
  return { files: new Map(files), result };
}
