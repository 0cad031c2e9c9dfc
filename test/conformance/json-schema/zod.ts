import { transformSync } from 'esbuild';
import * as zod from 'zod';
import * as runtime from '../../../runtime/core/validate/index.js';
import { emitZod } from '../../../generator/emitters/zod/zod.js';
import { readSchemaDocument } from '../../../generator/model/read/schema/read-schema.js';
import type { SchemaId } from '../../../generator/model/schema.js';
import { identifierName } from '../../../generator/plan/names.js';
import type { Identifier, Plan } from '../../../generator/plan/plan.js';
import type { ZodSchemaPlan } from '../../../generator/emitters/zod/plan.js';
import { lowerZodRoot } from '../../../generator/emitters/zod/lower.js';
import { printSourceFile } from '../../../generator/printer/print.js';
import { compileAll, type CompiledCheck, type SchemaSource } from './compile.js';

/** A schema as Zod has it, beside its own check. */
export interface CompiledZod extends CompiledCheck {
  readonly zod: zod.z.ZodType;
  /** Keywords that Zod cannot express, which the check validates. */
  readonly limits: readonly string[];
}

/** Compiles schemas to Zod and to checks, and runs both in this process. */
export function compileZod(sources: readonly SchemaSource[]): readonly CompiledZod[] {
  const checks = compileAll(sources);
  const lowered = sources.map((source, index) => plansOf(source, index));
  const file = emitZod(
    { file: 'zod.ts', range: '', schemas: lowered.map(({ plan }) => plan) },
    { package: { importExtension: '.js' } as Plan['package'] },
  );
  const schemas = checks.map((check, index) => [`schema${index}`, check] as const);
  const exported = evaluate(printSourceFile(file), {
    zod,
    '@tallystick/runtime/validate': runtime,
    './validators.js': Object.fromEntries(schemas),
  });
  return checks.map((check, index) => ({
    ...check,
    zod: exported[`zod${index}`] as zod.z.ZodType,
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
  { schema, dialect, registry, uri = 'https://schemas.test/schema.json' }: SchemaSource,
  index: number,
): { readonly plan: ZodSchemaPlan; readonly limits: readonly string[] } {
  const read = readSchemaDocument(schema, {
    uri,
    dialect,
    ...(registry === undefined ? {} : { registry }),
  });
  if (read.value === undefined) throw new Error('the schema is read');
  const { schemas, root } = read.value;
  const value = (name: string, from: string): Identifier => ({
    name: identifierName(`${name}${index}`),
    from,
    typeOnly: false,
  });
  const identifier = value('zod', 'zod.ts');
  const { node, limits } = lowerZodRoot(root, {
    schemas,
    use: { direction: 'both', representation: 'wire' },
    nameOf: (id: SchemaId) => (id === root ? identifier : undefined),
    isBigint: () => false,
    isConverted: () => false,
    pending: new Set(),
  });
  const plan: ZodSchemaPlan = {
    identifier,
    type: { ...value('Value', './types.js'), typeOnly: true },
    schema: value('schema', 'validators.ts'),
    node,
    guarded: limits.length > 0,
  };
  return { plan, limits: limits.map(({ keyword }) => keyword) };
}
