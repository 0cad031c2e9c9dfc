import { transformSync } from 'esbuild';
import * as arktype from 'arktype';
import * as effectResult from 'effect/Result';
import * as effect from 'effect/Schema';
import * as typebox from 'typebox';
import { Value } from 'typebox/value';
import * as valibot from 'valibot';
import * as zod from 'zod';
import * as zodMini from 'zod/mini';
import * as zod3 from 'zod/v3';
import * as runtime from '../../../runtime/core/validate/index.js';
import { arktypeLibrary } from '../../../generator/emitters/arktype/index.js';
import { effectLibrary } from '../../../generator/emitters/effect/index.js';
import { emitSchemas } from '../../../generator/emitters/schema-terms/emit-terms.js';
import type { SchemaLibrary } from '../../../generator/emitters/schema-terms/library.js';
import { lowerTerm } from '../../../generator/emitters/schema-terms/lower.js';
import type { SchemaPlan } from '../../../generator/emitters/schema-terms/plan.js';
import { typeboxLibrary } from '../../../generator/emitters/typebox/index.js';
import { valibotLibrary } from '../../../generator/emitters/valibot/index.js';
import { zodLibrary } from '../../../generator/emitters/zod/index.js';
import { zodMiniLibrary } from '../../../generator/emitters/zod-mini/index.js';
import { zod3Library } from '../../../generator/emitters/zod3/index.js';
import { readSchemaDocument } from '../../../generator/model/read/schema/read-schema.js';
import type { SchemaId } from '../../../generator/model/schema.js';
import { identifierName } from '../../../generator/plan/names/names.js';
import type { Identifier, Plan } from '../../../generator/plan/plan.js';
import { printSourceFile } from '../../../generator/printer/print.js';
import { compileAll, type CompiledCheck, type SchemaSource } from './compile.js';

/** A library for schemas as tests use it. */
export interface TestedLibrary {
  /** Name of the emitter. */
  readonly name: string;
  readonly library: SchemaLibrary;
  /** Modules that generated code imports. */
  readonly modules: { readonly [specifier: string]: unknown };
  /** True if a schema accepts a value. */
  accepts(schema: unknown, value: unknown): boolean;
}

interface ZodLike {
  safeParse(value: unknown): { readonly success: boolean };
}

const zodAccepts = (schema: unknown, value: unknown): boolean =>
  (schema as ZodLike).safeParse(value).success;

/** Every library with an emitter. */
export const testedLibraries: readonly TestedLibrary[] = [
  { name: 'zod', library: zodLibrary, modules: { zod }, accepts: zodAccepts },
  {
    name: 'zod-mini',
    library: zodMiniLibrary,
    modules: { 'zod/mini': zodMini },
    accepts: zodAccepts,
  },
  { name: 'zod3', library: zod3Library, modules: { 'zod/v3': zod3 }, accepts: zodAccepts },
  {
    name: 'valibot',
    library: valibotLibrary,
    modules: { valibot },
    accepts: (schema, value) => valibot.safeParse(schema as valibot.GenericSchema, value).success,
  },
  {
    name: 'typebox',
    library: typeboxLibrary,
    modules: { typebox },
    accepts: (schema, value) => Value.Check(schema as typebox.TSchema, value),
  },
  {
    name: 'arktype',
    library: arktypeLibrary,
    modules: { arktype },
    accepts: (schema, value) => !((schema as arktype.Type)(value) instanceof arktype.type.errors),
  },
  {
    name: 'effect',
    library: effectLibrary,
    modules: { 'effect/Schema': effect, 'effect/Result': effectResult },
    accepts: (schema, value) =>
      effectResult.isSuccess(effect.decodeUnknownResult(schema as effect.Codec<unknown>)(value)),
  },
];

/** A schema in a library, beside its own check. */
export interface CompiledSchema extends CompiledCheck {
  accepts(value: unknown): boolean;
  /** Keywords that the library cannot express, which the check validates. */
  readonly limits: readonly string[];
}

/** Compiles schemas to those of a library and to checks, and runs both in this process. */
export function compileSchemas(
  { library, modules, accepts }: TestedLibrary,
  sources: readonly SchemaSource[],
): readonly CompiledSchema[] {
  const checks = compileAll(sources);
  const lowered = sources.map((source, index) => plansOf(library, source, index));
  const file = emitSchemas(
    library,
    { file: `${library.name}.ts`, schemas: lowered.map(({ plan }) => plan) },
    { package: { importExtension: '.js', runtime: {} } as Plan['package'] },
  );
  const schemas = checks.map((check, index) => [`schema${index}`, check] as const);
  const exported = evaluate(printSourceFile(file), {
    ...modules,
    '@tallystick/runtime/validate': runtime,
    './validators.js': Object.fromEntries(schemas),
  });
  return checks.map((check, index) => ({
    ...check,
    accepts: (value) => accepts(exported[`${library.prefix}${index}`], value),
    limits: lowered[index]?.limits ?? [],
  }));
}

/** Runs a generated module whose imports are given. */
export function evaluate(
  text: string,
  modules: { readonly [specifier: string]: unknown },
): { readonly [name: string]: unknown } {
  const { code } = transformSync(text, { loader: 'ts', format: 'cjs' });
  const module: { exports: { readonly [name: string]: unknown } } = { exports: {} };
  const load = (specifier: string): unknown => modules[specifier];
  new Function('module', 'exports', 'require', code)(module, module.exports, load);
  return module.exports;
}

function plansOf(
  { name, prefix, natives }: SchemaLibrary,
  { schema, dialect, registry, uri = 'https://schemas.test/schema.json' }: SchemaSource,
  index: number,
): { readonly plan: SchemaPlan; readonly limits: readonly string[] } {
  const read = readSchemaDocument(schema, {
    uri,
    dialect,
    ...(registry === undefined ? {} : { registry }),
  });
  if (read.value === undefined) throw new Error('the schema is read');
  const { schemas, root } = read.value;
  const value = (start: string, from: string): Identifier => ({
    name: identifierName(`${start}${index}`),
    from,
    typeOnly: false,
  });
  const identifier = value(prefix, `${name}.ts`);
  const { term, limits } = lowerTerm(root, {
    schemas,
    use: { direction: 'both', representation: 'wire' },
    nameOf: (id: SchemaId) => (id === root ? identifier : undefined),
    isBigint: () => false,
    isConverted: () => false,
    natives,
  });
  const plan: SchemaPlan = {
    identifier,
    type: { ...value('Value', './types.js'), typeOnly: true },
    schema: value('schema', 'validators.ts'),
    term,
    guarded: limits.length > 0,
  };
  return { plan, limits: limits.map(({ keyword }) => keyword) };
}
