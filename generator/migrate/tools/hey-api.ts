import { emptyDraft, plainPath, type PackageDraft } from '../draft.js';
import { migrateSource, migrateUnknown } from '../migrate-diagnostics.js';
import type { Setting } from '../settings.js';
import type { MigrationContext, MigrationTool } from '../tool.js';
import { addEmitter, readFilters, readImportExtension } from './common.js';

/** `@hey-api/openapi-ts`: `openapi-ts.config.ts`. */
export const heyApi: MigrationTool = {
  name: 'hey-api',
  files: ['ts', 'mts', 'cts', 'js', 'mjs', 'cjs'].map((ending) => `openapi-ts.config.${ending}`),
  convert: (config, context) =>
    config.oneOrMore().flatMap((each) => {
      const outputs = each.get('output')?.oneOrMore() ?? [];
      const inputs = each.get('input')?.oneOrMore() ?? [];
      // With as many outputs as inputs, each input has its own one.
      if (outputs.length > 1 && outputs.length === inputs.length)
        return inputs.flatMap((input, at) => convertJob(each, [input], outputs[at], context));
      return convertJob(each, inputs, outputs[0], context);
    }),
};

function convertJob(
  config: Setting,
  inputs: readonly Setting[],
  output: Setting | undefined,
  context: MigrationContext,
): readonly PackageDraft[] {
  const { reporter } = context;
  const draft = emptyDraft(config);
  draft.emitters = new Set(['client', 'validators']);
  for (const input of inputs) {
    const document = input.text() ?? input.get('path')?.text();
    if (document !== undefined) draft.documents.push(plainPath(document));
    else if (context.document !== undefined) (input.get('path') ?? input).read();
    readFilters(input, draft);
  }
  if (draft.documents.length === 0 && context.document === undefined)
    reporter.report(migrateSource.noDescription(), config.get('input')?.origin ?? config.origin, {
      hint: 'name it with --document',
    });
  const folder = output?.text() ?? output?.get('path')?.text();
  if (folder === undefined) reporter.report(migrateSource.noOutput(), config.origin);
  else draft.out = plainPath(folder);
  // The output is formatted already, and its folder is always cleaned.
  for (const name of [
    'format',
    'lint',
    'clean',
    'indexFile',
    'postProcess',
    'fileName',
    'entryFile',
  ])
    output?.get(name)?.read();
  readImportExtension(
    output?.get('importFileExtension') ?? output?.get('module', 'extension'),
    draft,
  );
  readFilters(config.get('parser'), draft);
  for (const plugin of config.get('plugins')?.oneOrMore() ?? []) readPlugin(plugin, draft, context);
  readOldMembers(config, draft, context);
  return [draft];
}

/** Emitters by the plug-in that they replace. */
const emitterOf: Readonly<Record<string, string>> = {
  zod: 'zod',
  valibot: 'valibot',
  swr: 'swr',
  fastify: 'server',
  msw: 'msw',
  '@faker-js/faker': 'fakes',
  '@tanstack/angular-query-experimental': 'query',
  '@tanstack/preact-query': 'query',
  '@tanstack/react-query': 'query',
  '@tanstack/solid-query': 'query',
  '@tanstack/svelte-query': 'query',
  '@tanstack/vue-query': 'query',
};

/** Plug-ins for what every package has: types, functions, and a client over `fetch`. */
const always = new Set([
  '@hey-api/typescript',
  '@hey-api/types',
  '@hey-api/sdk',
  '@hey-api/services',
  '@hey-api/client-fetch',
  'legacy/fetch',
  'fetch',
]);

function readPlugin(plugin: Setting, draft: PackageDraft, context: MigrationContext): void {
  const node = plugin.get('name') ?? plugin;
  const name = node.text();
  if (name === undefined) return;
  const emitter = emitterOf[name];
  if (emitter !== undefined && context.emitters.has(emitter)) addEmitter(draft, emitter);
  else if (name === '@hey-api/transformers') readTransformers(plugin, draft);
  else if (/client-|^(?:axios|angular|xhr|node)$|^legacy\//u.test(name) && !always.has(name))
    context.reporter.report(migrateUnknown.client({ name }), node.origin, {
      hint: 'the client uses fetch; anything else can be its transport',
    });
  else if (!always.has(name))
    context.reporter.report(migrateUnknown.default({ name }), node.origin);
  readEnums(plugin.get('enums'), draft);
  // Functions and a client with services exist in any case, and a bundled client needs no setting.
  for (const each of [
    'asClass',
    'operations',
    'bundle',
    'exportFromIndex',
    'includeInEntry',
    'auth',
  ])
    plugin.get(each)?.read();
}

function readTransformers(plugin: Setting, draft: PackageDraft): void {
  if (plugin.get('dates')?.flag() !== false) draft.options.dates = 'Date';
  if (plugin.get('bigInt')?.flag() === true) draft.options.int64 = 'bigint';
}

function readEnums(setting: Setting | undefined, draft: PackageDraft): void {
  const enums = setting?.get('mode')?.text() ?? setting?.text();
  if (enums === 'javascript') draft.options.enums = 'const';
  if (enums === 'typescript' || enums === 'typescript-const') draft.options.enums = 'enum';
  setting?.flag();
}

/** Members of releases before 0.60: the client, and what plug-ins are now. */
function readOldMembers(config: Setting, draft: PackageDraft, context: MigrationContext): void {
  const client = config.get('client', 'name') ?? config.get('client');
  const name = client?.text();
  if (client !== undefined && name !== undefined && !always.has(name))
    context.reporter.report(migrateUnknown.client({ name }), client.origin, {
      hint: 'the client uses fetch; anything else can be its transport',
    });
  for (const each of ['exportCore', 'exportSchemas', 'exportServices', 'exportTypes', 'schemas'])
    config.get(each)?.flag();
  for (const each of ['services', 'sdk'])
    for (const member of ['asClass', 'export']) config.get(each, member)?.flag();
  readEnums(config.get('types', 'enums'), draft);
  const dates = config.get('types', 'dates');
  if (dates?.text()?.includes('transform') === true || dates?.flag() === true)
    draft.options.dates = 'Date';
  for (const each of ['dryRun', 'logs', 'interactive', 'debug', 'useOptions'])
    config.get(each)?.read();
}
