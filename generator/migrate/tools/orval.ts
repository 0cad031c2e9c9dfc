import { emptyDraft, plainPath, type PackageDraft } from '../draft.js';
import { migrateSource, migrateUnknown } from '../migrate-diagnostics.js';
import type { Setting } from '../settings.js';
import type { MigrationContext, MigrationTool } from '../tool.js';
import { addEmitter, readTexts, select } from './common.js';

/** `orval`: `orval.config.ts`, with a package for each of its projects. */
export const orval: MigrationTool = {
  name: 'orval',
  files: ['ts', 'mts', 'js', 'mjs', 'cjs'].map((ending) => `orval.config.${ending}`),
  convert: (config, context) =>
    config.members().flatMap(([, project]) => {
      const draft = convertProject(project, context);
      return draft === undefined ? [] : [draft];
    }),
};

function convertProject(project: Setting, context: MigrationContext): PackageDraft | undefined {
  const { reporter } = context;
  const draft = emptyDraft(project);
  draft.emitters = new Set(['client', 'validators']);
  const input = project.get('input');
  for (const target of (input?.get('target') ?? input)?.oneOrMore() ?? []) {
    const document = target.text();
    if (document !== undefined) draft.documents.push(plainPath(document));
    else if (context.document !== undefined) target.read();
  }
  if (draft.documents.length === 0 && context.document === undefined)
    reporter.report(migrateSource.noDescription(), (input ?? project).origin, {
      hint: 'name it with --document',
    });
  // Every document is validated.
  input?.get('validation')?.read();
  readOrvalFilters(input?.get('filters'), draft);
  const output = project.get('output');
  const out = folderOf(output);
  if (out === undefined) reporter.report(migrateSource.noOutput(), project.origin);
  else draft.out = out;
  if (output !== undefined) readOutput(output, draft, context);
  return draft;
}

/**
 * The folder of the output. The target is a file, whose folder may contain other files of the user; the output gets a folder of its own.
 */
function folderOf(output: Setting | undefined): string | undefined {
  const target = output?.text() ?? output?.get('target')?.text();
  const schemas = output?.get('schemas');
  const models = schemas?.text() ?? schemas?.get('path')?.text();
  const path = target ?? models;
  if (path === undefined) return undefined;
  const workspace = output?.get('workspace')?.text();
  const plain = plainPath(path.replace(/\.[cm]?[jt]sx?$/u, ''));
  return workspace === undefined ? plain : `${plainPath(workspace)}/${plain}`;
}

/** Emitters by the `client` that they replace. */
const emitterOf: Readonly<Record<string, string>> = {
  'angular-query': 'query',
  'react-query': 'query',
  'solid-query': 'query',
  'svelte-query': 'query',
  'vue-query': 'query',
  swr: 'swr',
  zod: 'zod',
  hono: 'server',
  mcp: 'mcp',
};

function readOutput(output: Setting, draft: PackageDraft, context: MigrationContext): void {
  // The output has files by service and is formatted already; its folder is always cleaned.
  const needless = [
    'mode',
    'clean',
    'prettier',
    'biome',
    'tslint',
    'indexFiles',
    'tsconfig',
    'headers',
  ];
  for (const name of [...needless, 'fileExtension', 'docs']) output.get(name)?.read();
  const client = output.get('client');
  const name = client?.text();
  const emitter = emitterOf[name ?? ''];
  const isKnown = emitter === undefined || context.emitters.has(emitter);
  if (emitter !== undefined && isKnown) addEmitter(draft, emitter);
  // orval's functions call axios unless it is told otherwise.
  const http = output.get('httpClient');
  const transport =
    http?.text() ?? (name?.startsWith('axios') === true || name === 'angular' ? name : undefined);
  if (transport !== undefined && transport !== 'fetch')
    context.reporter.report(
      migrateUnknown.client({ name: transport }),
      (http ?? client ?? output).origin,
      { hint: 'the client uses fetch; anything else can be its transport' },
    );
  else if (name !== undefined && !isKnown && client !== undefined)
    context.reporter.report(migrateUnknown.default({ name }), client.origin);
  readMock(output.get('mock'), draft, context);
  const override = output.get('override');
  if (override?.get('useDates')?.flag() === true) draft.options.dates = 'Date';
  if (override?.get('useBigInt')?.flag() === true) draft.options.int64 = 'bigint';
  if (output.get('schemas', 'type')?.text() === 'zod') addEmitter(draft, 'zod');
  const enums = override?.get('enumGenerationType')?.text();
  if (enums === 'const' || enums === 'enum') draft.options.enums = enums;
  override?.get('useTypeOverInterfaces')?.read();
  override?.get('header')?.read();
}

function readMock(mock: Setting | undefined, draft: PackageDraft, context: MigrationContext): void {
  if (mock === undefined) return;
  const generators = mock.get('generators')?.items() ?? [];
  const types = [mock, ...generators].flatMap((each) => each.get('type')?.text() ?? []);
  if (mock.flag() !== true && types.length === 0) return;
  addEmitter(draft, 'fakes');
  const usesMsw = types.length === 0 || types.includes('msw');
  if (usesMsw && context.emitters.has('msw')) addEmitter(draft, 'msw');
}

/** Filters are lists of what to include, unless `mode` is `exclude`. */
function readOrvalFilters(filters: Setting | undefined, draft: PackageDraft): void {
  const isExclusion = filters?.get('mode')?.text() === 'exclude';
  const tags = readTexts(filters?.get('tags'));
  if (tags.length > 0) select(draft, isExclusion ? 'excludeTags' : 'tags', tags);
  // Schemas cannot be left out, because what is generated may need them.
  if (isExclusion) return;
  const schemas = readTexts(filters?.get('schemas'));
  if (schemas.length > 0) select(draft, 'schemas', schemas);
}
