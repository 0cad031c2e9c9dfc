import { transformSync } from 'esbuild';
import * as runtime from '../../../runtime/core/validate/index.js';
import type { Violation } from '../../../runtime/core/check.js';
import { identifier } from '../../../generator/printer/code.js';
import { createFileScope } from '../../../generator/printer/file-scope.js';
import {
  compileChecks,
  type CheckRoot,
  type CompileOptions,
} from '../../../generator/checks/compile-checks.js';
import { readSchemaDocument } from '../../../generator/model/read/schema/read-schema.js';
import type { DialectId, Json, SchemaTable, SchemaId } from '../../../generator/model/schema.js';
import { identifierName } from '../../../generator/plan/names/names.js';
import { printDeclarations } from '../../../generator/printer/print/declarations.js';

/** The two functions of one compiled schema. */
export interface CompiledCheck {
  readonly is: (value: unknown) => boolean;
  readonly check: (value: unknown) => readonly Violation[];
}

/** A schema as the suites hold it, and what it may refer to. */
export interface SchemaSource {
  readonly schema: Json;
  readonly dialect: DialectId;
  readonly registry?: ReadonlyMap<string, Json>;
  readonly uri?: string;
}

/** The TypeScript of a schema's checks: the guard `isValue` and the object `valueSchema` for the name `Value`. */
export function generateChecks(
  schemas: SchemaTable,
  roots: readonly {
    readonly id: SchemaId;
    readonly name: string;
    readonly direction?: 'request' | 'response' | 'both';
  }[],
  options: CompileOptions = {},
): string {
  const scope = createFileScope({ package: undefined as never }, 'validators.ts');
  const file = 'validators.ts';
  const { files } = compileChecks(
    schemas,
    roots.map(({ id, name, direction = 'both' }): CheckRoot => ({
      id,
      direction,
      name,
      guard: identifier(identifierName(`is${name}`)),
      schema: identifier(identifierName(schemaName(name))),
      exported: true,
      base: name,
      file,
      functions: file,
    })),
    () => scope,
    options,
  );
  return printDeclarations(files.get(file) ?? []);
}

/** The TypeScript of one schema's checks: `isValue` and `valueSchema`. */
export function generateSource(source: SchemaSource, options: CompileOptions = {}): string {
  const { schema, dialect, registry, uri = 'https://schemas.test/schema.json' } = source;
  const read = readSchemaDocument(schema, {
    uri,
    dialect,
    ...(registry === undefined ? {} : { registry }),
  });
  if (read.value === undefined) {
    throw new Error(`no schema: ${JSON.stringify(read.diagnostics.map(({ message }) => message))}`);
  }
  return generateChecks(read.value.schemas, [{ id: read.value.root, name: 'Value' }], options);
}

/** Compiles many schemas and runs the outcome in this process. */
export function compileAll(
  sources: readonly SchemaSource[],
  options: CompileOptions = {},
): readonly CompiledCheck[] {
  return run(sources.map((source) => asExpression(generateSource(source, options), ['Value'])));
}

/** Runs TypeScript that was generated for several names in this process. */
export function compileGenerated(text: string, names: readonly string[]): readonly CompiledCheck[] {
  return run([asExpression(text, names)]);
}

function asExpression(text: string, names: readonly string[]): string {
  const checks = names.map((name) => `{ is: is${name}, check: ${schemaName(name)}.check }`);
  return `...(() => {\n${text.replaceAll(/^export /gm, '')}\nreturn [${checks.join(', ')}];\n})()`;
}

function schemaName(name: string): string {
  return `${name.charAt(0).toLowerCase()}${name.slice(1)}Schema`;
}

function run(expressions: readonly string[]): readonly CompiledCheck[] {
  const names = Object.keys(runtime);
  const { code } = transformSync(`export default [\n${expressions.join(',\n')}\n];`, {
    loader: 'ts',
    format: 'cjs',
  });
  const module: { exports: { default?: readonly CompiledCheck[] } } = { exports: {} };
  const evaluate = new Function('module', 'exports', ...names, code);
  const values = names.map((name) => (runtime as { readonly [name: string]: unknown })[name]);
  evaluate(module, module.exports, ...values);
  const { default: compiled } = module.exports;
  if (compiled === undefined) throw new Error('the module has its checks');
  return compiled;
}
