import { transformSync } from 'esbuild';
import { renderDiagnostics } from '../../../generator/core/render-diagnostics.js';
import { generate, memoryHost, type Host } from '../../../generator/index.js';
import type { DialectId, Json } from '../../../generator/model/schema.js';
import type { RequestChecks } from '../../../runtime/core/check.js';
import * as runtime from '../../../runtime/core/validate/index.js';
import type { CompiledCheck } from './compile.js';
import { readGroups, readRemotes, type SuiteGroup } from './suite.js';

/** Ways to embed a schema in a description: as a component, as the schema of a body, or in a file that a component refers to. */
export type Way = 'component' | 'body' | 'file';

/** Every way. */
export const ways: readonly Way[] = ['component', 'body', 'file'];

/** Result of the tests of a draft: the number that passed, and the failures. */
export interface Outcome {
  readonly passed: number;
  readonly failures: readonly string[];
}

/** Generates the schemas of a folder of the suite from descriptions, one each, and runs their tests. `files` picks some. */
export async function runThroughApi(
  root: string,
  {
    dialect,
    folder,
    way,
  }: { readonly dialect: DialectId; readonly folder: string; readonly way: Way },
  files: ReadonlySet<string> | 'all' = 'all',
): Promise<Outcome> {
  const remotes = readRemotes(root);
  const failures: string[] = [];
  let passed = 0;
  const groups = readGroups(root, folder).filter(({ file }) => files === 'all' || files.has(file));
  for (const group of groups) {
    const wrong = await wrongOf(group, way, dialect, remotes);
    failures.push(...wrong);
    passed += wrong.length === 0 ? group.tests.length : 0;
  }
  return { passed, failures };
}

async function wrongOf(
  { file, description, schema, tests }: SuiteGroup,
  way: Way,
  dialect: DialectId,
  remotes: ReadonlyMap<string, Json>,
): Promise<readonly string[]> {
  const { check, diagnostics } = await checkThroughApi(schema, way, dialect, remotes);
  if (check === undefined) return [`${file}: ${description}: ${diagnostics}`];
  return tests.flatMap(({ description: what, data, valid }) => {
    const found = { is: check.is(data), violations: check.check(data).length };
    if (found.is === valid && (found.violations === 0) === valid) return [];
    return [`${file}: ${description}: ${what}: ${JSON.stringify(found)}`];
  });
}

/** Dialect that a description declares for its schemas. */
const uris: { readonly [dialect: string]: string } = {
  '2020-12': 'https://json-schema.org/draft/2020-12/schema',
  '2019-09': 'https://json-schema.org/draft/2019-09/schema',
  '7': 'http://json-schema.org/draft-07/schema#',
  '6': 'http://json-schema.org/draft-06/schema#',
  '4': 'http://json-schema.org/draft-04/schema#',
};

function documentsOf(schema: Json, way: Way, dialect: DialectId): Record<string, string> {
  const used = way === 'file' ? { $ref: 'schema.json' } : named(schema, dialect);
  const requestBody = { content: { 'application/json': { schema: used } } };
  const post = { operationId: 'value', requestBody, responses: { 204: { description: 'Done' } } };
  const api = {
    openapi: '3.1.0',
    info: { title: 'T', version: '1.0.0' },
    jsonSchemaDialect: uris[dialect],
    paths: way === 'body' ? { '/value': { post } } : {},
    ...(way !== 'body' && { components: { schemas: { Value: used } } }),
  };
  return {
    'api.json': JSON.stringify(api),
    ...(way === 'file' && { 'schema.json': JSON.stringify(schema) }),
  };
}

/** References within a description start from its root, but within a schema that has an id from that. */
function named(schema: Json, dialect: DialectId): Json {
  const keyword = dialect === '4' ? 'id' : '$id';
  if (typeof schema !== 'object' || schema === null || keyword in schema) return schema;
  return { [keyword]: 'https://schemas.test/schema.json', ...schema };
}

/** The check that `generate` prints for a schema, or its diagnostics. */
async function checkThroughApi(
  schema: Json,
  way: Way,
  dialect: DialectId,
  remotes: ReadonlyMap<string, Json>,
): Promise<{ readonly check?: CompiledCheck; readonly diagnostics: string }> {
  const memory = memoryHost(documentsOf(schema, way, dialect));
  const host: Host = {
    ...memory,
    get: ({ url }) => {
      const found = remotes.get(url);
      if (found === undefined) throw new Error(`somebody asked for ${url}`);
      const bytes = new TextEncoder().encode(JSON.stringify(found));
      return Promise.resolve({ ok: true, status: 200, bytes });
    },
  };
  const allowRefs = ['http://localhost:1234/**'];
  const { ok, diagnostics } = await generate(
    { documents: ['api.json'], out: 'out', allowRefs },
    host,
  );
  const rendered = renderDiagnostics(diagnostics);
  if (!ok) return { diagnostics: rendered };
  const module = load(memory.files(), '/out/validators.ts');
  if (way !== 'body') {
    const { isValue: is, valueSchema } = module as unknown as {
      readonly isValue: CompiledCheck['is'];
      readonly valueSchema: CompiledCheck;
    };
    return { check: { is, check: valueSchema.check }, diagnostics: rendered };
  }
  const [body] = (module['outRequestChecks'] as RequestChecks)['value']?.body ?? [];
  // A body that may be anything has no check.
  const check = {
    is: (value: unknown) => body?.is(value) ?? true,
    check: (value: unknown) => body?.check(value) ?? [],
  };
  return { check, diagnostics: rendered };
}

type Module = { readonly [name: string]: unknown };

/** Runs a generated module, and those beside it that it imports. */
function load(files: ReadonlyMap<string, string>, path: string): Module {
  const { code } = transformSync(files.get(path) ?? '', { loader: 'ts', format: 'cjs' });
  const module: { exports: Module } = { exports: {} };
  const require = (target: string): Module =>
    target === '@tallystick/runtime/validate'
      ? runtime
      : load(files, new URL(target.replace(/\.js$/u, '.ts'), `file://${path}`).pathname);
  const evaluate = new Function('module', 'exports', 'require', code);
  evaluate(module, module.exports, require);
  return module.exports;
}
